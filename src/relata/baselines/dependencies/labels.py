"""Tags of words, and labels of the arcs of a tree, by averaged perceptrons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

import numpy as np

from relata.baselines.dependencies.sentences import PADDING, CodedSentence
from relata.baselines.dependencies.weights import Codes, HashedClassifier, Rows, combined
from relata.baselines.learners import State
from relata.baselines.linear import feature_code

_EPOCHS = 8
_MOST = 4
_BITS = 19


class ArcLabeller:
    """Labels of the arcs of trees, each by itself."""

    def __init__(self) -> None:
        self._classifier = HashedClassifier(_BITS)

    def fit(self, sentences: Sequence[CodedSentence]) -> Self:
        """Learn from sentences with gold trees."""
        features = np.concatenate([arc_features(sentence, sentence.heads) for sentence in sentences])
        gold = [label for sentence in sentences for label in sentence.labels[1:]]
        self._classifier.fit(features, gold, _EPOCHS)
        return self

    def labels(self, sentence: CodedSentence, heads: Sequence[int]) -> list[str]:
        """Return the labels of the nodes of a tree; the root has none."""
        return ["", *self._classifier.predict(arc_features(sentence, heads))]

    def state(self) -> State:
        """Return what `restored` needs."""
        return self._classifier.state()

    def restored(self, state: State) -> Self:
        """Take over the state of a fitted labeller."""
        self._classifier.restored(state)
        return self


def outermost_children(heads: Rows) -> tuple[Rows, Rows]:
    """Return the leftmost child before, and the rightmost child behind each node; 0 for none."""
    words = np.arange(1, len(heads))
    left, right = np.zeros(len(heads), dtype=np.int64), np.zeros(len(heads), dtype=np.int64)
    before = words[heads[1:] > words][::-1]
    left[heads[before]] = before
    behind = words[heads[1:] < words]
    right[heads[behind]] = behind
    return left, right


def arc_features(sentence: CodedSentence, heads: Sequence[int]) -> Codes:
    """Return codes of the features of each word's arc [words, features]."""
    above = np.array(heads)
    words = np.arange(1, len(above))
    head = above[1:]
    left, right = outermost_children(above)
    order = np.lexsort((words, head))
    same = head[order][1:] == head[order][:-1]
    previous, following = np.zeros(len(above), dtype=np.int64), np.zeros(len(above), dtype=np.int64)
    previous[words[order][1:][same]] = words[order][:-1][same]
    following[words[order][:-1][same]] = words[order][1:][same]
    upper = np.where(head > 0, above[head], -1)
    number = np.clip(np.bincount(head, minlength=len(above)), 0, _MOST).astype(np.uint64)[words]

    def place(nodes: Rows) -> Rows:
        return np.where(nodes > 0, nodes + PADDING, 0)

    w, h, g = words + PADDING, head + PADDING, np.where(upper >= 0, upper + PADDING, 0)
    a, z, p, f = place(left[words]), place(right[words]), place(previous[words]), place(following[words])
    first = place(left[head])
    forms, lemmas, tags = sentence.forms, sentence.stems, sentence.classes
    wf, wl, wt, hl, ht, gl, gt = forms[w], lemmas[w], tags[w], lemmas[h], tags[h], lemmas[g], tags[g]
    al, at, zl, zt, pt, ft, pl = lemmas[a], tags[a], lemmas[z], tags[z], tags[p], tags[f], lemmas[p]
    zn = tags[np.minimum(z + 1, len(tags) - 1)]
    wp, wn, hp, hn = tags[w - 1], tags[w + 1], tags[h - 1], tags[h + 1]
    side = ((head < words) * 2 + (np.abs(head - words) == 1)).astype(np.uint64)
    ends = ((previous[words] == 0) * 2 + (following[words] == 0)).astype(np.uint64)
    suffix = np.array([feature_code(word[-3:]) for word in sentence.words], dtype=np.uint64)
    groups = (
        (wt, side), (wl, side), (wf, side), (ht, side), (hl, side), (wt, ht, side), (wl, ht, side),
        (wt, hl, side), (wl, hl, side), (wt, ht, wp, side), (wt, ht, wn, side), (wt, wp, wn),
        (ht, hp, hn, wt), (wt, at, side), (wt, zt, side), (wt, zl, side), (wl, zl), (wl, zt, side),
        (wl, at), (wt, al, side), (wt, ht, zt, zl), (wt, ht, pt, side), (wt, ht, ft, side),
        (wt, ht, pl, side), (wt, ht, gt, side), (wl, ht, gl), (ht, gt, side), (wt, ht, ends, side),
        (wl, ends, side), (wt, number, side), (wt, ht, number, ends, side), (suffix, ht, side),
        (wt, suffix), (hl, zl, wl), (hl, zl, wt), (wt, ht, tags[first], side),
        (wl, ht, lemmas[first], side), (zt, zl), (wt, ht, zn, zt),
    )  # fmt: skip
    return np.stack([combined(template, *group) for template, group in enumerate(groups, start=1)], axis=1)


class Tagger:
    """Tags of words by their form, their ends and their neighbours, for texts without tags."""

    def __init__(self) -> None:
        self._classifier = HashedClassifier(_BITS)

    def fit(self, sentences: Iterable[CodedSentence]) -> Self:
        """Learn from sentences with tags."""
        sentences = list(sentences)
        features = np.concatenate([_word_features(sentence.words) for sentence in sentences])
        self._classifier.fit(features, [tag for sentence in sentences for tag in sentence.tags], _EPOCHS)
        return self

    def tags(self, words: Sequence[str]) -> list[str]:
        """Return the tags of the words of a sentence."""
        return self._classifier.predict(_word_features(words)) if words else []

    def state(self) -> State:
        """Return what `restored` needs."""
        return self._classifier.state()

    def restored(self, state: State) -> Self:
        """Take over the state of a fitted tagger."""
        self._classifier.restored(state)
        return self


def _word_features(words: Sequence[str]) -> Codes:
    """Return codes of the features of each word [words, features]."""
    padded = ["<s>", "<s>", *words, "</s>", "</s>"]
    form = np.array([feature_code(word.lower()) for word in padded], dtype=np.uint64)
    cased = np.array([feature_code(word) for word in words], dtype=np.uint64)
    here = slice(2, -2)
    shape = np.array([feature_code(_shape(word)) for word in words], dtype=np.uint64)

    def ends(size: int) -> Codes:
        return np.array([feature_code("-" + word.lower()[-size:]) for word in padded], dtype=np.uint64)

    one, two, three, four = (ends(size) for size in range(1, 5))
    begin = np.array([feature_code(word.lower()[:3]) for word in words], dtype=np.uint64)
    before, behind = form[1:-3], form[3:-1]
    groups = (
        (form[here],), (cased,), (one[here],), (two[here],), (three[here],), (four[here],), (begin,),
        (shape,), (shape, three[here]), (before,), (behind,), (form[:-4],), (form[4:],),
        (before, form[here]), (form[here], behind), (before, behind), (three[1:-3], three[here]),
        (three[here], three[3:-1]), (three[1:-3],), (three[3:-1],), (two[:-4], two[1:-3]),
        (two[3:-1], two[4:]), (shape, before), (two[1:-3], two[here], two[3:-1]),
    )  # fmt: skip
    return np.stack([combined(template, *group) for template, group in enumerate(groups, start=1)], axis=1)


def _shape(word: str) -> str:
    """Return the kinds of characters of a word, each run once: "Aa-0" of "Mid-1990"."""
    kinds = [
        "A" if char.isupper() else "a" if char.islower() else "0" if char.isdigit() else char for char in word
    ]
    return "".join(kind for number, kind in enumerate(kinds) if number == 0 or kinds[number - 1] != kind)
