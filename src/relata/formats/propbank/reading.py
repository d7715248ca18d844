"""PropBank in columns (`.gold_conll`): words, tags, trees, rolesets and arguments, sentence by sentence.

Dependencies come from the trees, as in the CoNLL-2008 task; arguments are the words that head them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from relata.document import Document
from relata.errors import FormatError, OnError, strict
from relata.formats.files import inner_suffix
from relata.formats.propbank.columns import MASK, SUFFIXES, Columns, read_columns
from relata.formats.trees import TreeDocument


def read(path: str | Path, *, on_error: OnError = strict) -> Iterator[Document]:
    """The documents of a file, or of all `.gold_conll` files of a directory."""
    place = Path(path)
    files = sorted(filter(is_columns, place.iterdir())) if place.is_dir() else [place]
    if not files:
        raise FormatError(f"expected a directory with {SUFFIXES[0]} files", path)
    for file in files:
        try:
            for name, sentences in groupby(read_columns(file, on_error=on_error), attrgetter("document")):
                yield _document(name, list(sentences), file)
        except FormatError as error:
            on_error(error)


def is_columns(path: Path) -> bool:
    """Whether a file is told to be one of columns by its name."""
    return inner_suffix(path) == SUFFIXES[0]


def _document(name: str, sentences: list[Columns], path: Path) -> Document:
    gathered = TreeDocument(name)
    for sentence in sentences:
        if MASK in sentence.words:
            message = "the words are masked: read the treebank, with this file as --propbank"
            raise FormatError(message, path, line=sentence.line)
        gathered.add(sentence.tree, sentence.frames)
    return gathered.document()
