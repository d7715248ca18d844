"""A discourse relation as the scorer compares it: token ids, and the head of an explicit connective.

The head are the tokens that a prediction must have to be right: "two weeks after" is matched by "after"
alone, "if then" needs both words. A table of the shared task has the heads of connectives.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources

from relata.document import Document
from relata.document.relations import DiscourseRelation, RelationType
from relata.formats.conll2016.relations import CONNECTIVE_TEXT, raw_text


@dataclass(frozen=True, slots=True)
class Record:
    """Relation with document token ids in the order of the file.

    `connective_text` is the raw text of a gold connective, which decides its head; `connective_forms` are the
    forms of its tokens, where they are known. `line` is the line number in the file.
    """

    doc_id: str
    type: str
    senses: tuple[str, ...]
    arg1: tuple[int, ...]
    arg2: tuple[int, ...]
    connective: tuple[int, ...] = ()
    connective_text: str = ""
    connective_forms: tuple[str, ...] | None = None
    id: int | None = None
    line: int | None = None

    @property
    def explicit(self) -> bool:
        """True if the type is Explicit."""
        return self.type == "Explicit"

    @property
    def sense(self) -> str | None:
        """The first sense."""
        return self.senses[0] if self.senses else None


def records(documents: Iterable[Document]) -> list[Record]:
    """Convert the relations of documents to records; NoRel, the absence of a relation, is left out."""
    return [
        _record(document, relation)
        for document in documents
        for relation in document.relations
        if relation.type is not RelationType.NOREL
    ]


def _record(document: Document, relation: DiscourseRelation) -> Record:
    entrel = ("EntRel",) if relation.type is RelationType.ENTREL else ()
    record = Record(
        doc_id=document.id,
        type=str(relation.type),
        senses=relation.all_senses or entrel,
        arg1=relation.arg1.indices,
        arg2=relation.arg2.indices,
        id=relation.id,
    )
    if not relation.connective:
        return record
    text = relation.extras.get(CONNECTIVE_TEXT, raw_text(relation.connective, document.language))
    return replace(
        record,
        connective=relation.connective.indices,
        connective_text=text,
        connective_forms=tuple(token.form for token in relation.connective),
    )


def by_document(
    gold: Iterable[Record], predicted: Iterable[Record]
) -> list[tuple[Sequence[Record], Sequence[Record]]]:
    """Group golds and predictions by document, in order of first occurrence."""
    documents: dict[str, tuple[list[Record], list[Record]]] = {}
    for side, relations in enumerate((gold, predicted)):
        for record in relations:
            documents.setdefault(record.doc_id, ([], []))[side].append(record)
    return list(documents.values())


def of_table(relations: Iterable[Record], table: str) -> list[Record]:
    """Select the records of a table: all, the explicit ones, or the others."""
    if table == "All":
        return list(relations)
    return [record for record in relations if record.explicit == (table == "Explicit only")]


def fingerprint(relations: Iterable[Record]) -> str:
    """Compute a short digest of all that scores depend on, in its order."""
    digest = hashlib.sha256()
    for record in relations:
        fields = (record.doc_id, record.type, record.senses, record.arg1, record.arg2, record.connective)
        digest.update(json.dumps((*fields, record.connective_text)).encode())
    return digest.hexdigest()[:8]


class CrashError(Exception):
    """Input on which the official program crashes; `defect` is the number of the known defect."""

    def __init__(self, defect: str, cause: str) -> None:
        super().__init__(f"{defect}: {cause}")
        self.defect = defect
        self.cause = cause


def official_head(gold: Record) -> frozenset[int]:
    """Find the head as the official program does: case matters, and words are taken for tokens.

    Raises `CrashError` where the program crashes.
    """
    table, text = _heads("connective_heads_cased.tsv"), gold.connective_text
    head = table.get(text) or table.get(text.lower()) or text
    positions = _locate(words(head), words(text.lower()), table)
    if positions is None:
        raise CrashError("B5", f"the head of the connective {text!r} is not among its lower-case words")
    if any(position >= len(gold.connective) for position in positions):
        raise CrashError("B6", f"the connective {text!r} has more words than tokens")
    return frozenset(gold.connective[position] for position in positions)


def corrected_head(gold: Record) -> frozenset[int]:
    """Find the head without regard to case; all tokens if table or words do not determine it."""
    tokens = sorted(set(gold.connective))
    if len(tokens) == 1:
        return frozenset(tokens)
    table, text = _heads("connective_heads.tsv"), gold.connective_text.lower()
    head, connective = table.get(text), words(text)
    if len(connective) != len(tokens) and gold.connective_forms:
        forms = dict(zip(gold.connective, gold.connective_forms, strict=True))
        connective = [forms[token].lower() for token in tokens]
    if head is None or len(connective) != len(tokens):
        return frozenset(tokens)
    positions = _locate(words(head), connective, table)
    return frozenset(tokens if positions is None else [tokens[position] for position in positions])


def words(text: str) -> list[str]:
    """Split a text into words as the task does: at blanks only."""
    return [word for word in text.split(" ") if word]


def _locate(head: Sequence[str], connective: Sequence[str], table: Mapping[str, str]) -> list[int] | None:
    """Locate the words of a head, in order; "afterwards" may stand for its head "afterward"."""
    positions: list[int] = []
    start = 0
    for wanted in head:
        hits = (
            position
            for position in range(start, len(connective))
            if wanted in (connective[position], table.get(connective[position]))
        )
        position = next(hits, None)
        if position is None:
            return None
        positions.append(position)
        start = position + 1
    return positions


@cache
def _heads(name: str) -> dict[str, str]:
    rows = resources.files(__package__).joinpath("data", name).read_text(encoding="utf-8").splitlines()
    return dict(row.split("\t") for row in rows)
