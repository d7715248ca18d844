"""The parses.json of CoNLL-2016: one JSON object, read document by document, and a document as columns.

The file may be far larger than memory.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, islice
from operator import itemgetter
from pathlib import Path
from typing import Any

from relata.errors import FormatError, OnError, strict
from relata.formats.files import BOM, read_chunks

_SPACE = re.compile(r"[ \t\r\n]*")
_DECODE = json.JSONDecoder().raw_decode
_MARGIN = 16
"""A literal or an escape that the end of the buffer cuts is reported at most this far before that end."""

NO_TREE = "(())"
"""The tree of a sentence that the task's parser failed on."""

_WORD = '[form, {"CharacterOffsetBegin": integer, "CharacterOffsetEnd": integer, "PartOfSpeech": string}]'
_DEPENDENCY = '[label, "governor-i", "dependent-j"] with i and j inside the sentence'
_NO_MATCH = (AttributeError, KeyError, TypeError, ValueError)
"""Errors of unpacking a JSON value of an unexpected form."""

Fault = Callable[[str, str], FormatError]
"""Factory of errors from a field of the document and the expected value."""


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
        ending = f"found {found!r}" if found else "the file ends here"
        return FormatError(f"{message}, {ending}", self._path, line=self.line)

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


@dataclass(frozen=True, slots=True)
class Parse:
    """Words of a document by column, and its sentences."""

    forms: list[str]
    begins: list[int]
    ends: list[int]
    tags: list[str | None]
    heads: list[int | None]
    deprels: list[str | None]
    sentence_starts: list[int]
    trees: tuple[str | None, ...]
    surplus_governors: int
    """Number of dependencies left out because their dependent had a governor already."""


def read_parse(doc_id: str, parse: dict[str, Any], path: str | Path) -> Parse:
    """Convert one entry of parses.json to columns."""

    def fault(field: str, expected: str) -> FormatError:
        return FormatError(f"expected {expected}", path, field=f"{doc_id}.{field}")

    sentences = parse.get("sentences")
    if not isinstance(sentences, list):
        raise fault("sentences", "a list")
    for number, sentence in enumerate(sentences):
        if not isinstance(sentence, dict):
            raise fault(f"sentences[{number}]", "an object")
        for name, value, kind, expected in (
            ("words", sentence.get("words"), list, "a list"),
            ("dependencies", sentence.get("dependencies", []), list, "a list"),
            ("parsetree", sentence.get("parsetree") or "", str, "a string"),
        ):
            if not isinstance(value, kind):
                raise fault(f"sentences[{number}].{name}", expected)
    words = [sentence["words"] for sentence in sentences]
    starts = list(accumulate(map(len, words), initial=0))[:-1]
    heads: list[int | None] = []
    deprels: list[str | None] = []
    surplus = 0
    for number, sentence in enumerate(sentences):
        dependencies = sentence.get("dependencies", [])
        governors, labels, more = _dependencies(dependencies, len(words[number]), number, fault)
        heads += governors
        deprels += labels
        surplus += more
    trees = tuple(_tree(sentence.get("parsetree")) for sentence in sentences)
    return Parse(*_word_columns(words, fault), heads, deprels, starts, trees, surplus)


def _word_columns(
    sentences: Sequence[list[Any]], fault: Fault
) -> tuple[list[str], list[int], list[int], list[str | None]]:
    try:
        return _columns(list(chain.from_iterable(sentences)))
    except _NO_MATCH:
        number, place = next(
            (number, place)
            for number, words in enumerate(sentences)
            for place, word in enumerate(words)
            if not _fits(_columns, [word])
        )
        raise fault(f"sentences[{number}].words[{place}]", _WORD) from None


def _columns(words: Sequence[Any]) -> tuple[list[str], list[int], list[int], list[str | None]]:
    """Split words into columns, whole columns at a time, because there are millions of words."""
    forms = [form for form, _ in words]
    infos = [info for _, info in words]
    begins = list(map(itemgetter("CharacterOffsetBegin"), infos))
    ends = list(map(itemgetter("CharacterOffsetEnd"), infos))
    tags = list(map(itemgetter("PartOfSpeech"), infos))
    if not (_all(str, forms) and _all(int, begins) and _all(int, ends) and _all(str, tags)):
        raise TypeError
    return forms, begins, ends, [tag or None for tag in tags]


def _dependencies(
    dependencies: list[Any], size: int, number: int, fault: Fault
) -> tuple[list[int | None], list[str | None], int]:
    """Extract the heads and labels of a sentence; the first of several governors of a word counts."""
    try:
        labels, governors, words = _dependency_columns(dependencies, size)
    except _NO_MATCH:
        place = next(
            place
            for place, dependency in enumerate(dependencies)
            if not _fits(_dependency_columns, [dependency], size)
        )
        raise fault(f"sentences[{number}].dependencies[{place}]", _DEPENDENCY) from None
    heads = dict(zip(reversed(words), reversed(governors), strict=True))
    deprels = dict(zip(reversed(words), reversed(labels), strict=True))
    own = range(1, size + 1)
    return list(map(heads.get, own)), [deprels.get(word) or None for word in own], len(words) - len(heads)


def _dependency_columns(dependencies: list[Any], size: int) -> tuple[list[str], list[int], list[int]]:
    labels = [label for label, _, _ in dependencies]
    governors = [int(governor[governor.rindex("-") + 1 :]) for _, governor, _ in dependencies]
    words = [int(word[word.rindex("-") + 1 :]) for _, _, word in dependencies]
    if not (_all(str, labels) and max(governors, default=0) <= size and set(words) <= {*range(1, size + 1)}):
        raise ValueError
    return labels, governors, words


def _fits(take: Callable[..., object], *values: Any) -> bool:
    try:
        take(*values)
    except _NO_MATCH:
        return False
    return True


def _all(kind: type, values: list[Any]) -> bool:
    return set(map(type, values)) <= {kind}


def _tree(tree: str | None) -> str | None:
    bare = (tree or NO_TREE).strip()
    return None if bare in ("", NO_TREE) else bare
