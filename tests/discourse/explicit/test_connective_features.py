from __future__ import annotations

import numpy as np

from relata.discourse.explicit.connective_features import ExplicitSurface, explicit_rows
from relata.discourse.explicit.tree_paths import Trees
from relata.discourse.sense_pooling import Opinion
from relata.model.hashed_linear import BUCKETS, row_of
from relata.model.heads import Weights
from tests.documents import blank_document

EVEN = Opinion.of(np.array([0.4, 0.6], dtype=np.float32))


def trees(text: str, tags: str) -> Trees:
    return Trees(blank_document(text).tokens.annotate(tag=tags.split()))


def rows(found: Trees) -> set[int]:
    """The rows of a connective in the middle of three words on either side."""
    return {*explicit_rows(found, [3], range(3), range(4, 7))}


def test_features_come_alone_and_with_the_connective() -> None:
    found = rows(trees("we will leave while it all rained", "PRP MD VB IN PRP DT VBD"))

    assert {row_of(each) for each in ("while", "1 modal True", "2 past True|while", "verbs MD VBD")} <= found
    assert row_of("1 past True") not in found


def test_a_tense_speaks_for_a_sense() -> None:
    array = np.zeros((BUCKETS, 2), dtype=np.float32)
    array[row_of("2 past True|while"), 0] = 4
    weights = Weights({"rows": array, "bias": np.zeros(2, np.float32)}, "toy")
    past, present = (
        ExplicitSurface(weights, 2, 1.0).weighed(EVEN, found, [3], range(3), range(4, 7)).chances
        for found in (
            trees("we will leave while it all rained", "PRP MD VB IN PRP DT VBD"),
            trees("we will leave while it all rains", "PRP MD VB IN PRP DT VBZ"),
        )
    )

    assert past.argmax() == 0
    assert present.argmax() == 1


def test_arguments_without_tags_or_words_have_rows() -> None:
    bare = Trees(blank_document("so").tokens)

    assert explicit_rows(bare, [0], [], [])
