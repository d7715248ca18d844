"""English text into paragraphs, sentences and Penn Treebank words, by rules.

Clitics and punctuation are words of their own; hyphenated words stay together.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from importlib.resources import files

from relata.document import Offsets
from relata.segmentation import Segments
from relata.segmentation.layout import Paragraph, paragraphs, segment_bases, segmented

_LISTS = tomllib.loads(files("relata.segmentation").joinpath("english.toml").read_text(encoding="utf-8"))
_TITLES, _COUNTED, _OTHERS, _STARTERS = (
    frozenset(_LISTS[name].split()) for name in ("titles", "counted", "others", "starters")
)

_SCANNER = re.compile(
    r"""
      (?P<web> (?:https?://|www\.)[^\s<>"“”]*[\w/] | [\w.+-]{1,64}@\w[\w-]*(?:\.[\w-]+)+ | [@\#]\w+ )
    | (?P<smiley> (?<![\w(])(?:[:;=]['’-]?[)(DPp]|<3|\^_\^)(?![\w/]) )
    | (?P<ellipsis> \.(?:\s?\.){2,} | …+ )
    | (?P<clitic> (?<!\w)['’](?:(?i:s|re|ve|ll|d|m|em|til|cause|tis|twas)\b | \d\ds?\b) )
    | (?P<number> (?:(?<!\w)[+-])?(?:\d+(?:[.,:/]\d+)+|\d+|(?<!\w)\.\d+)(?![^\W_]|[-/][^\W_]) )
    | (?P<money> \b(?:US|HK|NZ|A|C|S)?[$] | [£€¥] )
    | (?P<word> [^\W_](?:[^\W_]|[-&'’./+](?=[^\W_])|(?<=[A-Z])\+)*(?:[-](?=[,\s]))? )
    | (?P<dash> -{2,} | [–—] )
    | (?P<stop> [?!]+ )
    | (?P<quote> `` | '' )
    | (?P<rule> _+ | \*+ | =+ | ~+ )
    | (?P<other> \S )
    """,
    re.VERBOSE,
)

_CLITIC = re.compile(r"(?<=\w)(?:n['’]t|['’](?:s|re|ve|ll|d|m))$", re.IGNORECASE)
_FUSED = {"cannot": 3, "gonna": 3, "gotta": 3, "wanna": 3, "lemme": 3, "gimme": 3}
_INITIALS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]")
_RUN_ON = re.compile(r"(?<=[a-z]{2})\.(?=[A-Z][a-z])")

# First line of raw files of the Wall Street Journal corpus, which is not part of the text.
_HEADER = re.compile(r"\A\ufeff?\.START[ \t\r]*(?:\n|\Z)")

_STOP = re.compile(r"[.?!]+|\.(?:\s?\.)+|…+|[。？！]")
_CLOSER = re.compile(r"[\"”’»')\]}]|''")
_BELONGINGS = re.compile(
    r"(?:\s?\[\s?(?:\d+|\.\.\.|…)\s?\]|\s[:;=]['’-]?[)(DPp](?!\w)|\s<3|\s\d{1,2}(?=\s[A-Z]))+"
)
"""References, footnotes, omissions and smileys that belong to the sentence before them."""

_STAMP = re.compile(r"\d{1,2}/\d{1,2}/\d{2,4},?\s\d{1,2}:\d\d(?::\d\d)?\s?[AP]M\b")
"""Date and time of a message, which are a line of their own."""

_CAPTION = re.compile(r"(?:Figure|Table)\s\d+\.\d+")
_CLOSING = re.compile(
    r"(?:(?:Best|Kind|Warm)\s)?(?:Thanks|Thank\syou|Many\sthanks|[Rr]egards|Sincerely|Respectfully|Cheers|"
    r"Love|Luv|Yours|Take\scare)\s?,"
)
"""Number of a figure, and formula at the end of a letter; what follows is a sentence of its own."""

_LONGEST_FORMULA = 30
_NAME_WORDS = 5
"""Most characters of such a line, and most words of a name and a place below a letter."""

_INFORMAL = re.compile(r"(?<![\w.])i(?![\w.])")
"""Pronoun in a text whose sentences may begin with small letters."""

_NEVER_LAST = frozenset(("e.g.", "i.e.", "vs.", "cf.", "P.S.", "p.s.", "viz.", "approx.", "al."))
"""Abbreviations that end no sentence, whatever follows."""
_OPENERS = re.compile(r"(?:(?:[\"“‘«'(\[{*•–—-]|``)\s?)*")
_ITEM = re.compile(r"(?:[-*•–—]|\(?(?:\d{1,3}|[A-Za-z])[.)])[^\S\n]+\S")
_ENUMERATOR = re.compile(r"\d{1,3}(?:\.\d{1,2})*|[A-Za-z]|[ivxIVX]+")
_REPORTING = re.compile(
    r"(?:I|(?:[A-Z][\w.]+\s){1,2})\s?"
    r"(?:said|says?|asked|asks?|cried|cries|replied|replies|answered|added|shouted|whispered|exclaimed|"
    r"muttered|called|howled|yelled|screamed|sighed|gasped)\b"
)

# Lines shorter than this share of the longest line of their paragraph were ended on purpose, not wrapped.
_SHORT = 0.6


def segment(text: str, boundaries: Iterable[int] = ()) -> Segments:
    """Segment a text into paragraphs, sentences and words; no word crosses one of the `boundaries`.

    >>> segments = segment("It can't rain. We left.")
    >>> [segments.text[begin:end] for begin, end in segments.offsets]
    ['It', 'ca', "n't", 'rain', '.', 'We', 'left', '.']
    """
    return segment_bases(text, boundaries, _segment)


def _segment(text: str, boundaries: Iterable[int]) -> Segments:
    header = _HEADER.match(text)
    blocks = list(paragraphs(text, header.end() if header else 0))
    return segmented(text, blocks, words, EnglishParagraph, boundaries)


def words(text: str, begin: int, end: int) -> Iterator[Offsets]:
    """Yield the words between two offsets of a text."""
    position = begin
    while match := _SCANNER.search(text, position, end):
        first, last = match.span()
        if match.lastgroup == "word":
            if run_on := _RUN_ON.search(text, first, last):
                last = run_on.start()
            if _takes_stop(text, first, last, end):
                last += 1
            yield from _parts(text, first, last)
        else:
            yield first, last
        position = last


def _parts(text: str, first: int, last: int) -> Iterator[Offsets]:
    """Split a word before its clitics or inside a fused form such as "cannot"."""
    word = text[first:last]
    if at := _FUSED.get(word.lower()):
        yield first, first + at
        yield first + at, last
    elif clitic := _CLITIC.search(word):
        yield from _parts(text, first, first + clitic.start())
        yield first + clitic.start(), last
    else:
        yield first, last


def _takes_stop(text: str, first: int, last: int, end: int) -> bool:
    """Return true if the full stop after a word belongs to it."""
    if not text.startswith(".", last, end) or text.startswith("..", last, end):
        return False
    word, after = text[first:last], text[last + 1 : min(end, last + 24)]
    tail = word.rpartition("-")[2]
    if word in _COUNTED:
        return re.match(r"\s?\d", after) is not None
    if len(word) == 1 and word.isupper():
        return _is_initial(word, after)
    return tail in _TITLES or tail in _OTHERS or _INITIALS.fullmatch(tail) is not None


def _is_initial(letter: str, after: str) -> bool:
    """Return true if a capital with a stop opens a name ("J. Smith"), unlike in "Plan B. The"."""
    following = re.match(r"\s?(\w[\w'’]*)(\.?)", after)
    if following is None:
        return False
    word, stop = following.groups()
    return word[0].isupper() and word not in _STARTERS and not (letter == "I" and not stop)


class EnglishParagraph(Paragraph):
    """A paragraph of English words."""

    __slots__ = ()

    def _form(self, index: int) -> str:
        begin, end = self.words[index]
        return self.text[begin:end]

    def _is_stop(self, index: int, first: int) -> bool:
        if not _STOP.fullmatch(self.text, *self.words[index]):
            return False
        numbers = index == first + 1 and _ENUMERATOR.fullmatch(self.text, *self.words[first])
        return not (numbers and self._form(index) == ".")

    def _after_closers(self, stop: int, first: int) -> int:
        """Return the first word after a stop, its closing quotes and brackets, and what belongs to it."""
        del first
        index = stop + 1
        while index < len(self.words) and self.words[index][0] == self.words[index - 1][1]:
            if not (_CLOSER.fullmatch(self.text, *self.words[index]) or self._is_stop(index, stop)):
                break
            index += 1
        if belongings := _BELONGINGS.match(self.text, self.words[index - 1][1]):
            while index < len(self.words) and self.words[index][1] <= belongings.end():
                index += 1
        return index

    def _opens(self, index: int, stopped: bool, width: int) -> bool:
        last_end, begin = self.words[index - 1][1], self.words[index][0]
        gap = self.text[last_end:begin]
        if "\n" in gap:
            return stopped or bool(_ITEM.match(self.text, begin)) or self._ended_line(last_end, begin, width)
        if _STAMP.match(self.text, begin):
            return True
        if stopped:
            return bool(gap) and self._looks_like_start(begin) and not self._reports(index)
        if self._form(index) in _STARTERS and (self._abbreviated(index - 1) or self._web(index - 1)):
            return True
        return bool(gap) and self.text[begin].isupper() and self._closed(index, last_end)

    def _web(self, index: int) -> bool:
        """Return true if a word is an address of the web, which needs no stop behind it."""
        return self._form(index).startswith(("http", "www."))

    def _closed(self, index: int, end: int) -> bool:
        """Return true behind the time of a message, the number of a figure, or the formula of a letter."""
        begin = self.words[0][0]
        if _CAPTION.fullmatch(self.text, begin, end):
            return True
        line = self.text[max(begin, end - _LONGEST_FORMULA) : end]
        last = len(self.words) - index <= _NAME_WORDS and self._form(index) not in _STARTERS
        return any(
            match.end() == len(line)
            for pattern in (_STAMP, _CLOSING)[: 1 + last]
            for match in pattern.finditer(line)
        )

    def _looks_like_start(self, begin: int) -> bool:
        """Return true if the text can open a sentence: with "iPod", or with anything but a small letter."""
        openers = _OPENERS.match(self.text, begin)
        begin = openers.end() if openers else begin
        if not self.text[begin : begin + 1].islower() or self.text[begin + 1 : begin + 2].isupper():
            return True
        return bool(_INFORMAL.search(self.text, self.words[0][0], self.words[-1][1]))

    def _reports(self, index: int) -> bool:
        """Return true if the speaker follows a question or an exclamation: "Why?" Ann asked."""
        closed = _CLOSER.fullmatch(self.text, *self.words[index - 1]) and self._form(index - 2) != "."
        return bool(closed and _REPORTING.match(self.text, self.words[index][0]))

    def _abbreviated(self, index: int) -> bool:
        """Return true if a word is an abbreviation that can end a sentence."""
        form = self._form(index)
        return len(form) > 2 and form.endswith(".") and form[:-1] not in _TITLES and form not in _NEVER_LAST

    def _ended_line(self, end: int, begin: int, width: int) -> bool:
        """Return true if a line break was set on purpose: after a short line, before a capital."""
        line_start = self.text.rfind("\n", 0, end) + 1
        return end - line_start < _SHORT * width and self.text[begin].isupper()
