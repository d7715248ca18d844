"""Protocols of the literature: the systems that they run, and the plan of a run."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from relata.errors import ProtocolError
from relata.experiments.features import chosen_features
from relata.experiments.labels import Policy
from relata.formats.json_lines import read_objects

MODELS: Mapping[str, str] = {
    "majority": "the most frequent label",
    "logistic": "logistic regression on surface features (--features)",
    "lstm": "an LSTM over both arguments, with surface features if asked for (needs the extra [train])",
    "encoder:NAME": "a pretrained encoder, fine-tuned: of a hub, of a folder, or minilm (needs [train])",
    "relata:NAME": "a trained parser of ours, installed or in a directory: senses of given arguments",
    "predictions:FILE": "anybody's labels, from JSON Lines with id and label (fold, seed, score)",
}
"""Models with descriptions."""

NETWORKS = ("lstm", "encoder")
FEATURED = ("logistic", "lstm")
"""Kinds of models that use surface features."""
UNTRAINED = ("majority", "relata", "predictions")
"""Kinds of models that have no version for one argument alone."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """Maximum number of epochs, learning rate, examples a batch, and steps between two evaluations.

    With a development part, training stops after `patience` evaluations without gain; 0 evaluation steps
    stand for an epoch.
    """

    epochs: int
    learning_rate: float
    batch_size: int
    patience: int
    evaluation_steps: int = 0

    def __post_init__(self) -> None:
        rate = self.learning_rate
        if not (rate > 0 and math.isfinite(rate)):
            raise ProtocolError(f"expected a learning rate above 0, got {rate}")


ENCODER_SCHEDULE = Schedule(10, 5e-6, batch_size=8, patience=5, evaluation_steps=500)
"""Schedule of Kim et al. (2020), appendix C; XLNet-large has a learning rate of 2e-6."""
LSTM_SCHEDULE = Schedule(20, 0.05, batch_size=32, patience=4)

_DETERMINISTIC = ("majority", "logistic", "relata")
_SPAN_NAMES = {"both": "", "arg1": " (Arg1 only)", "arg2": " (Arg2 only)"}
_LABELS = {"pdtb2": "pdtb2-L2", "pdtb3": "pdtb3-L2"}  # corpora with sections


@dataclass(frozen=True, slots=True)
class System:
    """A model with the arguments (`span`) and the features that it uses; networks have a schedule."""

    model: str
    features: tuple[str, ...] = ()
    span: str = "both"
    title: str = ""
    schedule: Schedule | None = None

    def __post_init__(self) -> None:
        if self.features and self.kind not in FEATURED:
            raise ProtocolError(f"{self.model} takes no features")
        if self.kind in NETWORKS and self.schedule is None:
            object.__setattr__(self, "schedule", _default_schedule(self.kind, self.argument))

    @property
    def kind(self) -> str:
        """Model before the colon: "relata" of "relata:en"."""
        return self.model.partition(":")[0]

    @property
    def argument(self) -> str:
        """Model after the colon: "en" of "relata:en"."""
        return self.model.partition(":")[2]

    @property
    def name(self) -> str:
        """Name in reports."""
        return (self.title or self.model) + _SPAN_NAMES[self.span]

    @property
    def folder(self) -> str:
        """Folder of its predictions in a run directory."""
        return file_name(self.name)

    def restarts(self, seeds: int) -> int:
        """Return the number of restarts: one if the results cannot differ."""
        if self.kind == "predictions":
            return seeds if any("seed" in row for _, row in read_objects(self.argument)) else 1
        return 1 if self.kind in _DETERMINISTIC else seeds


def _default_schedule(kind: str, argument: str) -> Schedule:
    if kind == "lstm":
        return LSTM_SCHEDULE
    large = {"xlnet", "large"} <= set(re.split(r"[^a-z]+", argument.lower()))
    return replace(ENCODER_SCHEDULE, learning_rate=2e-6) if large else ENCODER_SCHEDULE


def file_name(name: str) -> str:
    """Return a name without characters that file names should not have.

    >>> file_name("lstm (Arg1 only)")
    'lstm-arg1-only'
    """
    return re.sub(r"[^A-Za-z0-9.]+", "-", name).strip("-.").lower()


def parse_system(model: str, features: Iterable[str] = ()) -> System:
    """Return the system of a model name."""
    kind, colon, argument = model.partition(":")
    takes_argument = {name.partition(":")[0]: ":" in name for name in MODELS}
    if kind not in takes_argument or takes_argument[kind] != bool(colon and argument):
        raise ProtocolError(f"no model {model!r}; expected one of {', '.join(MODELS)}")
    return System(model, tuple(feature.name for feature in chosen_features(features)))


@dataclass(frozen=True, slots=True)
class Protocol:
    """A method of evaluation: splits, a policy for several senses, and the systems besides a model.

    `split` is for corpora with the sections of the Wall Street Journal, `other_split` for all others. With
    `ablation` a model is run without features, with each one, and with all. Otherwise it is run on both
    arguments and on each alone.
    """

    text: str
    split: str
    other_split: str
    policy: Policy
    ablation: bool


PROTOCOLS: Mapping[str, Protocol] = {
    "kim2020": Protocol(
        "12-fold cross-validation by sections or documents, single-span baselines and their upper bound",
        "sections-12",
        "documents-12",
        Policy.ALL,
        ablation=False,
    ),
    "shi2017": Protocol(
        "10 label-balanced folds of instances, a model without, with each, and with all features",
        "instances-10",
        "instances-10",
        Policy.FIRST,
        ablation=True,
    ),
}
"""Protocols of implicit relation classification by name."""


@dataclass(frozen=True, slots=True)
class ExperimentPlan:
    """All choices that the figures of a run depend on, apart from data and versions."""

    protocol: str
    labels: str
    split: str
    split_seed: int
    training: Policy
    judging: Policy
    types: tuple[str, ...]
    seeds: int
    systems: tuple[System, ...]
    baseline: str
    shares: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if self.seeds < 1:
            raise ProtocolError(f"expected at least one restart, got {self.seeds}")
        if bad := [share for share in self.shares if not 0 < share < 1]:
            raise ProtocolError(f"expected shares of the training part between 0 and 1, got {bad[0]}")
        folders = [system.folder for system in self.systems]
        if len(set(folders)) < len(folders):
            raise ProtocolError("a model is named twice")


def systems_of(
    protocol: Protocol,
    models: Sequence[str],
    features: Iterable[str] = (),
    schedule: Mapping[str, Any] | None = None,
) -> tuple[System, ...]:
    """Return the systems that a protocol runs for models, the majority baseline first.

    `schedule` changes fields of the schedules of the networks among the models.
    """
    chosen = [feature.name for feature in chosen_features(features)]
    featured = [model for model in models if parse_system(model).kind in FEATURED]
    if chosen and not featured:
        raise ProtocolError(f"{', '.join(models)} takes no features")
    systems = [System("majority")]
    for model in models:
        if model != "majority":
            expand = _ablated if protocol.ablation else _single_spans
            systems += expand(model, chosen if model in featured else [])
    if schedule and not any(system.schedule for system in systems):
        options = " and ".join(f"--{name.replace('_', '-')}" for name in schedule)
        raise ProtocolError(f"{options}: for networks alone, which are lstm and encoder:NAME")
    return tuple(
        replace(system, schedule=replace(system.schedule, **schedule or {})) if system.schedule else system
        for system in systems
    )


def default_labels(corpus: str) -> str:
    """Return the label set of the paper of a corpus, or the labels with more than 100 instances."""
    return _LABELS.get(corpus, "L2:100")


def default_split(protocol: Protocol, corpus: str) -> str:
    """Return the split for a corpus."""
    return protocol.split if corpus in _LABELS else protocol.other_split


def default_baseline(protocol: Protocol, systems: Sequence[System]) -> str:
    """Return the system to compare with: the model without features, or the majority."""
    return systems[min(1, len(systems) - 1) if protocol.ablation else 0].name


def _single_spans(model: str, features: Sequence[str]) -> Iterator[System]:
    both = parse_system(model, features)
    yield both
    if both.kind not in UNTRAINED:
        yield replace(both, span="arg1")
        yield replace(both, span="arg2")


def _ablated(model: str, features: Sequence[str]) -> Iterator[System]:
    plain = parse_system(model)
    if plain.kind == "logistic":
        plain = replace(plain, features=("word-pairs",))
    yield plain
    for feature in features:
        yield replace(plain, features=(*plain.features, feature), title=f"{model} + {feature}")
    if len(features) > 1:
        yield replace(plain, features=(*plain.features, *features), title=f"{model} + all features")
