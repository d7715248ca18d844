"""Thresholds: from which probability on something is taken to be there, as suits annotated documents best."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import asdict, replace
from itertools import count, product

from relata.discourse.explicit.connective_features import WEIGHTS as EXPLICIT_SURFACE
from relata.discourse.explicit.tree_paths import WEIGHTS as PATHS
from relata.discourse.nonexplicit.word_features import WEIGHTS as SURFACE
from relata.document import Document
from relata.document.relations import SENSED, RelationType
from relata.evaluation.discourse import argument_counts, connective_counts, end_to_end, numbered, sense_counts
from relata.evaluation.labels import Scheme
from relata.evaluation.sentences import bare, is_annotated
from relata.model.model import Model
from relata.model.settings import Settings
from relata.parsing.parser import Parser
from relata.pipeline.state import ARGUMENTS, CONNECTIVES, ROLES, SENTENCE_COMPONENTS
from relata.roles.rolesets import is_nominal, part_of_speech
from relata.scoring.score import ZeroCounts
from relata.training.data.corpus import Sources
from relata.training.tuning.calibration import fitted, judged

_TRIED = (0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7, 0.25, 0.2, 0.15, 0.1)
"""From the middle outwards: among equals, the first is taken."""

_WEIGHTS = (0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1.0)
_WORTH = 0.01
"""How much a classifier has to gain, in shares of the senses or arguments, to be worth its arrays."""

_EAGER = 0.02
"""The threshold of relations whose scores show what curves should be."""
_LEAST = (0.14, 0.16, 0.18, 0.2, 0.23)
"""For the probability that a relation is right: half of the F1 that can be reached is best in theory."""
_ANCHORS = (0.15, 0.2, 0.3, 0.4, 0.5)
_LOWER = (1.0, 0.8, 0.6, 0.4)
"""Of the threshold that is best for connectives themselves: less sure ones may do in relations that are."""

_TEMPERATURES = (0.0, 1.2, 1.4)
"""Of arguments: without one, the likeliest labels are taken."""
_EXACTNESS = (0.5, 0.3, 0.15, 0.05)
_SHARES = (0.0, 0.3, 0.5, 0.7)

_HIGH = (0.75, 0.8, 0.85, 0.9, 0.95)
_LOWEST = 0.1


def choose_thresholds(
    model: Model,
    documents: Sequence[Document],
    scheme: Scheme,
    settings: Settings,
    exactness: float = 0.5,
) -> Settings:
    """The settings with thresholds that suit the documents.

    How much words, tags and trees count beside the encoder is chosen by the senses of given arguments, and by
    the arguments of given connectives. The rest goes by the mean of the strict and the partial F1 of whole
    analyses, in which the strict one has the weight `exactness`: the temperature of arguments and how much it
    is worth that they are exact, with connectives and without, how much reading a site inside a sentence
    counts for whether there is a relation, the threshold of anchors and that of
    connectives (which their own F1 chooses first), each with the curves of confidence that suit it, and one
    threshold for what these say of relations of all kinds.
    """
    numbers = count(1)
    gold = [numbered(document, numbers) for document in documents]

    def senses(tried: Settings, types: Collection[RelationType]) -> float:
        parser = Parser(with_settings(model, tried), given=ARGUMENTS)
        return sense_counts(((each, parser(each)) for each in gold), scheme.senses, types).f1

    def arguments(tried: Settings) -> float:
        parser = Parser(with_settings(model, tried), given=CONNECTIVES)
        strict, partial = argument_counts(((each, parser(each)) for each in gold), scheme.senses)
        return (strict.f1 + partial.f1) / 2

    def relations(tried: Settings) -> float:
        parser = Parser(with_settings(model, tried), senses=scheme.asked, disable=SENTENCE_COMPONENTS)
        strict, partial = end_to_end(((each, parser(each)) for each in gold), scheme)
        return exactness * strict.f1 + (1 - exactness) * partial.f1

    def connectives(tried: Settings) -> float:
        parser = Parser(with_settings(model, tried), only=("connectives",))
        return connective_counts((document, parser(document)) for document in documents).f1

    for name, gain in (
        (SURFACE, lambda tried: senses(tried, SENSED)),
        (EXPLICIT_SURFACE, lambda tried: senses(tried, (RelationType.EXPLICIT,))),
        (PATHS, arguments),
    ):
        if model.weights.below(name).has("rows"):
            settings = _worth_its_weight(settings, f"{name}_weight", gain)
    settings = _best(settings, "connective_threshold", connectives)

    def confident(tried: Settings) -> Settings:
        """The settings with the curves that suit them, and the best threshold for what these say."""
        eager = replace(tried, confidence={}, explicit_threshold=0.0, relation_threshold=_EAGER)
        parser = Parser(with_settings(model, eager), senses=scheme.asked, disable=SENTENCE_COMPONENTS)
        curves = fitted(case for each in gold for case in judged(scheme.gold(each), parser(each)))
        sure = replace(tried, confidence=curves)
        return max((_kept_from(sure, least) for least in _LEAST), key=relations)

    lower = [round(settings.connective_threshold * part, 3) for part in _LOWER]
    for name, values in (
        ("argument_temperature", _TEMPERATURES),
        ("argument_exactness", _EXACTNESS),
        ("site_temperature", _TEMPERATURES),
        ("site_exactness", _EXACTNESS),
        ("site_share", _SHARES),
        ("anchor_threshold", _ANCHORS),
        ("connective_threshold", lower),
    ):
        settings = max((confident(_with(settings, name, value)) for value in values), key=relations)
    return settings


def choose_predicate_thresholds(model: Model, sources: Sources, settings: Settings) -> Settings:
    """The settings with the thresholds of predicates that give the highest mean of the sources' F1.

    Verbs, and nouns and adjectives, have one each.
    """
    judged = {
        name: list(_judged_predicates(model, part.documents, settings))
        for name, part in sources.items()
        if any(map(is_annotated, part.documents))
    }
    if not judged:
        return settings

    def mean(verbal: float, nominal: float) -> float:
        return sum(_f1(rows, verbal, nominal) for rows in judged.values())

    tried = _TRIED + _HIGH
    verbal, nominal = max(product(tried, tried), key=lambda both: mean(*both))
    return replace(settings, predicate_threshold=verbal, nominal_threshold=nominal)


def _judged_predicates(
    model: Model, documents: Sequence[Document], settings: Settings
) -> Iterator[tuple[bool, float, bool]]:
    """Of each word that is or may be a predicate: whether it is nominal, how likely it is one, if it is."""
    lowest = replace(settings, predicate_threshold=_LOWEST, nominal_threshold=_LOWEST)
    parser = Parser(with_settings(model, lowest), only=(ROLES,))
    for document in filter(is_annotated, documents):
        parsed = parser(bare(document))
        gold = {each.predicate.ranges[0][0] for each in document.propositions}
        found = {each.predicate.ranges[0][0]: each.score or 0.0 for each in parsed.propositions}
        for word in gold | found.keys():
            nominal = is_nominal(part_of_speech(parsed.tokens[word].tag))
            yield nominal, found.get(word, 0.0), word in gold


def _f1(rows: Sequence[tuple[bool, float, bool]], verbal: float, nominal: float) -> float:
    taken = [right for is_nominal, chance, right in rows if chance >= (nominal if is_nominal else verbal)]
    return ZeroCounts(sum(taken), len(taken), sum(right for _, _, right in rows)).f1


def with_settings(model: Model, settings: Settings) -> Model:
    """The same model with other settings."""
    manifest = {**model.package.manifest, "settings": asdict(settings)}
    return replace(model, package=replace(model.package, manifest=manifest))


def _worth_its_weight(settings: Settings, name: str, value: Callable[[Settings], float]) -> Settings:
    """The settings with the best weight of a classifier, or without it if it gains too little."""
    idle, *tried = (_with(settings, name, weight) for weight in (0.0, *_WEIGHTS))
    best = max(tried, key=value)
    return best if value(best) >= value(idle) + _WORTH else idle


def _best(
    settings: Settings, name: str, value: Callable[[Settings], float], tried: Sequence[float] = _TRIED
) -> Settings:
    return max((_with(settings, name, threshold) for threshold in tried), key=value)


def _kept_from(settings: Settings, least: float) -> Settings:
    return replace(settings, explicit_threshold=least, relation_threshold=least)


def _with(settings: Settings, name: str, value: float) -> Settings:
    return Settings.of({**asdict(settings), name: value}, "thresholds")
