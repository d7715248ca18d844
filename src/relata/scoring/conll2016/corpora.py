"""Relations from corpora of any format, as records for the scorer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import count
from pathlib import Path

from relata.document import Document, Tokens
from relata.document.relations import RelationType
from relata.errors import FormatError, OnError
from relata.formats import detect, reader
from relata.scoring.conll2016.records import Record, records
from relata.scoring.projection import on_words

_RUNS = ("output.json", "relations.json")


def is_corpus(path: str | Path) -> bool:
    """Whether a path is a corpus, and not the JSON of the task or a directory that holds it."""
    place = Path(path)
    if place.suffix == ".json" or any((place / name).is_file() for name in _RUNS):
        return False
    try:
        detect(place)
    except FormatError:
        return False
    return True


def read_documents(path: str | Path, on_error: OnError) -> list[Document]:
    """All documents of a corpus."""
    return list(reader(detect(path))(path, on_error=on_error))


def gold_records(documents: Iterable[Document], *, supplementary: bool = False) -> list[Record]:
    """The relations of annotated documents.

    For the sense-only task they are numbered, if nobody did that, and those without a sense are left out.
    """
    found = records(documents)
    if not supplementary:
        return found
    numbers = count()
    return [
        record if record.id is not None else replace(record, id=next(numbers))
        for record in found
        if record.senses
    ]


def predicted_records(
    documents: Iterable[Document], gold: Iterable[Document], path: str | Path
) -> list[Record]:
    """The relations that a system gives documents, on the words of the gold ones."""
    known = {document.id: document for document in gold}
    return records(_on_gold(document, known, path) for document in documents)


def _on_gold(document: Document, known: dict[str, Document], path: str | Path) -> Document:
    kept = document.with_relations(
        each for each in document.relations if each.type is not RelationType.HYPOPHORA
    )
    gold = known.get(document.id)
    if gold is None or _same_words(gold.tokens, document.tokens):
        return kept
    if gold.text != document.text:
        raise FormatError(f"document {document.id}: another text than in the gold standard", path)
    return on_words(kept, gold)


def _same_words(tokens: Tokens, others: Tokens) -> bool:
    return list(tokens.begins) == list(others.begins) and list(tokens.ends) == list(others.ends)
