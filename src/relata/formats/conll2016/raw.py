"""The text that the offsets of parses.json refer to: read from raw/, or rebuilt without it."""

from __future__ import annotations

import re
from bisect import bisect_left
from pathlib import Path

from relata.document import Offsets, Tokens
from relata.errors import FormatError
from relata.formats.conll2016.syntax import Parse
from relata.formats.files import BOM, read_chunks

_ESCAPED = {
    "``": '"',
    "''": '"',
    "`": "'",
    "-LRB-": "(",
    "-RRB-": ")",
    "-LCB-": "{",
    "-RCB-": "}",
    "-LSB-": "[",
    "-RSB-": "]",
}
"""Characters with a meaning in trees, as treebanks escape them."""

_BLANK_LINES = re.compile(r"\n\s*\n")


def read_raw(parse: Parse, path: Path) -> tuple[str, int]:
    """Read a raw file, and count the words of the parse that are not in it; refused if most are not.

    Offsets may count a byte order mark or the CR of CRLF or not: the reading that fits best is taken.
    """
    exact = "".join(read_chunks(path))
    plain = exact.removeprefix(BOM)
    readings = dict.fromkeys((plain, plain.replace("\r\n", "\n"), exact))
    text, strays = min(
        ((text, _strays(parse, text)) for text in readings), key=lambda reading: len(reading[1])
    )
    if 2 * len(strays) > len(parse.forms):
        first = strays[0]
        begin, end = parse.begins[first], parse.ends[first]
        found = text[begin:end]
        reason = "the text is masked" if found and not found.strip("_") else "another text"
        raise FormatError(
            f"does not fit parses.json ({reason}): "
            f"expected {parse.forms[first]!r} at characters {begin}..{end}, found {found!r}",
            path,
        )
    return text, len(strays)


def rebuilt_text(doc_id: str, parse: Parse, path: Path) -> str:
    """Rebuild a text with the words at their offsets and blanks between them."""
    length = max(parse.ends, default=0)
    # An offset that is wrong by orders of magnitude must not become a text of that size.
    if length > 10_000 + 100 * sum(map(len, parse.forms)):
        raise FormatError(f"offset {length} is far beyond what the words take up", path, field=doc_id)
    characters = [" "] * length
    for form, begin, end in zip(parse.forms, parse.begins, parse.ends, strict=True):
        if not 0 <= begin <= end:
            raise FormatError(
                f"expected a word to begin before its end, got {begin}..{end}", path, field=doc_id
            )
        characters[begin:end] = _unescaped(form)[: end - begin].ljust(end - begin)
    return "".join(characters)


def paragraphs(tokens: Tokens) -> tuple[Offsets, ...]:
    """Find the blocks between blank lines that have tokens (the line ".START" has none)."""
    text, begins = tokens.text, tokens.begins
    edges = [0, *(edge for gap in _BLANK_LINES.finditer(text) for edge in gap.span()), len(text)]
    blocks: list[Offsets] = []
    for begin, end in zip(edges[::2], edges[1::2], strict=True):
        block = text[begin:end]
        begin, end = begin + len(block) - len(block.lstrip()), begin + len(block.rstrip())
        first = bisect_left(begins, begin)
        if first < len(begins) and begins[first] < end:
            blocks.append((begin, end))
    return tuple(blocks)


def _strays(parse: Parse, text: str) -> list[int]:
    """List the words that differ from the text at their offsets by more than treebank escapes."""
    return [
        index
        for index, (form, begin, end) in enumerate(zip(parse.forms, parse.begins, parse.ends, strict=True))
        if text[begin:end] != form and text[begin:end] != _unescaped(form)
    ]


def _unescaped(form: str) -> str:
    return _ESCAPED.get(form) or form.replace("\\/", "/").replace("\\*", "*")
