"""The CoNLL-2016 shared task: dataset directories, gold relations and system output, English and Chinese."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from relata.document import Document, Tokens
from relata.document.relations import DiscourseRelation
from relata.errors import FormatError, OnError, SpanError, map_usable, strict
from relata.formats.conll2016.data_sets import GOLD, NO_SENSES, PARSES, data_sets, gold_file, parses_file
from relata.formats.conll2016.parses import Parse, read_parse, stream_parses
from relata.formats.conll2016.relations import (
    FieldFault,
    RelationFields,
    RelationReader,
    parse_relation,
)
from relata.formats.conll2016.writing import output_lines, paragraphs, write, write_output
from relata.formats.files import BOM, decode, file_name, is_there, opened, read_chunks
from relata.formats.warnings import Repairs
from relata.segmentation import detect_language

__all__ = ["output_lines", "read", "write", "write_output"]

T = TypeVar("T")
_SYSTEM_FILES = ("output.json", *GOLD, NO_SENSES)
_ESCAPED = {
    "``": '"',
    "''": '"',
    "`": "'",
    "-LRB-": "(",
    "-RRB-": ")",
    "-LCB-": "{",
    "-RCB-": "}",
    "-LSB-": "[",
    "-RSB-": "]",
}
"""Characters with a meaning in trees, as treebanks escape them."""


def read(
    path: str | Path, *, relations: str | Path | None = None, on_error: OnError = strict
) -> Iterator[Document]:
    """Read the documents of a data set, or of all in a release, with their gold relations, if any.

    `relations` names another file of relations, or a directory that holds one: a system's output.json.
    """
    sets = data_sets(Path(path)) if Path(path).is_dir() else []
    if not sets or (relations is not None and len(sets) > 1):
        raise FormatError(f"expected a directory with {PARSES[0]}", path)
    for data_set in sets:
        yield from _read_set(data_set.folder, relations, on_error)


def _read_set(folder: Path, relations: str | Path | None, on_error: OnError) -> Iterator[Document]:
    parses = parses_file(folder) or folder / PARSES[0]
    source = _relations_file(folder, relations)
    index = None if source is None else RelationIndex(source, on_error=on_error)
    ids: set[int] = set()
    dataset_repairs = Repairs(folder)
    for doc_id, parse in stream_parses(parses, on_error=on_error):
        lines = index.pop(doc_id) if index else iter(())
        repairs = Repairs(f"{folder}: {doc_id}")
        try:
            document = _document(doc_id, parse, parses, repairs)
        except FormatError as error:
            on_error(error)
            continue
        if index:
            relation_reader = RelationReader(document.tokens, document.language, index.path, repairs)
            document = document.with_relations(_relations(lines, relation_reader, ids, on_error))
        repairs.warn()
        dataset_repairs.add("raw texts rebuilt from offsets", not (folder / "raw").is_dir())
        yield document
    dataset_repairs.warn()
    if index:
        for line, doc_id in index.remaining():
            on_error(
                FormatError(f"no document {doc_id!r} in {parses.name}", index.path, line=line, field="DocID")
            )


def _relations_file(folder: Path, path: str | Path | None) -> Path | None:
    if path is None:
        return gold_file(folder)
    if not Path(path).is_dir():
        return Path(path)
    for name in _SYSTEM_FILES:
        if is_there(Path(path) / name):
            return Path(path) / name
    raise FormatError(f"expected a directory with {_SYSTEM_FILES[0]}", path)


def _document(doc_id: str, parse: dict[str, Any], path: Path, repairs: Repairs) -> Document:
    """Build a document of a file of parses without its relations."""
    folder = path.parent
    words = read_parse(doc_id, parse, path)
    if 2 * sum(form != "" and not form.strip("_") for form in words.forms) > len(words.forms):
        raise FormatError("the words are masked (_): restore them first", path, field=doc_id)
    repairs.add("further governors of a word left out", words.surplus_governors)
    if (folder / "raw").is_dir():
        text, strays = _raw_text(words, folder / "raw" / file_name(doc_id, path))
        repairs.add("words that differ from the raw text", strays)
    else:
        text = _rebuilt_text(doc_id, words, path)
    try:
        tokens = Tokens(
            text,
            zip(words.begins, words.ends, strict=True),
            sentence_starts=words.sentence_starts,
            forms=words.forms,
            heads=_unless_empty(words.heads),
            tag=_unless_empty(words.tags),
            deprel=_unless_empty(words.deprels),
        )
    except SpanError as error:
        raise FormatError(str(error), path, field=doc_id) from None
    except OverflowError:
        message = f"expected offsets within the text of {len(text)} characters"
        raise FormatError(message, path, field=doc_id) from None
    return Document(
        doc_id,
        detect_language(text),
        tokens,
        paragraphs=paragraphs(tokens) if (folder / "raw").is_dir() else (),
        trees=words.trees if any(words.trees) else (),
    )


def _raw_text(parse: Parse, path: Path) -> tuple[str, int]:
    """Read a raw file, and count the words of the parse that are not in it; refused if most are not.

    Offsets may count a byte order mark or the CR of CRLF or not: the reading that fits best is taken.
    """
    exact = "".join(read_chunks(path))
    plain = exact.removeprefix(BOM)
    readings = dict.fromkeys((plain, plain.replace("\r\n", "\n"), exact))
    text, strays = min(
        ((text, _strays(parse, text)) for text in readings), key=lambda reading: len(reading[1])
    )
    if 2 * len(strays) > len(parse.forms):
        first = strays[0]
        begin, end = parse.begins[first], parse.ends[first]
        found = text[begin:end]
        reason = "the text is masked" if found and not found.strip("_") else "another text"
        raise FormatError(
            f"does not fit parses.json ({reason}): "
            f"expected {parse.forms[first]!r} at characters {begin}..{end}, found {found!r}",
            path,
        )
    return text, len(strays)


def _rebuilt_text(doc_id: str, parse: Parse, path: Path) -> str:
    """Rebuild a text with the words at their offsets and blanks between them."""
    length = max(parse.ends, default=0)
    # An offset that is wrong by orders of magnitude must not become a text of that size.
    if length > 10_000 + 100 * sum(map(len, parse.forms)):
        raise FormatError(f"offset {length} is far beyond what the words take up", path, field=doc_id)
    characters = [" "] * length
    for form, begin, end in zip(parse.forms, parse.begins, parse.ends, strict=True):
        if not 0 <= begin <= end:
            message = f"expected a word to begin before its end, got {begin}..{end}"
            raise FormatError(message, path, field=doc_id)
        characters[begin:end] = _unescaped(form)[: end - begin].ljust(end - begin)
    return "".join(characters)


def _strays(parse: Parse, text: str) -> list[int]:
    """List the words that differ from the text at their offsets by more than treebank escapes."""
    return [
        index
        for index, (form, begin, end) in enumerate(zip(parse.forms, parse.begins, parse.ends, strict=True))
        if text[begin:end] != form and text[begin:end] != _unescaped(form)
    ]


def _unescaped(form: str) -> str:
    return _ESCAPED.get(form) or form.replace("\\/", "/").replace("\\*", "*")


def _relations(
    lines: Iterator[tuple[int, RelationFields]],
    relation_reader: RelationReader,
    ids: set[int],
    on_error: OnError,
) -> Iterator[DiscourseRelation]:

    def read_relation(numbered: tuple[int, RelationFields]) -> DiscourseRelation:
        relation = relation_reader.read(*numbered)
        if relation.id in ids:
            message = f"{relation.id} comes twice in this file"
            raise FormatError(message, relation_reader.path, line=numbered[0], field="ID")
        if relation.id is not None:
            ids.add(relation.id)
        return relation

    return map_usable(read_relation, lines, on_error)


def _unless_empty(column: list[T | None]) -> list[T | None] | None:
    return column if any(value is not None for value in column) else None


class RelationIndex:
    """Lines of a relations file by DocID: number and offset, so that memory never holds the file."""

    def __init__(self, path: str | Path, *, on_error: OnError = strict) -> None:
        self.path = path
        self._on_error = on_error
        self._lines: dict[str, array[int]] = {}
        offset = 0
        with opened(path) as file:
            for number, data in enumerate(file, start=1):
                if not data.isspace():
                    self._add(data, number, offset)
                offset += len(data)

    def pop(self, doc_id: str) -> Iterator[tuple[int, RelationFields]]:
        """Read the relations of a document with their line numbers; the index forgets them at once."""
        return self._read(self._lines.pop(doc_id, array("q")))

    def _read(self, lines: array[int]) -> Iterator[tuple[int, RelationFields]]:
        with opened(self.path) as file:
            for number, offset in zip(lines[::2], lines[1::2], strict=True):
                file.seek(offset)
                try:
                    fields, faults = self._parsed(file.readline(), number)
                    if faults:
                        raise faults[0].error(self.path, number)
                except FormatError as error:
                    self._on_error(error)
                else:
                    yield number, fields

    def remaining(self) -> Iterator[tuple[int, str]]:
        """List the line numbers and DocIDs of the documents that were not popped."""
        return ((number, doc_id) for doc_id, lines in self._lines.items() for number in lines[::2])

    def _add(self, data: bytes, number: int, offset: int) -> None:
        try:
            doc_id = self._doc_id(data, number)
        except FormatError as error:
            self._on_error(error)
        else:
            self._lines.setdefault(doc_id, array("q")).extend((number, offset))

    def _doc_id(self, data: bytes, number: int) -> str:
        try:
            return _DOC_ID.decode(data).doc_id  # without the other fields, which takes time
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
            fields, faults = self._parsed(data, number)
            for fault in faults:
                if fault.field == "DocID":
                    raise fault.error(self.path, number) from None
            return fields.doc_id

    def _parsed(self, data: bytes, number: int) -> tuple[RelationFields, list[FieldFault]]:
        return parse_relation(decode(data, self.path, number).removeprefix(BOM), self.path, number)


class _DocIdField(msgspec.Struct):
    doc_id: str = msgspec.field(name="DocID")


_DOC_ID = msgspec.json.Decoder(_DocIdField)
