"""PDTB-2, PDTB-3 and TED-CDB: pairs of a column ("pipe") file, one relation a row, and a raw text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from pathlib import Path

from relata.document import Document, Tokens
from relata.errors import FormatError, OnError, map_usable, strict
from relata.formats.files import read_lines
from relata.formats.pdtb.layout import is_long_form, pdtb2_pairs, pdtb3_pairs
from relata.formats.pdtb.long_form import long_rows
from relata.formats.pdtb.pipe import (
    Row,
    RowReader,
    edges,
    join_lines,
    parse_rows,
    read_raw,
    western_encoding,
    write_folder,
)
from relata.formats.pdtb.rows import PDTB2_FIELDS, PDTB2_TYPES, PDTB3_FIELDS, Dialect, rows
from relata.formats.pdtb.trees import Treebank
from relata.formats.warnings import Repairs, Unsupported
from relata.segmentation import Segments, blanks, english

Segmenter = Callable[[str, Iterable[int]], Segments]
"""Function that segments a text; words must not cross the given offsets."""

Pairs = Iterable[tuple[Path, Path]]
"""Paths of pipe files, each with the path of its raw text."""

_SECTION = re.compile(r"wsj_([0-9]{2})[0-9]{2}")


@dataclass(frozen=True, slots=True)
class PipeCorpus:
    """A format for pairs of a pipe file and a raw text.

    `pairs` finds them at a path; `file_names` gives the names of both files for a document id; `raw_tokens`
    gives the tokens of a document with offsets into the raw text.
    """

    dialect: Dialect
    language: str
    segment: Segmenter
    pairs: Callable[[Path], Pairs]
    file_names: Callable[[str], tuple[str, str]]
    raw_tokens: Callable[[Document], Tokens] = attrgetter("tokens")

    def read(
        self, path: str | Path, *, trees: str | Path | None = None, on_error: OnError = strict
    ) -> Iterator[Document]:
        """Read the documents of a directory, or the one of a file; `trees` is the folder of a treebank."""
        treebank = None if trees is None else Treebank(trees)
        read_pair = partial(self._document, treebank=treebank, on_error=on_error)
        return map_usable(read_pair, self.pairs(Path(path)), on_error)

    def write(self, documents: Iterable[Document], path: str | Path) -> None:
        """Write documents to a directory."""
        write_folder(documents, path, self.dialect.name, self._contents)

    def _document(self, pair: tuple[Path, Path], treebank: Treebank | None, on_error: OnError) -> Document:
        file, raw = pair
        doc_id = file.name.partition(".")[0]
        if treebank is not None and not raw.is_file():
            raw = treebank.raw_text(doc_id) or raw
        if self.dialect is _PDTB2 and not raw.is_file():
            message = f"expected the raw text of {file}, found no such file; the Treebank has it: --trees DIR"
            raise FormatError(message, raw)
        text, dialect = read_raw(raw, file, western_encoding if self.language == "en" else None), self.dialect
        pipe_rows = list(self._rows(file, text, on_error))
        segments = self.segment(text, edges(pipe_rows))
        trees: tuple[str | None, ...] = ()
        tokens = segments.tokens()
        if treebank is not None:
            tokens, trees = treebank.join(doc_id, raw, text, segments, on_error)
            dialect = replace(dialect, rough=True)
        repairs = Repairs(file)
        reader = RowReader(file, doc_id, dialect, tokens, tokens, repairs)
        relations = tuple(reader.relations(pipe_rows, on_error))
        repairs.warn()
        return Document(
            file.stem,
            self.language,
            tokens,
            paragraphs=segments.paragraphs,
            relations=relations,
            trees=trees if any(trees) else (),
        )

    def _rows(self, file: Path, text: str, on_error: OnError) -> Iterable[Row]:
        encoding = western_encoding(file) if self.dialect is _PDTB2 else None
        lines = list(read_lines(file, encoding))
        if is_long_form(file):
            return long_rows(file, lines, text, self.dialect, on_error)
        return parse_rows(file, lines, self.dialect, len(text), on_error)

    def _contents(self, document: Document, unsupported: Unsupported) -> dict[str, str]:
        raw = self.raw_tokens(document)
        lines = list(rows(document, raw, self.dialect, unsupported))
        self._note_unsupported(document, raw, lines, unsupported)
        pipe_name, raw_name = self.file_names(document.id)
        # a reader takes CRLF as one character: a blank in place of CR keeps the offsets
        return {pipe_name: join_lines(lines), raw_name: raw.text.replace("\r\n", " \n")}

    def _note_unsupported(
        self, document: Document, raw: Tokens, lines: list[str], unsupported: Unsupported
    ) -> None:
        """Count unsupported features; words and sentences are supported if segmentation restores them."""
        unsupported.add_layers(
            document,
            *("forms that differ from the text", "annotation of tokens", "constituent trees"),
            *("propositions", "comments", "metadata"),
        )
        pipe_rows = parse_rows(Path(), enumerate(lines), self.dialect, len(raw.text), strict)
        restored = self.segment(raw.text, edges(pipe_rows))
        other_paragraphs = bool(document.paragraphs) and restored.paragraphs != document.paragraphs
        for feature, lost in (
            ("language", document.language != self.language),
            ("words and sentences", not _is_restored(raw, restored)),
            ("text", raw.text != document.text),
            ("CRLF", "\r\n" in raw.text),
            ("paragraphs", raw.text == document.text and other_paragraphs),
        ):
            unsupported.add(feature, "documents", lost)


def section_folder(doc_id: str) -> str:
    """Return the folder of a `wsj_SSNN` document, with a slash; other documents have none."""
    section = _SECTION.fullmatch(doc_id)
    return f"{section[1]}/" if section else ""


def _is_restored(tokens: Tokens, segments: Segments) -> bool:
    return list(segments.offsets) == list(zip(tokens.begins, tokens.ends, strict=True)) and list(
        segments.sentence_starts
    ) == list(tokens.sentence_starts)


def _tedcdb_pairs(path: Path) -> Pairs:
    files = sorted(path.glob("*.pdtb")) if path.is_dir() else [path]
    if not files or not path.exists() or files[0].suffix != ".pdtb":
        raise FormatError("expected a .pdtb file, or a directory with some", path)
    return ((file, file.with_suffix(".raw")) for file in files)


def _segment_at_blanks(text: str, boundaries: Iterable[int]) -> Segments:
    """Segment by blanks: span edges inside a word are moved, not cut at."""
    del boundaries
    return blanks.segment(text)


def _blank_separated(document: Document) -> Tokens:
    """Return the tokens, on a text of words and lines unless blanks and lines restore them."""
    tokens = document.tokens
    if _is_restored(tokens, blanks.segment(document.text)):
        return tokens
    words = ["".join(tokens.form(index).split()) for index in range(len(tokens))]
    lasts = {start - 1 for start in (*tokens.sentence_starts[1:], len(tokens))}
    gaps = ("\n" if index in lasts else " " for index in range(len(tokens)))
    return Tokens.of_words(words, gaps, sentence_starts=tokens.sentence_starts)


_PDTB2 = Dialect("pdtb2", PDTB2_FIELDS, senses="pdtb2", types=PDTB2_TYPES)

PDTB2 = PipeCorpus(
    _PDTB2,
    "en",
    english.segment,
    pdtb2_pairs,
    lambda doc_id: (f"data/{section_folder(doc_id)}{doc_id}.pipe", f"raw/{section_folder(doc_id)}{doc_id}"),
)
"""PDTB-2: `data/SS/wsj_SSNN.pdtb` (the long form) or `.pipe` (48 fields a row), with `raw/SS/wsj_SSNN`."""

PDTB3 = PipeCorpus(
    Dialect("pdtb3", PDTB3_FIELDS, senses="pdtb3"),
    "en",
    english.segment,
    pdtb3_pairs,
    lambda doc_id: (f"gold/{section_folder(doc_id)}{doc_id}", f"raw/{section_folder(doc_id)}{doc_id}"),
)
"""PDTB-3: `gold/SS/wsj_SSNN` (34 fields a row) with `raw/SS/wsj_SSNN`, with or without section folders."""

TEDCDB = PipeCorpus(
    Dialect("tedcdb", PDTB3_FIELDS, senses="tedcdb", spelled=False, uninserted="NONE", rough=True),
    "zh",
    _segment_at_blanks,
    _tedcdb_pairs,
    lambda doc_id: (f"{doc_id}.pdtb", f"{doc_id}.raw"),
    _blank_separated,
)
"""TED-CDB: `NAME.pdtb` (34 fields a row) beside `NAME.raw`: words split by blanks, one sentence a line."""
