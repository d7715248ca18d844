"""The labels in MISC by which DISRPT marks connectives (`Conn=B-conn`) and discourse units (`Seg=B-seg`).

Older years write `Seg=B-conn` or `Seg=B-Conn`, `BeginSeg=Yes`, and `_` where nothing begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from relata.document import Document, Span

_LABEL = re.compile(r"(?:^|\|)(?:(?:Conn|Seg)=([^|]*)|BeginSeg=Yes)")


def label(misc: str | None) -> str:
    """The label of a token in small letters ("b-conn", "o"), empty if it has none."""
    match = _LABEL.search(misc or "")
    return (match[1] or "B-seg").lower() if match else ""


def connective_ranges(labels: Iterable[str]) -> Iterator[tuple[int, int]]:
    """The connectives in the labels of a document, as half-open ranges of tokens.

    One begins at b-conn and goes on over i-conn, up to the last token too. An i-conn that follows neither
    is no connective, as the task has it.

    >>> list(connective_ranges(["i-conn", "o", "b-conn", "b-conn", "i-conn"]))
    [(2, 3), (3, 5)]
    """
    first: int | None = None
    last = 0
    for index, value in enumerate(labels):
        if first is not None and value != "i-conn":
            yield first, index
            first = None
        if value == "b-conn":
            first = index
        last = index + 1
    if first is not None:
        yield first, last


def connectives(document: Document) -> list[Span]:
    """The connectives that the tokens of a document are marked with; each is one piece."""
    misc = document.tokens.columns.get("misc", ())
    return [Span(document.tokens, (piece,)) for piece in connective_ranges(map(label, misc))]


def is_marked(document: Document) -> bool:
    """Whether any token has a label."""
    return any(_LABEL.search(misc or "") for misc in document.tokens.columns.get("misc", ()))


def only_label(misc: str | None) -> str | None:
    """What MISC says of the label, without the rest."""
    match = _LABEL.search(misc or "")
    return match[0].removeprefix("|") if match else None


def with_connectives(document: Document, misc: Iterable[str | None]) -> list[str]:
    """A MISC column with the connectives of the explicit relations, each piece marked for itself."""
    marks = ["O"] * len(document.tokens)
    for relation in document.relations:
        if relation.explicit and relation.connective:
            for first, last in relation.connective.ranges:
                marks[first:last] = ["B-conn", *["I-conn"] * (last - first - 1)]
    return [_with_label(value, f"Conn={mark}") for value, mark in zip(misc, marks, strict=True)]


def _with_label(misc: str | None, new: str) -> str:
    """MISC with a label in its alphabetical place, instead of any other label."""
    others = [] if misc in (None, "_") else _LABEL.sub("", misc).strip("|").split("|")
    items = [item for item in others if item]
    place = sum(item.lower() < new.lower() for item in items)
    return "|".join([*items[:place], new, *items[place:]])
