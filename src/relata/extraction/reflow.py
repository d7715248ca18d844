"""Paragraphs rebuilt from the printed lines of pages: without running heads, over columns and pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import median

HYPHENS = ("-", "\u00ad", "\u2010", "\x02", "\ufffe")
"""Characters that a hyphen at the end of a line may come as."""

_FREE_HYPHENS = HYPHENS[1:2] + HYPHENS[3:]
"""Hyphens that stand at the end of a line only."""

_PAGE_NUMBER = re.compile(
    r"\W*(?:(?:page|p\.|第)\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:of|/|页|頁|共)\s*\d{0,4}\s*(?:页|頁)?)?\W*",
    re.IGNORECASE,
)
_STOP = re.compile(r"[.!?:;。！？：；…][\"'”’)\]」』）]*$")
_BULLET = re.compile(r"(?:[•‣◦▪●○–—*·]|\(?(?:\d{1,2}|[a-z])[.)])\s")
_CJK = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]")
_LEAST_LEADING, _USUAL_LEADING = 0.8, 1.2
"""Distances of lines, in heights of a line: the least that no other line overlaps, and a usual one."""

_EDGE_LINES = 2
"""Lines at the top and at the bottom of a page that may be running heads."""


@dataclass(frozen=True, slots=True)
class Line:
    """A printed line; heights grow upwards, as in PDF. `page_height` is that of its page."""

    text: str
    page: int
    left: float
    right: float
    bottom: float
    top: float
    page_height: float

    @property
    def size(self) -> float:
        """Height of the line."""
        return self.top - self.bottom


@dataclass(frozen=True, slots=True)
class _Column:
    """Lines of a column from top to bottom, with its usual left and right edges."""

    lines: Sequence[Line]
    left: float
    right: float


def paragraphs(lines: Iterable[Line]) -> tuple[list[str], list[int]]:
    """Return the paragraphs of a document, and the number of the first paragraph on each page."""
    body = _without_furniture(list(lines))
    columns = list(_columns(body))
    leading = _leading(columns)
    indented = _has_indents(columns)
    words = Counter(re.findall(r"\w+-\w+", " ".join(line.text for line in body)))
    blocks: list[list[Line]] = []
    before: tuple[_Column, Line] | None = None
    for column in columns:
        for line in column.lines:
            if before is None or _breaks(*before, column, line, leading, indented=indented):
                blocks.append([])
            blocks[-1].append(line)
            before = column, line
    firsts: dict[int, int] = {}
    for number, block in enumerate(blocks):
        firsts.setdefault(block[0].page, number)
    return [_text_of(block, words) for block in blocks], list(firsts.values())


def _without_furniture(lines: list[Line]) -> list[Line]:
    """Leave out running heads, running feet and page numbers."""
    edges: dict[int, list[Line]] = {}
    for page, group in groupby(lines, key=lambda line: line.page):
        ordered = sorted(group, key=lambda line: -line.top)
        edges[page] = [*ordered[:_EDGE_LINES], *ordered[_EDGE_LINES:][-_EDGE_LINES:]]
    repeated = Counter(key for group in edges.values() for key in {_place(line) for line in group})
    least = max(2, len(edges) // 3)
    size = median(line.size for line in lines) if lines else 0.0
    furniture = {
        line
        for group in edges.values()
        for line in group
        if repeated[_place(line)] >= least or _is_page_number(line) or _is_small_print(line, size)
    }
    return [line for line in lines if line not in furniture]


def _place(line: Line) -> tuple[str, int]:
    """Return a line without its digits, and its rough place on the page."""
    return re.sub(r"\d+", "#", line.text.strip()), round(line.bottom / 8)


def _is_page_number(line: Line) -> bool:
    middle = (line.top + line.bottom) / 2 / line.page_height
    return not 0.1 < middle < 0.9 and _PAGE_NUMBER.fullmatch(line.text.strip()) is not None


def _is_small_print(line: Line, size: float) -> bool:
    """Return true for a line in the margin in smaller type, such as the head of a document of one page."""
    middle = (line.top + line.bottom) / 2 / line.page_height
    return not 0.05 < middle < 0.95 and line.size < 0.8 * size


def _columns(lines: Sequence[Line]) -> Iterator[_Column]:
    """Split lines where they go up, to another column or page."""
    run: list[Line] = []
    for line in lines:
        if run and (line.page != run[-1].page or line.bottom > run[-1].bottom + line.size / 2):
            yield _column(run)
            run = []
        run.append(line)
    if run:
        yield _column(run)


def _column(lines: list[Line]) -> _Column:
    edges = Counter(round(line.left) for line in lines)
    left = min(edge for edge, count in edges.items() if 3 * count >= max(edges.values()))
    return _Column(lines, left, max(line.right for line in lines))


def _leading(columns: Iterable[_Column]) -> float:
    """Return the distance between two lines of a paragraph, in heights of a line.

    It is a low quantile, because paragraphs may be of one line each.
    """
    distances = [
        distance
        for column in columns
        for above, below in zip(column.lines, column.lines[1:], strict=False)
        if below.size > 0 and (distance := (above.bottom - below.bottom) / below.size) > _LEAST_LEADING
    ]
    return sorted(distances)[len(distances) // 20] if distances else _USUAL_LEADING


def _has_indents(columns: Iterable[_Column]) -> bool:
    """Return true if the first lines of paragraphs are indented in this document."""
    lines = [(column, line) for column in columns for line in column.lines]
    return sum(_is_indented(column, line) for column, line in lines) * 20 >= len(lines) > 0


def _is_indented(column: _Column, line: Line) -> bool:
    return 0.7 * line.size < line.left - column.left < 6 * line.size


def _breaks(
    column_above: _Column, above: Line, column: _Column, line: Line, leading: float, *, indented: bool
) -> bool:
    """Return true if a paragraph begins at a line."""
    smaller, larger = sorted((above.size, line.size))
    if larger > 1.12 * smaller or _BULLET.match(line.text):
        return True
    short = above.right < column_above.right - 0.2 * (column_above.right - column_above.left)
    if column is not column_above:
        unfinished = not (short or _STOP.search(above.text))
        return not (unfinished or line.text[:1].islower() or (indented and not _is_indented(column, line)))
    if above.bottom - line.bottom > 1.3 * leading * line.size:
        return True
    if _is_indented(column, line):
        return short or abs(line.left - above.left) > 0.5 * line.size
    return short and bool(_STOP.search(above.text))


def _text_of(block: Sequence[Line], hyphenated: Counter[str]) -> str:
    """Join the lines of a paragraph; a word that a line end cuts becomes whole again."""
    text = ""
    for line in block:
        addition = line.text.strip()
        if not text:
            text = addition
        elif text[-1] in HYPHENS and addition[:1].islower() and text[-2:-1].isalpha():
            text = _unhyphenated(text, addition, hyphenated)
        elif _CJK.match(text[-1]) or _CJK.match(addition[:1]):
            text += addition
        else:
            text += " " + addition
    return text.replace("\x02", "-").replace("\ufffe", "-")


def _unhyphenated(text: str, addition: str, hyphenated: Counter[str]) -> str:
    """Join two halves of a word; the hyphen stays if the document writes the word with it elsewhere."""
    first = re.search(r"\w+$", text[:-1])
    second = re.match(r"\w+", addition)
    word = f"{first[0]}-{second[0]}" if first and second else ""
    keeps = text[-1] not in _FREE_HYPHENS and hyphenated[word] > 0
    return (text if keeps else text[:-1]) + addition
