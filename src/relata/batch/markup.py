"""Text files that hold no prose: HTML, JSON, tables and source code, noticed before they are parsed."""

from __future__ import annotations

import json
import re

_HTML = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE)
_CODE = re.compile(r"\.(?:c|cpp|cs|css|go|h|hpp|java|js|kt|php|pl|py|rb|rs|scala|sh|sql|swift|ts)")
_SAMPLE_LINES = 20


def markup(text: str, suffix: str = "") -> str | None:
    """Describe the markup that a text seems to be, and name the option for it; None for prose.

    >>> markup("<!DOCTYPE html><p>It rained.")
    'looks like HTML, parsed as plain text; --from html takes the text out of it'
    """
    if _HTML.match(text):
        return "looks like HTML, parsed as plain text; --from html takes the text out of it"
    if _is_json(text):
        return 'looks like JSON, parsed as plain text; --from jsonl takes objects with a "text", one a line'
    if suffix.lower() in {".csv", ".tsv"} or _is_table(text):
        return "looks like a table, parsed as plain text; put each text into a line of JSON for --from jsonl"
    if _CODE.fullmatch(suffix.lower()):
        return "looks like source code, parsed as plain text"
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
    """Return true if the first lines have the same number of tabs or semicolons, three at least."""
    lines = [line for line in text[:20_000].split("\n")[:_SAMPLE_LINES] if line.strip()]
    if len(lines) < 3:
        return False
    return any(len({line.count(mark) for line in lines}) == 1 and lines[0].count(mark) > 2 for mark in "\t;")
