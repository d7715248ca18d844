"""Text of HTML files: the article, without menus and other parts of the site."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from relata.errors import FormatError
from relata.extraction import Extraction, joined


def extract(path: Path) -> Extraction:
    """Take the main text out of an HTML file, with its heading; the whole text if no article stands out."""
    import trafilatura

    content = path.read_bytes()
    try:
        text = trafilatura.extract(content, include_comments=False)
        text = _heading(trafilatura.load_html(content), text) if text else trafilatura.html2txt(content)
    except Exception as error:  # lxml raises its own errors
        raise FormatError(f"cannot be read as HTML: {error}", path) from None
    lines = (line.strip().removeprefix("- ").strip() for line in text.split("\n"))
    return joined([line for line in lines if line])


def _heading(tree: Any, text: str) -> str:
    """Put the first heading of a page before its text, from where the library may leave it out."""
    first = tree.find(".//h1")
    heading = "" if first is None else " ".join(first.text_content().split())
    return text if heading in text else f"{heading}\n{text}"
