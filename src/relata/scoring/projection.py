"""Projection: the relations of a text on the words of another segmentation of it."""

from __future__ import annotations

from dataclasses import replace

from relata.document import Document, Span
from relata.relations import DiscourseRelation


def on_words(parsed: Document, gold: Document) -> Document:
    """The gold document with the relations of another reading of its text, moved by character offsets."""
    moved = (_moved(relation, gold) for relation in parsed.relations)
    return gold.with_relations(each for each in moved if each.arg1 and each.arg2)


def _moved(relation: DiscourseRelation, gold: Document) -> DiscourseRelation:
    def span(own: Span) -> Span:
        return gold.tokens.span_at(own.pieces, snap=True)

    connective = span(relation.connective) if relation.connective else None
    return replace(
        relation, arg1=span(relation.arg1), arg2=span(relation.arg2), connective=connective or None
    )
