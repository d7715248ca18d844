"""Learning where Chinese words end: an averaged perceptron on segmented text, and a lexicon.

Only additions of whole numbers, in an order that the seed gives: the same data make the same file everywhere.
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
from relata.errors import FormatError, RelataError
from relata.formats.files import read_lines
from relata.segmentation.blanks import unspaced
from relata.segmentation.characters import simplified
from relata.segmentation.tagging import HAN, LONGEST, WordTagger, features, units, word_hashes
from relata.structured.linear_chain import BEGIN, END, MIDDLE, SINGLE, best_segment_tags


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a tagger is trained; `rows` is how many different features are told apart."""

    seed: int = 1
    epochs: int = 6
    rows: int = 1 << 18
    lexicon_words: int = 150_000


_LEXICAL = re.compile(rf"[{HAN}]{{2,{LONGEST}}}")


def jieba_lexicon() -> Path:
    """The dictionary of the package jieba, which need not be imported for it."""
    package = find_spec("jieba")
    if package is None or package.origin is None:
        raise RelataError('training a segmenter needs jieba, or --lexicon: pip install "relata-nlp[train]"')
    return Path(package.origin).with_name("dict.txt")


def read_lexicon(path: Path, count: int) -> NDArray[np.uint32]:
    """The hashes of the commonest words of a file: a word a line, its frequency after a blank."""
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
    """The hashes of the words of a lexicon, in order."""
    of_length: dict[int, list[str]] = {}
    for word in words:
        of_length.setdefault(len(word), []).append(word)
    found = [np.zeros(0, dtype=np.uint32)]
    for length, same in of_length.items():
        symbols = np.array([ord(char) for char in "".join(same)], dtype=np.uint64)
        found.append(word_hashes(symbols, length)[::length])
    return np.unique(np.concatenate(found))


@dataclass(frozen=True, slots=True)
class Stretch:
    """Units between two marks or blanks, as rows of features, and their tags."""

    rows: NDArray[np.int64]
    tags: NDArray[np.int64]


def stretches(documents: Iterable[Document], lexicon: NDArray[np.uint32], rows: int) -> Iterator[Stretch]:
    """What segmented documents teach; marks that are glued to words are cut off, as they always are."""
    for document in documents:
        tokens = unspaced(document.tokens)
        yield from _stretches(tokens.text, set(tokens.ends), lexicon, rows)


def _stretches(text: str, ends: set[int], lexicon: NDArray[np.uint32], rows: int) -> Iterator[Stretch]:
    found = units(text, 0, len(text))
    all_rows = features(np.array(found.symbols, dtype=np.uint64), lexicon, rows)
    for begin, end in pairwise([0, *found.borders, len(found.spans)]):
        tags = list(_tags([stop for _, stop in found.spans[begin:end]], ends))
        if len(tags) > 1:
            yield Stretch(all_rows[begin:end], np.array(tags, dtype=np.int64))


def _tags(unit_ends: Sequence[int], word_ends: set[int]) -> Iterator[int]:
    starts = True
    for place, end in enumerate(unit_ends, start=1):
        stops = end in word_ends or place == len(unit_ends)
        yield (SINGLE if stops else BEGIN) if starts else (END if stops else MIDDLE)
        starts = stops


def train(examples: Sequence[Stretch], lexicon: NDArray[np.uint32], recipe: Recipe) -> WordTagger:
    """An averaged perceptron: what is tagged wrong moves weights from the wrong tags to the right ones."""
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
            found = np.array(best_segment_tags(weights[rows].sum(axis=1).tolist(), transitions.tolist()))
            step += 1
            places = np.flatnonzero(found != gold)
            if not len(places):
                continue
            for tags, change in ((gold, 1), (found, -1)):
                there = (rows[places], tags[places][:, None])
                pairs = (tags[:-1], tags[1:])
                np.add.at(weights, there, change)
                np.add.at(sums[0], there, change * step)
                np.add.at(transitions, pairs, change)
                np.add.at(sums[1], pairs, change * step)
    return _quantised(weights - sums[0] / step, transitions - sums[1] / step, lexicon)


def _quantised(
    weights: NDArray[np.float64], transitions: NDArray[np.float64], lexicon: NDArray[np.uint32]
) -> WordTagger:
    """Weights of a byte each; the few larger ones are cut."""
    scale = 127 / max(
        1.0, float(np.quantile(np.abs(weights[weights != 0]), 0.9999)) if weights.any() else 1.0
    )
    return WordTagger(
        np.clip(np.rint(weights * scale), -127, 127).astype(np.int8),
        np.rint(transitions * scale).astype(np.int32),
        lexicon,
    )


def word_f1(tagger: WordTagger, documents: Iterable[Document]) -> float:
    """F1 of the words that a tagger finds in the running text of segmented documents, in percent."""
    right = given = found = 0
    for document in documents:
        tokens = unspaced(document.tokens)
        own = set(tagger.words(tokens.text, 0, len(tokens.text)))
        right += len(own & set(zip(tokens.begins, tokens.ends, strict=True)))
        given += len(tokens)
        found += len(own)
    return 200 * right / (given + found)
