"""Projection: the relations of a text on the words of another segmentation of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from relata.document import Document, Span
from relata.document.relations import DiscourseRelation


def on_words(parsed: Document, gold: Document) -> Document:
    """The gold document with the relations of another reading of its text, moved by character offsets."""
    moved = (_moved(relation, gold) for relation in parsed.relations)
    return gold.with_relations(each for each in moved if each.arg1 and each.arg2)


def on_same_words(parsed: Document, gold: Document) -> Document:
    """The gold document with the relations of another text of the very same words, moved word by word."""
    return gold.with_relations(
        _mapped(relation, lambda own: replace(own, tokens=gold.tokens)) for relation in parsed.relations
    )


def _moved(relation: DiscourseRelation, gold: Document) -> DiscourseRelation:
    return _mapped(relation, lambda own: gold.tokens.span_at(own.pieces, snap=True))


def _mapped(relation: DiscourseRelation, span: Callable[[Span], Span]) -> DiscourseRelation:
    connective = span(relation.connective) if relation.connective else None
    mark = span(relation.punctuation) if relation.punctuation else None
    return replace(
        relation,
        arg1=span(relation.arg1),
        arg2=span(relation.arg2),
        connective=connective or None,
        punctuation=mark or None,
    )
