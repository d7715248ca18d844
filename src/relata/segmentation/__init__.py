"""From raw text to paragraphs, sentences and tokens."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from relata.document import Offsets, Tokens

# Characters and marks that only Chinese has of our languages; words of Latin letters (an address is one).
_CHINESE = re.compile(
    r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff，。！？、；：「」『』《》（）]"
)
_LATIN_WORD = re.compile(r"[A-Za-z][!-~]*")


def detect_language(text: str) -> str:
    """`zh` if a text has more Chinese characters and marks than Latin words, else `en`.

    >>> detect_language("OK，好"), detect_language("The word 好 means good.")
    ('zh', 'en')
    """
    sample = text[:20_000]
    return "zh" if len(_CHINESE.findall(sample)) > len(_LATIN_WORD.findall(sample)) else "en"


_MODULES = {"en": "relata.segmentation.english", "zh": "relata.segmentation.chinese"}


@dataclass(frozen=True, slots=True)
class Segments:
    """Where the words, sentences and paragraphs of a text lie; `sentence_starts` count words."""

    text: str
    offsets: tuple[Offsets, ...]
    sentence_starts: tuple[int, ...]
    paragraphs: tuple[Offsets, ...]

    def tokens(self) -> Tokens:
        """The words as the tokens of a document."""
        return Tokens(self.text, self.offsets, sentence_starts=self.sentence_starts)


def segmenter(language: str) -> Callable[[str], Segments] | None:
    """What cuts raw text of a language into words and sentences; None if nothing does."""
    module = _MODULES.get(language)
    if module is None:
        return None
    found: Callable[[str], Segments] = import_module(module).segment
    return found
