"""Pages to look at: a text with its discourse relations beside it, in one HTML file that needs no network.

>>> page = render({"text": "It rained, so we left.", "relations": []})
>>> page.startswith("<!doctype html>")
True
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from relata.document import Document
from relata.errors import RelataError
from relata.view.comparison import show_comparison
from relata.view.model import ShownDocument, show_dictionary, show_document
from relata.view.page import assemble

__all__ = ["Page", "render"]

Viewable = Document | Mapping[str, Any]
"""What a page can show: a document, or a dictionary as a line of a .jsonl file holds it."""


class Page(str):
    """The HTML of a page. A notebook that gets it as a result shows it."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        # In a frame of its own, so that neither its style nor its script meets the notebook's.
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
    """A page of one document or of several, which can be written to a file as it is.

    With `compare`, the relations of a system for the same texts, the page tells what it missed and made up.
    """
    given = _several(documents)
    if compare is None:
        return Page(assemble(_shown(given), title))
    outputs = [compare] if isinstance(compare, Document) else compare
    return Page(assemble(show_comparison(_documents(given), _documents(outputs)), title))


def _several(documents: Viewable | Iterable[Viewable]) -> Iterable[Viewable]:
    return [documents] if isinstance(documents, Document | Mapping) else documents


def _shown(documents: Iterable[Viewable]) -> Iterator[ShownDocument]:
    for number, document in enumerate(documents, start=1):
        if isinstance(document, Document):
            yield show_document(document)
        elif isinstance(document, Mapping):
            yield show_dictionary(document, f"document {number}")
        else:
            raise RelataError(f"expected a document or a dictionary, got {type(document).__name__}")


def _documents(given: Iterable[Viewable]) -> Iterator[Document]:
    for document in given:
        if not isinstance(document, Document):
            raise RelataError(f"expected documents to compare, got {type(document).__name__}")
        yield document
