"""Tags, lemmas and dependencies: a tree for each sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

import numpy as np
import numpy.typing as npt

from relata.document import Document, Tokens
from relata.model.biaffine import Pairs
from relata.model.heads import Floats, Linear, WordStates, log_softmax
from relata.model.inputs import Input
from relata.model.model import Model
from relata.model.rows import Rows
from relata.model.windows import WindowComponent
from relata.pipeline.state import SYNTAX, TOKENS, TREES, ParseState
from relata.structured.spanning_tree import best_heads, best_tree
from relata.syntax.labels import SyntaxLabels
from relata.syntax.lemmas import lemma

_DETACHED = ("DEP", "dep", "parataxis")
"""What joins the parts of a sentence that is too long to be read at once: the first that the labels have."""

_Numbers = npt.NDArray[np.int32]


class TreeReader(WindowComponent):
    """Finds the tags, lemmas, heads and dependency labels of words.

    With `greedy`, each word takes its best head, whether a tree comes of it or not: to compare with.
    """

    name = TREES
    requires = frozenset({TOKENS})
    provides = frozenset({TREES})

    def __init__(self, model: Model, labels: SyntaxLabels, *, greedy: bool = False) -> None:
        super().__init__(model)
        weights = model.weights.below("syntax")
        self._labels = labels
        self._detached = next((label for label in _DETACHED if label in labels.deprels), labels.deprels[0])
        self._decode = best_heads if greedy else best_tree
        self._words = WordStates(weights.below("words"))
        self._tags = Linear(weights.below("tags"), len(labels.tags))
        self._arcs = Pairs(weights.below("arcs"), 1)
        self._deprels = Pairs(weights.below("deprels"), len(labels.deprels))

    def read(self, input: Input, states: Floats) -> tuple[_Numbers, _Numbers, _Numbers]:
        """The tags, heads (tokens; its own, if it is the root) and labels of a window's words."""
        words = self._words(states, input)
        dependents, heads = self._arcs.first(words), self._arcs.second(words)
        found: list[int] = []
        for places in sentence_slices(input):
            scores = self._arcs.all(dependents[places], heads[places])[:, :, 0]
            found += (places.start + self._decode(log_softmax(scores))).tolist()
        deprels = self._deprels.each(self._deprels.first(words), self._deprels.second(words)[found])
        return (
            self._tags(words).argmax(axis=1).astype(np.int32),
            np.array(input.words, dtype=np.int32)[found],
            deprels.argmax(axis=1).astype(np.int32),
        )

    def gathered(self) -> Rows:
        """Columns for tags, heads and labels."""
        return Rows((np.int32, 1), (np.int32, 1), (np.int32, 1))

    def write(self, parse: ParseState, readings: Rows) -> None:
        """Keeps the analyses of a parse's sentences beside its document, which may have others."""
        parse.trees = self._annotated(parse.document, *readings.columns())

    def _annotated(
        self, document: Document, of_tags: _Numbers, heads: _Numbers, of_deprels: _Numbers
    ) -> Tokens:
        tokens = document.tokens
        tags = [self._labels.tags[tag] for tag in of_tags]
        deprels = [self._labels.deprels[label] for label in of_deprels]
        _join(document, heads, deprels, self._detached)
        starts = np.array(tokens.sentence_starts, dtype=np.int32)
        numbers = heads - np.repeat(starts, np.diff(starts, append=len(tokens))) + 1
        numbers[heads == np.arange(len(tokens))] = 0
        known = tokens.annotate(heads=map(int, numbers), tag=tags, deprel=deprels)
        if document.language == "en":
            forms = map(tokens.form, range(len(tokens)))
            known = known.annotate(lemma=map(lemma, forms, tags))
        return known


class SyntaxParser(WindowComponent):
    """Gives the tokens of documents the tags, lemmas, heads and labels that were found.

    A document that has heads for all its tokens keeps what it has.
    """

    name = SYNTAX
    requires = frozenset({TREES})
    provides = frozenset({SYNTAX})

    def read(self, input: Input, states: Floats) -> None:
        """Nothing: it takes part in the pass over windows since components behind it need what it writes."""

    def write(self, parse: ParseState, readings: Sequence[None]) -> None:  # noqa: ARG002
        """Puts what was found on the tokens of a parse's document."""
        if parse.trees and not has_syntax(parse.document):
            parse.document = replace(parse.document, tokens=parse.trees)


def has_syntax(document: Document) -> bool:
    """Whether a document brings tags and heads along."""
    tokens = document.tokens
    return tokens.heads is not None and -1 not in tokens.heads and "tag" in tokens.columns


def sentence_slices(input: Input) -> Iterator[slice]:
    """The words of a window by sentence."""
    at = 0
    for _, own in groupby(input.sentences):
        size = sum(1 for _ in own)
        yield slice(at, at + size)
        at += size


def _join(document: Document, heads: _Numbers, deprels: list[str], label: str) -> None:
    """Hangs the further roots of a sentence that was read in parts below the first."""
    for sentence in document.sentences:
        roots = [word for word in sentence.range if heads[word] == word]
        for root in roots[1:]:
            heads[root], deprels[root] = roots[0], label
