"""Explicit relations: connectives, the position of Arg1, both arguments, and the sense."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Self

from relata.baselines.features import (
    ParsedDocument,
    Words,
    argument_features,
    connective_features,
    constituents_around,
)
from relata.baselines.linear import LinearModel
from relata.document import Document, Span, Tokens
from relata.document.relations import DiscourseRelation, RelationType
from relata.treebank.constituents import Constituent

ARG1, ARG2 = "Arg1", "Arg2"
Example = tuple[Words, DiscourseRelation, ParsedDocument]
"""A connective, or a constituent that is an argument; its relation; its document."""

_NEITHER = "neither"
_YES, _NO = "yes", "no"
_SAME, _PREVIOUS = "same sentence", "previous sentence"


class TrainingConnectives:
    """Connectives of training documents, contiguous and discontinuous."""

    def __init__(self, connectives: Iterable[Span]) -> None:
        entries = {
            tuple(_forms(connective.tokens, range(first, last)) for first, last in connective.ranges)
            for connective in connectives
        }
        self._contiguous = {entry[0] for entry in entries if len(entry) == 1}
        self._longest = max(map(len, self._contiguous), default=0)
        self._discontinuous = sorted(entry for entry in entries if len(entry) > 1)

    def find(self, document: Document, sentence: range) -> Iterator[Words]:
        """Yield the candidates of a sentence: discontinuous ones, then the longest at each position."""
        forms = _forms(document.tokens, sentence)
        for entry in self._discontinuous:
            if positions := _in_order(forms, entry):
                yield tuple(sentence.start + position for position in positions)
        start = 0
        while start < len(forms):
            stops = range(min(start + self._longest, len(forms)), start, -1)
            stop = next((stop for stop in stops if forms[start:stop] in self._contiguous), None)
            if stop is not None:
                yield tuple(sentence[start:stop])
            start = stop or start + 1


def _forms(tokens: Tokens, indices: range) -> tuple[str, ...]:
    return tuple(tokens.form(index).lower() for index in indices)


def _in_order(forms: tuple[str, ...], entry: Iterable[tuple[str, ...]]) -> list[int]:
    """Return the positions of the pieces, each after the one before; none if a piece is missing."""
    positions: list[int] = []
    for piece in entry:
        starts = range(positions[-1] + 1 if positions else 0, len(forms))
        start = next((start for start in starts if forms[start : start + len(piece)] == piece), None)
        if start is None:
            return []
        positions += range(start, start + len(piece))
    return positions


class ClassicalConnectiveFinder:
    """Classifier of words that are a connective in training."""

    def fit(self, documents: Sequence[ParsedDocument]) -> Self:
        """Learn from the explicit relations of documents."""
        gold = [set(map(connective_of, parsed.document.relations)) - {()} for parsed in documents]
        self._lexicon = TrainingConnectives(
            parsed.document.tokens.span(words)
            for parsed, connectives in zip(documents, gold, strict=True)
            for words in connectives
        )
        candidates = [
            (words, parsed, _YES if words in connectives else _NO)
            for parsed, connectives in zip(documents, gold, strict=True)
            for words in self._candidates(parsed)
        ]
        rows = (connective_features(words, parsed) for words, parsed, _ in candidates)
        self._model = LinearModel().fit(rows, [label for *_, label in candidates])
        return self

    def __call__(self, parsed: ParsedDocument) -> list[Words]:
        """Return the connectives of a document in text order, none of which share a word."""
        candidates = list(self._candidates(parsed))
        labels = self._model.predict(connective_features(words, parsed) for words in candidates)
        taken: set[int] = set()
        connectives = []
        for words, label in zip(candidates, labels, strict=True):  # discontinuous candidates go first
            if label == _YES and taken.isdisjoint(words):
                connectives.append(words)
                taken.update(words)
        return sorted(connectives)

    def _candidates(self, parsed: ParsedDocument) -> Iterator[Words]:
        for sentence in parsed.document.sentences:
            yield from self._lexicon.find(parsed.document, sentence.range)


def connective_of(relation: DiscourseRelation) -> Words:
    """Return the words of an explicit relation's connective; none if it has none."""
    return relation.connective.indices if relation.explicit and relation.connective else ()


class SentenceConventions:
    """Convention of a corpus for sentences as arguments: with or without the punctuation at their ends."""

    def fit(self, documents: Iterable[Document]) -> Self:
        """Learn from the relations between sentences."""
        with_end = [
            is_punctuation(document, relation.arg1.ranges[-1][1] - 1)
            for document in documents
            for relation in document.relations
            if relation.arg1 and relation.arg2 and _sentence(relation.arg1) < _sentence(relation.arg2)
        ]
        self.keeps_ends = 2 * sum(with_end) > len(with_end)
        return self

    def __call__(self, document: Document, words: Sequence[int]) -> list[int]:
        """Return the words of a sentence that make an argument."""
        if self.keeps_ends:
            return list(words)
        inner = [position for position, word in enumerate(words) if not is_punctuation(document, word)]
        return list(words[inner[0] : inner[-1] + 1]) if inner else list(words)


class ArgumentLabeller:
    """Classifier of the constituents of a sentence: Arg1, Arg2 or neither (Kong et al. 2014).

    Constituents are seen from an anchor: a connective, or a constituent that is an argument.
    """

    def fit(self, examples: Iterable[Example]) -> Self:
        """Learn from anchors with the arguments in their sentence."""
        rows, labels = [], []
        for anchor, relation, parsed in examples:
            first, second = frozenset(relation.arg1.indices), frozenset(relation.arg2.indices)
            for candidate in constituents_around(parsed.tree(anchor[0]), anchor):
                rows.append(list(argument_features(candidate, anchor, parsed)))
                words = _core(candidate, parsed.document)
                labels.append(ARG1 if words <= first else ARG2 if words <= second else _NEITHER)
        self._model = LinearModel().fit(rows, labels)
        return self

    def __call__(self, anchor: Words, parsed: ParsedDocument, names: Iterable[str]) -> dict[str, list[int]]:
        """Return the words of the named arguments; an empty one gets its most probable constituent."""
        candidates = list(constituents_around(parsed.tree(anchor[0]), anchor))
        arguments: dict[str, list[int]] = {name: [] for name in names}
        if not candidates:
            return arguments
        probabilities = self._model.probabilities(
            argument_features(candidate, anchor, parsed) for candidate in candidates
        )
        labels = [self._model.labels[column] for column in probabilities.argmax(axis=1)]
        for name in arguments:
            if name not in labels:
                labels[int(probabilities[:, self._model.labels.index(name)].argmax())] = name
        for candidate, label in zip(candidates, labels, strict=True):
            if label in arguments:
                arguments[label] += candidate.words
        return {name: sorted(words) for name, words in arguments.items()}


class ClassicalExplicitParser:
    """Arguments and senses of connectives."""

    def fit(self, documents: Sequence[ParsedDocument], conventions: SentenceConventions) -> Self:
        """Learn from the explicit relations of documents."""
        self._conventions = conventions
        examples = list(_examples(documents))
        rows = [list(connective_features(words, parsed)) for words, _, parsed in examples]
        inside = [_in_sentence(relation, parsed.sentence(words[0])) for words, relation, parsed in examples]
        self._positions = LinearModel().fit(rows, [_SAME if same else _PREVIOUS for same in inside])
        self._labeller = ArgumentLabeller().fit(
            example for example, same in zip(examples, inside, strict=True) if same
        )
        self._senses = LinearModel().fit(rows, [relation.senses[0] for _, relation, _ in examples])
        return self

    def __call__(self, connectives: Sequence[Words], parsed: ParsedDocument) -> Iterator[DiscourseRelation]:
        """Yield the relation of each connective that has two arguments."""
        rows = [list(connective_features(words, parsed)) for words in connectives]
        positions, senses = self._positions.predict(rows), self._senses.predict(rows)
        tokens = parsed.document.tokens
        for words, position, sense in zip(connectives, positions, senses, strict=True):
            arg1, arg2 = self._arguments(words, position, parsed)
            if arg1 and arg2:
                yield DiscourseRelation(
                    RelationType.EXPLICIT, tokens.span(arg1), tokens.span(arg2), (sense,), tokens.span(words)
                )

    def senses(self, connectives: Sequence[Words], parsed: ParsedDocument) -> list[str]:
        """Return the senses of connectives."""
        return self._senses.predict(connective_features(words, parsed) for words in connectives)

    def _arguments(self, words: Words, position: str, parsed: ParsedDocument) -> tuple[list[int], list[int]]:
        sentence = parsed.sentence(words[0])
        if position == _PREVIOUS and sentence.start > 0:
            before = parsed.sentence(sentence.start - 1)
            rest = [word for word in sentence if word not in words]
            return self._conventions(parsed.document, before), self._conventions(parsed.document, rest)
        arguments = self._labeller(words, parsed, (ARG1, ARG2))
        return arguments[ARG1], arguments[ARG2]


def _examples(documents: Iterable[ParsedDocument]) -> Iterator[Example]:
    for parsed in documents:
        for relation in parsed.document.relations:
            if (words := connective_of(relation)) and relation.senses and relation.arg1 and relation.arg2:
                yield words, relation, parsed


def is_punctuation(document: Document, word: int) -> bool:
    """Check that a word has no letter or digit."""
    return not any(map(str.isalnum, document.tokens.form(word)))


def _in_sentence(relation: DiscourseRelation, sentence: range) -> bool:
    """Check that both arguments stand in a sentence."""
    ranges = (*relation.arg1.ranges, *relation.arg2.ranges)
    return all(first in sentence and last - 1 in sentence for first, last in ranges)


def _core(candidate: Constituent, document: Document) -> frozenset[int]:
    """Return the words of a candidate without punctuation, or all if there are no others."""
    core = frozenset(word for word in candidate.words if not is_punctuation(document, word))
    return core or frozenset(candidate.words)


def _sentence(span: Span) -> int:
    return span.tokens.sentence_of(span.ranges[0][0])
