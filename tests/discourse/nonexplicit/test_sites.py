from __future__ import annotations

from dataclasses import replace

import pytest

from relata.discourse.nonexplicit.sites import (
    anchor_of,
    between_sentences,
    inside_sentence,
    is_inside,
    joined_sentences,
)
from relata.document import Document
from relata.document.relations import DiscourseRelation, RelationType
from tests.documents import blank_document


@pytest.fixture
def document() -> Document:
    """Three sentences, the last in a paragraph of its own."""
    document = blank_document("a b c", "d e", "f g")
    return replace(document, paragraphs=((0, 9), (10, 13)))


def relation(document: Document, arg1: list[int], arg2: list[int]) -> DiscourseRelation:
    tokens = document.tokens
    return DiscourseRelation(RelationType.EXPLICIT, tokens.span(arg1), tokens.span(arg2))


def test_sites_are_between_sentences_of_a_paragraph(document: Document) -> None:
    (site,) = between_sentences(document, ())

    assert (site.left, site.right, site.inside) == (range(3), range(3, 5), False)


def test_without_paragraphs_all_sentences_are_neighbours(document: Document) -> None:
    assert len(list(between_sentences(replace(document, paragraphs=()), ()))) == 2


def test_what_an_explicit_relation_joins_is_no_site(document: Document) -> None:
    joined = joined_sentences([relation(document, [0], [3, 4])], document)

    assert list(between_sentences(document, joined)) == []


@pytest.mark.parametrize(("arg1", "arg2"), [([0], [1]), ([0], [5]), ([3], [0]), ([], [3])])
def test_other_explicit_relations_join_nothing(document: Document, arg1: list[int], arg2: list[int]) -> None:
    assert joined_sentences([relation(document, arg1, arg2)], document) == set()


def test_sides_are_cut_to_what_is_next_to_the_border() -> None:
    document = blank_document(" ".join(["a"] * 200), " ".join(["b"] * 200))

    (site,) = between_sentences(document, ())

    assert (site.left, site.right) == (range(110, 200), range(200, 290))


def test_a_site_inside_a_sentence_is_before_its_anchor(document: Document) -> None:
    site = inside_sentence(document, 4)

    assert (site.left, site.right, site.inside) == (range(3, 4), range(4, 5), True)


def test_the_first_word_of_a_sentence_has_nothing_on_its_left(document: Document) -> None:
    assert not inside_sentence(document, 3).left


def test_an_anchor_is_where_the_later_argument_begins(document: Document) -> None:
    assert anchor_of(relation(document, [2], [0, 1])) == 2


def test_arguments_of_one_sentence_are_inside_it(document: Document) -> None:
    tokens = document.tokens

    assert is_inside(tokens.span([0]), tokens.span([2]))
    assert not is_inside(tokens.span([0]), tokens.span([2, 3]))
