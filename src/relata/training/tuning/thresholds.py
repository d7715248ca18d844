"""Choice of thresholds, classifier weights and calibration curves on annotated documents."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from itertools import count, product

from relata.document import Document
from relata.document.relations import SENSED, RelationType
from relata.evaluation.calibration import given_cases, relation_cases
from relata.evaluation.discourse import argument_counts, connective_counts, end_to_end, numbered, sense_counts
from relata.evaluation.labels import Scheme
from relata.evaluation.sentences import bare, is_annotated
from relata.model.heads import Floats, Weights
from relata.model.model import Model
from relata.model.settings import Settings
from relata.parsing.options import ParserOptions
from relata.parsing.parser import Parser
from relata.pipeline import CONNECTIVES, ROLES, SENTENCE_COMPONENTS, TYPES
from relata.roles.rolesets import is_nominal, part_of_speech
from relata.scoring.score import ZeroCounts
from relata.training.data.corpus import Sources
from relata.training.tuning import classifiers
from relata.training.tuning.calibration import fit_curves
from relata.training.tuning.folding import with_classifier_weight

_MIDDLE_FIRST = (0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7, 0.25, 0.2, 0.15, 0.1)
"""Thresholds to try, from the middle outwards: among equals, the first wins."""

_HIGH = (0.75, 0.8, 0.85, 0.9, 0.95)
_LOWEST_PREDICATE = 0.1

_CLASSIFIER_WEIGHTS = (0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1.0)
_LEAST_GAIN = 0.01
"""Least gain, as a share of the senses or arguments, that is worth a classifier's arrays."""

_EAGER = 1e-4
"""Threshold under which relations are found to fit the curves."""

_RELATION = (0.12, 0.14, 0.16, 0.18, 0.2, 0.22, 0.25)
"""Thresholds for calibrated probabilities: in theory, half of the best F1 is the best threshold."""

_ANCHOR = (0.2, 0.3, 0.5, 0.7)
_LOWER = (1.0, 0.8, 0.6)
"""Shares of the best threshold for connectives alone: less certain ones may pay in whole relations."""


class RelationTuner:
    """Tunes a model's classifiers and settings to annotated documents.

    The weight of strict F1 in the choice is `exactness`, that of partial F1 the rest.
    """

    def __init__(
        self, model: Model, documents: Sequence[Document], scheme: Scheme, exactness: float = 0.5
    ) -> None:
        numbers = count(1)
        self._model = model
        self._documents = documents
        self._gold = [numbered(document, numbers) for document in documents]
        self._scheme = scheme
        self._exactness = exactness

    def weigh_classifiers(self, arrays: Mapping[str, Floats], settings: Settings) -> dict[str, Floats]:
        """Fold the best weight of each classifier into its arrays; drop those that gain too little."""
        gains: dict[str, Callable[[Model], float]] = {
            classifiers.WORDS: lambda model: self._senses(model, SENSED),
            classifiers.CONNECTIVES: lambda model: self._senses(model, (RelationType.EXPLICIT,)),
            classifiers.PATHS: self._arguments,
        }
        tuned = dict(arrays)
        for name, gain in gains.items():
            if f"{name}.rows" in tuned:
                tuned = self._weighed(tuned, settings, name, gain)
        return tuned

    def choose(self, settings: Settings) -> Settings:
        """Choose the thresholds of connectives, anchors and relations, with curves that fit them."""
        connective = self.choose_connective_threshold(settings)
        settings = self.calibrated(connective)
        for anchor in _ANCHOR:
            tried = self.calibrated(replace(connective, anchor_threshold=anchor))
            settings = max(settings, tried, key=self._relations)
        for share in _LOWER:
            lower = round(connective.connective_threshold * share, 3)
            tried = self.calibrated(replace(settings, connective_threshold=lower))
            settings = max(settings, tried, key=self._relations)
        return settings

    def choose_connective_threshold(self, settings: Settings) -> Settings:
        """Choose the threshold with the best F1 of connectives."""
        choices = (replace(settings, connective_threshold=threshold) for threshold in _MIDDLE_FIRST)
        return max(choices, key=self._connectives)

    def calibrated(self, settings: Settings) -> Settings:
        """Fit the curves to relations that are found with these settings, and choose the one threshold.

        The curves are fitted to the model's own senses.
        """
        eager = with_settings(self._model, replace(settings, calibration={}, relation_threshold=_EAGER))
        parser = Parser(eager, ParserOptions(disable=SENTENCE_COMPONENTS))
        senses = Parser(eager, ParserOptions(given=TYPES))
        cases = [case for gold in self._gold for case in relation_cases(gold, parser(gold))]
        cases += (case for gold in self._gold for case in given_cases(gold, senses(gold)))
        curves = fit_curves(cases)
        choices = (
            replace(settings, calibration=curves, relation_threshold=threshold) for threshold in _RELATION
        )
        return max(choices, key=self._relations)

    def _relations(self, settings: Settings) -> float:
        options = ParserOptions(senses=self._scheme.asked, disable=SENTENCE_COMPONENTS)
        parser = Parser(with_settings(self._model, settings), options)
        strict, partial = end_to_end(((gold, parser(gold)) for gold in self._gold), self._scheme)
        return self._exactness * strict.f1 + (1 - self._exactness) * partial.f1

    def _connectives(self, settings: Settings) -> float:
        parser = Parser(with_settings(self._model, settings), ParserOptions(only=("connectives",)))
        return connective_counts((document, parser(document)) for document in self._documents).f1

    def _senses(self, model: Model, types: Collection[RelationType]) -> float:
        parser = Parser(model, ParserOptions(given=TYPES))
        return sense_counts(((gold, parser(gold)) for gold in self._gold), self._scheme.senses, types).f1

    def _arguments(self, model: Model) -> float:
        parser = Parser(model, ParserOptions(given=CONNECTIVES))
        pairs = ((gold, parser(gold)) for gold in self._gold)
        strict, partial = argument_counts(pairs, self._scheme.senses)
        return (strict.f1 + partial.f1) / 2

    def _weighed(
        self, arrays: Mapping[str, Floats], settings: Settings, name: str, gain: Callable[[Model], float]
    ) -> dict[str, Floats]:
        def gained(tried: Mapping[str, Floats]) -> float:
            return gain(with_arrays(with_settings(self._model, settings), tried))

        without = with_classifier_weight(arrays, name, 0)
        tried = (with_classifier_weight(arrays, name, weight) for weight in _CLASSIFIER_WEIGHTS)
        best = max(tried, key=gained)
        return best if gained(best) >= gained(without) + _LEAST_GAIN else without


def choose_predicate_thresholds(model: Model, sources: Sources, settings: Settings) -> Settings:
    """Choose the thresholds of verbs and of nominals with the highest mean F1 of predicates over sources."""
    rows = {
        name: list(_predicate_candidates(model, part.documents, settings))
        for name, part in sources.items()
        if any(map(is_annotated, part.documents))
    }
    if not rows:
        return settings

    def mean(verbal: float, nominal: float) -> float:
        return sum(_predicate_f1(candidates, verbal, nominal) for candidates in rows.values())

    tried = _MIDDLE_FIRST + _HIGH
    verbal, nominal = max(product(tried, tried), key=lambda pair: mean(*pair))
    return replace(settings, predicate_threshold=verbal, nominal_threshold=nominal)


def with_settings(model: Model, settings: Settings) -> Model:
    """Give a model other settings."""
    manifest = {**model.package.manifest, "settings": asdict(settings)}
    return replace(model, package=replace(model.package, manifest=manifest))


def with_arrays(model: Model, arrays: Mapping[str, Floats]) -> Model:
    """Give a model other arrays of heads."""
    return replace(model, weights=Weights(arrays, str(model.package.path)))


def _predicate_candidates(
    model: Model, documents: Sequence[Document], settings: Settings
) -> Iterator[tuple[bool, float, bool]]:
    """Yield, for each candidate: whether it is nominal, its probability, whether it is a gold predicate."""
    lowest = replace(settings, predicate_threshold=_LOWEST_PREDICATE, nominal_threshold=_LOWEST_PREDICATE)
    parser = Parser(with_settings(model, lowest), ParserOptions(only=(ROLES,)))
    for document in filter(is_annotated, documents):
        parsed = parser(bare(document))
        gold = {item.predicate.ranges[0][0] for item in document.propositions}
        scores = {item.predicate.ranges[0][0]: item.score or 0.0 for item in parsed.propositions}
        for token in gold | scores.keys():
            nominal = is_nominal(part_of_speech(parsed.tokens[token].tag))
            yield nominal, scores.get(token, 0.0), token in gold


def _predicate_f1(rows: Sequence[tuple[bool, float, bool]], verbal: float, nominal: float) -> float:
    predicted = [right for is_noun, score, right in rows if score >= (nominal if is_noun else verbal)]
    return ZeroCounts(sum(predicted), len(predicted), sum(right for _, _, right in rows)).f1
