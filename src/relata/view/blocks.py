"""Blocks of a text on a page: its paragraphs, cut where they are long, and the kind of each."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from relata.document import Offsets

_LONGEST = 1000
"""Number of characters of a block at which the next sentence begins another block."""

_HARD_LIMIT = 4 * _LONGEST
"""Number of characters at which a sentence is cut."""

_HEADING_LIMIT = 90
"""Number of characters that a heading may have."""

_BLANK_LINE = re.compile(r"\n[^\S\n]*\n\s*")
_ENDS_LIKE_A_SENTENCE = re.compile(r"[.!?,;:…。！？，；：、][\"'”’」』)\]]*$")
_ITEM = re.compile(
    r"(?:[•·▪◦‣*–-]|\(?(?:\d{1,3}|[a-zA-Z])[.)]|[(（]?[一二三四五六七八九十]{1,3}[)）、])\s*\S"
)
_NAME = r"[A-Z][^\s:：]{0,20}(?:[ _][A-Z0-9][^\s:：]{0,20}){0,3}|[\u4e00-\u9fff·]{1,8}"
_SPEAKER = re.compile(rf"(?:\[[^\]\n]{{1,30}}\]|{_NAME})\s?[:：]")

_LINE_OF_SPEAKER = re.compile(rf"^({_SPEAKER.pattern})", re.MULTILINE)


class TextBlock(NamedTuple):
    """Offsets of a block; `continued` if it belongs to the paragraph of the block before it.

    `kind` is "heading", "item" (of a list), "turn" (of a dialogue) or ""; a turn begins with the name of its
    speaker, which ends at the offset `speaker`.
    """

    begin: int
    end: int
    continued: bool
    kind: str = ""
    speaker: int = 0


def lay_out(text: str, paragraphs: Sequence[Offsets], sentences: Iterable[int]) -> tuple[TextBlock, ...]:
    """Return the blocks of a text in order, which together hold all of it except white space at their edges.

    `sentences` are the offsets at which sentences begin. Without `paragraphs`, blank lines separate them.
    Lines that begin with the name of a speaker are blocks of their own, if a name recurs.
    """
    if paragraphs:
        edges = {begin for begin, _ in paragraphs}
    else:
        edges = {match.end() for match in _BLANK_LINE.finditer(text)}
    starts = sorted({0, *edges, *_turns(text), len(text)})
    breaks = sorted(set(sentences))
    blocks: list[TextBlock] = []
    for begin, end in pairwise(starts):
        in_paragraph = breaks[bisect_left(breaks, begin) : bisect_left(breaks, end)]
        pieces = _cut(text, begin, end, in_paragraph)
        blocks += (TextBlock(*piece, number > 0) for number, piece in enumerate(pieces))
    return tuple(blocks)


def _turns(text: str) -> list[int]:
    """Return the offsets of lines that begin with the name of a speaker."""
    turns = list(_LINE_OF_SPEAKER.finditer(text))
    names = Counter(match[1] for match in turns)
    return [match.start() for match in turns] if max(names.values(), default=0) > 1 else []


def _cut(text: str, begin: int, end: int, sentences: Iterable[int]) -> Iterator[Offsets]:
    """Yield the pieces of a paragraph, without white space around them."""
    for sentence in (*sentences, end):
        while sentence - begin > _HARD_LIMIT:
            blank = text.rfind(" ", begin + 1, begin + _HARD_LIMIT)
            middle = blank if blank > 0 else begin + _HARD_LIMIT
            yield from _trimmed(text, begin, middle)
            begin = middle
        if sentence - begin > _LONGEST or sentence == end:
            yield from _trimmed(text, begin, sentence)
            begin = sentence


def _trimmed(text: str, begin: int, end: int) -> Iterator[Offsets]:
    while begin < end and text[begin].isspace():
        begin += 1
    while begin < end and text[end - 1].isspace():
        end -= 1
    if begin < end:
        yield begin, end


def with_kinds(text: str, blocks: Iterable[TextBlock]) -> tuple[TextBlock, ...]:
    """Mark headings, items of lists and turns of dialogues.

    A heading is short and does not end like a sentence. Labels of speakers count if one of them recurs, and
    headings if they are less than half of the paragraphs.
    """
    marked = list(blocks)
    texts = [text[block.begin : block.end] for block in marked]
    speakers = [
        _SPEAKER.match(each) if not block.continued else None
        for block, each in zip(marked, texts, strict=True)
    ]
    names = Counter(match[0] for match in speakers if match)
    dialogue = max(names.values(), default=0) > 1
    items = [
        not block.continued and bool(_ITEM.match(each)) for block, each in zip(marked, texts, strict=True)
    ]
    headings = [
        not block.continued and not item and _is_heading(each)
        for block, each, item in zip(marked, texts, items, strict=True)
    ]
    some_headings = 2 * sum(headings) < sum(not block.continued for block in marked)
    for number, block in enumerate(marked):
        neighbours = items[max(0, number - 1) : number] + items[number + 1 : number + 2]
        if dialogue and (match := speakers[number]):
            marked[number] = block._replace(kind="turn", speaker=block.begin + match.end())
        elif items[number] and any(neighbours):
            marked[number] = block._replace(kind="item")
        elif headings[number] and some_headings and number + 1 < len(marked):
            marked[number] = block._replace(kind="heading")
    return tuple(marked)


def _is_heading(paragraph: str) -> bool:
    return (
        len(paragraph) <= _HEADING_LIMIT
        and "\n" not in paragraph
        and not _ENDS_LIKE_A_SENTENCE.search(paragraph)
    )
