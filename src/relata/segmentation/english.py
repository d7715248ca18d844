"""English text into paragraphs, sentences and Penn Treebank words, by rules."""

from __future__ import annotations

import re
from collections.abc import Iterable

from relata.segmentation import Segments
from relata.segmentation.combining import segment_bases
from relata.segmentation.layout import Paragraph, paragraphs, segmented
from relata.segmentation.ptb import STARTERS, TITLES, words

# Raw files of the Wall Street Journal corpus open with this line; it is no text.
_HEADER = re.compile(r"\A\.START[ \t]*(?:\n|\Z)")

_STOP = re.compile(r"[.?!]+|\.(?:\s?\.)+|…+|[。？！]")
_CLOSER = re.compile(r"[\"”’»')\]}]|''")
_REFERENCES = re.compile(r"(?:\s?\[\s?\d+\s?\])+")
_OPENERS = re.compile(r"(?:(?:[\"“‘«'(\[{*•–—-]|``)\s?)*")
_ITEM = re.compile(r"(?:[-*•–—]|\(?(?:\d{1,3}|[A-Za-z])[.)])[^\S\n]+\S")
_ENUMERATOR = re.compile(r"\d{1,3}|[A-Za-z]|[ivxIVX]+")
_REPORTING = re.compile(
    r"(?:I|(?:[A-Z][\w.]+\s){1,2})\s?"
    r"(?:said|says|asked|asks|cried|replied|answered|added|shouted|whispered|exclaimed|muttered|called)\b"
)

# A line that is much shorter than the longest of its paragraph was ended on purpose, not wrapped.
_SHORT = 0.6


def segment(text: str, boundaries: Iterable[int] = ()) -> Segments:
    """Paragraphs, sentences and words of a text; a word never runs over one of the `boundaries`.

    >>> segments = segment("It can't rain. We left.")
    >>> [segments.text[begin:end] for begin, end in segments.offsets]
    ['It', 'ca', "n't", 'rain', '.', 'We', 'left', '.']
    """
    return segment_bases(text, boundaries, _segment)


def _segment(text: str, boundaries: Iterable[int]) -> Segments:
    header = _HEADER.match(text)
    blocks = list(paragraphs(text, header.end() if header else 0))
    return segmented(text, blocks, words, _Paragraph, boundaries)


class _Paragraph(Paragraph):
    """A paragraph of English words."""

    __slots__ = ()

    def _form(self, index: int) -> str:
        begin, end = self.words[index]
        return self.text[begin:end]

    def is_stop(self, index: int, first: int) -> bool:
        """Whether a word is a mark that can end the sentence that began at `first`."""
        if not _STOP.fullmatch(self.text, *self.words[index]):
            return False
        numbers = index == first + 1 and _ENUMERATOR.fullmatch(self.text, *self.words[first])
        return not (numbers and self._form(index) == ".")

    def after_closers(self, stop: int, first: int) -> int:
        """The first word after a stop and the quotes, brackets and references that close with it."""
        del first
        index = stop + 1
        while index < len(self.words) and self.words[index][0] == self.words[index - 1][1]:
            if not (_CLOSER.fullmatch(self.text, *self.words[index]) or self.is_stop(index, stop)):
                break
            index += 1
        if references := _REFERENCES.match(self.text, self.words[index - 1][1]):
            while index < len(self.words) and self.words[index][1] <= references.end():
                index += 1
        return index

    def opens(self, index: int, stopped: bool, width: int) -> bool:
        """Whether a sentence begins at a word; `stopped` says that a stop and its closers stand before it."""
        last_end, begin = self.words[index - 1][1], self.words[index][0]
        gap = self.text[last_end:begin]
        if "\n" in gap:
            return stopped or bool(_ITEM.match(self.text, begin)) or self._ended_line(last_end, begin, width)
        if stopped:
            return bool(gap) and self._looks_like_start(begin) and not self._reports(index)
        return self._abbreviated(index - 1) and self._form(index) in STARTERS

    def _looks_like_start(self, begin: int) -> bool:
        """Whether the text can open a sentence here: with anything but a small letter, or with "iPod"."""
        openers = _OPENERS.match(self.text, begin)
        begin = openers.end() if openers else begin
        return not self.text[begin : begin + 1].islower() or self.text[begin + 1 : begin + 2].isupper()

    def _reports(self, index: int) -> bool:
        """Whether the speaker is named after a question or an exclamation: "Why?" Ann asked."""
        closed = bool(_CLOSER.fullmatch(self.text, *self.words[index - 1]))
        return (
            closed
            and self._form(index - 2) != "."
            and bool(_REPORTING.match(self.text, self.words[index][0]))
        )

    def _abbreviated(self, index: int) -> bool:
        """Whether a word is an abbreviation that can stand at the end of a sentence."""
        form = self._form(index)
        return len(form) > 2 and form.endswith(".") and form[:-1] not in TITLES

    def _ended_line(self, end: int, begin: int, width: int) -> bool:
        """Whether a line break was set on purpose: the line before it is short, and a capital follows."""
        line_start = self.text.rfind("\n", 0, end) + 1
        return end - line_start < _SHORT * width and self.text[begin].isupper()
