"""Where the relations of each document stand in a file of JSON lines that need not be in document order."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from relata.errors import FormatError, OnError, strict
from relata.formats.files import BOM, decode, opened
from relata.formats.json_lines import parse_object

_KEY = b'"DocID"'
_PLAIN_VALUE = re.compile(rb'\s*:\s*"([^"\\]*)"')


class RelationIndex:
    """The lines of a relations file by DocID: two numbers a line, so that the file itself is never held."""

    def __init__(self, path: str | Path, *, on_error: OnError = strict) -> None:
        self.path = path
        self._on_error = on_error
        self._places: dict[str, array[int]] = {}
        place = 0
        with opened(path) as file:
            for number, data in enumerate(file, start=1):
                if not data.isspace():
                    self._note(data, number, place)
                place += len(data)

    def pop(self, doc_id: str) -> Iterator[tuple[int, dict[str, Any]]]:
        """The relations of a document with their line numbers; the index forgets them."""
        return self._rows(doc_id, self._places.pop(doc_id, array("q")))

    def _rows(self, doc_id: str, places: array[int]) -> Iterator[tuple[int, dict[str, Any]]]:
        with opened(self.path) as file:
            for number, place in zip(places[::2], places[1::2], strict=True):
                file.seek(place)
                try:
                    relation = self._parsed(file.readline(), number)
                    if relation.get("DocID") != doc_id:  # the bytes have one, but inside another object
                        raise self._no_doc_id(number)
                except FormatError as error:
                    self._on_error(error)
                else:
                    yield number, relation

    def left(self) -> Iterator[tuple[int, str]]:
        """The lines that nobody asked for, with their DocIDs."""
        return ((number, doc_id) for doc_id, places in self._places.items() for number in places[::2])

    def _note(self, data: bytes, number: int, place: int) -> None:
        try:
            doc_id = self._doc_id(data, number)
        except FormatError as error:
            self._on_error(error)
        else:
            self._places.setdefault(doc_id, array("q")).extend((number, place))

    def _doc_id(self, data: bytes, number: int) -> str:
        """The DocID of a line, read off its bytes where that is safe: parsing every line twice is slow."""
        if data.count(_KEY) == 1 and (plain := _PLAIN_VALUE.match(data, data.index(_KEY) + len(_KEY))):
            return decode(plain[1], self.path, number)
        doc_id = self._parsed(data, number).get("DocID")
        if not isinstance(doc_id, str):
            raise self._no_doc_id(number)
        return doc_id

    def _no_doc_id(self, number: int) -> FormatError:
        return FormatError("expected a string", self.path, line=number, field="DocID")

    def _parsed(self, data: bytes, number: int) -> dict[str, Any]:
        return parse_object(decode(data, self.path, number).removeprefix(BOM), self.path, number)
