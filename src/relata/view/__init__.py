"""Pages that show texts with their discourse relations, each one HTML file that needs no network.

>>> page = render({"text": "It rained, so we left.", "relations": []})
>>> page.startswith("<!doctype html>")
True
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any

from relata.document import Document
from relata.errors import RelataError
from relata.view.comparison import show_comparison
from relata.view.model import ShownDocument, show_dictionary, show_document
from relata.view.page import assemble

__all__ = ["Page", "render"]

Viewable = Document | Mapping[str, Any]
"""Document, or dictionary with the fields of a line of a .jsonl file."""


class Page(str):
    """HTML of a page; a notebook shows it as the result of a cell."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        # The frame keeps style and script of the page apart from those of the notebook.
        return (
            '<iframe sandbox="allow-scripts" title="Discourse relations" '
            'style="width:100%;height:42rem;border:1px solid #8886;border-radius:6px;resize:vertical" '
            f'srcdoc="{html.escape(self)}"></iframe>'
        )


def render(
    documents: Viewable | Iterable[Viewable],
    *,
    compare: Document | Iterable[Document] | None = None,
    title: str | None = None,
) -> Page:
    """Render a page of one document or of several.

    With `compare`, the relations of a system for the same texts, the page marks its errors.
    """
    golds = [documents] if isinstance(documents, Document | Mapping) else documents
    if compare is None:
        return Page(assemble(map(_shown, golds, count(1)), title))
    outputs = [compare] if isinstance(compare, Document) else compare
    return Page(assemble(show_comparison(map(_checked, golds), map(_checked, outputs)), title))


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
