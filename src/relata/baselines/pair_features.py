"""Surface features of the literature: properties of two arguments that indicate their relation.

Lexical resources are read once, on first use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from importlib.resources import files

from relata.baselines.pairs import (
    PAIR_FEATURES,
    ArgumentLayers,
    LayerPair,
    PairFeature,
    ValuePair,
    alone,
    crossed,
    values_of,
)
from relata.baselines.resources import installed_brown, installed_inquirer, lexicons_in_use
from relata.errors import ProtocolError

_MODAL_LEMMAS = {"'ll": "will", "'d": "would", "ca": "can", "wo": "will"}
_MODALS = frozenset(
    ("can", "could", "may", "might", "must", "shall", "should", "will", "would", "ought", *_MODAL_LEMMAS)
)
_NEGATIONS = frozenset(
    ("no", "not", "n't", "never", "neither", "nor", "none", "nothing", "nobody", "without", "hardly")
)
_NEGATION_SCOPE = 3
"""Number of words after a negation that it negates."""
_AUXILIARIES = frozenset({"be", "have", "do"})


def words(pair: LayerPair) -> Iterator[str]:
    """Yield the words of each argument."""
    return alone("word", values_of(pair, lambda layers: layers.lower_words))


def verbs(pair: LayerPair) -> Iterator[str]:
    """Yield lemma and tag of each main verb, pairs of tags, and a mark of a shared verb."""
    yield from alone("verb", values_of(pair, lambda layers: [lemma for lemma, _ in verbs_of(layers)][:1]))
    yield from _alone_and_crossed("verb tag", lambda layers: [tag for _, tag in verbs_of(layers)][:1], pair)
    yield from _shared("verb", values_of(pair, lambda layers: (lemma for lemma, _ in verbs_of(layers))))


def levin(pair: LayerPair) -> Iterator[str]:
    """Yield the Levin classes of verbs, pairs, and a mark of a shared class (Pitler et al. 2009)."""

    def classes(layers: ArgumentLayers) -> Iterator[str]:
        return (number for lemma, _ in verbs_of(layers) for number in levin_classes().get(lemma, ()))

    yield from _alone_and_crossed("levin", classes, pair)
    yield from _shared("levin", values_of(pair, classes))


def _shared(name: str, values: ValuePair) -> Iterator[str]:
    """Yield a mark if both arguments have a value."""
    if not set(values[0]).isdisjoint(values[1]):
        yield f"{name}.12:shared"


def _alone_and_crossed(
    name: str, extract: Callable[[ArgumentLayers], Iterable[str]], pair: LayerPair
) -> Iterator[str]:
    """Yield the values of each argument, and pairs of them."""
    values = values_of(pair, extract)
    yield from alone(name, values)
    yield from crossed(name, values)


def _inquirer_tags(layers: ArgumentLayers) -> Iterator[str]:
    return (tag for lemma, _ in verbs_of(layers) for tag in sorted(inquirer().get(lemma, ())))


def _clusters(layers: ArgumentLayers) -> Iterator[str]:
    table = brown_clusters()
    return (table[word] for word in layers.words if word in table)


def verbs_of(layers: ArgumentLayers) -> list[tuple[str, str]]:
    """Return lemma and tag of the verbs without auxiliaries, or of all verbs if there are no others.

    Without tags, forms of known verbs count as verbs.
    """
    forms = verb_forms()
    all_verbs: list[tuple[str, str]] = []
    for index, word in enumerate(layers.lower_words):
        lemma = forms.get(word)
        if layers.tags and layers.tags[index].startswith("V"):
            lemma = layers.lemmas[index].lower() if layers.lemmas else lemma or word
            all_verbs.append((lemma, layers.tags[index]))
        elif not layers.tags and lemma:
            tag = "VBG" if word.endswith("ing") else "VB" if word == lemma else "VBD"
            all_verbs.append((lemma, tag))
    return [verb for verb in all_verbs if verb[0] not in _AUXILIARIES] or all_verbs


def _modals(layers: ArgumentLayers) -> list[str]:
    modals = [_MODAL_LEMMAS.get(word, word) for word in layers.lower_words if word in _MODALS]
    return ["some" if modals else "none", *modals]


def _polarities(layers: ArgumentLayers) -> Iterator[str]:
    lower = layers.lower_words
    for index, word in enumerate(lower):
        sign = _polarity(word)
        if sign is None and layers.lemmas:
            sign = _polarity(layers.lemmas[index].lower())
        if sign:
            negated = not _NEGATIONS.isdisjoint(lower[max(0, index - _NEGATION_SCOPE) : index])
            yield f"not {sign}" if negated else sign


def _polarity(word: str) -> str | None:
    """Return the polarity of a word in the sentiment lexicon, or without one in the General Inquirer.

    It is empty for a known word without one.
    """
    lexicons = lexicons_in_use()
    if lexicons and lexicons.polarity:
        return lexicons.polarity.get(word)
    tags = inquirer().get(word)
    return ("positive" if "Positiv" in tags else "negative" if "Negativ" in tags else "") if tags else None


def brown_clusters() -> Mapping[str, str]:
    """Return the Brown cluster of each word, cased."""
    lexicons = lexicons_in_use()
    return lexicons.brown if lexicons else installed_brown()


def inquirer() -> Mapping[str, frozenset[str]]:
    """Return the General Inquirer categories of the first sense of each lower-case word."""
    lexicons = lexicons_in_use()
    return lexicons.inquirer if lexicons else installed_inquirer()


def levin_classes() -> Mapping[str, tuple[str, ...]]:
    """Return the classes of Levin (1993), by number: "9" are verbs of putting."""
    lexicons = lexicons_in_use()
    return lexicons.verb_classes if lexicons else frequent_levin_classes()


@cache
def frequent_levin_classes() -> Mapping[str, tuple[str, ...]]:
    """Return the classes of Levin (1993) of frequent verbs."""
    table: dict[str, list[str]] = {}
    for line in _data_lines("levin.tsv"):
        if line and not line.startswith("#"):
            number, _, verbs = line.split("\t")
            for verb in verbs.split():
                table.setdefault(verb, []).append(number)
    return {verb: tuple(numbers) for verb, numbers in table.items()}


@cache
def verb_forms() -> Mapping[str, str]:
    """Return the lemma of each regular and irregular form of frequent verbs."""
    forms: dict[str, str] = {}
    for verb in frequent_levin_classes():
        for form in _regular_forms(verb):
            forms.setdefault(form, verb)
    for line in _data_lines("irregular.tsv"):
        verb, *others = line.split()
        forms |= dict.fromkeys((verb, *others), verb)
    return forms


def _regular_forms(verb: str) -> tuple[str, ...]:
    if verb.endswith("e"):
        return verb, f"{verb}s", f"{verb}d", f"{verb[:-1]}ing"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb, f"{verb[:-1]}ies", f"{verb[:-1]}ied", f"{verb}ing"
    plural = f"{verb}es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else f"{verb}s"
    doubled = verb + verb[-1]  # both spellings are listed: one of "stoped" and "stopped" does not occur
    return verb, plural, f"{verb}ed", f"{verb}ing", f"{doubled}ed", f"{doubled}ing"


def _data_lines(name: str) -> list[str]:
    return files(__package__).joinpath("lexicons", name).read_text(encoding="utf-8").splitlines()


_WORD_PAIRS, _FIRST_LAST, *_RULES = PAIR_FEATURES

_ALL = (
    _WORD_PAIRS,
    PairFeature("words", "the words of each argument", words, english=False),
    _FIRST_LAST,
    PairFeature(  # Pitler et al. 2009
        "polarity",
        "positive and negative words, negated or not",
        partial(_alone_and_crossed, "polarity", _polarities),
    ),
    PairFeature("modality", "modal verbs, and pairs of them", partial(_alone_and_crossed, "modal", _modals)),
    PairFeature("verbs", "main verbs: lemmas, tags, and pairs of these", verbs),
    PairFeature("levin", "classes of verbs after Levin, and pairs of them", levin),
    PairFeature(
        "inquirer",
        "General Inquirer categories, and pairs of them",
        partial(_alone_and_crossed, "inquirer", _inquirer_tags),
        5,
    ),
    PairFeature(  # Rutherford and Xue 2014
        "brown", "Brown clusters, and pairs of them", partial(_alone_and_crossed, "brown", _clusters), 5
    ),
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
