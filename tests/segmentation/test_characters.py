"""Traditional characters into simplified ones."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata.segmentation.characters import simplified


@pytest.mark.parametrize(
    ("traditional", "expected"),
    [
        ("雖然下雨，但是我們還是去了臺灣。", "虽然下雨，但是我们还是去了台湾。"),
        ("沿著河走，讀他的著作", "沿着河走，读他的著作"),
        ("乾淨的乾隆皇帝", "干净的乾隆皇帝"),
        ("瞭解計畫做甚麼", "了解计划做什么"),
        ("妳和牠", "你和它"),
        ("简体不变：后来、里面、著名", "简体不变：后来、里面、著名"),
    ],
)
def test_traditional_characters_become_simplified(traditional: str, expected: str) -> None:
    assert simplified(traditional) == expected


@given(st.text(alphabet=st.characters(min_codepoint=0x3000, max_codepoint=0x9FFF)))
def test_text_keeps_its_length_and_is_simplified_once(text: str) -> None:
    once = simplified(text)
    assert len(once) == len(text)
    assert len(simplified(once)) == len(text)


@given(st.text())
def test_any_text_keeps_its_length(text: str) -> None:
    assert len(simplified(text)) == len(text)
