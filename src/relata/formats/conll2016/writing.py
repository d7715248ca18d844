"""Writing a CoNLL-2016 dataset directory, or the output.json of a system."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from relata.document import Document
from relata.document.relations import DiscourseRelation, RelationType
from relata.formats.conll2016.columns import conll_lines
from relata.formats.conll2016.json_text import RelationWriter, output_line, parse_entry
from relata.formats.conll2016.relations import TYPES
from relata.formats.conll2016.unsupported import note_document, note_output_relation, note_relation
from relata.formats.files import distinct, file_name, replacing, write_text
from relata.formats.unsupported import Unsupported

_MOST_CELLS = 50_000_000
"""Tokens times relations beyond which a document gets no .conll view, which grows with their product."""


def write(documents: Iterable[Document], path: str | Path) -> None:
    """Writes a dataset directory: parses, relations with and without senses, raw texts, .conll views."""
    dropped = Unsupported("CoNLL-2016")
    with replacing(path) as folder:
        folder.mkdir()
        _write_dataset(documents, folder, path, dropped)
    dropped.warn()


def write_output(documents: Iterable[Document], path: str | Path) -> None:
    """Writes the relations as a system's output.json: flat token ids and exactly one sense."""
    with replacing(path) as place:
        write_text(place, output_lines(documents), path)


def output_lines(documents: Iterable[Document]) -> Iterator[str]:
    """The lines of a system's output.json, one by one; what they cannot hold is named at the end."""
    dropped = Unsupported("CoNLL-2016 output")
    for document in documents:
        for relation in _of_task(document.relations, dropped):
            note_output_relation(relation, dropped)
            if relation.senses:
                yield output_line(document.id, relation)
            else:
                dropped.add("no sense", "relations")
    dropped.warn()


def _write_dataset(
    documents: Iterable[Document], folder: Path, path: str | Path, dropped: Unsupported
) -> None:
    ids = _Ids()
    for part in ("raw", "conll_format"):
        (folder / part).mkdir()
    with (
        (folder / "parses.json").open("w", encoding="utf-8") as parses,
        (folder / "relations.json").open("w", encoding="utf-8") as gold,
        (folder / "relations-no-senses.json").open("w", encoding="utf-8") as no_senses,
    ):
        mark = "{"
        for document in distinct(documents, path):
            name = file_name(document.id, path)
            note_document(document, dropped)
            relations = list(_numbered(document.relations, ids, dropped))
            # A document a line, so that the line of a fault tells the document.
            parses.write(f"{mark}\n{parse_entry(document, relations)}")
            mark = ","
            relation_writer = RelationWriter(document)
            for relation in relations:
                line, without_sense = relation_writer.lines(relation)
                gold.write(line)
                no_senses.write(without_sense)
            write_text(folder / "raw" / name, [document.text], path)
            if len(document.tokens) * len(relations) > _MOST_CELLS:
                dropped.add("a .conll view of that size", "documents")
            else:
                place = folder / "conll_format" / f"{name}.conll"
                write_text(place, conll_lines(document, relations), path)
        parses.write("\n}\n" if mark == "," else "{}\n")


def _numbered(
    relations: Iterable[DiscourseRelation], ids: _Ids, dropped: Unsupported
) -> Iterator[DiscourseRelation]:
    """The relations that relations.json holds, each with an id of its own."""
    for relation in _of_task(relations, dropped):
        note_relation(relation, dropped)
        number = ids.take(relation.id)
        dropped.add("ids that come twice", "relations", relation.id not in (None, number))
        yield replace(relation, id=number)


def _of_task(relations: Iterable[DiscourseRelation], dropped: Unsupported) -> Iterator[DiscourseRelation]:
    """The relations of a type that the task has, with all senses in one list; EntRel is its own sense."""
    for relation in relations:
        if relation.type not in (*TYPES, RelationType.ALTLEXC):
            dropped.add(str(relation.type), "relations")
            continue
        kind = relation.type
        if kind is RelationType.ALTLEXC:
            dropped.add("AltLexC, written as AltLex", "relations")
            kind = RelationType.ALTLEX
        senses = relation.all_senses or (("EntRel",) if kind is RelationType.ENTREL else ())
        yield replace(relation, type=kind, senses=senses)


class _Ids:
    """Gives out unique ids: the one that is asked for if it is free, else the lowest free one."""

    def __init__(self) -> None:
        self._used: set[int] = set()
        self._next = 0

    def take(self, wanted: int | None) -> int:
        if wanted is None or wanted in self._used:
            while self._next in self._used:
                self._next += 1
            wanted = self._next
        self._used.add(wanted)
        return wanted
