"""From raw text to paragraphs, sentences and tokens."""

from __future__ import annotations

import re

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_LATIN_WORD = re.compile(r"[A-Za-z]+")


def detect_language(text: str) -> str:
    """`zh` if a text has more Chinese characters than Latin words, else `en`."""
    sample = text[:20_000]
    return "zh" if len(_HAN.findall(sample)) > len(_LATIN_WORD.findall(sample)) else "en"
