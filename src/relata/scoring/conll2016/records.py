"""A discourse relation as the scorer compares it: ids of tokens, nothing else of the text."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

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
        """Whether the type is Explicit."""
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
