"""Models: fit, predict, and what they refuse."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from relata.errors import DataWarning, FormatError, ProtocolError
from relata.experiments.data import Dataset
from relata.experiments.labels import label_set
from relata.experiments.splits import splitter
from relata.experiments.systems import MODELS, System, parse_system
from relata.experiments.tasks import Task, make_task
from tests.experiments.toy import toy_dataset, toy_instance

pytest.importorskip("sklearn", reason="needs the extra [experiments]")

from relata.experiments.models.classifiers import DevelopmentPart, Logistic, Majority
from relata.experiments.models.untrained import GivenPredictions, ShippedParser
from relata.experiments.trials import check_system, default_features, make_classifier


@pytest.fixture(scope="module")
def task() -> Task:
    return make_task(toy_dataset(), "L2:5")


def trained(task: Task, model: Logistic) -> tuple[list[str], list[tuple[str, ...]]]:
    fold = task.folds(splitter("documents-4"))[0]
    examples = list(task.training_examples(fold.train.tolist()))
    model.fit([task.data.instances[index] for index, _ in examples], [label for _, label in examples])
    predicted = model.predict([task.data.instances[index] for index in fold.test])
    return predicted.tolist(), [task.gold[index] for index in fold.test]


def test_the_majority_is_the_most_frequent_label() -> None:
    model = Majority().fit([toy_instance()] * 3, ["b", "a", "b"])
    assert model.predict([toy_instance()] * 2).tolist() == ["b", "b"]


def test_of_equally_frequent_labels_the_first_is_said() -> None:
    assert Majority().fit([toy_instance()] * 2, ["b", "a"]).predict([toy_instance()]).tolist() == ["a"]


def test_logistic_regression_learns_what_words_tell(task: Task) -> None:
    predicted, gold = trained(task, Logistic(("words",)))
    assert np.mean([label in own for label, own in zip(predicted, gold, strict=True)]) > 0.6


def test_logistic_regression_gives_probabilities(task: Task) -> None:
    instances = task.data.instances[:40]
    model = Logistic(("words",)).fit(instances, [own[0] for own in task.gold[:40]])
    assert all(answer.score is not None and 0 < answer.score <= 1 for answer in model.answers(instances))


def test_the_regularisation_is_chosen_on_the_development_part(task: Task) -> None:
    instances, labels = task.data.instances[:60], [own[0] for own in task.gold[:60]]
    dev = DevelopmentPart(instances, task.gold[:60])
    chosen = Logistic(("words",), strengths=(1e-6, 10.0)).fit(instances, labels, dev)
    assert chosen.strength_ == 10.0
    assert Logistic(("words",), strengths=(1e-6, 10.0)).fit(instances, labels).strength_ == 0.1


def test_a_single_span_model_does_not_see_the_other_argument() -> None:
    seen = [toy_instance(f"d:{n}", arg1=word, arg2="same") for n, word in enumerate("xyxyxyxy")]
    model = Logistic(("words",), span="arg2").fit(seen, list("abababab"))
    assert len(set(model.predict(seen))) == 1


def test_one_label_alone_is_always_said() -> None:
    model = Logistic(("words",)).fit([toy_instance("d:0"), toy_instance("d:1")], ["A", "A"])
    assert model.answers([toy_instance("d:2")]) == [("A", 1.0)]


def test_scikit_learn_cross_validates_a_model(task: Task) -> None:
    from sklearn.model_selection import cross_val_score

    found = cross_val_score(
        Logistic(("words",)),
        list(task.data.instances),
        [own[0] for own in task.gold],
        groups=task.data.groups("document"),
        cv=splitter("documents-3"),
    )
    assert found.mean() > 0.5


SENSES = label_set("pdtb3-L2")


def write(path: Path, *rows: dict[str, object]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_given_predictions_are_looked_up(tmp_path: Path) -> None:
    file = write(tmp_path / "p.jsonl", {"id": "d:0", "label": "A", "score": 0.5}, {"id": "d:1", "label": "B"})
    model = GivenPredictions(file, SENSES, "1", 0).fit([], [])
    assert model.answers([toy_instance("d:1"), toy_instance("d:0")]) == [("B", None), ("A", 0.5)]


def test_given_predictions_of_other_folds_and_restarts_are_passed_over(tmp_path: Path) -> None:
    rows = (
        {"id": "d:0", "label": f"{fold}{seed}", "fold": fold, "seed": seed}
        for fold in "12"
        for seed in (0, 1)
    )
    file = write(tmp_path / "p.jsonl", *rows)
    model = GivenPredictions(file, SENSES, "2", 1).fit([], [])
    assert model.predict([toy_instance("d:0")]).tolist() == ["21"]


def test_predictions_that_do_not_cover_the_test_set_are_refused(tmp_path: Path) -> None:
    file = write(tmp_path / "p.jsonl", {"id": "d:0", "label": "A"})
    model = GivenPredictions(file, SENSES, "3", 0).fit([], [])
    with pytest.raises(
        ProtocolError, match="no prediction for 1 of 2 instances of fold 3, seed 0; the first is d:1"
    ):
        model.answers([toy_instance("d:0"), toy_instance("d:1")])


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"label": "A"}, "p.jsonl:1: id: is missing"),
        ({"id": "d:0", "label": 3}, "p.jsonl:1: label: expected a string"),
        ({"id": "d:0", "label": "A", "score": "high"}, "p.jsonl:1: score: expected a number"),
        ({"id": "d:0", "label": "A", "seed": "a"}, "p.jsonl:1: seed: expected an integer"),
        ({"id": "d:0", "label": "A", "fold": 1}, "p.jsonl:1: fold: expected a string"),
    ],
)
def test_rows_that_are_no_predictions_are_refused(
    tmp_path: Path, row: dict[str, object], message: str
) -> None:
    with pytest.raises(FormatError, match=message):
        GivenPredictions(write(tmp_path / "p.jsonl", row), SENSES, "1", 0).answers([])


def test_two_predictions_for_an_instance_are_refused(tmp_path: Path) -> None:
    file = write(tmp_path / "p.jsonl", {"id": "d:0", "label": "A"}, {"id": "d:0", "label": "B"})
    with pytest.raises(FormatError, match=r"p.jsonl:2: id: a second prediction for d:0"):
        GivenPredictions(file, SENSES, "1", 0).answers([])


def test_given_senses_are_cut_to_the_label_set(tmp_path: Path) -> None:
    file = write(tmp_path / "p.jsonl", {"id": "d:0", "label": "Contingency.Cause.Reason"})
    model = GivenPredictions(file, SENSES, "1", 0).fit([], [])
    assert model.predict([toy_instance("d:0")]).tolist() == ["Contingency.Cause"]


def test_labels_that_neither_the_set_nor_the_data_have_are_counted_and_refused(
    task: Task, tmp_path: Path
) -> None:
    rows = [{"id": "d0:0", "label": label} for label in ("Foo", "Foo", "Contingency", "Comparison.Contrast")]
    file = write(tmp_path / "p.jsonl", *rows)
    message = r"3 of 4 labels are not in L2:5 and no senses of the data: Foo \(2\), Contingency \(1\)$"
    with pytest.raises(ProtocolError, match=message):
        check_system(System(f"predictions:{file}"), task, [0])


def test_predictions_for_instances_that_are_not_there_are_counted(task: Task, tmp_path: Path) -> None:
    rows = ({"id": id, "label": "Contingency.Cause.Reason"} for id in ("d0:0", "d0:99", "e:0"))
    file = write(tmp_path / "p.jsonl", *rows)
    with pytest.warns(DataWarning, match=r"p.jsonl: predictions for no instance of the task: 2"):
        check_system(System(f"predictions:{file}"), task, [0])


def test_restarts_are_run_only_where_they_can_differ(tmp_path: Path) -> None:
    plain = write(tmp_path / "plain.jsonl", {"id": "d:0", "label": "A"})
    seeded = write(tmp_path / "seeded.jsonl", {"id": "d:0", "label": "A", "seed": 0})
    assert System("logistic").restarts(5) == 1
    assert System(f"predictions:{plain}").restarts(5) == 1
    assert System(f"predictions:{seeded}").restarts(5) == 5


def test_our_parser_gives_labels_of_the_set(rule_model: Path) -> None:
    model = ShippedParser(str(rule_model), label_set("pdtb3-L2")).fit([], [])
    wet, plain = (
        toy_instance("a:0", arg1="it rained", arg2="all was wet"),
        toy_instance("b:0", arg2="we left"),
    )
    assert model.predict([wet, plain]).tolist() == ["Contingency.Cause", "Expansion.Conjunction"]


def test_our_parser_says_entrel_only_if_that_is_a_label(rule_model: Path) -> None:
    instance = toy_instance("a:0", arg2="the same river rose")
    for name, expected in (("pdtb3-L2+EntRel", "EntRel"), ("pdtb3-L2", "Expansion.Conjunction")):
        assert ShippedParser(str(rule_model), label_set(name)).predict([instance]).tolist() == [expected]


@pytest.mark.parametrize("apart", [True, False])
def test_our_parser_is_told_whether_a_sentence_ends_between_arguments(apart: bool) -> None:
    tokens, border = replace(toy_instance("a:0"), apart=apart).joined_tokens()
    assert (tokens.sentence_of(0) != tokens.sentence_of(border)) is apart


def test_a_sense_outside_the_label_set_stays(rule_model: Path) -> None:
    model = ShippedParser(str(rule_model), label_set("L2:0", [(("Contingency.Cause.Reason",), ())]))
    assert model.predict([toy_instance("a:0", arg2="we left")]).tolist() == ["Expansion.Conjunction"]


def test_a_parser_is_not_tested_on_what_it_was_trained_on(tmp_path: Path, rule_model: Path) -> None:
    copy = shutil.copytree(rule_model, tmp_path / "model")
    manifest = json.loads((copy / "manifest.json").read_text("utf-8"))
    manifest["training"] = {"data": {"train": {"source": "toy/train"}}}
    (copy / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    task = make_task(toy_dataset(), "L2:5")
    seen = [n for n, each in enumerate(task.data.instances) if each.part == "train"]
    unseen = [n for n, each in enumerate(task.data.instances) if each.part == "dev"]
    system = System(f"relata:{copy}")
    check_system(system, task, unseen)
    with pytest.raises(ProtocolError, match="was trained on toy/train, which would be tested"):
        check_system(system, task, seen)


def test_a_parser_of_another_language_is_refused(rule_model: Path) -> None:
    chinese = Dataset("zh", "tedcdb", (toy_instance("d:0", arg1="天 下雨 了", arg2="我们 走 吧"),))
    task = make_task(chinese, "L2:0")
    with pytest.raises(ProtocolError, match="is for 'en', the data are in 'zh'"):
        check_system(System(f"relata:{rule_model}"), task, [0])


@pytest.mark.parametrize("name", ["", "bert", "relata", "relata:", "majority:x", "predictions"])
def test_unknown_models_are_refused(name: str) -> None:
    with pytest.raises(ProtocolError, match=r"no model .*expected one of majority, logistic"):
        parse_system(name)


def test_a_baseline_has_no_single_span_version(task: Task) -> None:
    with pytest.raises(ProtocolError, match="majority has no version for a single argument"):
        check_system(System("majority", span="arg1"), task, [0])


def test_default_features_are_those_that_data_have(task: Task) -> None:
    assert default_features(task) == ("word-pairs", "first-last")


def test_systems_have_names_and_folders() -> None:
    system = System("encoder:models/mini", span="arg2")
    assert (system.name, system.folder) == (
        "encoder:models/mini (Arg2 only)",
        "encoder-models-mini-arg2-only",
    )


@pytest.mark.parametrize("model", ["majority", "logistic"])
def test_models_are_made_by_name(task: Task, model: str) -> None:
    assert type(make_classifier(parse_system(model), task, "1", 0)).__name__.lower() == model


def test_every_model_is_explained() -> None:
    assert all(MODELS.values())
