"""Systems of experiments, which are models with what they use, and the plan of a run."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from relata.baselines.pair_features import chosen_features
from relata.baselines.word_vectors import SKIP_GRAM
from relata.errors import ProtocolError
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


@dataclass(frozen=True, slots=True)
class System:
    """A model with the arguments (`span`) and the features that it uses; networks have a schedule.

    `vectors` are for the LSTM: a file, "skip-gram", "skip-gram:WIDTH", or "none".
    """

    model: str
    features: tuple[str, ...] = ()
    span: str = "both"
    title: str = ""
    schedule: Schedule | None = None
    vectors: str = ""

    def __post_init__(self) -> None:
        if self.features and self.kind not in FEATURED:
            raise ProtocolError(f"{self.model} takes no features")
        if self.kind in NETWORKS and self.schedule is None:
            object.__setattr__(self, "schedule", _default_schedule(self.kind, self.argument))
        if self.vectors and self.kind != "lstm":
            raise ProtocolError(f"{self.model} takes no vectors")
        if self.kind == "lstm" and not self.vectors:
            object.__setattr__(self, "vectors", SKIP_GRAM)

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
    models: Sequence[str],
    features: Iterable[str] = (),
    schedule: Mapping[str, Any] | None = None,
    *,
    vectors: str | None = None,
    ablation: bool = False,
) -> tuple[System, ...]:
    """Return the systems that a protocol runs for models, the majority baseline first.

    An `ablation` has a model without features, with each one, and with all; otherwise a model reads both
    arguments, and each alone. `schedule` changes fields of the schedules of networks.
    """
    chosen = [feature.name for feature in chosen_features(features)]
    featured = [model for model in models if parse_system(model).kind in FEATURED]
    if chosen and not featured:
        raise ProtocolError(f"{', '.join(models)} takes no features")
    systems = [System("majority")]
    for model in models:
        if model != "majority":
            expand = _ablated if ablation else _single_spans
            systems += expand(model, chosen if model in featured else [])
    if schedule and not any(system.schedule for system in systems):
        options = " and ".join(f"--{name.replace('_', '-')}" for name in schedule)
        raise ProtocolError(f"{options}: for networks alone, which are lstm and encoder:NAME")
    if vectors and not any(system.kind == "lstm" for system in systems):
        raise ProtocolError("--vectors: for the model lstm alone")
    return tuple(_configured(system, schedule or {}, vectors) for system in systems)


def _configured(system: System, schedule: Mapping[str, Any], vectors: str | None) -> System:
    """Return a system with changes of its schedule, and with vectors, if it has any."""
    if system.schedule:
        system = replace(system, schedule=replace(system.schedule, **schedule))
    return replace(system, vectors=vectors) if vectors and system.vectors else system


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
