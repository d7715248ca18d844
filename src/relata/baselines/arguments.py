"""Arguments: constituents beside an anchor, or whole sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Self

from relata.baselines.candidates import Words
from relata.baselines.candidates import around as beside
from relata.baselines.features import Surroundings, argument_features
from relata.baselines.linear import LinearModel
from relata.document import Document, Span
from relata.document.relations import DiscourseRelation
from relata.treebank.constituents import Constituent

ARG1, ARG2, NEITHER = "Arg1", "Arg2", "neither"


class Conventions:
    """How a corpus has whole sentences as arguments: with the punctuation at their ends, or without."""

    def fit(self, documents: Iterable[Document]) -> Self:
        """Learns from the relations between sentences."""
        with_end = [
            is_punctuation(document, relation.arg1.ranges[-1][1] - 1)
            for document in documents
            for relation in document.relations
            if relation.arg1 and relation.arg2 and _sentence(relation.arg1) < _sentence(relation.arg2)
        ]
        self.keeps_ends = 2 * sum(with_end) > len(with_end)
        return self

    def __call__(self, document: Document, words: Sequence[int]) -> list[int]:
        """The words of a sentence that make an argument."""
        if self.keeps_ends:
            return list(words)
        inner = [place for place, word in enumerate(words) if not is_punctuation(document, word)]
        return list(words[inner[0] : inner[-1] + 1]) if inner else list(words)


class ArgumentLabeller:
    """Tells which constituents of a sentence belong to the arguments of an anchor (Kong et al. 2014).

    An anchor is a connective, or a constituent that is an argument itself.
    """

    def fit(self, examples: Iterable[tuple[Words, DiscourseRelation, Surroundings]]) -> Self:
        """Learns from anchors with the arguments that they have in their sentence."""
        rows: list[list[str]] = []
        labels: list[str] = []
        for anchor, relation, around in examples:
            first, second = frozenset(relation.arg1.indices), frozenset(relation.arg2.indices)
            for candidate in beside(around.tree(anchor[0]), anchor):
                rows.append(list(argument_features(candidate, anchor, around)))
                words = _core(candidate, around.document)
                labels.append(ARG1 if words <= first else ARG2 if words <= second else NEITHER)
        self._model = LinearModel().fit(rows, labels)
        return self

    def __call__(self, anchor: Words, around: Surroundings, wanted: Iterable[str]) -> dict[str, list[int]]:
        """The words of the arguments that are wanted; one that nothing is given to gets the likeliest."""
        candidates = list(beside(around.tree(anchor[0]), anchor))
        found: dict[str, list[int]] = {name: [] for name in wanted}
        if not candidates:
            return found
        chances = self._model.probabilities(
            argument_features(candidate, anchor, around) for candidate in candidates
        )
        labels = [self._model.labels[place] for place in chances.argmax(axis=1)]
        for name in found:
            column = self._model.labels.index(name)
            if name not in labels:
                labels[int(chances[:, column].argmax())] = name
        for candidate, label in zip(candidates, labels, strict=True):
            if label in found:
                found[label] += candidate.words
        return {name: sorted(words) for name, words in found.items()}


def in_sentence(relation: DiscourseRelation, sentence: range) -> bool:
    """Whether both arguments stand in a sentence."""
    return all(first in sentence and last - 1 in sentence for first, last in _ranges(relation))


def is_punctuation(document: Document, word: int) -> bool:
    """Whether a word has no letter or digit."""
    return not any(map(str.isalnum, document.tokens.form(word)))


def _core(candidate: Constituent, document: Document) -> frozenset[int]:
    """The words of a candidate that are no punctuation; all, if there are no others."""
    core = frozenset(word for word in candidate.words if not is_punctuation(document, word))
    return core or frozenset(candidate.words)


def _ranges(relation: DiscourseRelation) -> Iterator[tuple[int, int]]:
    yield from relation.arg1.ranges
    yield from relation.arg2.ranges


def _sentence(span: Span) -> int:
    return span.tokens.sentence_of(span.ranges[0][0])
