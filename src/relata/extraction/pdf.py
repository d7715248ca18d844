"""Text of PDF files, read by PDFium in a process of its own, which a damaged file may crash."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median

from relata.errors import FormatError
from relata.extraction import Extraction, joined
from relata.extraction.reflow import Line, paragraphs

SECONDS = 300
"""Longest time that reading a file may take."""

_MOST_MEMORY = 4 << 30
_SAMPLED = 12
"""Characters by which the height of a line is measured."""


def extract(path: Path) -> Extraction:
    """Take the text out of a PDF file."""
    command = [sys.executable, "-m", "relata.extraction.pdf", str(path)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise FormatError(f"not read within {SECONDS} seconds", path) from None
    if done.returncode:
        reason = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise FormatError(_fault(reason), path)
    lines = [Line(*row) for row in map(json.loads, done.stdout.splitlines())]
    return joined(*paragraphs(lines))


def _fault(reason: str) -> str:
    if "password" in reason.lower():
        return "is encrypted; save a copy without a password"
    return f"cannot be read as PDF: {reason or 'the reader crashed'}"


def _lines(path: str) -> Iterator[Line]:
    """Yield the printed lines of a file in reading order."""
    import pypdfium2

    document = pypdfium2.PdfDocument(path)
    for number, page in enumerate(document):
        height = page.get_height()
        content = page.get_textpage()
        at, last = 0, content.count_chars() - 1
        for text in content.get_text_range().split("\r\n"):
            begin = at
            at += len(text) + 2
            stripped = text.strip()
            if not stripped or begin > last:
                continue
            start = min(begin + text.index(stripped[0]), last)
            end = min(start + len(stripped) - 1, last)
            step = (end - start) // _SAMPLED + 1
            boxes = [content.get_charbox(index, loose=True) for index in (*range(start, end, step), end)]
            bottom, top = (median(box[side] for box in boxes) for side in (1, 3))  # fonts differ in height
            yield Line(stripped, number, boxes[0][0], boxes[-1][2], bottom, top, height)


def _limit() -> None:
    """Limit the time and memory of this process, which may outlive the one that waits for it."""
    with suppress(ImportError):  # Unix alone has limits
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))


def _main(path: str) -> None:
    """Write the lines of a file to standard output, a JSON array each."""
    _limit()
    for line in _lines(path):
        values = [getattr(line, name) for name in Line.__slots__]
        sys.stdout.write(json.dumps(values) + "\n")


if __name__ == "__main__":
    try:
        _main(sys.argv[1])
    except Exception as error:
        sys.exit(f"{error}")
