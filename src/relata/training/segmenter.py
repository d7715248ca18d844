"""Training of the segmenter of Chinese text: an averaged perceptron on segmented text, and a lexicon.

It only adds whole numbers, in an order that the seed gives: the same data make the same file everywhere.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from relata.document import Document
from relata.errors import FormatError, OnError, RelataError
from relata.formats import detect, reader
from relata.formats.files import read_lines
from relata.segmentation.blanks import unspaced
from relata.segmentation.characters import simplified
from relata.segmentation.tagging import HAN, LONGEST, WordTagger, features, units, word_hashes
from relata.structured.linear_chain import BEGIN, END, MIDDLE, SINGLE, best_segment_tags


@dataclass(frozen=True, slots=True)
class SegmenterRecipe:
    """Settings of a training; `rows` is the number of rows that features are hashed to."""

    seed: int = 1
    epochs: int = 6
    rows: int = 1 << 18
    lexicon_words: int = 150_000


def train_segmenter(
    data: Path, more: Sequence[Path], lexicon: Path | None, recipe: SegmenterRecipe, on_error: OnError
) -> tuple[WordTagger, float]:
    """Train a segmenter on the folders train and dev of a corpus and on more text; return its F1 on dev."""
    parts = [
        tuple(reader(detect(path))(path, on_error=on_error)) for path in (data / "train", data / "dev", *more)
    ]
    words = read_lexicon(lexicon or jieba_lexicon(), recipe.lexicon_words)
    examples = [stretch for part in (parts[0], *parts[2:]) for stretch in stretches(part, words, recipe.rows)]
    if not examples:
        raise RelataError(f"expected segmented Chinese text to train with, found none in {data}")
    tagger = train(examples, words, recipe)
    return tagger, word_f1(tagger, parts[1])


_LEXICAL = re.compile(rf"[{HAN}]{{2,{LONGEST}}}")


def jieba_lexicon() -> Path:
    """Find the dictionary of the package jieba, without importing the package."""
    package = find_spec("jieba")
    if package is None or package.origin is None:
        raise RelataError('training a segmenter needs jieba, or --lexicon: pip install "relata-nlp[train]"')
    return Path(package.origin).with_name("dict.txt")


def read_lexicon(path: Path, count: int) -> NDArray[np.uint32]:
    """Read the hashes of the commonest words of a file: a word a line, its frequency after a blank."""
    words: list[tuple[int, str]] = []
    for number, line in read_lines(path):
        word, _, rest = line.partition(" ")
        frequency = rest.partition(" ")[0]
        if not frequency.isdecimal():
            raise FormatError(
                f"expected a word, a blank and its frequency, found {line!r}", path, line=number
            )
        if _LEXICAL.fullmatch(word):
            words.append((-int(frequency), word))
    return hashed(simplified(word) for _, word in sorted(words)[:count])


def hashed(words: Iterable[str]) -> NDArray[np.uint32]:
    """Compute the hashes of the words of a lexicon, in order."""
    of_length: dict[int, list[str]] = {}
    for word in words:
        of_length.setdefault(len(word), []).append(word)
    hashes = [np.zeros(0, dtype=np.uint32)]
    for length, same in of_length.items():
        symbols = np.array([ord(char) for char in "".join(same)], dtype=np.uint64)
        hashes.append(word_hashes(symbols, length)[::length])
    return np.unique(np.concatenate(hashes))


@dataclass(frozen=True, slots=True)
class Stretch:
    """Units between two marks or blanks, as rows of features, and their tags."""

    rows: NDArray[np.int64]
    tags: NDArray[np.int64]


def stretches(documents: Iterable[Document], lexicon: NDArray[np.uint32], rows: int) -> Iterator[Stretch]:
    """Cut segmented documents into examples; marks that are glued to words become words."""
    for document in documents:
        tokens = unspaced(document.tokens)
        yield from _stretches(tokens.text, set(tokens.ends), lexicon, rows)


def _stretches(text: str, ends: set[int], lexicon: NDArray[np.uint32], rows: int) -> Iterator[Stretch]:
    text_units = units(text, 0, len(text))
    all_rows = features(np.array(text_units.symbols, dtype=np.uint64), lexicon, rows)
    for begin, end in pairwise([0, *text_units.borders, len(text_units.spans)]):
        tags = list(_tags([stop for _, stop in text_units.spans[begin:end]], ends))
        if len(tags) > 1:
            yield Stretch(all_rows[begin:end], np.array(tags, dtype=np.int64))


def _tags(unit_ends: Sequence[int], word_ends: set[int]) -> Iterator[int]:
    starts = True
    for number, end in enumerate(unit_ends, start=1):
        stops = end in word_ends or number == len(unit_ends)
        yield (SINGLE if stops else BEGIN) if starts else (END if stops else MIDDLE)
        starts = stops


def train(examples: Sequence[Stretch], lexicon: NDArray[np.uint32], recipe: SegmenterRecipe) -> WordTagger:
    """Train an averaged perceptron: errors move weights from the wrong tags to the right ones."""
    weights = np.zeros((recipe.rows, 4), dtype=np.int64)
    transitions = np.zeros((4, 4), dtype=np.int64)
    sums = [np.zeros_like(weights), np.zeros_like(transitions)]
    order = list(range(len(examples)))
    chance = random.Random(recipe.seed)
    step = 1
    for _ in range(recipe.epochs):
        chance.shuffle(order)
        for number in order:
            rows, gold = examples[number].rows, examples[number].tags
            predicted = np.array(best_segment_tags(weights[rows].sum(axis=1).tolist(), transitions.tolist()))
            step += 1
            errors = np.flatnonzero(predicted != gold)
            if not len(errors):
                continue
            for tags, change in ((gold, 1), (predicted, -1)):
                there = (rows[errors], tags[errors][:, None])
                pairs = (tags[:-1], tags[1:])
                np.add.at(weights, there, change)
                np.add.at(sums[0], there, change * step)
                np.add.at(transitions, pairs, change)
                np.add.at(sums[1], pairs, change * step)
    return _quantised(weights - sums[0] / step, transitions - sums[1] / step, lexicon)


def _quantised(
    weights: NDArray[np.float64], transitions: NDArray[np.float64], lexicon: NDArray[np.uint32]
) -> WordTagger:
    """Round weights to a byte each; the few larger ones are cut off."""
    scale = 127 / max(
        1.0, float(np.quantile(np.abs(weights[weights != 0]), 0.9999)) if weights.any() else 1.0
    )
    return WordTagger(
        np.clip(np.rint(weights * scale), -127, 127).astype(np.int8),
        np.rint(transitions * scale).astype(np.int32),
        lexicon,
    )


def word_f1(tagger: WordTagger, documents: Iterable[Document]) -> float:
    """Compute F1 of the words that a tagger finds in the text of segmented documents, in percent."""
    right = gold = predicted = 0
    for document in documents:
        tokens = unspaced(document.tokens)
        words = set(tagger.words(tokens.text, 0, len(tokens.text)))
        right += len(words & set(zip(tokens.begins, tokens.ends, strict=True)))
        gold += len(tokens)
        predicted += len(words)
    return 200 * right / (gold + predicted)
