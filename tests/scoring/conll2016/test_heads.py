"""Heads of connectives, in the official way and in the corrected one."""

from __future__ import annotations

import pytest

from relata.scoring.conll2016.records import CrashError, Record, corrected_head, official_head


def gold(text: str, *tokens: int, forms: tuple[str, ...] | None = None) -> Record:
    return Record(
        "d", "Explicit", ("EntRel",), (0,), (9,), tokens, connective_text=text, connective_forms=forms
    )


@pytest.mark.parametrize(
    ("text", "tokens", "head"),
    [
        ("after", (3,), {3}),
        ("two weeks after", (3, 4, 5), {5}),
        ("Two weeks after", (3, 4, 5), {5}),
        ("TWO WEEKS AFTER", (3, 4, 5), {5}),
        ("if then", (3, 8), {3, 8}),
        ("on the one hand on the other hand", tuple(range(8)), set(range(8))),
        ("Shortly afterwards", (3, 4), {4}),
        ("for the unlisted reason", (3, 4, 5, 6), {3, 4, 5, 6}),
    ],
)
@pytest.mark.parametrize("rule", [official_head, corrected_head])
def test_both_rules_find_the_head(rule, text: str, tokens: tuple[int, ...], head: set[int]) -> None:  # type: ignore[no-untyped-def]
    assert rule(gold(text, *tokens)) == head


def test_official_head_of_a_row_that_is_only_capitalised_needs_capitals() -> None:
    assert official_head(gold("Even still", 3, 4)) == {4}
    assert official_head(gold("even still", 3, 4)) == {3, 4}


def test_corrected_head_needs_no_capitals() -> None:
    assert corrected_head(gold("even still", 3, 4)) == {4}


def test_official_head_of_no_text_is_empty() -> None:
    assert official_head(gold("", 3)) == frozenset()


def test_official_program_falls_over_an_unlisted_connective_with_capitals() -> None:
    with pytest.raises(CrashError, match="B5"):
        official_head(gold("As a consequence", 3, 4, 5))


def test_official_program_falls_over_more_words_than_tokens() -> None:
    with pytest.raises(CrashError, match="B6"):
        official_head(gold("as well", 3))


def test_official_head_takes_the_place_of_a_word_for_that_of_a_token() -> None:
    assert official_head(gold("typically, if", 3, 4, 5)) == {4}


def test_corrected_head_is_located_by_forms_where_words_are_no_tokens() -> None:
    assert corrected_head(gold("typically, if", 3, 4, 5, forms=("Typically", ",", "if"))) == {5}


def test_forms_follow_the_order_of_tokens() -> None:
    assert corrected_head(gold("typically, if", 5, 4, 3, forms=("if", ",", "typically"))) == {5}


def test_corrected_head_is_the_whole_connective_where_words_are_no_tokens_and_forms_are_unknown() -> None:
    assert corrected_head(gold("typically, if", 3, 4, 5)) == {3, 4, 5}


def test_corrected_head_is_the_whole_connective_where_its_words_are_not_found() -> None:
    assert corrected_head(gold("typically, if", 3, 4, 5, forms=("typically", ",", "when"))) == {3, 4, 5}


def test_chinese_connectives_have_no_row_and_are_their_own_head() -> None:
    assert corrected_head(gold("虽然 但是", 3, 9)) == {3, 9}
    assert corrected_head(gold("虽然但是", 3, 9, forms=("虽然", "但是"))) == {3, 9}
