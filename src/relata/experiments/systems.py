"""Systems: models with the features and the arguments that they see, by name."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from relata.errors import ProtocolError
from relata.experiments.features import check_layers, chosen_features
from relata.experiments.tasks import Task
from relata.formats.json_lines import read_objects

if TYPE_CHECKING:
    from relata.experiments.models.base import Classifier

MODELS: Mapping[str, str] = {
    "majority": "the most frequent label",
    "logistic": "logistic regression on surface features (--features)",
    "lstm": "an LSTM over both arguments, with surface features if asked for (needs the extra [train])",
    "encoder:NAME": "a pretrained encoder, fine-tuned: of a hub, of a folder, or minilm (needs [train])",
    "relata:NAME": "a trained parser of ours, installed or in a directory: senses of given arguments",
    "predictions:FILE": "anybody's labels, from JSON Lines with id and label (fold, seed, score)",
}
"""The models, with what each is."""

NETWORKS = ("lstm", "encoder")
FEATURED = ("logistic", "lstm")
"""The kinds of models that use surface features."""
_DETERMINISTIC = ("majority", "logistic", "relata")
_SPAN_NAMES = {"both": "", "arg1": " (Arg1 only)", "arg2": " (Arg2 only)"}


@dataclass(frozen=True, slots=True)
class System:
    """A model, what it sees (`span`), and the features that it uses.

    `epochs` and `learning_rate` are for networks, which have their own if none is given.
    """

    model: str
    features: tuple[str, ...] = ()
    span: str = "both"
    title: str = ""
    epochs: int | None = None
    learning_rate: float | None = None

    def __post_init__(self) -> None:
        if self.features and self.kind not in FEATURED:
            raise ProtocolError(f"{self.model} takes no features")
        rate = self.learning_rate
        if rate is not None and not (rate > 0 and math.isfinite(rate)):
            raise ProtocolError(f"expected a learning rate above 0, got {rate}")

    @property
    def kind(self) -> str:
        """The model without what it is a model of: "relata" of "relata:en"."""
        return self.model.partition(":")[0]

    @property
    def argument(self) -> str:
        """What stands behind the colon."""
        return self.model.partition(":")[2]

    @property
    def name(self) -> str:
        """What reports call it."""
        return (self.title or self.model) + _SPAN_NAMES[self.span]

    @property
    def folder(self) -> str:
        """Where its predictions lie in a run directory."""
        return file_name(self.name)

    def restarts(self, wanted: int) -> int:
        """How many restarts there are to run: one, if others could not differ from it."""
        if self.kind == "predictions":
            return wanted if any("seed" in row for _, row in read_objects(self.argument)) else 1
        return 1 if self.kind in _DETERMINISTIC else wanted


def file_name(name: str) -> str:
    """A name with nothing in it that a file's could not have.

    >>> file_name("lstm (Arg1 only)")
    'lstm-arg1-only'
    """
    return re.sub(r"[^A-Za-z0-9.]+", "-", name).strip("-.").lower()


def parse_system(model: str, features: Iterable[str] = ()) -> System:
    """The system of a model's name."""
    kind, colon, argument = model.partition(":")
    known = {name.partition(":")[0]: ":" in name for name in MODELS}
    if kind not in known or known[kind] != bool(colon and argument):
        raise ProtocolError(f"no model {model!r}; expected one of {', '.join(MODELS)}")
    return System(model, tuple(feature.name for feature in chosen_features(features)))


def default_features(task: Task) -> tuple[str, ...]:
    """The features of Lin et al. (2009), as far as data have them, and first and last words (Pitler 2009)."""
    layers = task.data.instances[0].arg1
    names = ["word-pairs", "first-last"]
    names += ["production-rules"] * (layers.productions is not None)
    names += ["dependency-rules"] * (layers.dependencies is not None)
    return tuple(names)


def check_system(system: System, task: Task, tested: Iterable[int]) -> None:
    """Refuses, before anything is run, a system that cannot be run on a task."""
    check_layers(chosen_features(system.features), task.data.instances[0], task.data.language)
    if system.span != "both" and system.kind in ("relata", "predictions", "majority"):
        raise ProtocolError(f"{system.model} has no version for a single argument")
    if system.kind in NETWORKS:
        _check_torch(system.kind)
    if system.kind == "encoder":
        from relata.experiments.models.pair_encoder import check_encoder

        check_encoder(system.argument)
    if system.kind == "relata":
        from relata.experiments.models.shipped import check_parser

        check_parser(system.argument, task.data, tested)
    if system.kind == "predictions":
        from relata.experiments.models.baselines import check_predictions

        check_predictions(Path(system.argument), task)


def make_classifier(system: System, task: Task, fold: str, seed: int) -> Classifier:
    """A fresh classifier, to be trained on a fold."""
    from relata.experiments.models.baselines import GivenPredictions, Majority
    from relata.experiments.models.linear import Logistic
    from relata.experiments.models.shipped import ShippedParser

    if system.kind == "majority":
        return Majority()
    if system.kind == "logistic":
        return Logistic(system.features or default_features(task), system.span)
    if system.kind == "relata":
        return ShippedParser(system.argument, task.labels)
    if system.kind in NETWORKS:
        return _network(system, seed)
    return GivenPredictions(Path(system.argument), task.labels, fold, seed)


def _network(system: System, seed: int) -> Classifier:
    given = {"epochs": system.epochs, "learning_rate": system.learning_rate}
    settings: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    if system.kind == "lstm":
        from relata.experiments.models import pair_lstm

        schedule = replace(pair_lstm.SCHEDULE, **settings)
        return pair_lstm.PairLSTM(system.features, system.span, seed, schedule)
    from relata.experiments.models import pair_encoder

    schedule = replace(pair_encoder.SCHEDULE, **settings)
    return pair_encoder.PairEncoder(system.argument, system.span, seed, schedule)


def _check_torch(kind: str) -> None:
    needed = ("torch",) if kind == "lstm" else ("torch", "transformers")
    if missing := [name for name in needed if find_spec(name) is None]:
        raise ProtocolError(f'{kind} needs {" and ".join(missing)}: pip install "relata-nlp[train]"')
