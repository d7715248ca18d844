"""The forms in which `relata parse` gives out documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from relata.cli.render.relation_text import plain
from relata.cli.render.sentence_text import plain_sentences
from relata.document import Document
from relata.document.relations import DiscourseRelation
from relata.formats import conll2008, conll2016, jsonl


def rendered(documents: Iterable[Document], format: str) -> Iterator[str]:
    """Documents as text (their relations, or their "sentences"), JSON Lines, JSON, or in a task's format."""
    if format == "text":
        for document in documents:
            yield plain(document)
    elif format == "sentences":
        for document in documents:
            yield plain_sentences(document)
    elif format == "conll2008":
        for document in documents:
            yield from conll2008.lines(heads_only(document))
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


def heads_only(document: Document) -> Document:
    """The document for CoNLL-2008, where an argument is its head and nothing has a score."""
    tokens = document.tokens
    return replace(
        document,
        relations=(),
        propositions=tuple(
            replace(
                each,
                score=None,
                arguments=tuple(
                    replace(argument, span=tokens.span([argument.head]))
                    for argument in each.arguments
                    if argument.head is not None
                ),
            )
            for each in document.propositions
        ),
    )


def bare(document: Document) -> Document:
    """The document with what the output of a CoNLL-2016 system consists of, and nothing else."""
    return document.with_relations(
        DiscourseRelation(each.type, each.arg1, each.arg2, each.all_senses[:1], each.connective, id=each.id)
        for each in document.relations
    )
