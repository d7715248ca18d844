"""Transition-based dependency parser: arc-hybrid transitions, chosen greedily by an averaged perceptron.

After Kuhlmann et al. (2011), trained with the dynamic oracle of Goldberg and Nivre (2013). Sentences are
parsed side by side, a transition of each at a time; the root stands behind the last word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from relata.baselines.dependencies.sentences import PADDING, CodedSentence
from relata.baselines.dependencies.weights import Codes, HashedWeights, Rows, combined
from relata.baselines.learners import State

Follow = Callable[[Iterable[Any], str], Iterator[Any]]
_SHIFT, _LEFT, _RIGHT = range(3)
"""Transitions: the next word goes on the stack; the top of the stack has the next word as its head; the top
has the word below it as its head."""
_BITS = 22
_SIDE_BY_SIDE = 32
_SEED = 2008
_MOST = 7
"""Bound of distances and numbers of children."""


class TransitionParser:
    """Parser by the highest score of the next transition."""

    def __init__(self) -> None:
        self._weights = HashedWeights(_BITS, 3)

    def fit(self, sentences: Sequence[CodedSentence], epochs: int, follow: Follow) -> Self:
        """Learn from sentences with gold trees; from the second epoch on, own mistakes are followed."""
        generator = np.random.default_rng(_SEED)
        by_length = sorted(sentences, key=len)
        groups = [by_length[i : i + _SIDE_BY_SIDE] for i in range(0, len(by_length), _SIDE_BY_SIDE)]
        for epoch in follow(range(epochs), "epochs of the parser"):
            for number in generator.permutation(len(groups)):
                self._learn(_States(groups[number]), follows_mistakes=epoch > 0)
        self._weights.average()
        return self

    def _learn(self, states: _States, *, follows_mistakes: bool) -> None:
        gold = states.gold()
        while states.active.any():
            rows, scores = self._scores(states)
            right = np.where(states.costs(gold) == 0, scores, -np.inf)
            correct, guess = right.argmax(axis=1), scores.argmax(axis=1)
            # where no transition is without cost, the oracle has nothing to teach
            wrong = states.active & (right.max(axis=1) > -np.inf) & (right[_all(guess), guess] == -np.inf)
            self._weights.step()
            for labels, amount in ((correct, 1.0), (guess, -1.0)):
                taught = rows[:, wrong]
                self._weights.update(taught, amount, np.broadcast_to(labels[wrong], taught.shape))
            states.take(guess if follows_mistakes else np.where(wrong, correct, guess))

    def _scores(self, states: _States) -> tuple[Rows, npt.NDArray[np.float32]]:
        """Return rows of features [features, sentences], and scores of transitions, -inf if impossible."""
        rows = self._weights.rows(states.features())
        scores = self._weights.weights[rows].sum(axis=0)
        scores[~states.possible()] = -np.inf
        return rows, scores

    def heads(self, sentences: Iterable[CodedSentence]) -> Iterator[list[int]]:
        """Yield the heads of each sentence."""
        everything = list(sentences)
        order = sorted(range(len(everything)), key=lambda number: len(everything[number]))
        heads: list[list[int]] = [[] for _ in everything]
        for start in range(0, len(order), _SIDE_BY_SIDE):
            numbers = order[start : start + _SIDE_BY_SIDE]
            states = _States([everything[number] for number in numbers])
            while states.active.any():
                states.take(self._scores(states)[1].argmax(axis=1))
            for number, row in zip(numbers, states.heads.tolist(), strict=True):
                heads[number] = [-1, *row[1 : len(everything[number]) + 1]]
        return iter(heads)

    def state(self) -> State:
        """Return what `restored` needs."""
        return {"transitions": self._weights.state()}

    def restored(self, state: State) -> Self:
        """Take over the state of a fitted parser."""
        self._weights.restored(state["transitions"])
        return self


def _all(values: npt.NDArray[Any]) -> Rows:
    return np.arange(len(values))


class _States:
    """Stacks, next words and arcs of sentences; words count from 1, 0 is the root, or nothing in a stack."""

    def __init__(self, sentences: Sequence[CodedSentence]) -> None:
        count, longest = len(sentences), max(map(len, sentences))
        self._sentences = sentences
        self._every = np.arange(count)
        self._lengths = np.array([len(sentence) for sentence in sentences])
        width = longest + 2 * PADDING + 1
        self._forms, self._stems, self._tags = (np.zeros((count, width), dtype=np.uint64) for _ in range(3))
        for row, sentence in enumerate(sentences):
            size = len(sentence.forms)
            self._forms[row, :size] = sentence.forms
            self._stems[row, :size] = sentence.stems
            self._tags[row, :size] = sentence.classes
        self._stack = np.zeros((count, longest + 3), dtype=np.int64)
        self._sizes = np.zeros(count, dtype=np.int64)
        self._stacked = np.zeros((count, longest + 1), dtype=bool)
        self._next = np.ones(count, dtype=np.int64)
        self.heads = np.zeros((count, longest + 1), dtype=np.int64)
        # the first and second outermost children on the left and on the right, and their number
        self._children = np.zeros((2, 2, count, longest + 1), dtype=np.int64)
        self._numbers = np.zeros((2, count, longest + 1), dtype=np.int64)

    @property
    def active(self) -> npt.NDArray[np.bool_]:
        """Sentences whose parse is not complete."""
        return (self._next <= self._lengths) | (self._sizes > 0)

    def gold(self) -> Rows:
        """Return gold heads [sentences, nodes], -1 for nodes that a sentence does not have."""
        gold = np.full(self.heads.shape, -1)
        for row, sentence in enumerate(self._sentences):
            gold[row, : len(sentence) + 1] = sentence.heads
        return gold

    def _top(self, depth: int) -> Rows:
        """Return the word at a depth of the stack from 1 on, 0 for none."""
        places = self._sizes - depth
        return np.where(places >= 0, self._stack[self._every, places], 0)

    def possible(self) -> npt.NDArray[np.bool_]:
        """Return the possible transitions [sentences, transitions]; the root has one child."""
        words_left = self._next <= self._lengths
        left = (self._sizes > 1) & words_left | (self._sizes == 1)
        return np.stack([words_left, left, self._sizes > 1], axis=1)

    def costs(self, gold: Rows) -> Rows:
        """Return the gold arcs that each transition makes impossible [sentences, transitions]."""
        top, below, ahead = self._top(1), self._top(2), self._next
        at_end = ahead > self._lengths
        words = np.arange(gold.shape[1])
        head = gold[self._every, top]
        is_ahead = (head == 0) | (head >= ahead)
        is_next = np.where(at_end, head == 0, head == ahead)
        lost = ((gold == top[:, None]) & (words >= ahead[:, None])).sum(axis=1)
        left = ((head == below) & (below > 0) | is_ahead & ~is_next) + lost
        following = np.where(at_end, 0, ahead)
        next_head = gold[self._every, following]
        shift = (self._stacked[self._every, next_head] & (next_head != top) & ~at_end).astype(np.int64)
        shift += (self._stacked & (gold == following[:, None])).sum(axis=1)
        return np.stack([shift, left, is_ahead + lost], axis=1)

    def take(self, transitions: Rows) -> None:
        """Apply a transition to each sentence that is not complete."""
        active = self.active
        shift = np.flatnonzero(active & (transitions == _SHIFT))
        words = self._next[shift]
        self._stack[shift, self._sizes[shift]] = words
        self._stacked[shift, words] = True
        self._sizes[shift] += 1
        self._next[shift] += 1
        at_end = self._next > self._lengths
        head = np.where(transitions == _LEFT, np.where(at_end, 0, self._next), self._top(2))
        popped = np.flatnonzero(active & (transitions != _SHIFT))
        words, heads = self._top(1)[popped], head[popped]
        self.heads[popped, words] = heads
        self._stacked[popped, words] = False
        self._sizes[popped] -= 1
        side = (words > heads).astype(np.int64)
        self._children[side, 1, popped, heads] = self._children[side, 0, popped, heads]
        self._children[side, 0, popped, heads] = words
        self._numbers[side, popped, heads] += 1

    def features(self) -> Codes:
        """Return codes of features [features, sentences]."""
        every = self._every
        top = [self._top(depth) for depth in (1, 2, 3)]
        length = self._lengths
        ahead = [
            np.where(
                self._next + step <= length,
                self._next + step + PADDING,
                np.where(self._next + step == length + 1, PADDING, 0),
            )
            for step in range(4)
        ]
        following = np.where(self._next <= length, self._next, 0)

        def child(side: int, rank: int, words: Rows) -> Rows:
            children = np.where(words > 0, self._children[side, rank, every, words], 0)
            return np.where(children > 0, children + PADDING, 0)

        stack = [np.where(word > 0, word + PADDING, 0) for word in top]
        places = np.stack(
            [
                *stack,
                *ahead,
                *(child(side, rank, word) for word in top[:2] for side in (0, 1) for rank in (0, 1)),
                *(child(0, rank, following) for rank in (0, 1)),
            ]
        )
        lengths = np.stack(
            [
                np.clip(self._next - top[0], 0, _MOST),
                np.clip(top[0] - top[1], 0, _MOST),
                *(np.clip(self._numbers[side, every, top[0]], 0, _MOST) for side in (0, 1)),
                np.clip(self._numbers[1, every, top[1]], 0, _MOST),
                np.clip(self._numbers[0, every, following], 0, _MOST),
            ]
        ).astype(np.uint64)
        return _features(
            self._forms[every, places], self._stems[every, places], self._tags[every, places], lengths
        )


def _features(forms: Codes, stems: Codes, tags: Codes, lengths: Codes) -> Codes:
    """Combine words, lemmas and tags of places, and lengths."""
    s0w, s1w, _, b0w, b1w = forms[:5]
    s0l, s1l, s2l, b0l, b1l = stems[:5]
    s0, s1, s2, b0, b1, b2, b3 = tags[:7]
    (s0a, s0a2, s0z, s0z2, s1a, s1a2, s1z, s1z2, b0a, b0a2) = tags[7:]
    (s0al, _, s0zl, _, s1al, _, s1zl, _, b0al, _) = stems[7:]
    near, apart, s0left, s0right, s1right, b0left = lengths
    groups = (
        (s0w, s0), (s0l,), (s0,), (s1w, s1), (s1l,), (s1,), (b0w, b0), (b0l,), (b0,), (b1w, b1), (b1,),
        (s2,), (s2l, s2), (b2,), (s0l, s0, b0l, b0), (s0l, s0, b0), (s0, b0l, b0), (s0l, b0l), (s0, b0),
        (s0l, b0), (s0, b0l), (s1l, s1, s0l, s0), (s1l, s1, s0), (s1, s0l, s0), (s1l, s0l), (s1, s0),
        (s1, b0), (s1l, b0l), (b0, b1), (s0, b1), (b0l, b1l), (s0l, b0, b1), (b0, b1, b2), (s0, b0, b1),
        (s0, b0, b1, b2), (s1, s0, b0), (s2, s1, s0), (s1, s0, b0, b1), (b0, b1, b2, b3), (s1l, s0, b0),
        (s1, s0l, b0), (s1, s0, b0l), (s0, s0a, b0), (s0, s0z, b0), (s0, b0, b0a), (s1, s0, s0a),
        (s1, s0, s0z), (s1, s1a, s0), (s1, s1z, s0), (s0, s0a, s0a2), (s0, s0z, s0z2), (b0, b0a, b0a2),
        (s1, s1z, s1z2), (s1, s1a, s1a2), (s0, s0al), (s0, s0zl), (b0, b0al), (s1, s1zl), (s1, s1al),
        (s1, s1zl, s0), (s0l, s0zl, b0), (s1l, s0, s0zl), (s1, s0z, s0, b0), (s0, b0l, s0zl),
        (s0, b0, near), (s0l, b0, near), (s0, b0l, near), (s1, s0, apart), (s1l, s0, apart),
        (s1, s0l, apart), (s0, s0left), (s0, s0right), (s0l, s0left), (s0l, s0right), (s1, s0, s1right),
        (s1l, s1right), (b0, b0left), (s0, b0, b0left), (s0, b0, s0left, s0right),
    )  # fmt: skip
    return np.stack([combined(template, *group) for template, group in enumerate(groups, start=1)])
