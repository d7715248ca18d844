"""The propositions of a document, by column."""

from __future__ import annotations

import pickle
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata import Argument, Document, Proposition, Tokens
from relata.document.propositions import Propositions
from tests.strategies import propositions, token_tables

TOKENS = Tokens("It rained so we left", [(0, 2), (3, 9), (10, 12), (13, 15), (16, 20)])
RAINED = Proposition(TOKENS.span([1]), "rain.01", (Argument("A0", TOKENS.span([0]), 0),), 0.9)
LEFT = Proposition(
    TOKENS.span([4]), None, (Argument("A0", TOKENS.span([3])), Argument("A1", TOKENS.span([])))
)
APART = Proposition(TOKENS.span([0, 4]), "leave.01")


@given(st.data())
def test_they_are_what_was_put_in(data: st.DataObject) -> None:
    tokens = data.draw(token_tables())
    some = data.draw(st.lists(propositions(tokens), max_size=4))
    found = Propositions(tokens, some)
    assert list(found) == some
    assert found == tuple(some)
    assert [found[place] for place in range(len(some))] == some
    assert pickle.loads(pickle.dumps(found)) == some


def test_they_are_counted_from_both_ends_and_sliced() -> None:
    found = Propositions(TOKENS, (RAINED, LEFT, APART))
    assert (len(found), found[-1], found[1:]) == (3, APART, [LEFT, APART])
    with pytest.raises(IndexError):
        found[3]


def test_they_differ_where_one_does() -> None:
    found = Propositions(TOKENS, (RAINED, LEFT))
    assert found != (RAINED, APART)
    assert found != (RAINED,)
    assert Propositions(TOKENS, ()) != ""


def test_they_hash_as_the_tuple_that_they_equal() -> None:
    assert hash(Propositions(TOKENS, (RAINED, LEFT))) == hash((RAINED, LEFT))


def test_a_document_has_them_on_its_own_tokens() -> None:
    document = Document("d", "en", TOKENS, propositions=[RAINED])
    tagged = TOKENS.annotate(tag=("PRP", "VBD", "RB", "PRP", "VBD"))
    (moved,) = Document("d", "en", tagged, propositions=document.propositions).propositions
    assert moved.predicate.tokens is tagged
    assert next(iter(moved.predicate)).tag == "VBD"


def test_a_document_with_other_relations_does_not_make_them_anew() -> None:
    document = Document("d", "en", TOKENS, propositions=[RAINED])
    assert document.with_relations(()).propositions is document.propositions


def test_many_take_little_memory() -> None:
    many = 20_000
    tokens = Tokens("a " * many, [(2 * place, 2 * place + 1) for place in range(many)])
    tracemalloc.start()
    found = Propositions(
        tokens,
        (
            Proposition(
                tokens.span([word]), "be.01", (Argument("A0", tokens.span([word - 1]), word - 1),), 0.5
            )
            for word in range(1, many)
        ),
    )
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(found) == many - 1
    assert size < 100 * many  # as single objects, about 600
