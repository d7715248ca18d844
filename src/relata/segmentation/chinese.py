"""Chinese text, simplified or traditional, into paragraphs, sentences and words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from relata.segmentation import Segments
from relata.segmentation.layout import Paragraph, paragraphs, segment_bases, segmented
from relata.segmentation.radicals import unified
from relata.segmentation.tagging import shipped, spaced_words

# A line that is indented by two characters also opens a paragraph.
_BETWEEN = re.compile(r"\n[^\S\n]*\n|\n(?=\u3000\u3000| {4})")

_STOP = re.compile(r"[。！？!?｡．]")
_FULL_STOP = re.compile(r"\.(?![A-Za-z0-9])")
_CLOSER = re.compile(r"[”’」』）)】》〉］\]｝}]")
_CONTINUES = re.compile(r"[，、；：,;:—…·]")
_REPORTING = re.compile(
    r"(?:[他她它我你您][们們]?|大家)[就又也便还還]?(?:[说說问問答喊叫]道?|道)(?=[。！.!]|[，,](?![“「『\"]))"
)

# Blanks separate words if there are more than this number between Chinese characters, for each of these.
_SPACED = 0.3
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_BLANK_BETWEEN = re.compile(
    r"(?<=[\u3400-\u4dbf\u4e00-\u9fff])[ \t\u3000\u00a0]+(?=[\u3400-\u4dbf\u4e00-\u9fff])"
)

# Distance in characters within which the opening straight quote is searched.
_QUOTED = 500

# Lines of these numbers of characters may be wrapped; a much shorter line than the longest was ended on
# purpose.
_WIDEST = 60
_NARROWEST = 15
_SHORT = 0.8


def segment(text: str, boundaries: Iterable[int] = ()) -> Segments:
    """Segment a text into paragraphs, sentences and words; no word crosses one of the `boundaries`.

    If blanks separate the words of the text, these words are kept; only marks are cut off.

    >>> segments = segment("我們明天去北京。你呢？")
    >>> [segments.text[begin:end] for begin, end in segments.offsets]
    ['我們', '明天', '去', '北京', '。', '你', '呢', '？']
    """
    plain = unified(text)
    segments = segment_bases(plain, boundaries, _segment)
    return segments if plain == text else replace(segments, text=text, plain=plain)


def _segment(text: str, boundaries: Iterable[int]) -> Segments:
    sample = text[:20_000]
    spaced = len(_BLANK_BETWEEN.findall(sample)) > _SPACED * len(_HAN.findall(sample))
    words = spaced_words if spaced else shipped().words
    return segmented(text, list(paragraphs(text, between=_BETWEEN)), words, ChineseParagraph, boundaries)


class ChineseParagraph(Paragraph):
    """A paragraph of Chinese words."""

    __slots__ = ()

    def _is_stop(self, index: int, first: int) -> bool:
        del first
        begin, end = self.words[index]
        return bool(
            _STOP.fullmatch(self.text, begin, end)
            or (end - begin == 1 and _FULL_STOP.match(self.text, begin))
        )

    def _after_closers(self, stop: int, first: int) -> int:
        """Return the first word after a stop, further stops, and their closing quotes and brackets."""
        index = stop + 1
        while index < len(self.words) and self.words[index][0] == self.words[index - 1][1]:
            if not (
                _CLOSER.fullmatch(self.text, *self.words[index])
                or self._is_stop(index, first)
                or self._closes(index, first)
            ):
                break
            index += 1
        return index

    def _closes(self, index: int, first: int) -> bool:
        """Return true if a straight quote closes one that the sentence opened."""
        begin, end = self.words[index]
        quote = self.text[begin:end]
        sentence = max(self.words[first][0], begin - _QUOTED)
        return quote in {'"', "'"} and self.text.count(quote, sentence, begin) % 2 == 1

    def _opens(self, index: int, stopped: bool, width: int) -> bool:
        last_end, begin = self.words[index - 1][1], self.words[index][0]
        if "\n" in self.text[last_end:begin]:
            return stopped or not self._wrapped(last_end, width)
        if not stopped or _CONTINUES.match(self.text, begin):
            return False
        return not (
            _CLOSER.fullmatch(self.text, *self.words[index - 1]) and _REPORTING.match(self.text, begin)
        )

    def _wrapped(self, end: int, width: int) -> bool:
        """Return true if a line was wrapped: it is about as long as the longest line."""
        line_start = self.text.rfind("\n", 0, end) + 1
        return _NARROWEST <= width <= _WIDEST and end - line_start >= _SHORT * width
