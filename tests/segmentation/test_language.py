"""Which language a text is in."""

from __future__ import annotations

import pytest

from relata.segmentation import detect_language, segmenter
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


def test_segmenter_of_chinese_is_found_by_its_language() -> None:
    assert segmenter("zh") is segment
