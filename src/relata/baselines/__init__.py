"""The classical pipeline: linear models on parse trees (after Lin et al., Kong et al., Wang and Lan).

Trained on documents with trees and relations, run on documents with trees.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Self

from relata.baselines.explicit import (
    ClassicalConnectiveFinder,
    ClassicalExplicitParser,
    SentenceConventions,
    connective_of,
)
from relata.baselines.features import ParsedDocument
from relata.baselines.nonexplicit import BetweenSentences, InsideSentence, PairSenses, type_of
from relata.document import Document
from relata.document.relations import DiscourseRelation

__all__ = ["ClassicalParser"]


class ClassicalParser:
    """Pipeline of connectives, arguments, senses, and relations without connective."""

    def fit(self, documents: Iterable[Document]) -> Self:
        """Learn from annotated documents."""
        parsed = [ParsedDocument(document) for document in documents]
        conventions = SentenceConventions().fit(annotated.document for annotated in parsed)
        self._connectives = ClassicalConnectiveFinder().fit(parsed)
        self._explicit = ClassicalExplicitParser().fit(parsed, conventions)
        self._senses = PairSenses().fit(parsed)
        self._between = BetweenSentences().fit(parsed, conventions, self._senses)
        self._inside = InsideSentence().fit(parsed)
        return self

    def __call__(self, document: Document) -> Document:
        """Return the document with the relations found in it."""
        parsed = ParsedDocument(document)
        explicit = list(self._explicit(self._connectives(parsed), parsed))
        relations = [*explicit, *self._between(document, explicit), *self._inside(parsed, explicit)]
        return document.with_relations(sorted(relations, key=_position))

    def senses(self, document: Document) -> Document:
        """Return the document with new senses for its relations, whose arguments stay as they are."""
        parsed = ParsedDocument(document)
        connectives = [connective_of(relation) for relation in document.relations]
        pairs = [
            (relation.arg1, relation.arg2)
            for relation, words in zip(document.relations, connectives, strict=True)
            if not words
        ]
        explicit = iter(self._explicit.senses(list(filter(None, connectives)), parsed))
        others = iter(self._senses(document, pairs))
        relations = []
        for relation, words in zip(document.relations, connectives, strict=True):
            sense = next(explicit if words else others)
            type = relation.type if relation.explicit else type_of(sense)
            relations.append(replace(relation, type=type, senses=(sense,), second_senses=()))
        return document.with_relations(relations)


def _position(relation: DiscourseRelation) -> tuple[int, int]:
    signal = relation.connective or relation.arg2
    return signal.ranges[0][0], relation.arg1.ranges[0][0]
