"""Surface features of the literature: properties of two arguments that indicate their relation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from relata.baselines.pairs import PAIR_FEATURES, ArgumentLayers, PairFeature
from relata.errors import ProtocolError
from relata.experiments.features import lexical

_WORD_PAIRS, _FIRST_LAST, *_RULES = PAIR_FEATURES

_ALL = (
    _WORD_PAIRS,
    PairFeature("words", "the words of each argument", lexical.words, english=False),
    _FIRST_LAST,
    PairFeature("polarity", "positive and negative words, negated or not", lexical.polarity),
    PairFeature("modality", "modal verbs, and pairs of them", lexical.modality),
    PairFeature("verbs", "main verbs: lemmas, tags, and pairs of these", lexical.verbs),
    PairFeature("levin", "classes of verbs after Levin, and pairs of them", lexical.levin),
    PairFeature("inquirer", "General Inquirer categories, and pairs of them", lexical.inquirer_tags, 5),
    PairFeature("brown", "Brown clusters, and pairs of them", lexical.brown, 5),
    *_RULES,
)

FEATURES: Mapping[str, PairFeature] = {feature.name: feature for feature in _ALL}
"""Kinds of features by name."""


def chosen_features(names: Iterable[str]) -> tuple[PairFeature, ...]:
    """Return the features of these names, in the order of `FEATURES`."""
    chosen = list(names)
    if unknown := [name for name in chosen if name not in FEATURES]:
        raise ProtocolError(f"no feature {unknown[0]!r}; expected some of {', '.join(FEATURES)}")
    return tuple(feature for feature in _ALL if feature.name in chosen)


def check_layers(features: Iterable[PairFeature], layers: ArgumentLayers, language: str) -> None:
    """Refuse features of another language, or of an annotation layer that an argument lacks."""
    for feature in features:
        if feature.english and language != "en":
            raise ProtocolError(f"the feature {feature.name} is for English, the data are in {language!r}")
        if feature.layer and getattr(layers, feature.layer) is None:
            trees = "constituent trees" if feature.layer == "productions" else "dependencies"
            raise ProtocolError(f"the feature {feature.name} needs {trees}, which the data lack")
