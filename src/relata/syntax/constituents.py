"""Constituents: a tree in brackets for each sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from relata.document import Document
from relata.model.heads import BiaffinePairs, Floats, SelfAttention, WordStates
from relata.model.inputs import Input
from relata.model.model import Model
from relata.model.windows import Rows, WindowComponent
from relata.pipeline import CONSTITUENTS, TREES, ParseState
from relata.structured.chart import best_brackets
from relata.syntax.parser import sentence_slices
from relata.treebank.brackets import Bracket, tree_of

_Numbers = npt.NDArray[np.int32]


def constituent_labels(labels: Mapping[str, Any]) -> tuple[str, ...]:
    """Read the labels of brackets in a manifest, in the order of their head; none for a model without it."""
    return tuple(labels.get("constituents", ()))


class ConstituentParser(WindowComponent):
    """Component that gives documents trees in brackets; trees that a document brings along are kept."""

    name = CONSTITUENTS
    requires = frozenset({TREES})
    provides = frozenset({CONSTITUENTS})

    def __init__(self, model: Model, labels: Sequence[str]) -> None:
        super().__init__(model)
        weights = model.weights.below("constituents")
        self._labels = labels
        self._words = WordStates(weights.below("words"))
        self._context = SelfAttention(weights.below("context"))
        self._spans = BiaffinePairs(weights.below("spans"), 1)
        self._labelled = BiaffinePairs(weights.below("labels"), len(labels))

    def read(self, input: Input, states: Floats) -> tuple[_Numbers]:
        """Read the brackets [brackets, 3] of a window: first token, the token behind the last, and label."""
        words = self._words(states, input)
        rows = []
        for sentence in sentence_slices(input):
            read = self._context(words[sentence])
            scores = self._spans.all(self._spans.first(read), self._spans.second(read))[:, :, 0]
            starts, stops = np.array(best_brackets(scores)).T
            first, last = self._labelled.first(read), self._labelled.second(read)
            labels = self._labelled.each(first[starts], last[stops - 1]).argmax(axis=1)
            offset = input.words[sentence.start]
            rows.append(np.stack((starts + offset, stops + offset, labels), axis=1))
        return (np.concatenate(rows).astype(np.int32),)

    def empty(self) -> Rows:
        """Return a column of brackets."""
        return Rows((np.int32, 3))

    def write(self, parse: ParseState, readings: Rows) -> None:
        """Set the trees of a parse's document."""
        (rows,) = readings.columns()
        document = parse.document
        parsed = _trees(document, _tags(parse), rows, self._labels)
        given = document.trees or (None,) * len(parsed)
        trees = tuple(tree or other for tree, other in zip(given, parsed, strict=True))
        parse.document = replace(document, trees=trees)


def _tags(parse: ParseState) -> list[str | None]:
    """List the tags of a parse's words: those that the document brings along, the parsed ones for others."""
    absent = (None,) * len(parse.document.tokens)
    given = parse.document.tokens.columns.get("tag", absent)
    parsed = parse.trees.columns.get("tag", absent) if parse.trees else absent
    return [tag or other for tag, other in zip(given, parsed, strict=True)]


def _trees(
    document: Document, tags: Sequence[str | None], rows: _Numbers, labels: Sequence[str]
) -> list[str | None]:
    """Write the tree of each sentence; parts of an overlong sentence stand side by side below its root."""
    tokens = document.tokens
    bounds = np.searchsorted(rows[:, 0], [*tokens.sentence_starts, len(tokens)])
    trees: list[str | None] = []
    for sentence, own in zip(document.sentences, map(slice, bounds, bounds[1:]), strict=True):
        words = sentence.range
        offset = words.start
        brackets = (
            Bracket(start - offset, stop - offset, labels[label]) for start, stop, label in rows[own].tolist()
        )
        forms = [tokens.form(word) for word in words]
        trees.append(str(tree_of(brackets, forms, tags[offset : words.stop])) if words else None)
    return trees
