"""What is particular to Chinese: parts of connectives, punctuation, relations inside sentences."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import relata
from relata.discourse.connective_parts import ConnectivePart
from relata.discourse.connectives import link
from relata.discourse.languages import language
from relata.discourse.languages.chinese import CHINESE, belongs_together, mark_between
from relata.discourse.languages.english import ENGLISH
from relata.document import Document
from relata.document.relations import RelationType
from relata.parsing.parser import Parser
from tests.documents import blank_document
from tests.toy_model import edit_manifest, save_rule_model


@pytest.fixture(scope="module")
def nlp(tmp_path_factory: pytest.TempPathFactory) -> Parser:
    """The rule model, as if its words were Chinese."""
    path = save_rule_model(tmp_path_factory.mktemp("models") / "zh")
    edit_manifest(path, language="zh")
    return relata.load(path)


def chinese(*sentences: str) -> Document:
    return replace(blank_document(*sentences), language="zh")


def linked(document: Document, *parts: tuple[int, int]) -> list[str]:
    """The texts of the connectives that parts make, all but the first of them second ones."""
    found = [ConnectivePart(range(*own), place > 0, 0.9) for place, own in enumerate(parts)]
    return [connective.span.text for connective in link(found, document.tokens, CHINESE)]


@pytest.mark.parametrize(
    ("first", "second", "together"),
    [
        ("虽然", "但是", True),
        ("不 是", "而是", True),
        ("不是", "而 是", True),
        ("当", "的 时候", True),
        ("如果", "的话", True),
        ("因为", "但是", False),
        ("虽然", "的话", False),
    ],
)
def test_some_words_open_what_others_close(first: str, second: str, together: bool) -> None:
    assert belongs_together(first, second) is together


def test_parts_are_linked_inside_a_sentence() -> None:
    assert linked(chinese("当 他 来 的 时候 我 在"), (0, 1), (3, 5)) == ["当 的 时候"]


def test_parts_that_are_known_are_linked_across_sentences() -> None:
    assert linked(chinese("这 不 是 结束 。", "而是 开始 。"), (1, 3), (5, 6)) == ["不 是 而是"]


@pytest.mark.parametrize(
    "sentences", [("因为 下雨 。", "的话 走 。"), ("虽然 下雨 。", "走 。", "但是 来 。")]
)
def test_other_parts_are_not_linked_across_sentences(sentences: tuple[str, ...]) -> None:
    document = chinese(*sentences)
    second = document.sentences[-1].range.start

    assert len(linked(document, (0, 1), (second, second + 1))) == 2


def test_the_nearest_part_of_a_sentence_comes_before_one_of_another() -> None:
    document = chinese("不 是 这 。", "如果 来 而是 走 。")
    parts = [
        ConnectivePart(range(2), False, 0.9),
        ConnectivePart(range(4, 5), False, 0.9),
        ConnectivePart(range(6, 7), True, 0.9),
    ]

    found = [connective.span.text for connective in link(parts, document.tokens, CHINESE)]

    assert found == ["不 是", "如果 而是"]


@pytest.mark.parametrize(
    ("arg1", "arg2", "mark", "kind"),
    [
        ([0, 1], [3, 4], "，", "Comma"),
        ([3, 4], [0, 1], "，", "Comma"),
        ([0, 1, 3, 4], [6], "。", "Period"),
        ([3], [4], None, None),
        ([4], [6, 7], "。", "Period"),
    ],
)
def test_the_mark_between_arguments_is_found(
    arg1: list[int], arg2: list[int], mark: str | None, kind: str | None
) -> None:
    tokens = chinese("下雨 了 ， 我们 走 。", "他 来 。").tokens

    found, type = mark_between(tokens.span(arg1), tokens.span(arg2))

    assert (found.text if found else None, type) == (mark, kind)


def test_a_mark_before_a_connective_is_between_the_arguments_too() -> None:
    tokens = chinese("下雨 ， 所以 我们 走").tokens

    found, _ = mark_between(tokens.span([0]), tokens.span([3, 4]))

    assert str(found) == "，"


def test_relations_have_the_mark_between_their_arguments(nlp: Parser) -> None:
    (explicit, implicit) = nlp(chinese("It rained .", "However we left .", "All got wet .")).relations

    assert explicit.punctuation is not None
    assert explicit.punctuation.indices == (2,)
    assert implicit.punctuation is not None
    assert implicit.punctuation.indices == (6,)


def test_english_relations_have_no_mark(rule_model: Path) -> None:
    (found,) = relata.load(rule_model)(blank_document("It rained .", "All got wet .")).relations

    assert found.punctuation is None


def test_an_entrel_may_stand_inside_a_sentence(nlp: Parser, rule_model: Path) -> None:
    words = "We sing having the same ."

    (in_chinese,) = nlp(chinese(words)).relations
    (in_english,) = relata.load(rule_model)(blank_document(words)).relations

    assert (in_chinese.type, in_english.type) == (RelationType.ENTREL, RelationType.IMPLICIT)


def test_an_altlex_may_be_in_an_argument(nlp: Parser) -> None:
    (found,) = nlp(chinese("It rained .", "Meaning luck .")).relations

    assert (str(found.connective), found.arg2.text) == ("Meaning", "Meaning luck")


def test_a_language_of_which_nothing_is_known_is_taken_for_english() -> None:
    assert language("fr") is ENGLISH
