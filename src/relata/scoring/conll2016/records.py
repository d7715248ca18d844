"""A discourse relation as the scorer sees it: ids of tokens, nothing else of the text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from relata.document import Document


@dataclass(frozen=True, slots=True)
class Record:
    """A relation with document token ids as they were given, in their order.

    `connective_text` is the raw text of a gold connective, which decides its head; `connective_forms` are the
    forms of its tokens, where they are known. `line` is where it stands in its file.
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
        return self.type == "Explicit"


def records(documents: Iterable[Document]) -> list[Record]:
    """The relations of documents as records."""
    return [
        Record(
            doc_id=document.id,
            type=str(relation.type),
            senses=relation.all_senses,
            arg1=relation.arg1.indices,
            arg2=relation.arg2.indices,
            connective=relation.connective.indices if relation.connective else (),
            connective_text=relation.connective.text if relation.connective else "",
            connective_forms=tuple(token.form for token in relation.connective or ()) or None,
            id=relation.id,
        )
        for document in documents
        for relation in document.relations
    ]
