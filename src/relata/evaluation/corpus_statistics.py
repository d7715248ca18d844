"""What a corpus holds: sizes, and its relations by type, sense, argument position and discontinuity."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from relata.document import Document, Span
from relata.document.relations import DiscourseRelation
from relata.evaluation.sentence_statistics import SentenceStatistics


@dataclass(slots=True)
class Statistics:
    """Counts over documents; `add` takes them in one by one."""

    documents: int = 0
    paragraphs: int = 0
    sentences: int = 0
    tokens: int = 0
    propositions: int = 0
    languages: Counter[str] = field(default_factory=Counter)
    types: Counter[str] = field(default_factory=Counter)
    senses: dict[str, Counter[str]] = field(default_factory=dict)
    positions: dict[str, Counter[str]] = field(default_factory=dict)
    discontinuous: Counter[str] = field(default_factory=Counter)
    connectives: Counter[str] = field(default_factory=Counter)
    sentence_level: SentenceStatistics = field(default_factory=SentenceStatistics)

    @property
    def relations(self) -> int:
        return self.types.total()

    def add(self, document: Document) -> None:
        """Count a document in."""
        self.documents += 1
        self.paragraphs += len(document.paragraphs)
        self.sentences += len(document.sentences)
        self.tokens += len(document.tokens)
        self.propositions += len(document.propositions)
        self.languages[document.language] += 1
        for relation in document.relations:
            self._add_relation(relation)
        self.sentence_level.add(document)

    def _add_relation(self, relation: DiscourseRelation) -> None:
        kind = str(relation.type)
        self.types[kind] += 1
        self.senses.setdefault(kind, Counter()).update(relation.all_senses)
        self.positions.setdefault(kind, Counter())[argument_position(relation.arg1, relation.arg2)] += 1
        if relation.explicit and relation.connective:
            self.connectives[relation.connective.text.lower()] += 1
        for part in ("connective", "arg1", "arg2"):
            span: Span | None = getattr(relation, part)
            if span is not None and span.discontinuous:
                self.discontinuous[part] += 1

    def as_dict(self) -> dict[str, Any]:
        """Plain data, ready for JSON; counters in descending order."""
        return {
            "documents": self.documents,
            "paragraphs": self.paragraphs,
            "sentences": self.sentences,
            "tokens": self.tokens,
            "relations": self.relations,
            "propositions": self.propositions,
            "languages": dict(self.languages.most_common()),
            "types": dict(self.types.most_common()),
            "senses": {kind: dict(counts.most_common()) for kind, counts in self.senses.items()},
            "positions": {kind: dict(counts.most_common()) for kind, counts in self.positions.items()},
            "discontinuous": dict(self.discontinuous.most_common()),
            "connectives": dict(self.connectives.most_common()),
            **self.sentence_level.as_dict(),
        }


def statistics(documents: Iterable[Document]) -> Statistics:
    """The counts of documents, which are looked at one by one."""
    counts = Statistics()
    for document in documents:
        counts.add(document)
    return counts


POSITIONS = ("same sentence", "previous sentence", "earlier sentence", "later sentence", "no argument")


def argument_position(arg1: Span, arg2: Span) -> str:
    """Where Arg1 stands, seen from Arg2: one of `POSITIONS`."""
    if not arg1.ranges or not arg2.ranges:
        return "no argument"
    first1, last1 = _sentences(arg1)
    first2, last2 = _sentences(arg2)
    if last1 < first2:
        return "previous sentence" if last1 + 1 == first2 else "earlier sentence"
    return "later sentence" if first1 > last2 else "same sentence"


def _sentences(span: Span) -> tuple[int, int]:
    tokens = span.tokens
    return tokens.sentence_of(span.ranges[0][0]), tokens.sentence_of(span.ranges[-1][1] - 1)
