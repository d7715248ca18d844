"""One document of parses.json as columns: forms, offsets, tags, heads, labels, trees."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from operator import itemgetter
from pathlib import Path
from typing import Any

from relata.errors import FormatError

NO_TREE = "(())"
"""The tree of a sentence that the task's parser failed on."""

_WORD = '[form, {"CharacterOffsetBegin": integer, "CharacterOffsetEnd": integer, "PartOfSpeech": string}]'
_DEPENDENCY = '[label, "governor-i", "dependent-j"] with i and j inside the sentence'
_NO_MATCH = (AttributeError, KeyError, TypeError, ValueError)
"""Errors of unpacking a JSON value of an unexpected form."""


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
    try:
        return _read(parse)
    except _MisbuiltError as error:
        raise FormatError(f"expected {error.expected}", path, field=f"{doc_id}.{error.field}") from None


class _MisbuiltError(Exception):
    def __init__(self, field: str, expected: str) -> None:
        super().__init__(field, expected)
        self.field = field
        self.expected = expected


def _read(parse: dict[str, Any]) -> Parse:
    sentences = parse.get("sentences")
    if not isinstance(sentences, list):
        raise _MisbuiltError("sentences", "a list")
    for number, sentence in enumerate(sentences):
        if not isinstance(sentence, dict):
            raise _MisbuiltError(f"sentences[{number}]", "an object")
        if not isinstance(sentence.get("words"), list):
            raise _MisbuiltError(f"sentences[{number}].words", "a list")
        if not isinstance(sentence.get("dependencies", []), list):
            raise _MisbuiltError(f"sentences[{number}].dependencies", "a list")
        if not isinstance(sentence.get("parsetree") or "", str):
            raise _MisbuiltError(f"sentences[{number}].parsetree", "a string")
    words = [sentence["words"] for sentence in sentences]
    starts = list(accumulate(map(len, words), initial=0))[:-1]
    heads: list[int | None] = []
    deprels: list[str | None] = []
    surplus = 0
    for number, sentence in enumerate(sentences):
        governors, labels, more = _dependencies(sentence.get("dependencies", []), len(words[number]), number)
        heads += governors
        deprels += labels
        surplus += more
    trees = tuple(_tree(sentence.get("parsetree")) for sentence in sentences)
    return Parse(*_word_columns(words), heads, deprels, starts, trees, surplus)


def _word_columns(
    sentences: Sequence[list[Any]],
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
        raise _MisbuiltError(f"sentences[{number}].words[{place}]", _WORD) from None


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
    dependencies: list[Any], size: int, number: int
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
        raise _MisbuiltError(f"sentences[{number}].dependencies[{place}]", _DEPENDENCY) from None
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
