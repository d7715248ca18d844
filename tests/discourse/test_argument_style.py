from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import relata
from relata.discourse.argument_style import with_bare_arguments
from relata.document import Document, Tokens
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import PipelineError
from relata.parsing.loading import installed
from tests.strategies import relations, token_tables

TEXT = 'We left , " because it rained ( a lot ) 5 % . "'


def tokens_of(text: str) -> Tokens:
    offsets, at = [], 0
    for word in text.split():
        offsets.append((at, at + len(word)))
        at += len(word) + 1
    return Tokens(text, offsets)


def explicit(tokens: Tokens, arg1: list[int], arg2: list[int], connective: list[int]) -> DiscourseRelation:
    return DiscourseRelation(
        RelationType.EXPLICIT, tokens.span(arg1), tokens.span(arg2), connective=tokens.span(connective)
    )


def test_marks_at_the_edges_and_the_connective_go() -> None:
    found = with_bare_arguments(explicit(tokens_of(TEXT), [0, 1, 2, 3], [*range(4, 15)], [4]))
    assert (found.arg1.text, found.arg2.text) == ("We left", "it rained ( a lot ) 5 %")


def test_chinese_marks_go_as_well() -> None:
    found = with_bare_arguments(
        explicit(tokens_of("虽然 下雨 ， 但是 他 来 了 。"), [0, 1, 2], [3, 4, 5, 6, 7], [0, 3])
    )
    assert (found.arg1.text, found.arg2.text) == ("下雨", "他 来 了")


def test_an_argument_of_nothing_else_stays() -> None:
    found = with_bare_arguments(explicit(tokens_of(TEXT), [2, 3], [4], [4]))
    assert (found.arg1.text, found.arg2.text) == (', "', "because")


def test_without_connective_an_expression_stays_in_its_argument() -> None:
    tokens = tokens_of("It rained . That is why we left .")
    relation = DiscourseRelation(
        RelationType.ALTLEX,
        tokens.span(range(3)),
        tokens.span(range(3, 9)),
        connective=tokens.span(range(3, 6)),
    )
    assert with_bare_arguments(relation).arg2.text == "That is why we left"


@given(st.data())
def test_arguments_lose_words_and_get_none(data: st.DataObject) -> None:
    relation = data.draw(relations(data.draw(token_tables())))
    found = with_bare_arguments(relation)
    for old, new in ((relation.arg1, found.arg1), (relation.arg2, found.arg2)):
        assert {*new.indices} <= {*old.indices}
        assert bool(new) == bool(old)
    assert with_bare_arguments(found) == found


@pytest.mark.skipif("en" not in installed(), reason="this copy of Relata has no English model")
@pytest.mark.parametrize(("conventions", "arg2"), [("model", "demand fell ."), ("conll2016", "demand fell")])
@pytest.mark.parametrize("name", ["article", "wsj_0001", "chtb_0001"])
def test_conventions_decide_on_arguments_and_names_do_not(name: str, conventions: str, arg2: str) -> None:
    document = Document(name, "en", tokens_of("The company lost money because demand fell ."))

    (relation,) = relata.load("en", only="explicit", conventions=conventions)(document).relations

    assert relation.arg2.text == arg2


def test_unknown_conventions_are_refused(rule_model: Path) -> None:
    with pytest.raises(PipelineError, match="no conventions 'mine'; there is model, conll2016"):
        relata.load(rule_model, conventions="mine")
