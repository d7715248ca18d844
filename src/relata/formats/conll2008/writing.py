"""Documents as CoNLL-2008 files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import TextIO

from relata.document import NO_HEAD, Document, Tokens
from relata.document.relations import Proposition
from relata.errors import FormatError
from relata.formats.conll2008.rows import (
    EMPTY,
    MISC_NAMES,
    OPEN,
    SPLIT_FORM,
    SPLIT_LEMMA,
    Row,
    word_columns,
)
from relata.formats.conllu import parse_items
from relata.formats.files import distinct, file_name, replacing
from relata.formats.warnings import Unsupported
from relata.segmentation import detect_language

_UNFIT = re.compile(r"[ \t\r\n\0]+")
"""Characters that a field cannot hold."""

_HELD_COLUMNS = {"lemma", "tag", "deprel", "misc"}
_SURROGATE = re.compile("[\ud800-\udfff]")


def write(documents: Iterable[Document], path: str | Path, *, open_track: str | Path | None = None) -> None:
    """Write documents to one file if the path has a suffix, else to a directory with a file for each.

    `open_track` is the file for the columns of the open track, allowed with one file only.
    """
    unsupported = Unsupported("CoNLL-2008")
    documents = distinct(documents, path)
    if Path(path).suffix:
        _write_file(documents, path, open_track, unsupported)
    elif open_track is not None:
        raise FormatError("expected a file (.conll08): the open track goes with one", path)
    else:
        _write_folder(documents, path, unsupported)
    unsupported.warn()


def lines(document: Document) -> Iterator[str]:
    """Yield the lines of a document, a blank one after each sentence."""
    unsupported = Unsupported("CoNLL-2008")
    yield from _lines(document, unsupported)
    unsupported.warn()


def _lines(document: Document, unsupported: Unsupported) -> Iterator[str]:
    for rows in sentence_rows(document, unsupported):
        yield from ("\t".join(row) + "\n" for row in rows)
        yield "\n"


def _write_file(
    documents: Iterable[Document], path: str | Path, open_track: str | Path | None, unsupported: Unsupported
) -> None:
    with ExitStack() as stack:
        file = _opened(stack, path)
        open_file = None if open_track is None else _opened(stack, open_track)
        for number, document in enumerate(documents):
            unsupported.add("where documents begin", "documents", number > 0)
            _write_document(document, file, open_file, unsupported)


def _opened(stack: ExitStack, path: str | Path) -> TextIO:
    temporary = stack.enter_context(replacing(path))
    return stack.enter_context(temporary.open("w", encoding="utf-8", newline="\n"))


def _write_folder(documents: Iterable[Document], path: str | Path, unsupported: Unsupported) -> None:
    with replacing(path) as folder:
        folder.mkdir()
        for document in documents:
            file_path = folder / f"{file_name(document.id, path)}.conll08"
            if not any(document.sentences):
                unsupported.add("no sentences", "documents")
                continue
            with file_path.open("w", encoding="utf-8", newline="\n") as file:
                _write_document(document, file, None, unsupported)


def _write_document(
    document: Document, file: TextIO, open_file: TextIO | None, unsupported: Unsupported
) -> None:
    _note_document(document, unsupported, with_open=open_file is not None)
    file.writelines(_lines(document, unsupported))
    if open_file is not None:
        misc = document.tokens.columns.get("misc") or (None,) * len(document.tokens)
        for sentence in filter(len, document.sentences):
            for index in sentence.range:
                items = parse_items(misc[index])
                open_file.write("\t".join(items.get(name, EMPTY) for name in OPEN) + "\n")
            open_file.write("\n")


def sentence_rows(document: Document, unsupported: Unsupported) -> Iterator[list[Row]]:
    """Yield the rows of each sentence; without any analysis they have the columns of a test file."""
    tokens = document.tokens
    frames = frames_by_token(document, unsupported)
    has_heads = any(head != NO_HEAD for head in tokens.heads or ())
    analysed = frames or has_heads or any(tokens.columns.get("deprel", ()))
    for sentence in filter(len, document.sentences):
        indices = sentence.range
        rows = [[str(number), *_word(document, index)] for number, index in enumerate(indices, start=1)]
        if analysed:
            for row, index in zip(rows, indices, strict=True):
                row += syntax_columns(document, index, len(indices), unsupported)
            add_frames(rows, indices, frames, (SPLIT_FORM, SPLIT_LEMMA), unsupported)
        yield [clean(row, unsupported) for row in rows]


def _word(document: Document, index: int) -> Row:
    """Return the columns from FORM to PPOSS."""
    form = document.tokens.form(index) or EMPTY
    lemma, tag = (column_value(document, name, index) for name in ("lemma", "tag"))
    misc = document.tokens.columns.get("misc")
    return [*word_columns(misc[index] if misc else None, form, lemma, tag), form, lemma, tag]


def syntax_columns(document: Document, index: int, size: int, unsupported: Unsupported) -> Row:
    """Return the columns HEAD and DEPREL of a token in a sentence of `size` tokens."""
    heads = document.tokens.heads
    head = NO_HEAD if heads is None else heads[index]
    inside = 0 <= head <= size
    unsupported.add("heads outside the sentence", "tokens", not inside and head != NO_HEAD)
    return [str(head) if inside else EMPTY, column_value(document, "deprel", index)]


def column_value(document: Document, column: str, index: int) -> str:
    """Return the value of a column, "_" for none."""
    values = document.tokens.columns.get(column)
    return (values[index] if values else None) or EMPTY


def frames_by_token(document: Document, unsupported: Unsupported) -> dict[int, Proposition]:
    """Return the propositions by the first token of their predicate."""
    frames: dict[int, Proposition] = {}
    for proposition in document.propositions:
        if not proposition.predicate:
            unsupported.add("no predicate", "propositions")
            continue
        unsupported.add("score", "propositions", proposition.score is not None)
        unsupported.add("predicate of several tokens", "propositions", len(proposition.predicate) > 1)
        first = frames.setdefault(proposition.predicate.ranges[0][0], proposition)
        unsupported.add("second predicate on a token", "propositions", first is not proposition)
    return frames


def add_frames(
    rows: list[Row],
    indices: range,
    frames: dict[int, Proposition],
    word_columns: tuple[int, int],
    unsupported: Unsupported,
) -> None:
    """Add PRED and a column for each predicate to the rows; `word_columns` hold form and lemma."""
    predicates = [index for index in indices if index in frames]
    for row, index in zip(rows, indices, strict=True):
        row.append(_roleset(frames[index], row, *word_columns) if index in frames else EMPTY)
    for index in predicates:
        roles = _roles(frames[index], indices, unsupported)
        for row, token in zip(rows, indices, strict=True):
            row.append(roles.get(token, EMPTY))


def _roleset(frame: Proposition, row: Row, form: int, lemma: int) -> str:
    """Return PRED of a predicate: its lemma without a sense if the roleset is unknown."""
    if frame.roleset and _UNFIT.sub(EMPTY, frame.roleset) != EMPTY:
        return frame.roleset
    return f"{row[form] if row[lemma] == EMPTY else row[lemma]}."


def _roles(frame: Proposition, indices: range, unsupported: Unsupported) -> dict[int, str]:
    """Return the roles of a predicate by the head token of the argument."""
    roles: dict[int, str] = {}
    for argument in frame.arguments:
        head = argument.head
        if head is None and len(argument.span) == 1:
            head = argument.span.indices[0]
        if head is None or head not in indices or argument.role in ("", EMPTY):
            unsupported.add("no role, or no head in the sentence", "arguments")
            continue
        unsupported.add("tokens beside the head", "arguments", argument.span.indices != (head,))
        unsupported.add("second role of a token", "arguments", head in roles)
        roles.setdefault(head, argument.role)
    return roles


def clean(row: Row, unsupported: Unsupported) -> Row:
    """Replace the characters of a row that a field or a file cannot hold."""
    content = "".join(row)
    if _UNFIT.search(content):
        unsupported.add("white space or NUL in fields", "tokens")
        row = [_UNFIT.sub(EMPTY, value) for value in row]
    if _SURROGATE.search(content):
        unsupported.add("half a surrogate pair", "tokens")
        row = [_SURROGATE.sub("\ufffd", value) for value in row]
    return row


def _note_document(document: Document, unsupported: Unsupported, *, with_open: bool) -> None:
    """Count the unsupported features of a document, except those of its propositions."""
    for name in sorted(document.tokens.columns.keys() - _HELD_COLUMNS):
        unsupported.add(name, "documents")
    misc = document.tokens.columns.get("misc", ())
    for value in filter(None, misc):
        names = {item.partition("=")[0] for item in value.split("|")}
        unsupported.add("MISC", "tokens", not names <= MISC_NAMES)
        unsupported.add("open track", "tokens", not (with_open or parse_items(value).keys().isdisjoint(OPEN)))
    unsupported.add_layers(document, "discourse relations", "constituent trees", "no tokens")
    unsupported.add_layers(document, "comments", "rows that are no words", "metadata")
    unsupported.add("language", "documents", document.language != detect_language(document.text))
    unsupported.add("paragraphs", "documents", bool(document.paragraphs))
    unsupported.add("text", "documents", not _is_plain(document))


def _is_plain(document: Document) -> bool:
    """Return true if the forms restore the text: blanks between words, nothing inside them."""
    tokens = document.tokens
    items = map(parse_items, tokens.columns.get("misc") or (None,) * len(tokens))
    gaps = (
        "" if after.get("FORM") == EMPTY and before.get("SpaceAfter") == "No" else " "
        for before, after in pairwise(items)
    )
    return document.text == Tokens.of_words(map(tokens.form, range(len(tokens))), gaps).text
