"""Tags, lemmas and dependencies: a tree for each sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

import numpy as np
import numpy.typing as npt

from relata.document import Document, Tokens
from relata.model.heads import BiaffinePairs, Floats, Linear, WordStates, log_softmax
from relata.model.inputs import Input
from relata.model.model import Model
from relata.model.windows import Rows, WindowComponent
from relata.pipeline import SYNTAX, TOKENS, TREES, ParseState
from relata.structured.spanning_tree import best_tree
from relata.syntax.labels import SyntaxLabels
from relata.syntax.lemmas import lemma

_DETACHED = ("DEP", "dep", "parataxis")
"""Labels that join the parts of an overlong sentence; the first that the model has is used."""

_Numbers = npt.NDArray[np.int32]


class TreeReader(WindowComponent):
    """Parser of tags, lemmas, heads and dependency labels."""

    name = TREES
    requires = frozenset({TOKENS})
    provides = frozenset({TREES})

    def __init__(self, model: Model, labels: SyntaxLabels) -> None:
        super().__init__(model)
        weights = model.weights.below("syntax")
        self._labels = labels
        self._detached = next((label for label in _DETACHED if label in labels.deprels), labels.deprels[0])
        self._words = WordStates(weights.below("words"))
        self._tags = Linear(weights.below("tags"), len(labels.tags))
        self._arcs = BiaffinePairs(weights.below("arcs"), 1)
        self._deprels = BiaffinePairs(weights.below("deprels"), len(labels.deprels))

    def read(self, input: Input, states: Floats) -> tuple[_Numbers, _Numbers, _Numbers]:
        """Read the tags, heads (token indices; the root is its own head) and labels of a window's words."""
        words = self._words(states, input)
        dependents, heads = self._arcs.first(words), self._arcs.second(words)
        governors: list[int] = []
        for sentence in sentence_slices(input):
            scores = self._arcs.all(dependents[sentence], heads[sentence])[:, :, 0]
            governors += (sentence.start + best_tree(log_softmax(scores))).tolist()
        deprels = self._deprels.each(self._deprels.first(words), self._deprels.second(words)[governors])
        return (
            self._tags(words).argmax(axis=1).astype(np.int32),
            np.array(input.words, dtype=np.int32)[governors],
            deprels.argmax(axis=1).astype(np.int32),
        )

    def empty(self) -> Rows:
        """Return columns for tags, heads and labels."""
        return Rows((np.int32, 1), (np.int32, 1), (np.int32, 1))

    def write(self, parse: ParseState, readings: Rows) -> None:
        """Set the trees of a parse; its document may have others."""
        parse.trees = self._annotated(parse.document, *readings.columns())

    def _annotated(
        self, document: Document, tag_indices: _Numbers, heads: _Numbers, deprel_indices: _Numbers
    ) -> Tokens:
        tokens = document.tokens
        tags = [self._labels.tags[tag] for tag in tag_indices]
        deprels = [self._labels.deprels[label] for label in deprel_indices]
        _join(document, heads, deprels, self._detached)
        starts = np.array(tokens.sentence_starts, dtype=np.int32)
        numbers = heads - np.repeat(starts, np.diff(starts, append=len(tokens))) + 1
        numbers[heads == np.arange(len(tokens))] = 0
        annotated = tokens.annotate(heads=map(int, numbers), tag=tags, deprel=deprels)
        if document.language == "en":
            forms = map(tokens.form, range(len(tokens)))
            annotated = annotated.annotate(lemma=map(lemma, forms, tags))
        return annotated


class SyntaxParser(WindowComponent):
    """Component that gives documents their parsed tags, lemmas, heads and labels.

    A document with heads for all its tokens keeps its syntax. One without heads, such as a test file of
    CoNLL-2008, keeps its tags and lemmas.
    """

    name = SYNTAX
    requires = frozenset({TREES})
    provides = frozenset({SYNTAX})

    def write(self, parse: ParseState, readings: Sequence[None]) -> None:  # noqa: ARG002
        """Set the parsed tokens of a parse's document."""
        if parse.trees and not has_syntax(parse.document):
            tokens = _with_given_columns(parse.document.tokens, parse.trees)
            parse.document = replace(parse.document, tokens=tokens)


def has_syntax(document: Document) -> bool:
    """Check that a document has tags and heads."""
    tokens = document.tokens
    return tokens.heads is not None and -1 not in tokens.heads and "tag" in tokens.columns


def _with_given_columns(tokens: Tokens, parsed: Tokens) -> Tokens:
    """Put the tags and lemmas that tokens bring along in place of the parsed ones."""
    for name in ("tag", "lemma"):
        if given := tokens.columns.get(name):
            others = parsed.columns.get(name, given)
            column = [value or other for value, other in zip(given, others, strict=True)]
            parsed = parsed.annotate(heads=None, **{name: column})
    return parsed


def sentence_slices(input: Input) -> Iterator[slice]:
    """Iterate over the words of a window by sentence."""
    start = 0
    for _, words in groupby(input.sentences):
        size = sum(1 for _ in words)
        yield slice(start, start + size)
        start += size


def _join(document: Document, heads: _Numbers, deprels: list[str], label: str) -> None:
    """Attach the further roots of a sentence parsed in parts to the first root."""
    for sentence in document.sentences:
        roots = [word for word in sentence.range if heads[word] == word]
        for root in roots[1:]:
            heads[root], deprels[root] = roots[0], label
