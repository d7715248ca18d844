"""Where words stand in the tree of their sentence, seen from a connective: what tells its arguments apart.

An encoder of few layers loses sight of which clause a word belongs to; the way through the tree from a word
up to the connective, or to a head of it, says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import log2

from relata.discourse.labels import ARGUMENT_LABELS
from relata.document import Tokens
from relata.neural.hashed import HashedLinear, row_of
from relata.neural.heads import Floats, Weights

WEIGHTS = "paths"
"""The name of the arrays in a heads file."""

_HIGHEST = 3
_ELSEWHERE = "9"
_LONGEST = 40
"""How many steps are followed: the trees of a parser are sound, those of others may have cycles."""

_VERBAL = frozenset(("MD", "TO", "IN", "CC", "WRB"))
_JOINING = frozenset(("SUB", "CONJ", "COORD", "PRN"))
_CHAINED = "VC"
"""Tags, beside those of verbs, and labels of words that clauses hang on; how verbs hang on auxiliaries."""


class ArgumentPaths:
    """Scores the argument labels of the words around a connective by where they stand in the tree."""

    def __init__(self, weights: Weights, weight: float) -> None:
        self._linear = HashedLinear(weights, len(ARGUMENT_LABELS), weight)

    def __call__(self, trees: Trees, connective: Sequence[int], words: Sequence[int]) -> Floats:
        """The scores [words, labels], to be added to those of a chain."""
        scores: Floats = self._linear.weight * self._linear(path_rows(trees, connective, words))
        return scores


class Trees:
    """The trees of a document: the head of each word, or None, its label and tag."""

    def __init__(self, tokens: Tokens) -> None:
        self.tokens = tokens
        self.labels = tokens.columns.get("deprel") or (None,) * len(tokens)
        self.tags = tokens.columns.get("tag") or (None,) * len(tokens)

    def head(self, word: int) -> int | None:
        """The head of a word, as a number among the document's words; None for a root."""
        head = self.tokens.head(word)
        return self.sentence(word).start + head - 1 if head else None

    def sentence(self, word: int) -> range:
        """The words of its sentence."""
        return self.tokens.sentence_range(self.tokens.sentence_of(word))

    def up(self, word: int) -> Iterator[int]:
        """A word, its head, and so on."""
        at: int | None = word
        for _ in range(_LONGEST):
            if at is None:
                return
            yield at
            at = self.head(at)

    def opens_clause(self, word: int) -> bool:
        """Whether a clause hangs on a word, or may."""
        tag, label = self.tags[word] or "", self.labels[word]
        return label != _CHAINED and (tag.startswith("V") or tag in _VERBAL or label in _JOINING)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a word stands: how high above the connective the ways from both meet, or in which sentence.

    `clauses` are the labels of the clauses that it is below, from the top; `branch` is that of what hangs on
    the meeting point, and on which side.
    """

    level: str
    clauses: str
    branch: str


def path_rows(trees: Trees, connective: Sequence[int], words: Sequence[int]) -> list[list[int]]:
    """The rows of each word's features."""
    return [[row_of(each) for each in own] for own in path_features(trees, connective, words)]


def path_features(trees: Trees, connective: Sequence[int], words: Sequence[int]) -> Iterator[list[str]]:
    """The features of each word, equally many for all: the place of a word and of those beside it.

    They are taken with the connective, or with its label and what its head is.
    """
    tokens, first = trees.tokens, connective[0]
    own = trees.sentence(first)
    above = {word: step for step, word in enumerate(trees.up(first))}
    text = " ".join(tokens.form(word).lower() for word in connective)
    head = next(islice(above, 1, None), first)
    frame = f"{trees.labels[first]},{trees.labels[head]},{trees.tags[head]}"
    begin = min(3, first - own.start)
    places = [_place(trees, word, own, above) for word in words]
    around = ["^", *(f"{place.level}|{place.clauses}" for place in places), "$"]
    for word, place, before, region, after in zip(
        words, places, around, around[1:], around[2:], strict=False
    ):
        side = "<" if word < first else ">"
        form = tokens.form(word).lower()
        mark = "w" if any(map(str.isalnum, form)) else form
        far = min(9, int(2 * log2(1 + abs(word - first))))
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


def _place(trees: Trees, word: int, own: range, above: dict[int, int]) -> _Place:
    """Where a word stands, seen from a connective in the sentence `own` with these words above it."""
    if word not in own:
        tokens = trees.tokens
        back = tokens.sentence_of(word) - tokens.sentence_of(own.start)
        labels = [str(trees.labels[each]) for each in trees.up(word) if trees.opens_clause(each)]
        return _Place(f"s{back}", "/".join(labels[:2]), str(trees.labels[word]))
    path: list[int] = []
    meeting: int | None = None
    for each in trees.up(word):
        if each in above:
            meeting = each
            break
        path.append(each)
    level = _ELSEWHERE if meeting is None else str(min(_HIGHEST, above[meeting]))
    clauses = [str(trees.labels[each]) for each in reversed(path) if trees.opens_clause(each)]
    if not path:
        return _Place(level, "", "=")
    side = "<" if meeting is not None and path[-1] < meeting else ">"
    return _Place(level, "/".join(clauses[:2]), f"{trees.labels[path[-1]]}{side}")
