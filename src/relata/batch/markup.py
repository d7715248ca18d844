"""Text that is no prose: HTML, JSON, tables and source code, noticed before it is parsed."""

from __future__ import annotations

import csv
import json
import re
from itertools import islice

HTML, JSON, TABLE, CODE = "HTML", "JSON", "a table", "source code"

_HTML = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_CODE_SUFFIX = re.compile(r"\.(?:c|cpp|cs|css|go|h|hpp|java|js|kt|php|pl|py|rb|rs|scala|sh|sql|swift|ts)")
_CODE_LINE = re.compile(
    r"\s*(?:#include\b|//|/\*|import [\w.{*]+|from [\w.]+ import\b|(?:async )?def \w+\(|class \w+\s*[:({]"
    r"|(?:(?:public|private|static|export|const|let|var|func|fn|function)\b.*[{(=;])|return\b.*;?$|@\w+)"
    r"|.*[;{}]\s*(?://.*)?$|.*\)\s*:\s*$"
)
_SAMPLE = 20_000
_SAMPLE_LINES = 20
_FEWEST_LINES = 3
_CODE_SHARE = 0.5
"""Share of lines that look like source code from which on a text does."""


def markup(text: str, suffix: str = "") -> str | None:
    """Return the kind of markup that a text seems to be; None for prose.

    >>> markup("<!DOCTYPE html><p>It rained."), markup("It rained.")
    ('HTML', None)
    """
    text = text.removeprefix("\ufeff")
    if _HTML.match(text):
        return HTML
    if _is_json(text):
        return JSON
    if suffix.lower() in {".csv", ".tsv"} or _is_table(text):
        return TABLE
    if _CODE_SUFFIX.fullmatch(suffix.lower()) or _is_code(text):
        return CODE
    return None


def _is_json(text: str) -> bool:
    """Return true for one value of JSON, or for an object a line."""
    start = text.lstrip()[:1]
    if start not in ("{", "["):
        return False
    try:
        value, _ = json.JSONDecoder().raw_decode(text.strip())
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) or (isinstance(value, list) and len(value) > 1)


def _is_table(text: str) -> bool:
    """Return true if the first lines have the same number of columns, four at least."""
    lines = _first_lines(text)
    return len(lines) >= _FEWEST_LINES and any(_columns(lines, mark) > 3 for mark in "\t;,")


def _columns(lines: list[str], mark: str) -> int:
    """Return the number of columns that all rows have with this mark between them, 0 if they differ."""
    try:
        sizes = {len(row) for row in csv.reader(lines, delimiter=mark)}
    except csv.Error:
        return 0
    return sizes.pop() if len(sizes) == 1 else 0


def _is_code(text: str) -> bool:
    lines = _first_lines(text)
    looks = sum(_CODE_LINE.match(line) is not None for line in lines)
    return len(lines) >= _FEWEST_LINES and looks > _CODE_SHARE * len(lines)


def _first_lines(text: str) -> list[str]:
    lines = (line for line in text[:_SAMPLE].splitlines() if line.strip())
    return list(islice(lines, _SAMPLE_LINES))
