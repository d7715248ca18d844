"""Words out of units: a linear model that tags each as begin, middle or end of a word, or as a whole one.

Its features are the symbols around a unit, alone and by twos and threes, their kinds, and the words of a
lexicon that begin, end or go on there. Features and lexicon are kept as hashes; all numbers are integers, so
that every machine finds the same words.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from relata.document import Offsets
from relata.errors import ModelError
from relata.segmentation.units import LATIN, NUMBER, OTHER, units, words

BEGIN, MIDDLE, END, SINGLE = range(4)
LONGEST = 5
"""Of the words of a lexicon, in characters."""

_MARGIN = LONGEST + 2
_BLOCK = 1 << 14
_NONE = 0
_SHIPPED = Path(__file__).with_name("chinese.npz")

Numbers = NDArray[np.uint64]
Rows = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class WordTagger:
    """The weights of features by tag, of pairs of tags, and the hashes of a lexicon, in order."""

    weights: NDArray[np.int8]
    transitions: NDArray[np.int32]
    lexicon: NDArray[np.uint32]

    @classmethod
    def load(cls, path: Path) -> WordTagger:
        """Reads what `save` wrote."""
        try:
            with np.load(path) as arrays:
                return cls(arrays["weights"], arrays["transitions"], arrays["lexicon"])
        except (OSError, KeyError, ValueError, EOFError, zipfile.BadZipFile) as error:
            raise ModelError(f"{path}: expected the weights of a tagger of words: {error}") from error

    def save(self, path: Path) -> None:
        """Writes the arrays; the same ones give the same file."""
        with path.open("wb") as file:
            np.savez_compressed(
                file, weights=self.weights, transitions=self.transitions, lexicon=self.lexicon
            )

    def words(self, text: str, begin: int, end: int) -> Iterator[Offsets]:
        """The words between two offsets of a text."""
        found = units(text, begin, end)
        return words(found.spans, self._ends(found.symbols, found.borders))

    def _ends(self, symbols: Sequence[int], borders: Sequence[int]) -> Iterator[int]:
        """After which units words end; no word goes over one of the borders, which are in order."""
        scores = self._scores(np.array(symbols, dtype=np.uint64))
        transitions = self.transitions.tolist()
        begin = 0
        for border in (*borders, len(symbols)):
            if border > begin:
                tags = best_tags(scores[begin:border], transitions)
                yield from (at for at, tag in enumerate(tags, start=begin + 1) if tag >= END)
                begin = border

    def _scores(self, symbols: Numbers) -> list[list[int]]:
        """How well each tag fits each unit, block by block, so that memory stays small."""
        scores: list[list[int]] = []
        for begin in range(0, len(symbols), _BLOCK):
            left = max(0, begin - _MARGIN)
            rows = features(symbols[left : begin + _BLOCK + _MARGIN], self.lexicon, len(self.weights))
            own = rows[begin - left : begin - left + _BLOCK]
            total = np.zeros((len(own), 4), dtype=np.int32)
            for column in own.T:
                total += self.weights[column]
            scores += total.tolist()
        return scores


@cache
def shipped() -> WordTagger:
    """The tagger that comes with Relata."""
    return WordTagger.load(_SHIPPED)


def best_tags(scores: Sequence[Sequence[float]], transitions: Sequence[Sequence[float]]) -> list[int]:
    """The tags of a stretch that begins and ends with whole words, by the Viterbi algorithm."""
    begin_middle, begin_end = transitions[BEGIN][MIDDLE], transitions[BEGIN][END]
    middle_middle, middle_end = transitions[MIDDLE][MIDDLE], transitions[MIDDLE][END]
    end_begin, end_single = transitions[END][BEGIN], transitions[END][SINGLE]
    single_begin, single_single = transitions[SINGLE][BEGIN], transitions[SINGLE][SINGLE]
    never = float("-inf")
    begin, _, _, single = scores[0]
    middle = end = never
    steps: list[tuple[int, int, int, int]] = []
    for on_begin, on_middle, on_end, on_single in scores[1:]:
        to_begin, to_single = end + end_begin, end + end_single
        to_middle, to_end = begin + begin_middle, begin + begin_end
        from_begin = from_single = END
        from_middle = from_end = BEGIN
        if (other := single + single_begin) > to_begin:
            to_begin, from_begin = other, SINGLE
        if (other := single + single_single) > to_single:
            to_single, from_single = other, SINGLE
        if (other := middle + middle_middle) > to_middle:
            to_middle, from_middle = other, MIDDLE
        if (other := middle + middle_end) > to_end:
            to_end, from_end = other, MIDDLE
        begin, middle = to_begin + on_begin, to_middle + on_middle
        end, single = to_end + on_end, to_single + on_single
        steps.append((from_begin, from_middle, from_end, from_single))
    tag = END if end > single else SINGLE
    tags = [tag]
    for step in reversed(steps):
        tag = step[tag]
        tags.append(tag)
    tags.reverse()
    return tags


def features(symbols: Numbers, lexicon: NDArray[np.uint32], size: int) -> Rows:
    """The rows of weights for each unit: its features, hashed to numbers below `size`."""
    near = {shift: _shifted(symbols, shift) for shift in range(-2, 3)}
    kinds = _kinds(symbols)
    near_kinds = {shift: _shifted(kinds, shift) for shift in range(-2, 3)}
    begins, ends, goes_on = _lexical(symbols, lexicon)
    repeats = sum(
        (near[0] == near[shift]).astype(np.uint64) << np.uint64(place)
        for place, shift in enumerate((-2, -1, 1, 2))
    )
    before, after = _shifted(ends, -1), _shifted(begins, 1)
    templates: list[tuple[Numbers, ...]] = [
        *((near[shift],) for shift in range(-2, 3)),
        *((near[shift], near[shift + 1]) for shift in range(-2, 2)),
        (near[-1], near[1]),
        *((near[shift - 1], near[shift], near[shift + 1]) for shift in (-1, 0, 1)),
        tuple(near_kinds.values()),
        (near_kinds[-1], near_kinds[0], near_kinds[1]),
        (np.asarray(repeats),),
        (begins,),
        (ends,),
        (goes_on,),
        (begins, ends, goes_on),
        (begins, ends, near[0]),
        (before, begins, ends, after),
    ]
    mask = np.uint64(size - 1)
    columns = [_hash(number, *values) & mask for number, values in enumerate(templates, start=1)]
    return np.stack(columns, axis=1).astype(np.int64)


def word_hashes(symbols: Numbers, length: int) -> NDArray[np.uint32]:
    """The hashes of all stretches of so many symbols."""
    count = len(symbols) - length + 1
    parts = [symbols[shift : shift + count] for shift in range(length)]
    return (_hash(length, *parts) >> np.uint64(32)).astype(np.uint32)


def _lexical(symbols: Numbers, lexicon: NDArray[np.uint32]) -> tuple[Numbers, Numbers, Numbers]:
    """How long the longest words of the lexicon are that begin, end, and go on at each unit; 0 for none."""
    begins, ends, goes_on = (np.zeros(len(symbols), dtype=np.uint64) for _ in range(3))
    for length in range(2, LONGEST + 1) if len(lexicon) else ():
        hashes = word_hashes(symbols, length) if len(symbols) >= length else np.zeros(0, dtype=np.uint32)
        places = np.minimum(np.searchsorted(lexicon, hashes), len(lexicon) - 1)
        found = np.flatnonzero(lexicon[places] == hashes)
        begins[found] = length
        ends[found + length - 1] = length
        for inside in range(1, length - 1):
            goes_on[found + inside] = length
    return begins, ends, goes_on


def _shifted(values: Numbers, by: int) -> Numbers:
    """The value `by` places further on at each place, and none beyond the ends."""
    shifted = np.full(len(values), _NONE, dtype=np.uint64)
    if by >= 0:
        shifted[: max(0, len(values) - by)] = values[by:]
    else:
        shifted[-by:] = values[:by]
    return shifted


def _hash(number: int, *values: Numbers) -> Numbers:
    """A well-mixed 64-bit number of a template's number and its values; overflow is meant."""
    mixed = np.full(len(values[0]), number, dtype=np.uint64)
    for value in values:
        mixed = (mixed ^ value) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    return mixed ^ (mixed >> np.uint64(32))


_MARKS = "，。！？；：、“”‘’「」『』（）《》〈〉【】…—·～"
_KINDS = np.full(1 << 16, 7, dtype=np.uint64)
_KINDS[[ord(char) for char in _MARKS]] = 1
_KINDS[[ord(char) for char in "零〇一二三四五六七八九十百千万亿两几数半第"]] = 2
_KINDS[[ord(char) for char in "年月日时点分秒号"]] = 3
_KINDS[[NUMBER, LATIN, OTHER]] = 4, 5, 6


def _kinds(symbols: Numbers) -> Numbers:
    """Marks, numerals, measures of time, runs, and all else."""
    return _KINDS[np.minimum(symbols, np.uint64((1 << 16) - 1)).astype(np.int64)]
