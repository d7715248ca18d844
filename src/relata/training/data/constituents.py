"""Targets of the head of constituents: the brackets of annotated sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
import torch
from torch import Tensor

from relata.document import Document, Sentence
from relata.model.encoder import Floats
from relata.model.inputs import Input, windows
from relata.model.model import Model
from relata.syntax.parser import sentence_slices
from relata.training.data.sentences import IGNORED, frequent
from relata.treebank import parse_trees
from relata.treebank.brackets import Bracket, brackets

_MOST_WORDS = 1_000
_MOST_SENTENCES = 40
"""Limits of a batch."""


@dataclass(frozen=True, slots=True)
class BracketedSentence:
    """States [words, 2 * hidden] of the first and last pieces of words, their shapes, and the brackets."""

    edges: Tensor
    shapes: Tensor
    brackets: Sequence[Bracket]

    def __len__(self) -> int:
        return len(self.shapes)


@dataclass(frozen=True, slots=True)
class BracketBatch:
    """Sentences of the same length, stacked, with their brackets.

    `brackets` [sentences, words, words] is 1 from the first to the last word of each; `rows`, `first`, `last`
    and `labels` are the sentence, words and label of one after the other.
    """

    edges: Tensor
    shapes: Tensor
    brackets: Tensor
    rows: Tensor
    first: Tensor
    last: Tensor
    labels: Tensor


def bracketed_sentences(model: Model, documents: Iterable[Document]) -> Iterator[BracketedSentence]:
    """Encode the sentences of documents that have trees; those cut between two windows are left out."""

    def edges(input: Input, states: Floats) -> tuple[Input, Tensor]:
        pairs = np.concatenate((states[input.first], states[input.last]), axis=1)
        return input, torch.from_numpy(pairs.astype(np.float16))

    inputs = (
        (document, model.builder.window(document.tokens, words))
        for document in documents
        for words in windows(document, model.builder)
    )
    for document, (input, states) in model.map(edges, inputs):
        for words in sentence_slices(input):
            sentence = document.sentences[input.sentences[words.start]]
            if len(sentence) == words.stop - words.start and (found := sentence_brackets(sentence)):
                yield BracketedSentence(states[words], torch.tensor(input.shapes[words]), found)


def sentence_brackets(sentence: Sentence) -> list[Bracket]:
    """List the brackets of a sentence's tree; none without a tree over its words."""
    trees = list(parse_trees(sentence.tree or "", "tree"))
    if len(trees) != 1 or len(trees[0].tokens()) != len(sentence):
        return []
    return brackets(trees[0])


def bracket_labels(sentences: Iterable[BracketedSentence]) -> tuple[str, ...]:
    """Collect the labels that stand at least twice."""
    return frequent(bracket.label for sentence in sentences for bracket in sentence.brackets)


def bracket_batches(sentences: Sequence[BracketedSentence], random: Random) -> list[list[BracketedSentence]]:
    """Group sentences of the same length, in random order."""
    order = sorted(sentences, key=lambda sentence: (len(sentence), random.random()))
    groups: list[list[BracketedSentence]] = []
    for sentence in order:
        size = len(sentence)
        most = min(_MOST_SENTENCES, max(1, _MOST_WORDS // size))
        if not groups or len(groups[-1][0]) != size or len(groups[-1]) == most:
            groups.append([])
        groups[-1].append(sentence)
    random.shuffle(groups)
    return groups


def bracket_batch(sentences: Sequence[BracketedSentence], numbers: Mapping[str, int]) -> BracketBatch:
    """Stack sentences of the same length; labels that `numbers` lacks are ignored."""
    size = len(sentences[0])
    brackets = torch.zeros(len(sentences), size, size)
    rows, first, last, labels = [], [], [], []
    for row, sentence in enumerate(sentences):
        for start, stop, label in sentence.brackets:
            brackets[row, start, stop - 1] = 1
            rows.append(row)
            first.append(start)
            last.append(stop - 1)
            labels.append(numbers.get(label, IGNORED))
    return BracketBatch(
        torch.stack([sentence.edges for sentence in sentences]).float(),
        torch.stack([sentence.shapes for sentence in sentences]),
        brackets,
        *map(torch.tensor, (rows, first, last, labels)),
    )
