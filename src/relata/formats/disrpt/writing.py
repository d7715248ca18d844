"""Documents as DISRPT files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import IO

from relata.document import Document, Tokens
from relata.document.relations import DiscourseRelation, RelationType
from relata.formats.conllu import writing as conllu
from relata.formats.conllu.comments import one_line
from relata.formats.disrpt.annotations import (
    COLUMNS,
    columns_for,
    is_marked,
    only_label,
    values,
    with_connectives,
)
from relata.formats.files import distinct, replacing
from relata.formats.warnings import Unsupported

SUFFIXES = (".tok", ".conllu", ".rels")
_UNSUPPORTED = {
    "connective": "whose connective it is",
    "inserted": "inserted connective",
    "second_inserted": "second inserted connective",
    "punctuation": "punctuation",
    "sup1": "Sup1",
    "sup2": "Sup2",
    "score": "score",
    "provenance": "provenance",
    "id": "id",
}


def write(documents: Iterable[Document], path: str | Path) -> None:
    """Write the file of the suffix of the path, or a directory with all three.

    The connectives of explicit relations are marked. If there are none, the labels of the tokens are kept.
    """
    target = Path(path)
    unsupported = Unsupported("DISRPT")
    with replacing(target) as fresh, ExitStack() as stack:
        paths = {target.suffix: fresh}
        if target.suffix not in SUFFIXES:
            fresh.mkdir()
            paths = {suffix: fresh / f"{target.name}{suffix}" for suffix in SUFFIXES}
        files = {
            suffix: stack.enter_context(file.open("w", encoding="utf-8", newline="\n"))
            for suffix, file in paths.items()
        }
        _write_to(files, distinct(documents, path), unsupported)
    unsupported.warn()


def _write_to(files: Mapping[str, IO[str]], documents: Iterable[Document], unsupported: Unsupported) -> None:
    rels = _RelsWriter(files[".rels"], unsupported) if ".rels" in files else None
    for document in documents:
        if ".conllu" in files or ".tok" in files:
            conllu.note_unsupported(document, unsupported)
            marked = _marked(document)
        if ".conllu" in files:
            files[".conllu"].writelines(f"{line}\n" for line in conllu.lines(marked))
        if ".tok" in files:
            flat = _flat(marked)
            files[".tok"].writelines(f"{line}\n" for line in conllu.lines(flat))
            lost = ".conllu" not in files and flat is not marked
            unsupported.add("sentences, syntax and metadata in .tok", "documents", lost)
        if rels:
            rels.add(document)
        else:
            unsupported.add("discourse relations without .rels", "relations", len(document.relations))
    if rels:
        rels.close()


class _RelsWriter:
    """Writer of rows; the first relation decides on the columns."""

    def __init__(self, file: IO[str], unsupported: Unsupported) -> None:
        self.file = file
        self.unsupported = unsupported
        self.columns: tuple[str, ...] | None = None

    def add(self, document: Document) -> None:
        for relation in document.relations:
            if not (relation.arg1 and relation.arg2):
                self.unsupported.add("no Arg1 or no Arg2", "relations")
                continue
            columns = self.columns or self._start(columns_for(relation))
            self._note(relation, columns)
            row = values(relation, document, columns)
            self._line(one_line(row[name]) for name in columns)

    def close(self) -> None:
        if self.columns is None:
            self._start(COLUMNS)

    def _start(self, columns: tuple[str, ...]) -> tuple[str, ...]:
        self.columns = columns
        self._line(columns)
        return columns

    def _line(self, fields: Iterable[str]) -> None:
        self.file.write("\t".join(fields) + "\n")

    def _note(self, relation: DiscourseRelation, columns: tuple[str, ...]) -> None:
        for name, feature in _UNSUPPORTED.items():
            self.unsupported.add(feature, "relations", getattr(relation, name) is not None)
        typed = relation.type is not RelationType.UNKNOWN
        self.unsupported.add("type", "relations", typed and "rel_type" not in columns)
        self.unsupported.add("extras", "relations", not relation.extras.keys() <= set(columns))


def _marked(document: Document) -> Document:
    """Return the document with connectives marked in MISC."""
    has_connectives = any(relation.explicit and relation.connective for relation in document.relations)
    if is_marked(document) and not has_connectives:
        return document
    misc = document.tokens.columns.get("misc") or conllu.spaces(document)
    return replace(document, tokens=document.tokens.annotate(misc=with_connectives(document, misc)))


def _flat(document: Document) -> Document:
    """Return the document as in `.tok`: words with their labels, without sentences and syntax."""
    if not document.tokens or _is_flat(document):
        return document
    tokens = document.tokens
    bare = Tokens(
        document.text,
        zip(tokens.begins, tokens.ends, strict=True),
        forms=conllu.forms(document),
        misc=map(only_label, tokens.columns["misc"]),
    )
    nonwords = tuple(_multiword_tokens(document))
    return Document(document.id, document.language, bare, comments=((),), nonwords=(nonwords,))


def _is_flat(document: Document) -> bool:
    of_sentences = ("sent_id =", "text =")
    return len(document.comments) == 1 and not any(
        comment.startswith(of_sentences) for comment in document.comments[0]
    )


def _multiword_tokens(document: Document) -> Iterator[str]:
    """Yield the rows of multiword tokens, numbered over the document."""
    for sentence in document.sentences:
        for row in conllu.nonwords(sentence):
            id, form = row.split("\t")[:2]
            if "-" in id:
                first, last = (int(number) + sentence.range.start for number in id.split("-"))
                yield "\t".join([f"{first}-{last}", form, *"_" * 8])
