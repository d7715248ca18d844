"""The forms in which `relata parse` gives out documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from relata.cli.relation_text import plain
from relata.document import Document
from relata.formats import conll2016, jsonl
from relata.relations import DiscourseRelation


def rendered(documents: Iterable[Document], format: str) -> Iterator[str]:
    """Documents as text, JSON Lines, JSON, or the output of a CoNLL-2016 system."""
    if format == "text":
        for document in documents:
            yield plain(document)
    elif format == "jsonl":
        for document in documents:
            yield from jsonl.pieces(document)
    elif format == "conll2016":
        yield from conll2016.output_lines(map(bare, documents))
    else:
        mark = "[\n"
        for document in documents:
            yield mark
            yield from jsonl.pieces(document)
            mark = ","
        yield "[]\n" if mark == "[\n" else "]\n"


def without_scores(document: Document) -> Document:
    """The document for formats without scores, which everybody expects: there is no need to warn."""
    return document.with_relations(replace(relation, score=None) for relation in document.relations)


def bare(document: Document) -> Document:
    """The document with what the output of a CoNLL-2016 system consists of, and nothing else."""
    return document.with_relations(
        DiscourseRelation(each.type, each.arg1, each.arg2, each.all_senses[:1], each.connective, id=each.id)
        for each in document.relations
    )
