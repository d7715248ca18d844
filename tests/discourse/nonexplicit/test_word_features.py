from __future__ import annotations

from zlib import crc32

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata.discourse.nonexplicit.word_features import Surface, features, surface_rows
from relata.discourse.sense_pooling import Opinion
from relata.document import Document, Tokens
from relata.errors import ModelError
from relata.model.hashed_linear import BUCKETS
from relata.model.heads import Floats, Weights
from tests.documents import blank_document

EVEN = np.array([0.5, 0.3, 0.2], dtype=np.float32)


def surface(weight: float = 1.0, **told: int) -> Surface:
    """What has learned that words of the second argument tell one of three senses."""
    rows = np.zeros((BUCKETS, 3), dtype=np.float32)
    for word, sense in told.items():
        rows[crc32(f"2:{word}".encode()) % BUCKETS, sense] = 4
    return Surface(Weights({"rows": rows, "bias": np.zeros(3, np.float32)}, "toy"), 3, weight)


def weighed(found: Surface, document: Document) -> Floats:
    return found.weighed(Opinion.of(EVEN), document.tokens, range(2), range(2, len(document.tokens))).chances


def test_words_speak_for_a_sense() -> None:
    document = blank_document("we left It rained")

    strong, weak = (weighed(surface(weight, rained=2), document) for weight in (1.0, 0.2))

    assert strong.argmax() == 2
    assert EVEN[2] < weak[2] < strong[2]
    assert weak.sum() == pytest.approx(1)


def test_words_of_the_other_argument_say_something_else() -> None:
    assert weighed(surface(rained=2), blank_document("it rained we left")) == pytest.approx(EVEN)


def test_edges_and_neighbours_are_told_from_words() -> None:
    found = {*features(["it", "rained"], ["then", "it", "ended"])}

    assert {"1:it rained", "2^0:then", "2$:ended", "both:it", "begins:it then"} <= found
    assert "both:then" not in found


def test_arguments_without_words_have_no_features_of_words() -> None:
    assert all(each.endswith(("=0", "^:")) for each in features([], []))


@given(st.lists(st.text(min_size=1, max_size=4), max_size=6).map(" ".join))
def test_any_word_has_a_row(text: str) -> None:
    tokens = blank_document(text).tokens

    found = surface_rows(tokens, range(len(tokens)), range(len(tokens)))

    assert found == sorted({*found})
    assert all(0 <= each < BUCKETS for each in found)


def test_arguments_of_one_sentence_are_told_from_others() -> None:
    offsets = [(0, 1), (2, 3)]
    one, two = (Tokens("a b", offsets, sentence_starts=starts) for starts in ([0], [0, 1]))

    assert len({*surface_rows(one, [0], [1])} ^ {*surface_rows(two, [0], [1])}) == 1


def test_arrays_of_another_size_are_refused() -> None:
    arrays = {"rows": np.zeros((8, 3), np.float32), "bias": np.zeros(3, np.float32)}

    with pytest.raises(ModelError, match="toy: rows: expected"):
        Surface(Weights(arrays, "toy"), 3, 1.0)
