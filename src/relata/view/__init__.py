"""Pages and pieces of HTML that show texts with their relations; they need no network.

>>> page = render({"text": "It rained, so we left.", "relations": []})
>>> page.startswith("<!doctype html>")
True
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any, overload

from relata.document import Document
from relata.errors import RelataError
from relata.view.comparison import show_comparison
from relata.view.fragments import RELATIONS, STYLES, fragment
from relata.view.model import ShownDocument, show_dictionary, show_document
from relata.view.page import assemble, content

__all__ = ["Fragment", "Page", "render"]

MOST_IN_NOTEBOOK = 100
"""Relations that a notebook shows of a document."""

Viewable = Document | Mapping[str, Any]
"""Document, or dictionary with the fields of a line of a .jsonl file."""


class Page(str):
    """HTML of a page; a notebook shows it as the result of a cell."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        # The frame keeps style and script of the page apart from those of the notebook; readers that take
        # frames away, such as GitHub, show the text behind it.
        static = self.partition("<noscript>")[2].partition("</noscript>")[0]
        return (
            '<iframe sandbox="allow-scripts" title="Discourse relations" '
            'style="width:100%;height:42rem;border:1px solid #8886;border-radius:6px;resize:vertical" '
            f'srcdoc="{html.escape(self)}"></iframe>'
            f"<details><summary>As text</summary>{static}</details>"
        )


class Fragment(str):
    """Piece of HTML without script; a notebook shows it as the result of a cell."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)


@overload
def render(
    documents: Viewable | Iterable[Viewable],
    *,
    compare: Document | Iterable[Document] | None = None,
    title: str | None = None,
) -> Page: ...
@overload
def render(
    documents: Viewable | Iterable[Viewable], *, style: str, relation: int | None = None
) -> Fragment: ...
def render(
    documents: Viewable | Iterable[Viewable],
    *,
    compare: Document | Iterable[Document] | None = None,
    title: str | None = None,
    style: str | None = None,
    relation: int | None = None,
) -> Page | Fragment:
    """Render a page of one document or of several, or a piece of HTML without script in a `style`.

    With `compare`, the relations of a system for the same texts, the page marks its errors. Styles are
    "relations", "tree" (dependencies), "roles" (predicates) and "outline" (nested clauses); with `relation`,
    a number from 1, a piece shows this relation alone.
    """
    golds = [documents] if isinstance(documents, Document | Mapping) else documents
    if style is not None:
        if compare is not None or title is not None:
            raise RelataError("a style goes without compare and title, which are those of pages")
        return Fragment("\n".join(fragment(shown, style, relation) for shown in map(_shown, golds, count(1))))
    if relation is not None:
        raise RelataError(f"relation goes with a style: {', '.join(STYLES)}")
    if compare is None:
        return Page(assemble(map(content, map(_shown, golds, count(1))), title))
    outputs = [compare] if isinstance(compare, Document) else compare
    shown = show_comparison(map(_checked, golds), map(_checked, outputs))
    return Page(assemble(map(content, shown), title))


def notebook_html(document: Document) -> str:
    """Return the HTML by which a notebook shows a document: its first relations, without script."""
    first = document.with_relations(document.relations[:MOST_IN_NOTEBOOK])
    more = len(document.relations) - len(first.relations)
    note = f"<p>… and {more} more; relata.view.render(document) shows all</p>" if more else ""
    return render(first, style=RELATIONS) + note


def _shown(document: Viewable, number: int) -> ShownDocument:
    if isinstance(document, Document):
        return show_document(document)
    if isinstance(document, Mapping):
        return show_dictionary(document, f"document {number}")
    raise RelataError(f"expected a document or a dictionary, got {type(document).__name__}")


def _checked(document: Viewable) -> Document:
    if not isinstance(document, Document):
        raise RelataError(f"expected documents to compare, got {type(document).__name__}")
    return document
