"""Word vectors: read from files of word2vec, or trained by skip-gram on the text of documents."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import numpy.typing as npt

from relata.errors import FormatError, Lenient, OnError, ProtocolError, strict
from relata.formats.files import opened

Vector = npt.NDArray[np.float32]
Vectors = Mapping[str, Vector]
"""Vectors of one width by lower-case word."""

SKIP_GRAM, NONE = "skip-gram", "none"
_SKIP_GRAM = re.compile(r"skip-gram(?::([1-9][0-9]*))?")
_WIDTH = 50
_MINIMUM_COUNT = 2
_HEADER = re.compile(rb"([0-9]+) ([0-9]+)\s*")
_LONGEST_LINE = 1 << 20
_MOST_WORDS = 20_000
"""Most words whose vectors a model holds."""


@dataclass(eq=False, repr=False)
class CorpusText:
    """Sentences of lower-case words by document."""

    documents: Mapping[str, Sequence[Sequence[str]]]


def check_vectors(source: str, words: Collection[str], *, on_error: OnError = strict) -> None:
    """Refuse vectors that cannot be had, before anything is run; faulty rows go to `on_error`."""
    if _SKIP_GRAM.fullmatch(source):
        if find_spec("gensim") is None:
            raise ProtocolError(
                'skip-gram vectors need gensim: pip install "relata-nlp[experiments]"; '
                "or name a file of vectors by --vectors, or none"
            )
    elif source != NONE:
        _usable(Path(source), frozenset(words), on_error)


def word_vectors(
    source: str, words: Collection[str], text: CorpusText, documents: Collection[str]
) -> Vectors:
    """Return vectors of words: of a file, or trained on documents; none for the source "none"."""
    if source == NONE:
        return {}
    if match := _SKIP_GRAM.fullmatch(source):
        return skip_gram(text, frozenset(documents), int(match[1] or _WIDTH))
    return _usable(Path(source), frozenset(words), Lenient())  # faulty rows were reported by the check


def _usable(path: Path, words: frozenset[str], on_error: OnError) -> Vectors:
    """Read vectors once, and again without the faulty rows if there are any."""
    try:
        return read_vectors(path, words)
    except FormatError:
        if on_error is strict:
            raise
        return _vectors(path, words.__contains__, on_error=on_error)


@cache
def skip_gram(text: CorpusText, documents: frozenset[str], width: int) -> Vectors:
    """Train vectors by skip-gram with negative sampling (Mikolov et al. 2013); always the same ones."""
    sentences = [sentence for name, rows in text.documents.items() if name in documents for sentence in rows]
    if not sentences:
        return {}
    from gensim.models import Word2Vec

    model = Word2Vec(vector_size=width, sg=1, min_count=_MINIMUM_COUNT, workers=1, seed=0)
    model.build_vocab(sentences)
    if not len(model.wv):
        return {}
    model.train(sentences, total_examples=len(sentences), epochs=model.epochs)
    return {word: model.wv[word] for word in model.wv.index_to_key}


@cache
def read_vectors(path: Path, words: frozenset[str]) -> Vectors:
    """Read the vectors of words from a file of word2vec or GloVe, as text or binary (`.bin`).

    A word has the vector of its lower-case form, or of the first other one.
    """
    return _vectors(path, words.__contains__)


def frequent_vectors(path: Path) -> dict[str, Vector]:
    """Read the first vectors of a file, which are those of the most frequent words."""
    return _vectors(path, lambda _: True, most=_MOST_WORDS)


def _vectors(
    path: Path, wanted: Callable[[str], bool], most: int = sys.maxsize, on_error: OnError = strict
) -> dict[str, Vector]:
    """Read up to `most` vectors of words that are wanted."""
    vectors: dict[str, Vector] = {}
    for word, vector in _binary_rows(path) if path.suffix == ".bin" else _text_rows(path, on_error):
        lower = word.lower()
        if wanted(lower) and (word == lower or lower not in vectors):
            vectors[lower] = vector
            if len(vectors) == most:
                break
    if not vectors:
        raise FormatError("expected vectors of words of the data, found none", path)
    return vectors


def _text_rows(path: Path, on_error: OnError) -> Iterator[tuple[str, Vector]]:
    width: int | None = None
    with opened(path) as file:
        for number, line in enumerate(iter(lambda: file.readline(_LONGEST_LINE), b""), start=1):
            if number == 1 and (header := _HEADER.fullmatch(line)):
                width = int(header[2])
                continue
            try:
                word, *values = line.decode("utf-8").rstrip().split(" ")
                vector = np.array(values, dtype=np.float32)
            except (UnicodeDecodeError, ValueError):
                message = "expected a word and numbers with blanks between (binary files end in .bin)"
                on_error(FormatError(message, path, line=number))
                continue
            width = len(values) if width is None else width
            if not width or len(values) != width:
                message = f"expected {width or 'some'} numbers, got {len(values)}"
                on_error(FormatError(message, path, line=number))
            elif not np.isfinite(vector).all():
                on_error(FormatError("expected finite numbers", path, line=number))
            else:
                yield word, vector


def _binary_rows(path: Path) -> Iterator[tuple[str, Vector]]:
    with opened(path) as file:
        header = _HEADER.fullmatch(file.readline(100))
        if header is None:
            raise FormatError("expected a first line with the numbers of words and of dimensions", path)
        count, width = map(int, header.groups())
        for number in range(count):
            word = bytearray()
            while (character := file.read(1)) not in (b" ", b"") and len(word) < _LONGEST_LINE:
                word += character
            values = file.read(4 * width)
            if len(values) < 4 * width:
                raise FormatError(f"expected {count} vectors of {width} numbers, got {number}", path)
            vector = np.frombuffer(values, dtype="<f4")
            if not np.isfinite(vector).all():
                raise FormatError(f"vector {number + 1} has {width} values that are no numbers", path)
            yield bytes(word).decode("utf-8", "replace").strip(), vector
