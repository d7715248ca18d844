"""TED-CDB: `NAME.pdtb` (34 fields a row) beside `NAME.raw`: words split by blanks, one sentence a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from relata.document import Document, Tokens
from relata.errors import FormatError, OnError, strict
from relata.formats.pdtb.pipe import PipeCorpus, write_folder
from relata.formats.pdtb.rows import PDTB3_FIELDS, Dialect
from relata.segmentation import Segments, blanks


def read(path: str | Path, *, on_error: OnError = strict) -> Iterator[Document]:
    """Read the documents of a directory, or the one of a `.pdtb` file."""
    return _CORPUS.read(_pairs(Path(path)), on_error)


def write(documents: Iterable[Document], path: str | Path) -> None:
    """Write documents to a directory; a text that is not split by blanks is written as its words."""
    write_folder(documents, path, _CORPUS.dialect.name, _CORPUS.contents)


def _segment(text: str, boundaries: Iterable[int]) -> Segments:
    """Segment by blanks: span edges inside a word are moved, not cut at."""
    del boundaries
    return blanks.segment(text)


def _pairs(path: Path) -> Iterator[tuple[Path, Path]]:
    files = sorted(path.glob("*.pdtb")) if path.is_dir() else [path]
    if not files or not path.exists() or files[0].suffix != ".pdtb":
        raise FormatError("expected a .pdtb file, or a directory with some", path)
    return ((file, file.with_suffix(".raw")) for file in files)


def _raw_tokens(document: Document) -> Tokens:
    """Return the tokens with offsets into the raw file: the text itself if blanks and lines restore them."""
    tokens = document.tokens
    segments = blanks.segment(document.text)
    if list(segments.offsets) == list(zip(tokens.begins, tokens.ends, strict=True)) and list(
        segments.sentence_starts
    ) == list(tokens.sentence_starts):
        return tokens
    return _spaced(tokens)


def _spaced(tokens: Tokens) -> Tokens:
    """Return the same words on a text with a blank between words and a line for each sentence."""
    words = ["".join(tokens.form(index).split()) for index in range(len(tokens))]
    lasts = {start - 1 for start in (*tokens.sentence_starts[1:], len(tokens))}
    gaps = ("\n" if index in lasts else " " for index in range(len(tokens)))
    return Tokens.of_words(words, gaps, sentence_starts=tokens.sentence_starts)


_CORPUS = PipeCorpus(
    Dialect("tedcdb", PDTB3_FIELDS, senses="tedcdb", spelled=False, uninserted="NONE", rough=True),
    "zh",
    _segment,
    lambda doc_id: (f"{doc_id}.pdtb", f"{doc_id}.raw"),
    _raw_tokens,
)
