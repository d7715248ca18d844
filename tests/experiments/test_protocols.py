"""Protocols and plans."""

from __future__ import annotations

from dataclasses import replace

import pytest

from relata.errors import ProtocolError
from relata.experiments.protocols import PROTOCOLS, PairProtocol, default_labels
from relata.experiments.systems import Schedule, System, systems_of
from tests.experiments.toy import toy_plan

KIM, SHI = PROTOCOLS["kim2020"], PROTOCOLS["shi2017"]
assert isinstance(KIM, PairProtocol)
assert isinstance(SHI, PairProtocol)


def names(protocol: object, *arguments: object) -> list[str]:
    return [system.name for system in systems_of(*arguments, ablation=protocol is SHI)]  # type: ignore[arg-type]


def test_kim2020_runs_single_span_versions() -> None:
    assert names(KIM, ["logistic"], []) == [
        "majority",
        "logistic",
        "logistic (Arg1 only)",
        "logistic (Arg2 only)",
    ]


def test_a_model_that_cannot_be_trained_here_is_run_alone() -> None:
    assert names(KIM, ["relata:en"], []) == ["majority", "relata:en"]


def test_the_majority_is_run_once() -> None:
    assert names(KIM, ["majority"], []) == ["majority"]


def test_shi2017_adds_features_one_by_one_and_all() -> None:
    systems = systems_of(["logistic"], ["modality", "brown"], ablation=True)
    assert [(system.name, system.features) for system in systems[1:]] == [
        ("logistic", ("word-pairs",)),
        ("logistic + modality", ("word-pairs", "modality")),
        ("logistic + brown", ("word-pairs", "brown")),
        ("logistic + all features", ("word-pairs", "modality", "brown")),
    ]


@pytest.mark.parametrize("model", ["relata:en", "encoder:minilm", "predictions:mine.jsonl"])
@pytest.mark.parametrize("ablation", [False, True])
def test_features_for_a_model_without_any_are_refused(ablation: bool, model: str) -> None:
    with pytest.raises(ProtocolError, match=f"{model} takes no features"):
        systems_of([model], ["brown"], ablation=ablation)


def test_features_go_to_the_models_that_use_any() -> None:
    systems = systems_of(["lstm", "encoder:minilm"], ["brown"])
    assert {system.kind: system.features for system in systems} == {
        "majority": (),
        "lstm": ("brown",),
        "encoder": (),
    }


@pytest.mark.parametrize("rate", [0.0, -0.1, float("nan"), float("inf")])
def test_learning_rates_that_nothing_learns_at_are_refused(rate: float) -> None:
    with pytest.raises(ProtocolError, match="expected a learning rate above 0, got"):
        systems_of(["lstm"], [], {"learning_rate": rate})


def test_encoders_are_trained_as_appendix_c_says_unless_asked_otherwise() -> None:
    models = [
        "encoder:bert-base-uncased",
        "encoder:xlnet-large-cased",
        "encoder:models/XLNet_Large",
        "majority",
    ]
    schedules = {system.model: system.schedule for system in systems_of(models)}
    bert, large, folder = (schedules[model] for model in models[:3])
    assert bert == Schedule(epochs=10, learning_rate=5e-6, batch_size=8, patience=5, evaluation_steps=500)
    assert large == folder == replace(bert, learning_rate=2e-6)
    assert schedules["majority"] is None
    changes = {"epochs": 2, "learning_rate": 1.0, "batch_size": 3, "patience": 4, "evaluation_steps": 5}
    (_, changed, *_) = systems_of(models[:1], [], changes)
    assert changed.schedule == Schedule(2, 1.0, 3, 4, 5)


def test_baselines_are_the_majority_or_the_plain_model() -> None:
    assert KIM.baseline(systems_of(["logistic"])) == "majority"
    assert SHI.baseline(systems_of(["logistic"], ["brown"], ablation=True)) == "logistic"
    assert SHI.baseline(systems_of(["majority"], ablation=True)) == "majority"


@pytest.mark.parametrize(
    ("corpus", "labels", "kim", "shi"),
    [
        ("pdtb2", "pdtb2-L2", ("sections-12",), ("lin", "instances-10")),
        ("pdtb3", "pdtb3-L2", ("sections-12",), ("lin", "instances-10")),
        ("gdtb", "L2:100", ("documents-12",), ("instances-10",)),
    ],
)
def test_defaults_go_by_corpus(corpus: str, labels: str, kim: tuple[str, ...], shi: tuple[str, ...]) -> None:
    assert default_labels(corpus) == labels
    assert (KIM.default_splits(corpus), SHI.default_splits(corpus)) == (kim, shi)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seeds": 0}, "expected at least one restart"),
        ({"shares": (0.5, 1.5)}, "between 0 and 1, got 1.5"),
        ({"systems": (System("majority"), System("majority"))}, "a model is named twice"),
    ],
)
def test_plans_that_make_no_sense_are_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(ProtocolError, match=message):
        toy_plan(**change)
