"""From raw text to paragraphs, sentences and tokens."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from relata.document import Offsets, Tokens
from relata.segmentation.radicals import unified

# Characters and marks of Chinese; words of Latin letters (an address is one word).
_CHINESE = re.compile(
    r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff，。！？、；：「」『』《》（）]"
)
_LATIN_WORD = re.compile(r"[A-Za-z][!-~]*")

_LETTER = re.compile(r"[^\W\d_]")
_HAN = re.compile(r"[\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_KANA = re.compile(r"[\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9f]")
_LATIN = re.compile(r"[A-Za-z\u00aa-\u02ff\u1e00-\u1eff\u2c60-\u2c7f\ua722-\ua7ff\uff21-\uff5a]")
_KANA_OF_NAMES = 0.1
"""Highest number of kana for each Chinese character of a Chinese text, such as の in a name."""

_ASCII_WORD = re.compile(r"[A-Za-z]+")
_USUAL_WORD = re.compile(
    r"\b(?:the|and|to|of|that|with|for|you|are|this|have|from|they|which|not|but|it)\b", re.IGNORECASE
)
_ENOUGH_WORDS, _FEW = 50, 0.03
"""Number of words to recognise English by, and share of usual words that is too low.

In the texts of GDTB, 14 to 31 of 100 words are usual ones.
"""

_SAMPLE = 20_000
"""Number of characters to recognise a language by."""


def detect_language(text: str) -> str:
    """Return `zh` if a text has more Chinese characters and marks than Latin words, else `en`.

    >>> detect_language("OK，好"), detect_language("The word 好 means good.")
    ('zh', 'en')
    """
    sample = unified(text[:_SAMPLE])
    return "zh" if len(_CHINESE.findall(sample)) > len(_LATIN_WORD.findall(sample)) else "en"


def foreign_writing(text: str) -> str | None:
    """Describe a text in another language than English and Chinese, by letters and usual words, or None.

    Short texts in Latin letters count as English.

    >>> foreign_writing("Шёл дождь."), foreign_writing("雨が降った。"), foreign_writing("Il pleuvait.")
    ('text in neither Latin nor Chinese letters', 'Japanese text', None)
    """
    sample = unified(text[:_SAMPLE])
    letters = "".join(_LETTER.findall(sample))
    han, kana, latin = (len(script.findall(letters)) for script in (_HAN, _KANA, _LATIN))
    if kana > _KANA_OF_NAMES * han and kana + han > latin:
        return "Japanese text"
    if 2 * (han + latin) < len(letters):
        return "text in neither Latin nor Chinese letters"
    words, usual = (len(pattern.findall(sample)) for pattern in (_ASCII_WORD, _USUAL_WORD))
    other = latin > han and words >= _ENOUGH_WORDS and usual < _FEW * words
    return "text with hardly an English word" if other else None


_MODULES = {"en": "relata.segmentation.english", "zh": "relata.segmentation.chinese"}


@dataclass(frozen=True, slots=True)
class Segments:
    """Offsets of the words and paragraphs of a text; `sentence_starts` are word indices.

    `plain` is the text with plain characters for odd ones, of the same length; None if it has none.
    """

    text: str
    offsets: tuple[Offsets, ...]
    sentence_starts: tuple[int, ...]
    paragraphs: tuple[Offsets, ...]
    plain: str | None = None

    def tokens(self) -> Tokens:
        """Return the words as the tokens of a document; their forms have plain characters."""
        plain = self.plain
        forms = None if plain is None else (plain[begin:end] for begin, end in self.offsets)
        return Tokens(self.text, self.offsets, sentence_starts=self.sentence_starts, forms=forms)


def segmenter(language: str) -> Callable[[str], Segments] | None:
    """Return the function that segments raw text of a language, or None."""
    module = _MODULES.get(language)
    if module is None:
        return None
    segment: Callable[[str], Segments] = import_module(module).segment
    return segment
