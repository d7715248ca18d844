"""Relations as HTML without script: for readers without JavaScript, and for notebooks."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from relata.view.model import ShownDocument, ShownRelation

_CONTEXT_LIMIT = 120
"""Number of characters between two parts of a relation above which they are left out."""


class Mark(NamedTuple):
    """HTML at the edges of a part of a text, its element, and the style of the element."""

    left: str
    right: str
    element: str = "span"
    style: str = ""


MARKS = {
    "connective": Mark("", "", "b"),
    "arg1": Mark("[", "]<sub>1</sub>", style="background:#5aa9e640;border-bottom:2px solid #2f7fc1"),
    "arg2": Mark("[", "]<sub>2</sub>", style="background:#f2a93b40;border-bottom:2px dashed #b8741a"),
}
"""Marks of the parts of a relation; where two overlap, the first counts."""


def static_html(document: ShownDocument) -> str:
    """Return the text of a document, and its relations as a list, in HTML without style."""
    items = "".join(f"<li>{relation_html(each, document.text)}</li>" for each in document.relations)
    text = f"<h2>{html.escape(document.id)}</h2><p>{escaped(document.text)}</p>"
    return f"<section>{text}<ol>{items}</ol></section>" if items else f"<section>{text}</section>"


def relation_html(relation: ShownRelation, text: str, *, styled: bool = False) -> str:
    """Return a relation as two paragraphs: its type, senses and score, and its text with its parts marked."""
    facts = [relation.status or "", *facts_of(relation)]
    spans = [(part, begin, end) for part in MARKS for begin, end in relation.spans.get(part, ())]
    heading = html.escape("  ".join(filter(None, facts)))
    return f"<p>{heading}</p><p>{marked(text, spans, MARKS, styled=styled)}</p>"


def facts_of(relation: ShownRelation) -> list[str]:
    """Return the type of a relation, its senses, its inserted connectives and its score, as far as known."""
    facts = [relation.type, ", ".join(relation.senses)]
    if relation.inserted:
        facts.append(f"({', '.join(relation.inserted)})")
    if relation.score is not None:
        facts.append(f"{relation.score:.0%}")
    return [fact for fact in facts if fact]


def marked(
    text: str, spans: Sequence[tuple[str, int, int]], marks: Mapping[str, Mark], *, styled: bool = False
) -> str:
    """Return the text from the first span to the last, its parts marked; long gaps are left out.

    Each span has the name of its part, by which `marks` has its mark.
    """
    return "".join(_pieces(text, spans, marks, styled))


def _pieces(
    text: str, spans: Sequence[tuple[str, int, int]], marks: Mapping[str, Mark], styled: bool
) -> Iterator[str]:
    edges = sorted({edge for _, begin, end in spans for edge in (begin, end)})
    for begin, end in pairwise(edges):
        piece = escaped(text[begin:end])
        covering = [span for span in spans if span[1] <= begin and end <= span[2]]
        if not covering:
            yield piece if end - begin <= _CONTEXT_LIMIT else " … "
            continue
        part = covering[0][0]
        left, right, element, style = marks[part]
        opens = any(name == part and first == begin for name, first, _ in spans)
        closes = any(name == part and last == end for name, _, last in spans)
        start = f'<{element} style="{style}">' if styled and style else f"<{element}>"
        yield f"{start}{left if opens else ''}{piece}{right if closes else ''}</{element}>"


def escaped(text: str) -> str:
    """Return a text as HTML, with its line breaks."""
    return "<br>".join(html.escape(text.strip("\n")).splitlines())
