"""Which words are connectives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Self

from relata.baselines.candidates import Lexicon, Words
from relata.baselines.features import Surroundings, connective_features
from relata.baselines.linear import LinearModel

_YES, _NO = "yes", "no"


class ConnectiveFinder:
    """Finds connectives among the words that were one in training."""

    def fit(self, documents: Sequence[Surroundings]) -> Self:
        """Learns from the explicit relations of documents."""
        gold = [_connectives(around) for around in documents]
        self._lexicon = Lexicon(
            relation.connective
            for around in documents
            for relation in around.document.relations
            if relation.explicit and relation.connective
        )
        found = [
            (words, around, own)
            for around, own in zip(documents, gold, strict=True)
            for words in self._candidates(around)
        ]
        rows = (connective_features(words, around) for words, around, _ in found)
        self._model = LinearModel().fit(rows, [_YES if words in own else _NO for words, _, own in found])
        return self

    def __call__(self, around: Surroundings) -> list[Words]:
        """The connectives of a document, none of which share a word, in their order."""
        found = list(self._candidates(around))
        taken: set[int] = set()
        kept = []
        answers = self._model.predict(connective_features(words, around) for words in found)
        for words, answer in zip(found, answers, strict=True):  # those of several pieces go first
            if answer == _YES and not taken & set(words):
                kept.append(words)
                taken |= set(words)
        return sorted(kept)

    def _candidates(self, around: Surroundings) -> Iterator[Words]:
        for sentence in around.document.sentences:
            yield from self._lexicon.find(around.document, sentence.range)


def _connectives(around: Surroundings) -> set[Words]:
    return {
        relation.connective.indices
        for relation in around.document.relations
        if relation.explicit and relation.connective
    }
