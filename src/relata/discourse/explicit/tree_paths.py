"""Where words stand in the tree of their sentence, seen from a connective: what tells its arguments apart.

An encoder of few layers loses sight of which clause a word belongs to; the way through the tree from a word
up to the connective, or to a head of it, says so.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from itertools import islice
from math import log2
from typing import NamedTuple

import numpy as np

from relata.document import Tokens
from relata.model.hashed_linear import row_of

CLASSIFIER = "tree_paths"
"""Name of the classifier's arrays in a heads file."""

_HIGHEST = 3
_ELSEWHERE = "9"
_ROOT = -1
_CLAUSES = 2
"""Of how many clauses that a word is below its place tells."""
_FAR = tuple(min(9, int(2 * log2(1 + words))) for words in range(24))
"""Steps of distance, by how many words are between; the last is for all that are further."""
_LONGEST = 40
"""How many steps are followed: the trees of a parser are sound, those of others may have cycles."""

_VERBAL = frozenset(("MD", "TO", "IN", "CC", "WRB"))
_JOINING = frozenset(("SUB", "CONJ", "COORD", "PRN"))
_CHAINED = "VC"
"""Tags, beside those of verbs, and labels of words that clauses hang on; how verbs hang on auxiliaries."""


class Trees:
    """The trees of a document: of each word its head, label and tag, and the label of the clause it opens."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.labels = tokens.columns.get("deprel") or (None,) * len(tokens)
        self.tags = tokens.columns.get("tag") or (None,) * len(tokens)
        self.heads = _heads(tokens)
        self.clauses = [
            str(label) if label != _CHAINED and _opens_clause(tag or "", label) else None
            for tag, label in zip(self.tags, self.labels, strict=True)
        ]

    def sentence(self, word: int) -> range:
        """The words of its sentence."""
        return self.tokens.sentence_range(self.tokens.sentence_of(word))

    def up(self, word: int) -> Iterator[int]:
        """A word, its head, and so on."""
        for _ in range(_LONGEST):
            if word == _ROOT:
                return
            yield word
            word = self.heads[word]


def _heads(tokens: Tokens) -> array[int]:
    """The heads of words, as numbers among the document's words, a root's as `_ROOT`."""
    if tokens.heads is None:
        return array("q", [_ROOT]) * len(tokens)
    starts = np.array(tokens.sentence_starts, dtype=np.int64)
    firsts = np.repeat(starts, np.diff(starts, append=len(tokens)))
    heads = np.array(tokens.heads, dtype=np.int64)
    return array("q", np.where(heads > 0, firsts + heads - 1, _ROOT).tobytes())


def _opens_clause(tag: str, label: str | None) -> bool:
    """Whether a clause hangs on a word, or may."""
    return tag.startswith("V") or tag in _VERBAL or label in _JOINING


class _Place(NamedTuple):
    """Where a word stands: how high above the connective the ways from both meet, or in which sentence.

    `clauses` are the labels of the clauses that it is below, from the top; `branch` is that of what hangs on
    the meeting point, and on which side.
    """

    level: str
    clauses: tuple[str, ...]
    branch: str

    @property
    def region(self) -> str:
        """The part of the tree that it belongs to."""
        return f"{self.level}|{'/'.join(self.clauses)}"


def path_rows(trees: Trees, connective: Sequence[int], words: Sequence[int]) -> list[list[int]]:
    """The rows of each word's features."""
    return [[row_of(each) for each in own] for own in path_features(trees, connective, words)]


def path_features(trees: Trees, connective: Sequence[int], words: Sequence[int]) -> Iterator[list[str]]:
    """The features of each word, equally many for all: the place of a word and of those beside it.

    They are taken with the connective, or with its label and what its head is.
    """
    tokens, first = trees.tokens, connective[0]
    own = trees.sentence(first)
    text = " ".join(tokens.form(word).lower() for word in connective)
    head = next(islice(trees.up(first), 1, None), first)
    frame = f"{trees.labels[first]},{trees.labels[head]},{trees.tags[head]}"
    begin = min(3, first - own.start)
    places = _places(trees, first, own, words)
    around = ["^", *(place.region for place in places), "$"]
    for word, place, before, region, after in zip(
        words, places, around, around[1:], around[2:], strict=False
    ):
        side = "<" if word < first else ">"
        form = tokens.form(word).lower()
        mark = "w" if any(map(str.isalnum, form)) else form
        far = _FAR[min(abs(word - first), len(_FAR) - 1)]
        elsewhere = place.level if word not in own else ""
        yield [
            f"region {region}{side},{text}",
            f"branch {place.level}|{place.branch}{side},{text}",
            f"level {place.level}{side},{frame}",
            f"far {far}{side}{elsewhere},{text}",
            f"mark {mark},{before},{region},{after}",
            f"before {before},{region}{side}",
            f"after {after},{region}{side}",
            f"begin {begin},{place.level}{side},{text}",
        ]


def _places(trees: Trees, first: int, own: range, words: Sequence[int]) -> list[_Place]:
    """Where words stand, seen from a connective that begins with `first`, in the sentence `own`."""
    known = {word: _Place(str(min(_HIGHEST, step)), (), "=") for step, word in enumerate(trees.up(first))}
    sentence = trees.tokens.sentence_of(first)
    return [_inside(trees, word, known) if word in own else _outside(trees, word, sentence) for word in words]


def _inside(trees: Trees, word: int, known: dict[int, _Place]) -> _Place:
    """Where a word of the connective's sentence stands; adds what is above it to what is known."""
    way: list[int] = []
    for each in trees.up(word):
        if each in known:
            above, place = each, known[each]
            break
        way.append(each)
    else:
        above, place = _ROOT, _Place(_ELSEWHERE, (), "=")
    for each in reversed(way):
        clause, clauses, branch = trees.clauses[each], place.clauses, place.branch
        if clause is not None and len(clauses) < _CLAUSES:
            clauses = (*clauses, clause)
        if branch == "=":
            branch = f"{trees.labels[each]}{'<' if each < above else '>'}"
        place = known[each] = _Place(place.level, clauses, branch)
    return place


def _outside(trees: Trees, word: int, sentence: int) -> _Place:
    """Where a word stands, seen from another sentence."""
    clauses: tuple[str, ...] = ()
    for each in trees.up(word):
        clause = trees.clauses[each]
        if clause is not None:
            clauses = (*clauses, clause)
            if len(clauses) == _CLAUSES:
                break
    return _Place(f"s{trees.tokens.sentence_of(word) - sentence}", clauses, str(trees.labels[word]))
