from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from relata.discourse.explicit.tree_paths import Trees, path_features, path_rows
from relata.discourse.labels import ARGUMENT_LABELS
from relata.document import Tokens
from relata.model.hashed_linear import BUCKETS, HashedLinear, row_of
from relata.model.heads import Weights
from tests.documents import blank_document

HEADS = [2, 0, 2, 5, 3, 2]
LABELS = ["SBJ", "ROOT", "PRP", "SBJ", "SUB", "P"]
TAGS = ["PRP", "VBD", "IN", "PRP", "VBD", "."]


def trees() -> Trees:
    """We left because it rained: "because" hangs on "left", "rained" on "because"."""
    tokens = blank_document("We left because it rained .").tokens
    return Trees(tokens.annotate(heads=HEADS, deprel=LABELS, tag=TAGS))


def places(found: Trees, connective: int) -> list[str]:
    """The levels and branches of all words, as features have them."""
    features = path_features(found, [connective], range(len(found.tokens)))
    return [next(each for each in own if each.startswith("branch")).split(",")[0] for own in features]


def test_words_are_told_by_where_they_hang() -> None:
    assert places(trees(), 2) == [
        "branch 1|SBJ<<",  # on the head of the connective
        "branch 1|=<",
        "branch 0|=>",
        "branch 0|SUB>>",  # below the connective
        "branch 0|SUB>>",
        "branch 1|P>>",
    ]


def test_other_sentences_are_told_by_how_far_back_they_are() -> None:
    tokens = blank_document("It rained .", "So we left .").tokens
    two = Trees(
        tokens.annotate(heads=[2, 0, 2, 3, 3, 0, 3], deprel=["SBJ", "ROOT", "P", "ADV", "SBJ", "ROOT", "P"])
    )

    assert places(two, 3)[:3] == ["branch s-1|SBJ<", "branch s-1|ROOT<", "branch s-1|P<"]


def test_words_without_a_tree_have_features() -> None:
    bare = Trees(blank_document("We left because it rained .").tokens)

    assert len(places(bare, 2)) == 6


@given(st.lists(st.integers(0, 8), min_size=2, max_size=8), st.data())
def test_every_word_has_equally_many_features_whatever_the_heads(
    heads: list[int], data: st.DataObject
) -> None:
    size = len(heads)
    tokens = Tokens("x" * size, [(at, at + 1) for at in range(size)])
    within = [min(head, size) for head in heads]
    found = Trees(tokens.annotate(heads=within, deprel=["DEP"] * size, tag=["VB"] * size))
    connective = data.draw(st.integers(0, size - 1))

    rows = path_rows(found, [connective], range(size))

    assert len(rows) == size
    assert len({*map(len, rows)}) == 1


def test_scores_follow_the_features() -> None:
    subject = next(iter(path_features(trees(), [2], range(6))))[1]
    rows = np.zeros((BUCKETS, len(ARGUMENT_LABELS)), dtype=np.float32)
    rows[row_of(subject), 1] = 5
    weights = Weights({"rows": rows, "bias": np.zeros(len(ARGUMENT_LABELS), np.float32)}, "toy")

    scores = HashedLinear(weights, len(ARGUMENT_LABELS))(path_rows(trees(), [2], range(6)))

    assert scores[0].argmax() == 1
    assert np.ptp(scores[3]) == 0
