"""CoNLL-2009: tokens with gold and predicted columns, predicates and their roles.

A row has ID, FORM, then LEMMA, POS, FEAT, HEAD and DEPREL, each followed by a predicted counterpart (PLEMMA,
...), then FILLPRED, PRED and a column of roles for each predicate. Tokens have the gold values, or the
predicted ones where gold is missing; columns that differ from these are kept in MISC, so that a file comes
back byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from relata.document import Document
from relata.errors import FormatError, OnError, map_usable, strict
from relata.formats.conll2008 import ColumnsBuilder
from relata.formats.conll2008 import rows as table
from relata.formats.conll2008.rows import EMPTY, Row
from relata.formats.conll2008.writing import (
    add_frames,
    clean,
    column_value,
    frames_by_token,
    syntax_columns,
)
from relata.formats.conllu import parse_items
from relata.formats.conllu.writing import escaped
from relata.formats.files import distinct, file_name, files_in, replacing
from relata.formats.warnings import Repairs, Unsupported

SUFFIXES = (".conll09",)
RELEASED = "CoNLL2009-ST-*.txt"
"""Names of the files in the LDC's releases (LDC2012T03 and LDC2012T04)."""

_FIELDS = (
    *("ID", "FORM", "LEMMA", "PLEMMA", "POS", "PPOS", "FEAT", "PFEAT"),
    *("HEAD", "PHEAD", "DEPREL", "PDEPREL", "FILLPRED", "PRED"),
)
_PAIRED = range(2, 12)
_FILLPRED, PRED = 12, 13
_ROLES = len(_FIELDS)
_MISC_NAMES = frozenset((*_FIELDS[2:13], "GPOS"))
"""Names of the items of MISC that CoNLL-2009 supports; GPOS, the gold tag of CoNLL-2008, becomes POS."""


def read(path: str | Path, *, on_error: OnError = strict) -> Iterator[Document]:
    """Read the document of a file, or those of a directory: `.conll09` files, or a release's below it."""
    source = Path(path)
    files = sorted(source.rglob(RELEASED)) if source.is_dir() else []
    yield from map_usable(partial(_document, on_error=on_error), files or files_in(path, *SUFFIXES), on_error)


def _document(path: Path, on_error: OnError) -> Document:
    builder = ColumnsBuilder(path, path.stem)
    repairs = Repairs(path)
    for block in table.blocks(path):
        if block.rows and block.rows[0][0] == "#":
            repairs.add("header lines")
            del block.rows[0]
            block.line += 1
        if not (block.rows or block.fault):
            continue
        try:
            rows = _checked(block, path)
            words = [_word(row) for row in rows]
            others = {
                "feats": [None if word[3] == EMPTY else word[3] for word in words],
                "misc": [_misc(row, word) for row, word in zip(rows, words, strict=True)],
            }
            closed = [_closed_row(row, word) for row, word in zip(rows, words, strict=True)]
            builder.add(closed, [True] * len(rows), others, block.line)
        except FormatError as error:
            on_error(error)
    repairs.warn()
    return builder.document()


def _checked(block: table.Block, path: Path) -> list[Row]:
    """Check the rows of a sentence: ids from 1, and a column of roles for each predicate."""
    if block.fault:
        raise block.fault
    predicates = sum(len(row) > PRED and row[PRED] != EMPTY for row in block.rows)
    widths = (_FILLPRED, PRED) if max(map(len, block.rows)) <= PRED else (_ROLES + predicates,)
    for number, row in enumerate(block.rows, start=1):
        line = block.line + number - 1
        if len(row) not in widths:
            expected = f"{_ROLES + predicates} fields ({_ROLES}, and {predicates} for predicates)"
            raise FormatError(f"expected {expected}, found {len(row)}", path, line=line)
        if row[0] != str(number):
            raise FormatError(f"expected {number}, found {row[0]!r}", path, line=line, field="ID")
    missing = _ROLES - len(block.rows[0])  # test files end before FILLPRED or PRED
    return [row + [EMPTY] * missing for row in block.rows]


def _word(row: Row) -> Row:
    """Return form, lemma, tag, features, head and label of a token: gold, or else predicted."""
    pairs = zip(row[2:12:2], row[3:12:2], strict=True)
    return [row[1], *(predicted if gold == EMPTY else gold for gold, predicted in pairs)]


def _closed_row(row: Row, word: Row) -> Row:
    """Return the row as CoNLL-2008 would have it."""
    form, lemma, tag, _, head, label = word
    return [row[0], form, lemma, EMPTY, tag, form, lemma, tag, head, label, *row[PRED:]]


def _misc(row: Row, word: Row) -> str | None:
    usual = _usual(word, predicate=row[PRED] != EMPTY)
    items = [f"{_FIELDS[column]}={escaped(row[column])}" for column in usual if row[column] != usual[column]]
    return "|".join(items) or None


def _usual(word: Row, *, predicate: bool) -> dict[int, str]:
    """Return the default of each column from LEMMA to FILLPRED: the token's value, gold and predicted."""
    return {column: word[column // 2] for column in _PAIRED} | {_FILLPRED: "Y" if predicate else EMPTY}


def write(documents: Iterable[Document], path: str | Path) -> None:
    """Write documents to one file if the path has a suffix, else to a directory with a file for each."""
    unsupported = Unsupported("CoNLL-2009")
    documents = distinct(documents, path)
    with replacing(path) as fresh:
        if Path(path).suffix:
            with fresh.open("w", encoding="utf-8", newline="\n") as file:
                for number, document in enumerate(documents):
                    unsupported.add("where documents begin", "documents", number > 0)
                    file.writelines(_lines(document, unsupported))
        else:
            fresh.mkdir()
            for document in documents:
                file_path = fresh / f"{file_name(document.id, path)}{SUFFIXES[0]}"
                file_path.write_text("".join(_lines(document, unsupported)), "utf-8", newline="\n")
    unsupported.warn()


def _lines(document: Document, unsupported: Unsupported) -> Iterator[str]:
    """Yield the lines of a document, a blank one after each sentence; a test file has no PRED."""
    _note_document(document, unsupported)
    frames = frames_by_token(document, unsupported)
    misc = document.tokens.columns.get("misc", ())
    is_test = not frames and any("FILLPRED" in parse_items(value) for value in misc)
    for sentence in filter(len, document.sentences):
        indices = sentence.range
        rows = []
        for number, index in enumerate(indices, start=1):
            lemma, tag, feats = (column_value(document, name, index) for name in ("lemma", "tag", "feats"))
            syntax = syntax_columns(document, index, len(indices), unsupported)
            word = [document.tokens.form(index) or EMPTY, lemma, tag, feats, *syntax]
            items = _items(column_value(document, "misc", index))
            usual = _usual(word, predicate=index in frames)
            columns = (items.get(_FIELDS[column], value) for column, value in usual.items())
            rows.append([str(number), word[0], *columns])
        if not is_test:
            add_frames(rows, indices, frames, (1, 2), unsupported)
        yield from ("\t".join(clean(row, unsupported)) + "\n" for row in rows)
        yield "\n"


def _items(misc: str) -> dict[str, str]:
    """Return the columns that MISC holds; of CoNLL-2008's, the gold tag of an unsplit word."""
    items = parse_items(misc)
    if "FORM" in items:
        return {}
    return {"POS": items["GPOS"]} if "GPOS" in items else items


def _note_document(document: Document, unsupported: Unsupported) -> None:
    """Count the features of a document that the format cannot hold."""
    for name in sorted(document.tokens.columns.keys() & {"upos", "deps"}):
        unsupported.add(name, "documents")
    for value in filter(None, document.tokens.columns.get("misc", ())):
        names = {item.partition("=")[0] for item in value.split("|")}
        unsupported.add("MISC", "tokens", not names <= _MISC_NAMES)
    unsupported.add_layers(document, "discourse relations", "constituent trees", "no tokens", "comments")
    unsupported.add_layers(document, "rows that are no words", "metadata")
    unsupported.add("paragraphs", "documents", bool(document.paragraphs))
