"""Chinese words by a linear model that tags units as begin, middle or end of a word, or as a single one.

A unit is a character, or a run of digits, Latin letters and the like. The tagger sees its symbol: the
simplified character, or one symbol for all numbers, one for all Latin words. Marks are words of their own.

Features are the symbols around a unit, alone and by twos and threes, their kinds, and the words of a lexicon
around it. Features and lexicon are kept as hashes; all numbers are integers, so that every machine finds the
same words.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from relata.document import Offsets
from relata.errors import ModelError
from relata.segmentation.characters import simplified
from relata.structured.linear_chain import END, best_segment_tags

HAN = r"\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Chinese characters, as a range of a regular expression."""

_LATIN = r"A-Za-z\u00c0-\u024fＡ-Ｚａ-ｚ"
_DIGIT = r"0-9０-９"
_KANA = r"\u3040-\u30fa\u30fc-\u30ff\u31f0-\u31ff"

UNIT = re.compile(
    rf"""
      (?P<latin>
          (?:https?://|www\.)[!-~]*[A-Za-z0-9/]
        | [A-Za-z0-9.+_-]{{1,64}}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+
        | [@\#][{_LATIN}{_DIGIT}_]+
        | [{_DIGIT}]*[{_LATIN}](?:[{_LATIN}{_DIGIT}_]|[-'’.&+/](?=[{_LATIN}{_DIGIT}]))*
          (?:\+\+|(?<=[A-Z]\.[A-Z])\.)? )
    | (?P<number> [{_DIGIT}]+(?:[.,:/．][{_DIGIT}]+)*[%％‰]? )
    | (?P<han> [{HAN}][\ufe00-\ufe0f\U000e0100-\U000e01ef]? )
    | (?P<kana> [{_KANA}]+ )
    | (?P<letters>
          (?![{HAN}{_LATIN}{_KANA}])[^\W\d_]
          (?:(?![{HAN}{_LATIN}{_KANA}])[\w\u0300-\u036f\u0900-\u0eff])* )
    | (?P<mark> …+ | \.{{2,}} | [—―─–]+ | -{{2,}} | ~{{2,}} | _+
        | [\U0001f1e6-\U0001f1ff]{{2}}
        | \S[\u0300-\u036f\ufe00-\ufe0f\u20e3\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]*
          (?:\u200d\S[\ufe0f\U0001f3fb-\U0001f3ff]*)* )
    """,
    re.VERBOSE,
)

NUMBER, LATIN, OTHER = 1, 2, 3
_RUNS = {"number": NUMBER, "latin": LATIN, "kana": OTHER, "letters": OTHER}
_FULL_WIDTH = str.maketrans(",.!?:;()\"'", "，。！？：；（）“’")

LONGEST = 5
"""Length of the longest words of a lexicon, in characters."""

_MARGIN = LONGEST + 2
_BLOCK = 1 << 14
_SHIPPED = Path(__file__).with_name("chinese.npz")

Numbers = NDArray[np.uint64]
Rows = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Units:
    """Offsets of units, their symbols, and the units before which a word must end."""

    spans: list[Offsets]
    symbols: list[int]
    borders: list[int]


@dataclass(frozen=True, slots=True)
class WordTagger:
    """Weights of features by tag and of pairs of tags, with the sorted hashes of a lexicon."""

    weights: NDArray[np.int8]
    transitions: NDArray[np.int32]
    lexicon: NDArray[np.uint32]

    @classmethod
    def load(cls, path: Path) -> WordTagger:
        """Load a tagger from a file that `save` wrote."""
        try:
            with np.load(path) as arrays:
                return cls(arrays["weights"], arrays["transitions"], arrays["lexicon"])
        except (OSError, KeyError, ValueError, EOFError, zipfile.BadZipFile) as error:
            raise ModelError(f"{path}: expected the weights of a tagger of words: {error}") from error

    def save(self, path: Path) -> None:
        """Write the arrays; equal arrays give equal files."""
        with path.open("wb") as file:
            np.savez_compressed(
                file, weights=self.weights, transitions=self.transitions, lexicon=self.lexicon
            )

    def words(self, text: str, begin: int, end: int) -> Iterator[Offsets]:
        """Return the words between two offsets of a text."""
        sequence = units(text, begin, end)
        return words(sequence.spans, self._ends(sequence.symbols, sequence.borders))

    def _ends(self, symbols: Sequence[int], borders: Sequence[int]) -> Iterator[int]:
        """Yield the number of units before each end of a word; no word crosses one of the sorted borders."""
        scores = self._scores(np.array(symbols, dtype=np.uint64))
        transitions = self.transitions.tolist()
        begin = 0
        for border in (*borders, len(symbols)):
            if border > begin:
                tags = best_segment_tags(scores[begin:border], transitions)
                yield from (at for at, tag in enumerate(tags, start=begin + 1) if tag >= END)
                begin = border

    def _scores(self, symbols: Numbers) -> list[list[int]]:
        """Score each tag for each unit, block by block to save memory; shape (units, 4)."""
        scores: list[list[int]] = []
        for begin in range(0, len(symbols), _BLOCK):
            left = max(0, begin - _MARGIN)
            rows = features(symbols[left : begin + _BLOCK + _MARGIN], self.lexicon, len(self.weights))
            block = rows[begin - left : begin - left + _BLOCK]
            total = np.zeros((len(block), 4), dtype=np.int32)
            for column in block.T:
                total += self.weights[column]
            scores += total.tolist()
        return scores


@cache
def shipped() -> WordTagger:
    """Return the tagger that comes with Relata."""
    return WordTagger.load(_SHIPPED)


def units(text: str, begin: int, end: int) -> Units:
    """Split the text between two offsets into units; words end at blanks and on both sides of marks."""
    plain = simplified(text[begin:end])
    sequence = Units([], [], [])
    after, apart = begin, True
    for match in UNIT.finditer(text, begin, end):
        kind = match.lastgroup or "mark"
        if apart or kind == "mark" or match.start() != after:
            sequence.borders.append(len(sequence.spans))
        sequence.spans.append(match.span())
        sequence.symbols.append(_RUNS.get(kind) or ord(plain[match.start() - begin].translate(_FULL_WIDTH)))
        after, apart = match.end(), kind == "mark"
    return sequence


def spaced_words(text: str, begin: int, end: int) -> Iterator[Offsets]:
    """Yield the words of a text that blanks separate; marks are cut off."""
    sequence = units(text, begin, end)
    return words(sequence.spans, (*sequence.borders[1:], len(sequence.spans)))


def words(spans: Sequence[Offsets], ends: Iterable[int]) -> Iterator[Offsets]:
    """Join units to words; `ends` counts the units before the end of each word."""
    first = 0
    for last in ends:
        yield spans[first][0], spans[last - 1][1]
        first = last


def features(symbols: Numbers, lexicon: NDArray[np.uint32], size: int) -> Rows:
    """Return the rows of weights for each unit: its features, hashed to numbers below `size`."""
    near = {shift: _shifted(symbols, shift) for shift in range(-2, 3)}
    kinds = _kinds(symbols)
    near_kinds = {shift: _shifted(kinds, shift) for shift in range(-2, 3)}
    begins, ends, continues = _lexical(symbols, lexicon)
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
        (continues,),
        (begins, ends, continues),
        (begins, ends, near[0]),
        (before, begins, ends, after),
    ]
    mask = np.uint64(size - 1)
    columns = [_hash(number, *values) & mask for number, values in enumerate(templates, start=1)]
    return np.stack(columns, axis=1).astype(np.int64)


def word_hashes(symbols: Numbers, length: int) -> NDArray[np.uint32]:
    """Return the hashes of all sequences of `length` symbols."""
    count = len(symbols) - length + 1
    parts = [symbols[shift : shift + count] for shift in range(length)]
    return (_hash(length, *parts) >> np.uint64(32)).astype(np.uint32)


def _lexical(symbols: Numbers, lexicon: NDArray[np.uint32]) -> tuple[Numbers, Numbers, Numbers]:
    """Return the lengths of the longest lexicon words that begin, end, and continue at each unit, or 0."""
    begins, ends, continues = (np.zeros(len(symbols), dtype=np.uint64) for _ in range(3))
    for length in range(2, LONGEST + 1) if len(lexicon) else ():
        hashes = word_hashes(symbols, length) if len(symbols) >= length else np.zeros(0, dtype=np.uint32)
        places = np.minimum(np.searchsorted(lexicon, hashes), len(lexicon) - 1)
        matches = np.flatnonzero(lexicon[places] == hashes)
        begins[matches] = length
        ends[matches + length - 1] = length
        for inside in range(1, length - 1):
            continues[matches + inside] = length
    return begins, ends, continues


def _shifted(values: Numbers, by: int) -> Numbers:
    """Shift values to the left by `by`, with zeros beyond the ends."""
    zeros = np.zeros(abs(by), dtype=np.uint64)
    return np.concatenate((values[by:], zeros) if by >= 0 else (zeros, values[:by]))[: len(values)]


def _hash(number: int, *values: Numbers) -> Numbers:
    """Hash a template's number and its values to 64 bits; overflow is intended."""
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
    """Classify symbols: marks, numerals, measures of time, runs, and others."""
    return _KINDS[np.minimum(symbols, np.uint64((1 << 16) - 1)).astype(np.int64)]
