"""Learning where Chinese words end: an averaged perceptron on segmented text, and a lexicon.

Only additions of whole numbers, in an order that the seed gives: the same data make the same file everywhere.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from relata.document import Document, Offsets
from relata.errors import FormatError
from relata.formats.files import read_lines
from relata.segmentation.characters import simplified
from relata.segmentation.tagging import (
    BEGIN,
    END,
    LONGEST,
    MIDDLE,
    SINGLE,
    WordTagger,
    best_tags,
    features,
    word_hashes,
)
from relata.segmentation.units import UNIT, units

_LATIN = re.compile(r"[0-9A-Za-z\u00c0-\u024f]")


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a tagger is trained; `rows` is how many different features are told apart."""

    seed: int = 1
    epochs: int = 8
    rows: int = 1 << 18
    lexicon_words: int = 100_000


def joined(words: Iterable[str]) -> tuple[str, list[Offsets]]:
    """Words as running text, with blanks only between Latin words and numbers; and where they lie.

    >>> joined(["我", "在", "New", "York", "。"])[0]
    '我在New York。'
    """
    text = ""
    offsets: list[Offsets] = []
    for word in words:
        if text and _LATIN.match(text[-1]) and _LATIN.match(word):
            text += " "
        offsets.append((len(text), len(text) + len(word)))
        text += word
    return text, offsets


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
        if 2 <= len(word) <= LONGEST and all(_is_han(char) for char in word):
            words.append((-int(frequency), simplified(word)))
    return hashed(word for _, word in sorted(words)[:count])


def _is_han(char: str) -> bool:
    match = UNIT.fullmatch(char)
    return match is not None and match.lastgroup == "han"


def hashed(words: Iterable[str]) -> NDArray[np.uint32]:
    """The hashes of the words of a lexicon, in order."""
    found = [
        word_hashes(np.array([ord(char) for char in word], dtype=np.uint64), len(word)) for word in words
    ]
    return np.unique(np.concatenate(found)) if found else np.zeros(0, dtype=np.uint32)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Units between two marks or blanks, as rows of features, and their tags."""

    rows: NDArray[np.int64]
    tags: NDArray[np.int64]


def stretches(documents: Iterable[Document], lexicon: NDArray[np.uint32], rows: int) -> Iterator[Stretch]:
    """What segmented documents teach; marks that are glued to words are cut off, as they always are."""
    for document in documents:
        text, offsets = joined(token.form for token in document.tokens)
        yield from _stretches(text, {end for _, end in offsets}, lexicon, rows)


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


def train(
    examples: Sequence[Stretch],
    lexicon: NDArray[np.uint32],
    recipe: Recipe,
    report: Callable[[int, int], None],
) -> WordTagger:
    """An averaged perceptron; `report` is told each epoch's number and how many units were tagged wrong."""
    weights = np.zeros((recipe.rows, 4), dtype=np.int64)
    transitions = np.zeros((4, 4), dtype=np.int64)
    sums = [np.zeros_like(weights), np.zeros_like(transitions)]
    order = list(range(len(examples)))
    chance = random.Random(recipe.seed)
    step = 1
    for epoch in range(1, recipe.epochs + 1):
        chance.shuffle(order)
        wrong = 0
        for number in order:
            rows, gold = examples[number].rows, examples[number].tags
            found = np.array(best_tags(weights[rows].sum(axis=1).tolist(), transitions.tolist()))
            step += 1
            places = np.flatnonzero(found != gold)
            if not len(places):
                continue
            wrong += len(places)
            for tags, change in ((gold, 1), (found, -1)):
                there = (rows[places], tags[places][:, None])
                pairs = (tags[:-1], tags[1:])
                np.add.at(weights, there, change)
                np.add.at(sums[0], there, change * step)
                np.add.at(transitions, pairs, change)
                np.add.at(sums[1], pairs, change * step)
        report(epoch, wrong)
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
        text, offsets = joined(token.form for token in document.tokens)
        own = set(tagger.words(text, 0, len(text)))
        right += len(own & set(offsets))
        given += len(offsets)
        found += len(own)
    return 200 * right / (given + found)
