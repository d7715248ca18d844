"""Relations as HTML without script or style: for readers without JavaScript, and for notebooks."""

from __future__ import annotations

import html
from collections.abc import Iterator
from itertools import pairwise

from relata.view.model import ShownDocument, ShownRelation

_CONTEXT_LIMIT = 120
"""Number of characters between two parts of a relation above which they are left out."""

_ORDER = ("connective", "arg1", "arg2")
_STYLES = {
    "arg1": "background:#5aa9e640;border-bottom:2px solid #2f7fc1",
    "arg2": "background:#f2a93b40;border-bottom:2px dashed #b8741a",
    "connective": "font-weight:bold",
}


def static_html(document: ShownDocument, *, styled: bool = False) -> str:
    """Return the relations of a document as a list in HTML; `styled` colours the arguments in place."""
    items = "".join(_item(relation, document.text, styled) for relation in document.relations)
    name = html.escape(document.id)
    if not items:
        return f"<section><h2>{name}</h2><p>{_escaped(document.text)}</p></section>"
    return f"<section><h2>{name}</h2><p>{_escaped(document.text)}</p><ol>{items}</ol></section>"


def _item(relation: ShownRelation, text: str, styled: bool) -> str:
    facts = [relation.status or "", relation.type, ", ".join(relation.senses)]
    if relation.inserted:
        facts.append(f"({', '.join(relation.inserted)})")
    if relation.score is not None:
        facts.append(f"{relation.score:.0%}")
    heading = html.escape("  ".join(filter(None, facts)))
    return f"<li><p>{heading}</p><p>{''.join(_marked(relation, text, styled))}</p></li>"


def _marked(relation: ShownRelation, text: str, styled: bool) -> Iterator[str]:
    """Yield the text of a relation, its arguments in brackets and its connective in bold."""
    spans = [(part, begin, end) for part in _ORDER for begin, end in relation.spans.get(part, ())]
    edges = sorted({edge for _, begin, end in spans for edge in (begin, end)})
    for begin, end in pairwise(edges):
        piece = _escaped(text[begin:end])
        parts = [part for part, first, last in spans if first <= begin and end <= last]
        if not parts:
            yield piece if end - begin <= _CONTEXT_LIMIT else " … "
            continue
        part = parts[0]
        opens = any(name == part and first == begin for name, first, _ in spans)
        closes = any(name == part and last == end for name, _, last in spans)
        yield _bracketed(piece, part, opens, closes, styled)


def _bracketed(piece: str, part: str, opens: bool, closes: bool, styled: bool) -> str:
    style = f' style="{_STYLES[part]}"' if styled else ""
    if part == "connective":
        return f"<b{style}>{piece}</b>"
    left = "[" if opens else ""
    right = f"]<sub>{part[-1]}</sub>" if closes else ""
    return f"<span{style}>{left}{piece}{right}</span>"


def _escaped(text: str) -> str:
    return "<br>".join(html.escape(text.strip("\n")).split("\n"))
