from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import relata
from relata.discourse.connective_parts import ConnectivePart
from relata.discourse.connectives import decode_parts, link
from relata.discourse.languages.english import ENGLISH, belongs_together
from relata.model.heads import log_softmax
from relata.structured.linear_chain import Floats
from tests.documents import blank_document


def tag_scores(*tags: str) -> Floats:
    """Scores that are nearly sure of tags, O, B, I, B2, I2."""
    scores = np.zeros((len(tags), 5), dtype=np.float32)
    for word, tag in enumerate(tags):
        scores[word, ("O", "B", "I", "B2", "I2").index(tag)] = 9
    return log_softmax(scores)


def test_parts_are_runs_of_one_kind() -> None:
    parts = list(decode_parts(tag_scores("O", "B", "I", "B", "O", "B2", "I2"), range(10, 17), 0.5))

    assert [(part.words, part.later) for part in parts] == [
        (range(11, 13), False),
        (range(13, 14), False),
        (range(15, 17), True),
    ]


def test_inside_a_connective_there_is_a_beginning() -> None:
    scores = tag_scores("I", "O", "B", "I2", "O")

    assert [part.words for part in decode_parts(scores, range(5), 0.5)] == [range(2, 3)]


def test_a_threshold_says_how_sure_connectives_have_to_be() -> None:
    scores = np.log(np.array([[0.6, 0.4, 0, 0, 0]], dtype=np.float32) + 1e-9)

    assert list(decode_parts(scores, [0], 0.5)) == []
    assert [round(part.score, 4) for part in decode_parts(scores, [0], 0.3)] == [0.4]


@given(arrays(np.float32, st.tuples(st.integers(1, 9), st.just(5)), elements=st.floats(-9, 9, width=32)))
def test_parts_are_apart_and_inside_the_words(scores: Floats) -> None:
    words = range(100, 100 + len(scores))

    found = [word for part in decode_parts(log_softmax(scores), words, 0.4) for word in part.words]

    assert found == sorted(set(found))
    assert set(found) <= set(words)


@given(arrays(np.float32, st.tuples(st.integers(1, 9), st.just(5)), elements=st.floats(-9, 9, width=32)))
def test_probabilities_of_parts_are_probabilities(scores: Floats) -> None:
    assert all(0 <= part.score <= 1 for part in decode_parts(log_softmax(scores), range(len(scores)), 0.5))


def test_a_second_part_joins_the_first_that_it_goes_with() -> None:
    tokens = blank_document("if it rains because of clouds then we go").tokens
    parts = [
        ConnectivePart(range(1), False, 0.9),
        ConnectivePart(range(3, 5), False, 0.8),
        ConnectivePart(range(6, 7), True, 0.7),
    ]

    found = list(link(parts, tokens, ENGLISH))

    assert [(connective.span.text, connective.score) for connective in found] == [
        ("if then", 0.7),
        ("because of", 0.8),
    ]


def test_a_second_part_without_a_known_first_joins_the_nearest() -> None:
    tokens = blank_document("so a while b yet c").tokens
    parts = [
        ConnectivePart(range(1), False, 0.9),
        ConnectivePart(range(2, 3), False, 0.9),
        ConnectivePart(range(4, 5), True, 0.9),
    ]

    assert [connective.span.text for connective in link(parts, tokens, ENGLISH)] == ["so", "while yet"]


def test_parts_of_two_sentences_do_not_join() -> None:
    tokens = blank_document("if a", "then b").tokens

    found = list(
        link([ConnectivePart(range(1), False, 0.9), ConnectivePart(range(2, 3), True, 0.9)], tokens, ENGLISH)
    )

    assert [connective.span.text for connective in found] == ["if", "then"]


@pytest.mark.parametrize(
    ("first", "second", "together"),
    [
        ("Either", "or", True),
        ("not only", "but also", True),
        ("on the one hand", "on the other hand", True),
        ("because", "then", False),
        ("if", "however", False),
    ],
)
def test_some_words_open_what_others_close(first: str, second: str, together: bool) -> None:
    assert belongs_together(first, second) is together


def test_connectives_are_found_across_windows(rule_model: Path) -> None:
    text = "We sat down. We stood up because it rained. " * 60

    document = relata.load(rule_model, only="connectives")(text)

    assert [relation.connective.text for relation in document.relations if relation.connective] == [
        "because"
    ] * 60


def test_a_lone_connective_has_no_arguments_yet(rule_model: Path) -> None:
    (relation,) = relata.load(rule_model, only="connectives")("If so, then not.").relations

    assert str(relation.connective) == "If then"
    assert (relation.arg1.text, relation.arg2.text, relation.senses) == ("", "", ())
    assert relation.score == pytest.approx(1, abs=0.01)
