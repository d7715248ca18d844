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

_LETTER = re.compile(r"[^\W\d_]")
_HAN = re.compile(r"[\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_KANA = re.compile(r"[\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9f]")
_LATIN = re.compile(r"[A-Za-z\u00aa-\u02ff\u1e00-\u1eff\u2c60-\u2c7f\ua722-\ua7ff\uff21-\uff5a]")
_KANA_OF_NAMES = 0.1
"""So many kana for each Chinese character may be in a Chinese text, such as の in a name."""

_ASCII_WORD = re.compile(r"[A-Za-z]+")
_USUAL_WORD = re.compile(
    r"\b(?:the|and|to|of|that|with|for|you|are|this|have|from|they|which|not|but|it)\b", re.IGNORECASE
)
_WORDS_THAT_TELL, _FEW = 50, 0.03
"""So many words tell whether a text is English: 14 to 31 of 100 in the texts of GDTB are the words above."""

_SAMPLE = 20_000
"""So many characters tell what a text is."""


def detect_language(text: str) -> str:
    """`zh` if a text has more Chinese characters and marks than Latin words, else `en`.

    >>> detect_language("OK，好"), detect_language("The word 好 means good.")
    ('zh', 'en')
    """
    sample = text[:_SAMPLE]
    return "zh" if len(_CHINESE.findall(sample)) > len(_LATIN_WORD.findall(sample)) else "en"


def foreign_writing(text: str) -> str | None:
    """What a text is that is in neither language, as far as letters and usual words tell; None if it is.

    Whether Latin letters are English is asked only of texts of some length.

    >>> foreign_writing("Шёл дождь."), foreign_writing("雨が降った。"), foreign_writing("Il pleuvait.")
    ('text in neither Latin nor Chinese letters', 'Japanese text', None)
    """
    sample = text[:_SAMPLE]
    letters = "".join(_LETTER.findall(sample))
    han, kana, latin = (len(script.findall(letters)) for script in (_HAN, _KANA, _LATIN))
    if kana > _KANA_OF_NAMES * han and kana + han > latin:
        return "Japanese text"
    if 2 * (han + latin) < len(letters):
        return "text in neither Latin nor Chinese letters"
    words, usual = (len(pattern.findall(sample)) for pattern in (_ASCII_WORD, _USUAL_WORD))
    other = latin > han and words >= _WORDS_THAT_TELL and usual < _FEW * words
    return "text with hardly an English word" if other else None


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
