from __future__ import annotations

import pytest

from relata.document import Document
from relata.neural.heads import Weights
from relata.relations import DiscourseRelation, RelationType
from tests.documents import blank_document
from tests.training.conftest import WITHOUT_TORCH

torch = pytest.importorskip("torch", reason=WITHOUT_TORCH)

import numpy as np  # noqa: E402

from relata.discourse.surface import Surface  # noqa: E402
from relata.training.surface import learn_surface  # noqa: E402

SENSES = ("Comparison.Contrast", "Contingency.Cause.Reason")


def related(text: str, sense: str) -> Document:
    """Two words against the rest, without connective."""
    document = blank_document(text)
    tokens = document.tokens
    relation = DiscourseRelation(
        RelationType.IMPLICIT, tokens.span(range(2)), tokens.span(range(2, len(tokens))), (sense,)
    )
    return document.with_relations([relation])


def test_what_words_tell_is_learned() -> None:
    documents = [
        *(related(f"we {verb} it rained", SENSES[1]) for verb in ("left", "stayed", "slept")),
        *(related(f"we {verb} you sang", SENSES[0]) for verb in ("left", "stayed", "slept")),
    ]

    arrays = learn_surface(4 * documents, SENSES)

    surface = Surface(Weights(arrays, "learned"), 2, 1.0)
    even = np.array([0.5, 0.5], dtype=np.float32)
    for text, sense in (("we ran it rained", 1), ("we ran you sang", 0)):
        assert surface.weighed(even, blank_document(text).tokens, range(2), range(2, 4)).argmax() == sense


def test_the_same_data_make_the_same_arrays() -> None:
    documents = [related("we left it rained", SENSES[1]), related("we left you sang", SENSES[0])]

    one, other = learn_surface(documents, SENSES), learn_surface(documents, SENSES)

    assert all((one[name] == other[name]).all() for name in one)


def test_nothing_is_learned_from_nothing() -> None:
    arrays = learn_surface([blank_document("we left")], SENSES)

    assert not any(array.any() for array in arrays.values())
