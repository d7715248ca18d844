"""The parses.json of CoNLL-2016, document by document: one JSON object that may be far larger than memory."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from relata.errors import FormatError, OnError, strict
from relata.formats.files import BOM, read_chunks

_SPACE = re.compile(r"[ \t\r\n]*")
_DECODE = json.JSONDecoder().raw_decode
_MARGIN = 16
"""A literal or an escape that the end of the buffer cuts is reported at most this far before that end."""


def stream_parses(path: str | Path, *, on_error: OnError = strict) -> Iterator[tuple[str, dict[str, Any]]]:
    """Read the documents of a parses.json as (DocID, parse); memory holds the largest of them.

    A document that is no object or that comes twice is skipped if `on_error` returns; reading ends where the
    JSON itself is broken.
    """
    seen: set[str] = set()
    entries = _entries(_Buffer(path))
    while True:
        try:
            line, doc_id, parse = next(entries)
        except StopIteration:
            return
        except FormatError as error:
            on_error(error)
            return
        if doc_id in seen:
            on_error(FormatError(f"DocID {doc_id!r} comes twice", path, line=line))
        elif not isinstance(parse, dict):
            on_error(FormatError("expected an object with sentences", path, line=line, field=doc_id))
        else:
            yield doc_id, parse
        seen.add(doc_id)


def _entries(buffer: _Buffer) -> Iterator[tuple[int, str, object]]:
    """List the keys and values of the object, with the line of each key."""
    buffer.take("{", "expected a JSON object that maps DocIDs to parses")
    more = buffer.peek() != "}"
    while more:
        if buffer.peek() != '"':
            raise buffer.fault("expected a DocID in double quotes")
        line, doc_id = buffer.line, buffer.value()
        buffer.take(":", "expected ':' after a DocID")
        yield line, doc_id, buffer.value()
        more = buffer.peek() == ","
        if more:
            buffer.take(",", "")
    buffer.take("}", "expected ',' or '}' after a document")
    if buffer.peek():
        raise buffer.fault("expected nothing behind the closing '}'")


class _Buffer:
    """Window on a JSON text: it grows while a value does not fit, and drops the text before."""

    def __init__(self, path: str | Path) -> None:
        self._path = path
        self._chunks = _without_mark(read_chunks(path))
        self._text = ""
        self._at = 0
        self._lines = 1
        self._counted = 0

    @property
    def line(self) -> int:
        """The current line, counted incrementally."""
        self._lines += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        return self._lines

    def fault(self, message: str) -> FormatError:
        """Build an error about the current place."""
        found = self._text[self._at : self._at + 1]
        return FormatError(
            f"{message}, found {found!r}" if found else f"{message}, the file ends here",
            self._path,
            line=self.line,
        )

    def peek(self) -> str:
        """Look at the next character that is no white space; empty at the end of the file."""
        self._at = self._behind_space()
        while self._at == len(self._text) and self._grow(1):
            self._at = self._behind_space()
        return self._text[self._at : self._at + 1]

    def take(self, character: str, otherwise: str) -> None:
        """Step over the next character, which must be this one."""
        if self.peek() != character:
            raise self.fault(otherwise)
        self._at += 1

    def value(self) -> Any:
        """Read the next JSON value."""
        self.peek()
        wanted = 1
        while True:
            try:
                value, end = _DECODE(self._text, self._at)
            except json.JSONDecodeError as error:
                if not (self._cut_off(error) and self._grow(wanted)):
                    raise self._broken(error) from None
            except (ValueError, RecursionError) as error:  # numbers of thousands of digits, endless nesting
                raise FormatError(f"no usable JSON: {error}", self._path, line=self.line) from None
            else:
                if end < len(self._text) or not self._grow(wanted):  # a number may go on in the next chunk
                    self._at = end
                    return value
            wanted *= 2

    def _behind_space(self) -> int:
        space = _SPACE.match(self._text, self._at)
        return space.end() if space else self._at

    def _cut_off(self, error: json.JSONDecodeError) -> bool:
        return error.msg.startswith("Unterminated string") or error.pos >= len(self._text) - _MARGIN

    def _grow(self, chunks: int) -> bool:
        """Drop the text before and append up to that many chunks; return false at the end of the file."""
        fresh = list(islice(self._chunks, chunks))
        if not fresh:
            return False
        self._lines = self.line
        self._text = "".join([self._text[self._at :], *fresh])
        self._at = self._counted = 0
        return True

    def _broken(self, error: json.JSONDecodeError) -> FormatError:
        ended = error.msg.startswith("Unterminated string") or not self._text[error.pos :].strip()
        message = "the file ends inside a document" if ended else error.msg
        line = self.line + self._text.count("\n", self._at, error.pos)
        return FormatError(f"broken JSON: {message}", self._path, line=line)


def _without_mark(chunks: Iterator[str]) -> Iterator[str]:
    yield next(chunks, "").removeprefix(BOM)
    yield from chunks
