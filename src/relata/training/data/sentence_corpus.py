"""What a sentence parser is trained on: documents with trees and propositions, by source."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from relata.document import Document
from relata.errors import FormatError, OnError, strict
from relata.formats import detect, reader
from relata.training.data.corpus import Part

Sources = Mapping[str, Part]
"""Parts of a corpus by the name of the file or folder that they are from."""


@dataclass(frozen=True, slots=True)
class SentenceCorpus:
    """Documents to train on and to select on, by source: "wsj", "ewt"."""

    train: Sources
    dev: Sources

    @property
    def documents(self) -> tuple[Document, ...]:
        """All documents to train on."""
        return tuple(document for part in self.train.values() for document in part.documents)

    def without(self, ids: Iterable[str]) -> tuple[Document, ...]:
        """The documents to train on, but for those with these names."""
        known = set(ids)
        return tuple(document for document in self.documents if document.id not in known)


def read_sentences(data: Path, *, on_error: OnError = strict) -> SentenceCorpus:
    """A corpus with trees: folders train and dev, in each a file or a folder for each source.

    Sources may be in any format that holds heads: CoNLL-2008, CoNLL-U, JSON Lines.
    """
    return SentenceCorpus(*(read_sources(data / name, on_error=on_error) for name in ("train", "dev")))


def with_syntax(documents: Iterable[Document], trees: Iterable[Document]) -> list[Document]:
    """Documents with the tags and heads that others of the same names and words have."""
    known = {document.id: document for document in trees}
    return [_merged(document, known.get(document.id)) for document in documents]


def _merged(document: Document, parsed: Document | None) -> Document:
    own = document.tokens
    if parsed is None or parsed.tokens.begins != own.begins or parsed.tokens.ends != own.ends:
        return document
    names = ("tag", "deprel", "lemma")
    columns = {name: parsed.tokens.columns[name] for name in names if name in parsed.tokens.columns}
    tokens = own.annotate(heads=parsed.tokens.heads, **columns)
    metadata = {**document.metadata, **parsed.metadata}
    return replace(document, tokens=tokens, propositions=parsed.propositions, metadata=metadata)


def read_sources(folder: Path, *, on_error: OnError = strict) -> dict[str, Part]:
    """The sources of one part: a file or a folder for each."""
    if not folder.is_dir():
        raise FormatError("expected a folder with a file or folder for each source", folder)
    found = {}
    for place in sorted(folder.iterdir()):
        if not place.name.startswith("."):
            documents = tuple(reader(detect(place))(place, on_error=on_error))
            found[place.stem] = _checked(Part(f"{folder.name}/{place.name}", documents), place)
    if not found:
        raise FormatError("expected a file or a folder for each source, found none", folder)
    return found


def _checked(part: Part, path: Path) -> Part:
    if not any(document.tokens.heads for document in part.documents):
        raise FormatError("expected sentences with heads to train with, found none", path)
    return part
