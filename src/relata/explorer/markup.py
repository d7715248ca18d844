"""Pieces of HTML that the pages of a corpus share: escaped text, links, shares as widths, page numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from relata.explorer.query import Query

STATUS_SIGNS = {
    "correct": ("✓", "same arguments, right sense"),
    "wrong sense": ("≠", "same arguments, another sense"),
    "wrong spans": ("↔", "right sense, other arguments"),
    "wrong spans and sense": ("✗", "other arguments, another sense"),
    "missed": ("−", "in the gold, not found by the system"),
    "spurious": ("+", "found by the system, not in the gold"),
}
"""Sign and meaning of each result of a system."""

_CLASSES = ("Temporal", "Contingency", "Comparison", "Expansion", "EntRel")
_SURROGATE = re.compile("[\ud800-\udfff]")


def escaped(value: object) -> str:
    """Return a value as text for HTML; None is empty."""
    return "" if value is None else escape(_SURROGATE.sub("\ufffd", str(value)))


def link(address: str, text: str, kind: str = "", title: str = "") -> str:
    """Return a link; `text` is HTML already."""
    attributes = f' class="{kind}"' if kind else ""
    attributes += f' title="{escaped(title)}"' if title else ""
    return f'<a href="{escaped(address)}"{attributes}>{text}</a>'


def status_sign(status: str) -> str:
    """Return the sign of a result, with its meaning for who points at it."""
    if not status:
        return ""
    sign, meaning = STATUS_SIGNS[status]
    return f'<span class="status" data-status="{status}" title="{status}: {meaning}">{sign}</span>'


def tone(sense: str | None, type: str = "") -> str:
    """Return the class of colours of a sense, by its first level."""
    top = (sense or "").partition(".")[0]
    for label in (top, type):
        if label in _CLASSES:
            return f"tone{_CLASSES.index(label)}"
    return "tone5"


def width(value: float, most: float) -> str:
    """Return the class that makes a bar as wide as a share of the largest value, in steps of 5 %."""
    return f"w{min(20, round(20 * value / most))}" if most > 0 else "w0"


def number(value: int) -> str:
    """Return a number with commas between thousands."""
    return f"{value:,}"


def cell(content: object, kind: str = "") -> str:
    """Return a cell of a table; `content` is HTML already."""
    return f'<td class="{kind}">{content}</td>' if kind else f"<td>{content}</td>"


def heading(content: object, kind: str = "", *, scope: str = "col") -> str:
    """Return the head of a column or of a row, an empty cell if it has none; `content` is HTML already."""
    if not content:
        return "<td></td>"
    attributes = f' class="{kind}"' if kind else ""
    return f'<th scope="{scope}"{attributes}>{content}</th>'


def sense_heading(sense: str | None) -> str:
    """Return the head of a row for a sense, in the colour of its class."""
    if sense is None:
        return heading("<i>none</i>", scope="row")
    return heading(f'<span class="swatch">{escaped(sense)}</span>', tone(sense), scope="row")


def broken(name: str) -> str:
    """Return a long name that a line may break in, before dots and after other marks."""
    return re.sub(r"(?=\.)|(?<=[_/-])", "<wbr>", escaped(name))


def table(head: Iterable[str], rows: Iterable[Iterable[str]], kind: str, caption: str = "") -> str:
    """Return a table in a frame that scrolls by itself, of rows of cells, below a note."""
    note = f'<p class="note">{caption}</p>' if caption else ""
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return (
        f'{note}<div class="wide" tabindex="0" role="group" aria-label="Table"><table class="{kind}">'
        f"<thead><tr>{''.join(head)}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def bar(value: float, most: float) -> str:
    """Return a bar as wide as the share of a value in the largest one."""
    return f'<span class="bar-track"><span class="{width(value, most)}"></span></span>'


def pager(query: Query, path: str, page: int, pages: int, **more: object) -> str:
    """Return links to the pages before and after a page."""
    if pages < 2:
        return ""
    links = [f"<span>page {number(page)} of {number(pages)}</span>"]
    if page > 1:
        links.insert(0, link(query.address(path, page=page - 1, **more), "‹ previous", "button"))
    if page < pages:
        links.append(link(query.address(path, page=page + 1, **more), "next ›", "button"))
    return f'<nav class="pager" aria-label="Pages">{"".join(links)}</nav>'


def switch(
    query: Query, path: str, name: str, values: Iterable[object], chosen: object, **more: object
) -> str:
    """Return links that switch an option of a view."""
    links = (
        f'<span class="chosen">{escaped(value)}</span>'
        if value == chosen
        else link(query.address(path, **{**more, name: value}), escaped(value))
        for value in values
    )
    return f'<span class="switch">{name} {"".join(links)}</span>'
