"""Experiments: the protocols of the literature, and what a run of one consists of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from relata.errors import ProtocolError
from relata.experiments.features import chosen_features
from relata.experiments.labels import Policy
from relata.experiments.systems import FEATURED, System, parse_system

SINGLE_SPAN = ("logistic", "lstm", "encoder")
"""The kinds of models that can be trained on one argument alone."""

_LABELS = {"pdtb2": "pdtb2-L2", "pdtb3": "pdtb3-L2"}
_WITH_SECTIONS = ("pdtb2", "pdtb3")


@dataclass(frozen=True, slots=True)
class Protocol:
    """A way to evaluate: a split, policies for several senses, and the systems to run beside a model.

    `split` is for corpora that have the sections of the Wall Street Journal, `other_split` for all others.
    With `ablation` a model is run without features, with each one, and with all; without, it is run on both
    arguments and on either alone.
    """

    name: str
    text: str
    split: str
    other_split: str
    policy: Policy
    ablation: bool


PROTOCOLS: Mapping[str, Protocol] = {
    each.name: each
    for each in (
        Protocol(
            "kim2020",
            "12-fold cross-validation by sections or documents, single-span baselines and their upper bound",
            "sections-12",
            "documents-12",
            Policy.ALL,
            ablation=False,
        ),
        Protocol(
            "shi2017",
            "10 label-balanced folds of instances, a model without, with each, and with all features",
            "instances-10",
            "instances-10",
            Policy.FIRST,
            ablation=True,
        ),
    )
}
"""The protocols of implicit relation classification, by name."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to run: everything that the numbers depend on, beside the data and the versions."""

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


def systems_of(protocol: Protocol, models: Sequence[str], features: Iterable[str]) -> tuple[System, ...]:
    """The systems that a protocol runs for models: baselines first; features go to models that use any."""
    wanted = [feature.name for feature in chosen_features(features)]
    featured = [model for model in models if parse_system(model).kind in FEATURED]
    if wanted and not featured:
        raise ProtocolError(f"{', '.join(models)} takes no features")
    found = [System("majority")]
    for model in models:
        if model != "majority":
            own = wanted if model in featured else []
            found += _ablated(model, own) if protocol.ablation else _single_spans(model, own)
    return tuple(found)


def default_labels(corpus: str) -> str:
    """The label set for a corpus: that of its paper, or what comes more than 100 times."""
    return _LABELS.get(corpus, "L2:100")


def default_split(protocol: Protocol, corpus: str) -> str:
    """The split for a corpus."""
    return protocol.split if corpus in _WITH_SECTIONS else protocol.other_split


def default_baseline(protocol: Protocol, systems: Sequence[System]) -> str:
    """The system that others are held against: the model without features, or the majority."""
    return systems[min(1, len(systems) - 1) if protocol.ablation else 0].name


def _single_spans(model: str, features: Sequence[str]) -> Iterator[System]:
    both = parse_system(model, features)
    yield both
    if both.kind in SINGLE_SPAN:
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
