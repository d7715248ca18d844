"""The classical parser: trained on documents with trees and relations, run on documents with trees."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Self

from relata.baselines.arguments import Conventions
from relata.baselines.connectives import ConnectiveFinder
from relata.baselines.explicit import ExplicitParser
from relata.baselines.features import Surroundings
from relata.baselines.nonexplicit import BetweenSentences, InsideSentence, SenseOfPair
from relata.document import Document
from relata.document.relations import DiscourseRelation, RelationType
from relata.senses import ENTREL


class ClassicalParser:
    """Connectives, position and extraction of arguments, senses, relations without connective."""

    def fit(self, documents: Iterable[Document]) -> Self:
        """Learns from annotated documents."""
        read = [Surroundings(document) for document in documents]
        conventions = Conventions().fit(around.document for around in read)
        self._connectives = ConnectiveFinder().fit(read)
        self._explicit = ExplicitParser().fit(read, conventions)
        self._sense = SenseOfPair().fit(read)
        self._between = BetweenSentences().fit(read, conventions, self._sense)
        self._inside = InsideSentence().fit(read)
        return self

    def __call__(self, document: Document) -> Document:
        """The document with the relations that are found in it."""
        around = Surroundings(document)
        explicit = list(self._explicit(self._connectives(around), around))
        found = [*explicit, *self._between(document, explicit), *self._inside(around, explicit)]
        return document.with_relations(sorted(found, key=_place))

    def senses(self, document: Document) -> Document:
        """The document with other senses for its own relations, whose arguments are taken as they are."""
        around = Surroundings(document)
        marked = [each for each in document.relations if each.explicit and each.connective]
        others = [each for each in document.relations if not (each.explicit and each.connective)]
        known = self._explicit.senses([each.connective.indices for each in marked if each.connective], around)
        pairs = [(each.arg1, each.arg2) for each in others]
        senses = dict(zip(map(id, marked), known, strict=True))
        senses |= zip(map(id, others), self._sense(document, pairs), strict=True)
        return document.with_relations(_sensed(each, senses[id(each)]) for each in document.relations)


def _sensed(relation: DiscourseRelation, sense: str) -> DiscourseRelation:
    type = relation.type
    if not relation.explicit:
        type = RelationType.ENTREL if sense == ENTREL else RelationType.IMPLICIT
    return replace(relation, type=type, senses=(sense,), second_senses=())


def _place(relation: DiscourseRelation) -> tuple[int, int]:
    signal = relation.connective or relation.arg2
    return signal.ranges[0][0], relation.arg1.ranges[0][0]
