"""Sentences of documents as arrays of codes, between a root and marks of the ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from relata.baselines.dependencies.weights import Codes
from relata.baselines.linear import feature_code
from relata.document import Document
from relata.syntax.lemmas import lemma

PADDING = 3
"""Marks before the first node and behind the last one."""

_ROOT = "ROOT"


@dataclass(frozen=True, slots=True, eq=False)
class CodedSentence:
    """A sentence with its words, lemmas and tags; codes [PADDING + root + words + PADDING].

    `heads` [nodes] count the words from 1; the root, node 0, has the head -1. Without gold trees, heads and
    labels are empty.
    """

    words: Sequence[str]
    lemmas: Sequence[str]
    tags: Sequence[str]
    forms: Codes
    stems: Codes
    classes: Codes
    heads: Sequence[int]
    labels: Sequence[str]

    def __len__(self) -> int:
        return len(self.words)


def coded_sentences(document: Document) -> Iterator[CodedSentence]:
    """Yield the sentences of a document; words without a tag have an empty one."""
    for sentence in document.sentences:
        tokens = list(sentence)
        tags = [token.tag or "" for token in tokens]
        lemmas = [token.lemma or lemma(token.form, tag) for token, tag in zip(tokens, tags, strict=True)]
        heads = [-1, *(token.head for token in tokens)]
        labels = ["", *(token.deprel or _ROOT for token in tokens)]
        whole = tokens and None not in heads
        yield coded([token.form for token in tokens], lemmas, tags, *((heads, labels) if whole else ()))


def coded(
    words: Sequence[str],
    lemmas: Sequence[str],
    tags: Sequence[str],
    heads: Sequence[int] = (),
    labels: Sequence[str] = (),
) -> CodedSentence:
    """Return a sentence with the codes of its columns."""
    return CodedSentence(
        words,
        lemmas,
        tags,
        _codes(map(str.lower, words)),
        _codes(lemmas),
        _codes(tags),
        heads,
        labels,
    )


def _codes(values: Iterable[str]) -> Codes:
    padded = (*(("<s>",) * PADDING), "<root>", *values, *(("</s>",) * PADDING))
    return np.array([feature_code(value) for value in padded], dtype=np.uint64)
