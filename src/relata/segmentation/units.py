"""What Chinese words are made of: single characters, and runs of digits, Latin letters and the like.

A unit has a symbol, which is what the tagger of words sees: the simplified character, or one symbol for all
numbers, one for all Latin words. Marks are units, too, and always words of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from relata.document import Offsets
from relata.segmentation.characters import simplified

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


@dataclass(frozen=True, slots=True)
class Units:
    """Where units lie, their symbols, and before which of them a word must end."""

    spans: list[Offsets]
    symbols: list[int]
    borders: list[int]


def units(text: str, begin: int, end: int) -> Units:
    """The units between two offsets of a text; words end at blanks and on both sides of marks."""
    plain = simplified(text[begin:end])
    found = Units([], [], [])
    after, apart = begin, True
    for match in UNIT.finditer(text, begin, end):
        kind = match.lastgroup or "mark"
        if apart or kind == "mark" or match.start() != after:
            found.borders.append(len(found.spans))
        found.spans.append(match.span())
        found.symbols.append(_RUNS.get(kind) or ord(plain[match.start() - begin].translate(_FULL_WIDTH)))
        after, apart = match.end(), kind == "mark"
    return found


def spaced_words(text: str, begin: int, end: int) -> Iterator[Offsets]:
    """The words of a text in which they stand apart by blanks; marks are cut off."""
    found = units(text, begin, end)
    return words(found.spans, (*found.borders[1:], len(found.spans)))


def words(spans: Sequence[Offsets], ends: Iterable[int]) -> Iterator[Offsets]:
    """Units put together to words, by how many units there are before the end of each word."""
    first = 0
    for last in ends:
        yield spans[first][0], spans[last - 1][1]
        first = last
