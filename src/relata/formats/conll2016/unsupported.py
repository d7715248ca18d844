"""What CoNLL-2016 files have no place for, counted."""

from __future__ import annotations

from relata.document import NO_HEAD, Document
from relata.document.relations import DiscourseRelation
from relata.formats.conll2016.raw import paragraphs
from relata.formats.conll2016.relations import CONNECTIVE_TEXT
from relata.formats.unsupported import Unsupported
from relata.segmentation import detect_language

_HELD_COLUMNS = {"tag", "deprel"}


def note_document(document: Document, dropped: Unsupported) -> None:
    """Counts what is lost of a document apart from its relations."""
    dropped.add("propositions", "propositions", len(document.propositions))
    for name in document.tokens.columns.keys() - _HELD_COLUMNS:
        dropped.add(name, "documents")
    dropped.add("dependencies without a head in the sentence", "tokens", _loose_dependencies(document))
    for name, lost in (
        ("comments", any(document.comments)),
        ("rows that are no words", any(document.nonwords)),
        ("metadata", bool(document.metadata)),
        ("language", document.language != detect_language(document.text)),
        ("paragraphs", document.paragraphs not in ((), paragraphs(document.tokens))),
    ):
        dropped.add(name, "documents", lost)


def note_relation(relation: DiscourseRelation, dropped: Unsupported) -> None:
    """Counts what relations.json cannot hold of a relation."""
    _note_common(relation, dropped)
    second = bool(relation.second_inserted or relation.second_senses)
    dropped.add("second connective", "relations", second)
    dropped.add("inserted beside a connective", "relations", bool(relation.connective and relation.inserted))


def note_output_relation(relation: DiscourseRelation, dropped: Unsupported) -> None:
    """Counts what output.json cannot hold of a relation."""
    _note_common(relation, dropped)
    dropped.add("senses after the first", "relations", len(relation.all_senses) > 1)
    dropped.add("inserted connective", "relations", relation.inserted is not None)
    dropped.add("sup1", "relations", relation.sup1 is not None)


def _note_common(relation: DiscourseRelation, dropped: Unsupported) -> None:
    dropped.add("score", "relations", relation.score is not None)
    dropped.add("provenance", "relations", relation.provenance is not None)
    dropped.add("sup2", "relations", relation.sup2 is not None)
    dropped.add("extras", "relations", bool(relation.extras.keys() - {CONNECTIVE_TEXT}))


def _loose_dependencies(document: Document) -> int:
    """How many tokens have a head or a label that cannot be written as a dependency."""
    tokens = document.tokens
    labels = tokens.columns.get("deprel") or (None,) * len(tokens)
    if tokens.heads is None:
        return sum(label is not None for label in labels)
    loose = 0
    for number in range(len(tokens.sentence_starts)):
        own = tokens.sentence_range(number)
        loose += sum(
            not 0 <= head <= len(own) and (head != NO_HEAD or label is not None)
            for head, label in zip(
                tokens.heads[own.start : own.stop], labels[own.start : own.stop], strict=True
            )
        )
    return loose
