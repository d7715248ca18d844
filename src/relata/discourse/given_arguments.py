"""Senses of relations whose arguments a document brings along: the sense-only task."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from relata.discourse.calibration import Calibration, given_kind_of
from relata.discourse.explicit.sense import ExplicitSense
from relata.discourse.explicit.tree_paths import Trees
from relata.discourse.labels import SITE_KINDS
from relata.discourse.languages import language
from relata.discourse.nonexplicit.sense import KindAndSense
from relata.discourse.nonexplicit.sites import words_next_to_border
from relata.discourse.sense_selection import SenseSelection
from relata.document import Document
from relata.document.relations import DiscourseRelation, RelationType
from relata.model.heads import Floats, WordStates
from relata.model.inputs import Input
from relata.model.model import Model
from relata.model.settings import Settings
from relata.pipeline import ARGUMENTS, SENSES, TOKENS, ParseState

_SENSELESS = (RelationType.ENTREL, RelationType.NOREL, RelationType.HYPOPHORA)
_IMPLICIT, _ENTREL = SITE_KINDS.index("Implicit"), SITE_KINDS.index("EntRel")


@dataclass(frozen=True, slots=True)
class _GivenRelation:
    """A relation of a document, with the trees of the document if the model uses them."""

    parse: ParseState
    trees: Trees | None
    relation: DiscourseRelation


@dataclass(frozen=True, slots=True)
class _SenseScores:
    """Score of each sense, and the probability of an EntRel in place of an Implicit relation."""

    senses: Floats
    entrel: float


class SenseClassifier:
    """Gives the relations of a document their senses, and their types unless they are `typed`."""

    name = "senses"
    provides = frozenset({SENSES})

    def __init__(
        self, model: Model, settings: Settings, selection: SenseSelection, *, typed: bool = False
    ) -> None:
        self._model = model
        self._language = language(model.package.language)
        self._typed = typed
        self._selection = selection
        self._calibration = Calibration(settings)
        self._explicit = ExplicitSense(model)
        self._words = WordStates(model.weights.below("explicit_arguments.words"))
        self._nonexplicit = KindAndSense(model)

    @property
    def requires(self) -> frozenset[str]:
        """Tokens and arguments, and the layers that senses of connectives read."""
        return self._explicit.requires | {TOKENS, ARGUMENTS}

    def __call__(self, parses: Sequence[ParseState]) -> None:
        """Add the relations of documents, with their senses, to parses."""
        for given, scores in self._model.map(self._read, self._inputs(parses)):
            given.parse.sensed.append(self._with_sense(given, scores))

    def _inputs(self, parses: Iterable[ParseState]) -> Iterator[tuple[_GivenRelation, Input]]:
        for parse in parses:
            trees = Trees(parse.trees) if parse.trees else None
            for relation in parse.document.relations:
                yield _GivenRelation(parse, trees, relation), self._input(parse, relation)

    def _input(self, parse: ParseState, relation: DiscourseRelation) -> Input:
        if _is_marked(relation) and relation.connective:
            arguments = relation.arg1, relation.arg2
            return self._explicit.input(parse.document, relation.connective, arguments)
        return self._model.builder.pair(parse.document.tokens, *words_next_to_border(relation))

    def _read(self, input: Input, states: Floats) -> _SenseScores:
        if input.mark:
            words = self._words(states, input)
            return _SenseScores(self._explicit.scores(states[input.mark], words, input.arguments), 0.0)
        kinds = self._nonexplicit.kinds(states)
        entrel = float(kinds[_ENTREL] / (kinds[_ENTREL] + kinds[_IMPLICIT]))
        return _SenseScores(self._nonexplicit.sense_scores(states), entrel)

    def _with_sense(self, given: _GivenRelation, scores: _SenseScores) -> DiscourseRelation:
        relation = given.relation
        if relation.type in _SENSELESS:
            return replace(relation, senses=(), second_senses=())
        untyped = relation.type is RelationType.IMPLICIT and not self._typed
        if untyped and scores.entrel > 0.5:
            return replace(relation, type=RelationType.ENTREL, score=round(scores.entrel, 4))
        marked = _is_marked(relation) and relation.connective
        firm = None
        if marked:
            firm = self._language.firm_sense(marked.text, relation.arg2.text)
            arguments = relation.arg1.indices, relation.arg2.indices
            senses = self._explicit.senses(scores.senses, marked, arguments, given.trees)
        else:
            tokens = relation.arg1.tokens
            senses = self._nonexplicit.senses(scores.senses, tokens, *words_next_to_border(relation))
        sense, probability = self._selection.best(senses, firm)
        score = self._calibration(given_kind_of(marked=bool(marked)), probability)
        if untyped:
            score *= 1 - scores.entrel
        return replace(relation, senses=(sense,), second_senses=(), score=round(score, 4))


def withheld(document: Document) -> Document:
    """Return a document with what the sense-only task gives of its relations: arguments and connectives.

    Without the type, a relation with a connective is explicit; one without any is implicit, or an EntRel.
    """
    return document.with_relations(
        DiscourseRelation(
            RelationType.EXPLICIT if relation.connective else RelationType.IMPLICIT,
            relation.arg1,
            relation.arg2,
            connective=relation.connective,
            punctuation=relation.punctuation,
            punctuation_type=relation.punctuation_type,
            id=relation.id,
        )
        for relation in document.relations
    )


def _is_marked(relation: DiscourseRelation) -> bool:
    """Test if a connective marks a relation; AltLex expressions are none to the heads."""
    return relation.explicit or (relation.type is RelationType.UNKNOWN and relation.connective is not None)
