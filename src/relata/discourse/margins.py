"""Margins of a text: matter beside its prose, which no argument of a relation contains.

These are bullets, numbers of lists and labels of speakers before sentences, and headings. In GDTB, short
paragraphs without a mark at their end have no relation with others, unless they are interrupted turns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from relata.discourse.argument_decoding import Arguments
from relata.discourse.languages.profile import Language
from relata.document import Document, Span

_BULLET = re.compile(r"[•▪‣◦●○■□◆★*·]|[-–—]+")
_NUMBER = re.compile(r"\(?(?:\d{1,3}|[A-Za-z]|[ivx]+|[一二三四五六七八九十]{1,3})")
_AFTER_NUMBER = re.compile(r"[.)、．）]")
_LONGEST_MARK = 2
"""Most words of the number of an item: the number and its mark."""

_LONGEST_LABEL = 3
"""Most words of a speaker's label, without its colon."""

_LONGEST_HEADING = 12
"""Most words of a heading."""

_ENDS = re.compile(r"[.?!。？！…,;:，；：–—-]+[\"'”’」』)\]）]*|[\"”’」』]")
"""Marks at the end of a line that is no heading."""


class Margins:
    """Bullets, numbers of items, labels of speakers and headings of a document."""

    def __init__(self, document: Document, language: Language) -> None:
        self._document = document
        self._language = language

    @cached_property
    def marks(self) -> frozenset[int]:
        """Tokens of bullets, numbers and labels at the begin of a sentence, with their marks."""
        return frozenset(
            token
            for sentence in range(len(self._document.sentences))
            for token in self._marks_before(self._document.tokens.sentence_range(sentence))
        )

    @cached_property
    def headings(self) -> frozenset[int]:
        """Numbers of the sentences that are headings."""
        return frozenset(filter(self._is_heading, range(len(self._document.sentences))))

    def outside(self, arguments: Arguments, signal: int) -> frozenset[int]:
        """List the words of arguments that are in the margins, seen from the token of a signal."""
        tokens = self._document.tokens
        sentence = tokens.sentence_of(signal)
        return frozenset(
            word
            for word in (*arguments.arg1, *arguments.arg2)
            if word in self.marks
            or ((other := tokens.sentence_of(word)) != sentence and other in self.headings)
        )

    def is_filler(self, argument: Span, sentence: int) -> bool:
        """Test if an argument in another sentence is a greeting, a word of agreement or hesitation alone."""
        elsewhere = self._document.tokens.sentence_of(argument.ranges[0][0]) != sentence
        return elsewhere and bool(self._language.filler.fullmatch(_plain(argument.text)))

    def _is_heading(self, sentence: int) -> bool:
        """Test if a sentence is a short line without a mark at its end that opens a paragraph."""
        document, tokens = self._document, self._document.tokens
        words = tokens.sentence_range(sentence)
        if not words or len(words) > _LONGEST_HEADING or words.stop >= len(tokens):
            return False
        begin, end = tokens.begins[words.start], tokens.ends[words.stop - 1]
        before = tokens.text[tokens.ends[words.start - 1] : begin] if words.start else "\n\n"
        after = tokens.text[end : tokens.begins[words.stop]]
        opens = before.count("\n") > 1 or begin in {start for start, _ in document.paragraphs}
        return opens and "\n" in after and not _ENDS.fullmatch(tokens.form(words.stop - 1))

    def _marks_before(self, words: range) -> Iterator[int]:
        """Yield the tokens before the prose of a sentence."""
        tokens = self._document.tokens
        index = words.start
        while index + 1 < words.stop and _BULLET.fullmatch(tokens.form(index)):
            yield index
            index += 1
        if index + 1 >= words.stop:
            return
        number = tokens.form(index)
        if _NUMBER.fullmatch(number) and _AFTER_NUMBER.fullmatch(tokens.form(index + 1)):
            yield from range(index, min(index + _LONGEST_MARK, words.stop))
            index += _LONGEST_MARK
        yield from self._label(range(index, words.stop))

    def _label(self, words: range) -> range:
        """Find the label of a speaker at the begin of a line, with its colon."""
        tokens = self._document.tokens
        if not words or not self._opens_line(words.start):
            return range(0)
        for colon in words[1 : _LONGEST_LABEL + 1]:
            if tokens.form(colon) in (":", "："):
                label = tokens.text[tokens.begins[words.start] : tokens.begins[colon]].strip()
                named = colon + 1 < words.stop and self._language.label.fullmatch(label)
                return range(words.start, colon + 1) if named else range(0)
        return range(0)

    def _opens_line(self, token: int) -> bool:
        tokens = self._document.tokens
        return token == 0 or "\n" in tokens.text[tokens.ends[token - 1] : tokens.begins[token]]


def _plain(text: str) -> str:
    """Return the words of a text in lower case, without marks."""
    return " ".join("".join(each if each.isalnum() or each == "'" else " " for each in text.lower()).split())
