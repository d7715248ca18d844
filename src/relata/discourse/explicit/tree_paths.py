"""Paths in trees: positions of words seen from a connective, as features of its arguments.

An encoder of few layers loses sight of the clause of a word; the path through the tree from a word up to the
connective, or to one of its heads, shows it.
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
"""Most clauses above a word that its position names."""
_FAR = tuple(min(9, int(2 * log2(1 + words))) for words in range(24))
"""Step of distance by the number of words between; the last is for all greater distances."""
_LONGEST = 40
"""Most steps of a path: trees that documents bring along may have cycles."""

_VERBAL = frozenset(("MD", "TO", "IN", "CC", "WRB"))
_JOINING = frozenset(("SUB", "CONJ", "COORD", "PRN"))
_CHAINED = "VC"
"""Tags and labels of words that head clauses, as verbs do; label of verbs below auxiliaries."""


class Trees:
    """Trees of a document: head, label and tag of each word, and the label of the clause that it heads."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.labels = tokens.columns.get("deprel") or (None,) * len(tokens)
        self.tags = tokens.columns.get("tag") or (None,) * len(tokens)
        self.heads = _heads(tokens)
        self.clauses = [
            str(label) if label != _CHAINED and _heads_clause(tag or "", label) else None
            for tag, label in zip(self.tags, self.labels, strict=True)
        ]

    def sentence(self, word: int) -> range:
        """Return the tokens of a word's sentence."""
        return self.tokens.sentence_range(self.tokens.sentence_of(word))

    def up(self, word: int) -> Iterator[int]:
        """Yield a word, its head, and so on to the root."""
        for _ in range(_LONGEST):
            if word == _ROOT:
                return
            yield word
            word = self.heads[word]


def _heads(tokens: Tokens) -> array[int]:
    """Compute the heads of words as token indices of the document; a root has `_ROOT`."""
    if tokens.heads is None:
        return array("q", [_ROOT]) * len(tokens)
    starts = np.array(tokens.sentence_starts, dtype=np.int64)
    firsts = np.repeat(starts, np.diff(starts, append=len(tokens)))
    heads = np.array(tokens.heads, dtype=np.int64)
    return array("q", np.where(heads > 0, firsts + heads - 1, _ROOT).tobytes())


def _heads_clause(tag: str, label: str | None) -> bool:
    """Test if a word heads a clause, or may."""
    return tag.startswith("V") or tag in _VERBAL or label in _JOINING


class _TreePosition(NamedTuple):
    """Position of a word in the tree, seen from a connective.

    `level` is the height above the connective where both paths meet, or the distance of the sentence;
    `clauses` has the labels of the clauses above the word, from the top; `branch` the label and side of the
    branch below the meeting point.
    """

    level: str
    clauses: tuple[str, ...]
    branch: str

    @property
    def region(self) -> str:
        """Part of the tree to which the word belongs."""
        return f"{self.level}|{'/'.join(self.clauses)}"


def path_rows(trees: Trees, connective: Sequence[int], words: Sequence[int]) -> list[list[int]]:
    """Look up the feature rows of each word."""
    return [[row_of(name) for name in features] for features in path_features(trees, connective, words)]


def path_features(trees: Trees, connective: Sequence[int], words: Sequence[int]) -> Iterator[list[str]]:
    """List the features of each word, the same number for all: its position and those of its neighbours.

    They are joined with the connective, or with its label and head.
    """
    tokens, first = trees.tokens, connective[0]
    sentence = trees.sentence(first)
    text = " ".join(tokens.form(word).lower() for word in connective)
    head = next(islice(trees.up(first), 1, None), first)
    frame = f"{trees.labels[first]},{trees.labels[head]},{trees.tags[head]}"
    begin = min(3, first - sentence.start)
    positions = _positions(trees, first, sentence, words)
    regions = ["^", *(position.region for position in positions), "$"]
    for word, position, before, region, after in zip(
        words, positions, regions, regions[1:], regions[2:], strict=False
    ):
        side = "<" if word < first else ">"
        form = tokens.form(word).lower()
        mark = "w" if any(map(str.isalnum, form)) else form
        far = _FAR[min(abs(word - first), len(_FAR) - 1)]
        elsewhere = position.level if word not in sentence else ""
        yield [
            f"region {region}{side},{text}",
            f"branch {position.level}|{position.branch}{side},{text}",
            f"level {position.level}{side},{frame}",
            f"far {far}{side}{elsewhere},{text}",
            f"mark {mark},{before},{region},{after}",
            f"before {before},{region}{side}",
            f"after {after},{region}{side}",
            f"begin {begin},{position.level}{side},{text}",
        ]


def _positions(trees: Trees, first: int, sentence: range, words: Sequence[int]) -> list[_TreePosition]:
    """Compute the positions of words, seen from a connective with the token `first`, in its `sentence`."""
    known = {
        word: _TreePosition(str(min(_HIGHEST, step)), (), "=") for step, word in enumerate(trees.up(first))
    }
    index = trees.tokens.sentence_of(first)
    return [
        _position_inside(trees, word, known) if word in sentence else _position_outside(trees, word, index)
        for word in words
    ]


def _position_inside(trees: Trees, word: int, known: dict[int, _TreePosition]) -> _TreePosition:
    """Compute the position of a word of the connective's sentence; add those above it to `known`."""
    path: list[int] = []
    for step in trees.up(word):
        if step in known:
            above, position = step, known[step]
            break
        path.append(step)
    else:
        above, position = _ROOT, _TreePosition(_ELSEWHERE, (), "=")
    for step in reversed(path):
        clause, clauses, branch = trees.clauses[step], position.clauses, position.branch
        if clause is not None and len(clauses) < _CLAUSES:
            clauses = (*clauses, clause)
        if branch == "=":
            branch = f"{trees.labels[step]}{'<' if step < above else '>'}"
        position = known[step] = _TreePosition(position.level, clauses, branch)
    return position


def _position_outside(trees: Trees, word: int, sentence: int) -> _TreePosition:
    """Compute the position of a word in another sentence."""
    headed = (trees.clauses[step] for step in trees.up(word))
    clauses = tuple(islice((clause for clause in headed if clause is not None), _CLAUSES))
    level = f"s{trees.tokens.sentence_of(word) - sentence}"
    return _TreePosition(level, clauses, str(trees.labels[word]))
