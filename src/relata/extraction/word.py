"""Text of Word files: headings, paragraphs, lists and the cells of tables, in order."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from relata.errors import FormatError
from relata.extraction import Extraction, joined

MOST_BYTES, MOST_TEXT_BYTES = 300_000_000, 50_000_000
"""Largest sizes of all unpacked parts, and of those with text, which need many times their size to parse."""

_TEXT_PARTS = (".xml", ".rels")


def extract(path: Path) -> Extraction:
    """Take the text out of a .docx file."""
    import docx

    try:
        with zipfile.ZipFile(path) as archive:
            sizes = [(entry.filename, entry.file_size) for entry in archive.infolist()]
        _check_size(sum(size for _, size in sizes), MOST_BYTES, path)
        _check_size(sum(size for name, size in sizes if name.endswith(_TEXT_PARTS)), MOST_TEXT_BYTES, path)
        blocks = list(_blocks(docx.Document(str(path))))
    except FormatError:
        raise
    except Exception as error:  # the library raises whatever a damaged part leads to
        raise FormatError(f"cannot be read as a Word file: {error}", path) from None
    return joined(blocks)


def _check_size(size: int, most: int, path: Path) -> None:
    if size > most:
        raise FormatError(f"unpacks to {size} bytes, expected at most {most}", path)


def _blocks(container: Any) -> Iterator[str]:
    """Yield the text of each paragraph that has some, also inside tables."""
    for block in container.iter_inner_content():
        if hasattr(block, "rows"):
            seen: set[int] = set()
            for row in block.rows:
                for cell in row.cells:  # merged cells come several times
                    if id(cell._tc) not in seen:
                        seen.add(id(cell._tc))
                        yield from _blocks(cell)
        elif text := " ".join(block.text.split("\n")).strip():
            yield text
