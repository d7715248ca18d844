"""Graph-based dependency parser: scores of arcs and of adjacent siblings, and the best projective tree.

After McDonald and Pereira (2006): an averaged perceptron; in training, wrong arcs have a cost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Self

import numpy as np

from relata.baselines.dependencies.sentences import PADDING, CodedSentence
from relata.baselines.dependencies.weights import Codes, HashedWeights, Rows, combined
from relata.baselines.learners import State
from relata.structured.projective import ScoredTree, best_projective_trees

Follow = Callable[[Iterable[Any], str], Iterator[Any]]
_BITS = 23
_COST = 1.0
"""Cost of a wrong arc while the parser is trained."""
_LONGEST = 100
"""Most words of a sentence that the parser learns from."""
_MOST_SHARED = 60
"""Most nodes of sentences whose possible parts are kept for the next sentence of this length."""
_SEED = 2008


class GraphParser:
    """Parser by the highest sum of scores of arcs and siblings."""

    def __init__(self) -> None:
        self._arcs = HashedWeights(_BITS)
        self._siblings = HashedWeights(_BITS)

    def fit(self, sentences: Sequence[CodedSentence], epochs: int, follow: Follow) -> Self:
        """Learn from sentences with gold trees."""
        generator = np.random.default_rng(_SEED)
        sentences = [sentence for sentence in sentences if len(sentence) <= _LONGEST]
        for _ in follow(range(epochs), "epochs of the parser"):
            for number in generator.permutation(len(sentences)):
                self._learn(sentences[number])
        self._arcs.average()
        self._siblings.average()
        return self

    def _learn(self, sentence: CodedSentence) -> None:
        gold = np.array(sentence.heads)
        scored = _ScoredParts(self, sentence)
        words = np.arange(1, len(gold))
        arcs = scored.arcs + np.float32(_COST)
        arcs[gold[1:], words] -= _COST
        guess = np.array(best_projective_trees(arcs, scored.siblings)[0].heads)
        self._arcs.step()
        self._siblings.step()
        if (guess == gold).all():
            return
        wrong = words[guess[1:] != gold[1:]]
        for heads, amount in ((gold, 1.0), (guess, -1.0)):
            self._arcs.update(scored.rows[:, scored.number[heads[wrong], wrong]], amount)
            between, _ = _between_rows(self._arcs, sentence, heads[wrong], wrong)
            self._arcs.update(between, amount)
        gold_parts, guess_parts = (
            set(zip(*_sibling_parts(heads.tolist()), strict=True)) for heads in (gold, guess)
        )
        for parts, amount in ((gold_parts - guess_parts, 1.0), (guess_parts - gold_parts, -1.0)):
            if parts:
                self._siblings.update(
                    _sibling_rows(self._siblings, sentence, *np.array(sorted(parts)).T), amount
                )

    def trees(self, sentence: CodedSentence, k: int = 1) -> list[ScoredTree]:
        """Return the `k` best trees."""
        scored = _ScoredParts(self, sentence)
        return best_projective_trees(scored.arcs, scored.siblings, k)

    def heads(self, sentences: Iterable[CodedSentence]) -> Iterator[list[int]]:
        """Yield the heads of the best tree of each sentence."""
        return (self.trees(sentence)[0].heads for sentence in sentences)

    def state(self) -> State:
        """Return what `restored` needs."""
        return {"arcs": self._arcs.state(), "siblings": self._siblings.state()}

    def restored(self, state: State) -> Self:
        """Take over the state of a fitted parser."""
        self._arcs.restored(state["arcs"])
        self._siblings.restored(state["siblings"])
        return self


class _ScoredParts:
    """Scores of all arcs [head, word] and siblings [head, sibling, word] of a sentence."""

    def __init__(self, parser: GraphParser, sentence: CodedSentence) -> None:
        parts = _all_parts(len(sentence) + 1)
        self.number = parts.number
        self.rows = _arc_rows(parser._arcs, sentence, parts.heads, parts.words)
        weights = parser._arcs.weights[:, 0]
        scores = weights[self.rows].sum(axis=0)
        between, pairs = _between_rows(parser._arcs, sentence, parts.heads, parts.words, parts)
        scores = scores + np.bincount(pairs, weights[between], len(scores)).astype(np.float32)
        size = len(sentence) + 1
        self.arcs = np.full((size, size), -np.inf, dtype=np.float32)
        self.arcs[parts.heads, parts.words] = scores
        self.siblings = np.zeros((size, size, size), dtype=np.float32)
        triples = parts.triples
        rows = _sibling_rows(parser._siblings, sentence, *triples)
        self.siblings[triples] = parser._siblings.weights[:, 0][rows].sum(axis=0)


@dataclass(frozen=True, slots=True, eq=False)
class _Parts:
    """Possible arcs of a sentence of some length with their numbers, words between, and siblings."""

    heads: Rows
    words: Rows
    number: Rows
    between: tuple[Rows, Rows]
    triples: tuple[Rows, Rows, Rows]


def _all_parts(size: int) -> _Parts:
    return _shared_parts(size) if size <= _MOST_SHARED else _shared_parts.__wrapped__(size)


@cache
def _shared_parts(size: int) -> _Parts:
    nodes = np.arange(size)
    heads, words = np.nonzero((nodes[:, None] != nodes) & (nodes > 0))
    number = np.zeros((size, size), dtype=np.int64)
    number[heads, words] = np.arange(len(heads))
    head, sibling, word = np.ogrid[:size, :size, :size]
    rising = (head <= sibling) & (sibling < word)
    falling = (word < sibling) & (sibling <= head)
    possible = (rising | falling) & (word > 0) & ((head > 0) | (sibling == 0))
    triples = np.nonzero(possible)
    between = _positions_between(heads, words)
    return _Parts(heads, words, number, between, (triples[0], triples[1], triples[2]))


def _positions_between(heads: Rows, words: Rows) -> tuple[Rows, Rows]:
    """Return the pair and the position of each word between the ends of a pair."""
    first, last = np.minimum(heads, words) + 1, np.maximum(heads, words)
    counts = last - first
    pairs = np.repeat(np.arange(len(heads)), counts)
    starts = np.repeat(np.cumsum(counts) - counts, counts)
    return pairs, np.arange(len(pairs)) - starts + np.repeat(first, counts)


_LIMITS = np.array([1, 2, 3, 4, 5, 7, 10, 20])
_MIXED = combined(7, np.arange(32, dtype=np.uint64))
"""Codes of directions and lengths, which features are crossed with."""


def _distance(heads: Rows, words: Rows) -> Codes:
    """Return codes of the direction of arcs and their rough length."""
    length = np.searchsorted(_LIMITS, np.abs(heads - words), side="right")
    codes: Codes = _MIXED[2 * length + (heads < words) + 2]
    return codes


def _direction(heads: Rows, words: Rows) -> Codes:
    return _MIXED[(heads < words).astype(np.int64)]


def _arc_rows(weights: HashedWeights, sentence: CodedSentence, heads: Rows, words: Rows) -> Rows:
    """Return the rows of features of arcs: both ends and their neighbours, with direction and length."""
    forms, stems, tags = sentence.forms, sentence.stems, sentence.classes
    h, w = heads + PADDING, words + PADDING
    hf, wf, hl, wl, ht, wt = forms[h], forms[w], stems[h], stems[w], tags[h], tags[w]
    hn, hp, wn, wp = tags[h + 1], tags[h - 1], tags[w + 1], tags[w - 1]
    plain = (
        (hf, ht),
        (hf,),
        (ht,),
        (wf, wt),
        (wf,),
        (wt,),
        (hf, ht, wf, wt),
        (ht, wf, wt),
        (hl, wl, wt),
        (hf, ht, wt),
        (hl, ht, wl),
        (hl, wl),
        (ht, wt),
        (hl, wt),
        (ht, wl),
        (ht, hn, wp, wt),
        (hp, ht, wp, wt),
        (ht, hn, wt, wn),
        (hp, ht, wt, wn),
        (ht, hn, wt),
        (hp, ht, wt),
        (ht, wp, wt),
        (ht, wt, wn),
        (hp, ht, hn, wp, wt, wn),
        (hl, ht, wp, wt, wn),
        (hp, ht, hn, wl, wt),
    )
    direction, distance = _direction(heads, words), _distance(heads, words)
    bases = np.stack([combined(template, *columns) for template, columns in enumerate(plain, start=1)])
    return weights.rows(np.concatenate([bases ^ direction, bases ^ distance]))


def _between_rows(
    weights: HashedWeights,
    sentence: CodedSentence,
    heads: Rows,
    words: Rows,
    parts: _Parts | None = None,
) -> tuple[Rows, Rows]:
    """Return the rows of the tags between the ends of arcs, and the arc of each row."""
    pairs, positions = parts.between if parts else _positions_between(heads, words)
    tags = sentence.classes
    ends = combined(90, tags[heads + PADDING], tags[words + PADDING], _direction(heads, words))
    return weights.rows(combined(0, ends[pairs], tags[positions + PADDING])), pairs


def _sibling_parts(heads: Sequence[int]) -> tuple[Rows, Rows, Rows]:
    """Return heads, siblings and words of a tree; the first child on a side has the head as its sibling."""
    last: dict[tuple[int, bool], int] = {}
    siblings = {}
    for word in range(1, len(heads)):
        if heads[word] < word:
            siblings[word] = last.get((heads[word], True), heads[word])
            last[heads[word], True] = word
    for word in range(len(heads) - 1, 0, -1):
        if heads[word] > word:
            siblings[word] = last.get((heads[word], False), heads[word])
            last[heads[word], False] = word
    words = np.arange(1, len(heads))
    return np.array(heads)[1:], np.array([siblings[word] for word in words.tolist()]), words


def _sibling_rows(
    weights: HashedWeights, sentence: CodedSentence, heads: Rows, siblings: Rows, words: Rows
) -> Rows:
    """Return the rows of features of adjacent siblings."""
    alone = siblings == heads
    first = np.uint64(1)
    h, s, w = heads + PADDING, siblings + PADDING, words + PADDING
    sl, st = (np.where(alone, first, codes[s]) for codes in (sentence.stems, sentence.classes))
    wl, wt = sentence.stems[w], sentence.classes[w]
    hl, ht = sentence.stems[h], sentence.classes[h]
    direction, distance = _direction(heads, words), _distance(siblings, words)
    plain = ((ht, st, wt), (hl, st, wt), (st, wt), (sl, wt), (st, wl), (sl, wl), (ht, sl, wt), (ht, st, wl))
    bases = np.stack([combined(template, *columns) for template, columns in enumerate(plain, start=1)])
    return weights.rows(np.concatenate([bases ^ direction, bases[:3] ^ distance]))
