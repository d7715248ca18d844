"""What a page shows of a document: its text in blocks, and its relations with their spans."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from relata.document import Document, Offsets, Span
from relata.document.relations import DiscourseRelation
from relata.view.blocks import Block, lay_out

PARTS = ("arg1", "arg2", "connective", "sup1", "sup2", "punctuation")
"""The spans of a relation that a page can point at, by the names of `DiscourseRelation`."""

Pieces = tuple[Offsets, ...]


@dataclass(frozen=True, slots=True)
class ShownRelation:
    """A relation on a page.

    `facts` are what else is known of it, by name. In a comparison, `status` says how the system did, and
    `system` is what it said where that pairs with the gold.
    """

    type: str
    senses: tuple[str, ...]
    spans: Mapping[str, Pieces]
    inserted: tuple[str, ...] = ()
    score: float | None = None
    facts: Mapping[str, str] = field(default_factory=dict)
    status: str | None = None
    system: ShownRelation | None = None


@dataclass(frozen=True, slots=True)
class ShownDocument:
    """A document on a page."""

    id: str
    language: str
    text: str
    blocks: tuple[Block, ...]
    relations: tuple[ShownRelation, ...]


def show_document(document: Document, relations: tuple[ShownRelation, ...] | None = None) -> ShownDocument:
    """A document as a page shows it, with its own relations unless others are given."""
    if relations is None:
        relations = tuple(map(show_relation, document.relations))
    sentences = (sentence.offsets[0] for sentence in document.sentences)
    blocks = lay_out(document.text, document.paragraphs, sentences)
    return ShownDocument(document.id, document.language, document.text, blocks, relations)


def show_relation(relation: DiscourseRelation) -> ShownRelation:
    """A relation as a page shows it."""
    spans: dict[str, Span | None] = {part: getattr(relation, part) for part in PARTS}
    facts = {
        "id": None if relation.id is None else str(relation.id),
        "provenance": relation.provenance,
        "punctuation": relation.punctuation_type,
        **relation.extras,
    }
    return ShownRelation(
        type=str(relation.type),
        senses=relation.all_senses,
        spans={part: span.pieces for part, span in spans.items() if span},
        inserted=tuple(filter(None, (relation.inserted, relation.second_inserted))),
        score=relation.score,
        facts={name: fact for name, fact in facts.items() if fact is not None},
    )
