"""Surface features of the literature: what of two arguments tells how they relate."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from relata.errors import ProtocolError
from relata.experiments.features import lexical, syntactic
from relata.experiments.features.sides import Pair
from relata.experiments.instances import Instance, Side

SPANS = ("both", "arg1", "arg2")
"""What a model sees: both arguments, or one alone."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A kind of feature; one that comes in fewer than `least` training instances is not used."""

    name: str
    text: str
    extract: Callable[[Pair], Iterator[str]]
    least: int = 2
    english: bool = True
    layer: str | None = None


_ALL = (
    Feature("word-pairs", "a word of Arg1 with a word of Arg2", lexical.word_pairs, 5, english=False),
    Feature("words", "the words of each argument", lexical.words, english=False),
    Feature(
        "first-last", "first, last and first three words, and pairs of them", lexical.first_last, 2, False
    ),
    Feature("polarity", "positive and negative words, negated or not", lexical.polarity),
    Feature("modality", "modal verbs, and pairs of them", lexical.modality),
    Feature("verbs", "main verbs: lemmas, tags, and pairs of these", lexical.verbs),
    Feature("levin", "classes of verbs after Levin, and pairs of them", lexical.levin),
    Feature("inquirer", "General Inquirer categories, and pairs of them", lexical.inquirer_tags, 5),
    Feature("brown", "Brown clusters, and pairs of them", lexical.brown, 5),
    Feature("production-rules", "rules of constituents", syntactic.production_rules, 5, False, "productions"),
    Feature(
        "dependency-rules", "heads with their labels", syntactic.dependency_rules, 5, False, "dependencies"
    ),
)

FEATURES: Mapping[str, Feature] = {feature.name: feature for feature in _ALL}
"""The kinds of features, by name."""


def chosen_features(names: Iterable[str]) -> tuple[Feature, ...]:
    """The features of these names, in the order of `FEATURES`."""
    wanted = list(names)
    if unknown := [name for name in wanted if name not in FEATURES]:
        raise ProtocolError(f"no feature {unknown[0]!r}; expected some of {', '.join(FEATURES)}")
    return tuple(feature for feature in _ALL if feature.name in wanted)


def check_layers(features: Iterable[Feature], instance: Instance, language: str) -> None:
    """Refuses features that data of this kind cannot have."""
    for feature in features:
        if feature.english and language != "en":
            raise ProtocolError(f"the feature {feature.name} is for English, the data are in {language!r}")
        if feature.layer and getattr(instance.arg1, feature.layer) is None:
            what = "constituent trees" if feature.layer == "productions" else "dependencies"
            raise ProtocolError(f"the feature {feature.name} needs {what}, which the data lack")


def view(instance: Instance, span: str) -> Pair:
    """What a model with this span sees of an instance."""
    arg1: Side | None = None if span == "arg2" else instance.arg1
    arg2: Side | None = None if span == "arg1" else instance.arg2
    return arg1, arg2
