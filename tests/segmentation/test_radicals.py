"""Radicals and compatibility ideographs are read as the characters that they stand for."""

from __future__ import annotations

from unicodedata import name

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata.segmentation import detect_language, foreign_writing
from relata.segmentation.chinese import segment
from relata.segmentation.radicals import unified


@pytest.mark.parametrize(
    ("odd", "plain"), [("⽽且", "而且"), ("⻛⻋", "风车"), ("金", "金"), ("而且 and so", "而且 and so")]
)
def test_radicals_become_characters(odd: str, plain: str) -> None:
    assert unified(odd) == plain


@given(st.text(st.characters(min_codepoint=0x2E80, max_codepoint=0x2FDF)))
def test_a_text_keeps_its_length(text: str) -> None:
    assert len(unified(text)) == len(text)


def test_all_radicals_of_kangxi_become_characters() -> None:
    radicals = "".join(map(chr, range(0x2F00, 0x2FD6)))
    assert all(name(character).startswith("CJK UNIFIED") for character in unified(radicals))


def test_words_have_plain_forms_at_the_offsets_of_the_text() -> None:
    tokens = segment("下雨了，⽽且刮⻛了。").tokens()

    assert tokens.text == "下雨了，⽽且刮⻛了。"
    assert [token.form for token in tokens] == ["下雨", "了", "，", "而且", "刮风", "了", "。"]
    assert tokens.span([3]).text == "⽽且"


def test_the_language_is_detected_by_radicals_too() -> None:
    assert detect_language("⽇⽉⼭⽔ OK") == "zh"
    assert foreign_writing("⽇⽉⼭⽔") is None
