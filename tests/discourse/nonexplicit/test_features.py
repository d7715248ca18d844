from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata.discourse.nonexplicit.features import pair_features, pair_rows
from relata.document import Tokens
from relata.errors import ModelError
from relata.model.hashed_linear import BUCKETS, HashedLinear, row_of
from relata.model.heads import Weights
from tests.documents import blank_document


def test_words_of_the_two_arguments_are_different_features() -> None:
    rows = pair_rows(blank_document("we left It rained").tokens, range(2), range(2, 4))

    assert row_of("2:rained") in rows
    assert row_of("1:rained") not in rows


def test_edges_and_neighbours_are_told_from_words() -> None:
    found = {*pair_features(["it", "rained"], ["then", "it", "ended"])}

    assert {"1:it rained", "2^0:then", "2$:ended", "both:it", "begins:it then"} <= found
    assert "both:then" not in found


def test_arguments_without_words_have_no_features_of_words() -> None:
    assert all(each.endswith(("=0", "^:")) for each in pair_features([], []))


@given(st.lists(st.text(min_size=1, max_size=4), max_size=6).map(" ".join))
def test_any_word_has_a_row(text: str) -> None:
    tokens = blank_document(text).tokens

    found = pair_rows(tokens, range(len(tokens)), range(len(tokens)))

    assert found == sorted({*found})
    assert all(0 <= each < BUCKETS for each in found)


def test_arguments_of_one_sentence_are_told_from_others() -> None:
    offsets = [(0, 1), (2, 3)]
    one, two = (Tokens("a b", offsets, sentence_starts=starts) for starts in ([0], [0, 1]))

    assert len({*pair_rows(one, [0], [1])} ^ {*pair_rows(two, [0], [1])}) == 1


def test_arrays_of_another_size_are_refused() -> None:
    arrays = {"rows": np.zeros((8, 3), np.float32), "bias": np.zeros(3, np.float32)}

    with pytest.raises(ModelError, match="toy: rows: expected"):
        HashedLinear(Weights(arrays, "toy"), 3)
