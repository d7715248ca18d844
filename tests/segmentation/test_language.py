"""Which language a text is in."""

from __future__ import annotations

import pytest

from relata.segmentation import detect_language, foreign_writing, segmenter
from relata.segmentation.chinese import segment


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("今天下雨，所以我们不去了。", "zh"),
        ("今天下雨，所以我們不去了。", "zh"),
        ("好。", "zh"),
        ("OK，好", "zh"),
        ("我们用 Python 和 PyTorch 训练 BERT。", "zh"),
        ("见 https://www.example.org/a/b/c?d=e，谢谢", "zh"),
        ("It rained, so we left.", "en"),
        ("The word 好 means good.", "en"),
        ("She said “no”, “never” and “why?”", "en"),
        ("1234", "en"),
        ("", "en"),
    ],
)
def test_language_is_told_by_characters_marks_and_words(text: str, language: str) -> None:
    assert detect_language(text) == language


@pytest.mark.parametrize(
    ("text", "writing"),
    [
        ("Шёл дождь, и we left.", "text in neither Latin nor Chinese letters"),
        ("비가 와서 우리는 떠났다.", "text in neither Latin nor Chinese letters"),
        ("雨が降ったので、私たちは帰った。", "Japanese text"),
        ("カタカナだけ", "Japanese text"),
        ("It rained in Москва, so we left 東京タワー.", None),
        ("他在优衣库和「の」字招牌的店里买了很多东西。", None),
        ("Il pleuvait, donc nous sommes partis à l’œil.", None),
        ("Il pleuvait, donc nous sommes partis avant midi. " * 8, "text with hardly an English word"),
        ("Es regnete, also gingen wir vor dem Mittag nach Hause. " * 8, "text with hardly an English word"),
        ("It rained in the morning, so we left before noon. " * 8, None),
        ("ladders, drills, saws, hammers " * 8, None),
        ("1 + 1 = 2 ☂", None),
        ("", None),
    ],
)
def test_writing_of_no_language_is_told_by_letters_and_usual_words(text: str, writing: str | None) -> None:
    assert foreign_writing(text) == writing


def test_segmenter_of_chinese_is_found_by_its_language() -> None:
    assert segmenter("zh") is segment
