"""Words split at hyphens and slashes, by section 3.2.1 of the CoNLL-2008 paper: York, -, based.

A word is split between two segments that are words of a dictionary, parts of names, or prefixes of the
paper's list. The dictionary is `words.tsv`, which `relata resources words` builds, or a file of the owner's
(COMLEX Syntax, NOMLEX, or one word a line).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from relata.document import Offsets
from relata.errors import FormatError, OnError, strict
from relata.formats.files import read_lines
from relata.syntax.lemmas import lemma

PREFIXES = frozenset(
    (
        *("ante", "anti", "bi", "co", "ex", "extra", "fore", "non", "over", "post", "pre", "pro", "re"),
        *("sub", "super", "tri", "ultra", "un", "uni"),
    )
)
DELIMITER = "HYPH"
"""Tag of a hyphen or slash between parts."""

TABLE = "words.tsv"

_DELIMITERS = re.compile(r"([-/])")
_NUMBER = re.compile(r"[0-9][0-9.,:]*")
_NAME = re.compile(r"[A-Z][\w.'&]+")
_ENTRY = re.compile(r':(?:ORTH|PLURAL|PAST|PASTPART|PRESPART|PRES3|TENSED|VERB)\s+"([^"]+)"')
_WORD = re.compile(r"[\w.'&]+")
_INFLECTED = ("NNS", "VBN", "VBG", "VBZ", "VBD", "JJR", "JJS")

Part = tuple[str, str]
"""Form and tag of a part of a word."""


class WordSplitter:
    """Splitter of words by a dictionary of words in small letters with their usual tags."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self._words = words

    def parts(
        self, word: str, tag: str, names: Sequence[Offsets] | None = None, *, everywhere: bool = False
    ) -> list[Part]:
        """Split a word with a tag into parts with theirs; a word that is not split is its only part.

        `names` are the characters of the word that belong to names. Where names are unknown (None), capitals
        begin names, and numbers beside words count as names of measures. `everywhere` splits at each hyphen
        and slash, as where an annotation has the segments of a word.

        >>> [form for form, _ in english().parts("York-based", "JJ")], english().parts("e-mail", "NN")
        (['York', '-', 'based'], [('e-mail', 'NN')])
        """
        pieces = _DELIMITERS.split(word)
        segments = pieces[::2]
        if len(segments) == 1 or not all(segments):
            return [(word, tag)]
        named = _named(segments, names)
        pairs = zip(segments, named, strict=True)
        pairs = zip(segments, named, strict=True)
        fits = [everywhere or name or self._is_word(segment) for segment, name in pairs]
        forms = [pieces[0]]
        for number, (delimiter, segment) in enumerate(zip(pieces[1::2], segments[1:], strict=True), start=1):
            if fits[number - 1] and fits[number]:
                forms += (delimiter, segment)
            else:
                forms[-1] += delimiter + segment
        if len(forms) == 1:
            return [(word, tag)]
        tags = [DELIMITER if number % 2 else self._tag(form) for number, form in enumerate(forms)]
        if tag.startswith(("NN", "VB", "RB")) and not forms[-1].isdecimal():
            tags[-1] = tag
        return list(zip(forms, tags, strict=True))

    def _is_word(self, segment: str) -> bool:
        return segment.lower() in PREFIXES or self._known_tag(segment.lower()) is not None

    def _known_tag(self, word: str) -> str | None:
        """Return the usual tag of a word of the dictionary, or the one of its inflection."""
        if word in self._words:
            return self._words[word]
        return next((tag for tag in _INFLECTED if self._words.get(_base(word, tag))), None)

    def _tag(self, form: str) -> str:
        if _NUMBER.fullmatch(form):
            return "CD"
        known = self._known_tag(form.lower())
        if form[0].isupper() and (known is None or not known.startswith(("JJ", "CD", "IN", "DT"))):
            return "NNP"
        return known or ("JJ" if form.lower() in PREFIXES else "NN")


def _base(word: str, tag: str) -> str:
    base = lemma(word, tag)
    return base if base != word else ""


def _named(segments: Sequence[str], names: Sequence[Offsets] | None) -> Iterator[bool]:
    """Yield for each segment of a word whether it belongs to a name."""
    begin = 0
    worded = any(map(str.isalpha, "".join(segments)))
    for segment in segments:
        end = begin + len(segment)
        if names is None:
            yield bool(_NAME.fullmatch(segment) or (worded and _NUMBER.fullmatch(segment)))
        else:
            yield any(first < end and begin < last for first, last in names)
        begin = end + 1


@cache
def english() -> WordSplitter:
    """Return the splitter by the shipped dictionary."""
    text = files("relata.syntax").joinpath(TABLE).read_text(encoding="utf-8")
    lines = (line.partition("\t") for line in text.splitlines() if not line.startswith("#"))
    return WordSplitter({word: tag for word, _, tag in lines})


def with_dictionaries(paths: Iterable[Path], *, on_error: OnError = strict) -> WordSplitter:
    """Return a splitter by dictionaries: COMLEX Syntax or NOMLEX (`:ORTH "word"`), or one word a line.

    Tags are those of the shipped dictionary, for other words nouns.
    """
    shipped = english()
    words = {word for path in paths for word in _dictionary(path, on_error)}
    return WordSplitter({word: shipped._known_tag(word) or "NN" for word in words})


def _dictionary(path: Path, on_error: OnError) -> Iterator[str]:
    """Yield the words of a dictionary in small letters."""
    nothing = True
    for number, line in read_lines(path):
        entries = _ENTRY.findall(line)
        if not entries and _is_plain(line):
            if not _WORD.fullmatch(line.strip()):
                message = f'expected one word, or an entry with :ORTH "word", found {line.strip()[:40]!r}'
                on_error(FormatError(message, path, line=number))
                continue
            entries = [line.strip()]
        for entry in entries:
            nothing = False
            yield entry.lower()
    if nothing:
        raise FormatError('expected words, or entries with :ORTH "word", found none', path)


def _is_plain(line: str) -> bool:
    """Return true for a line that is no part of an entry, no remark and not empty."""
    return bool(line.strip()) and not line.startswith((" ", "\t", "(", ")", ":", ";", "#", "*"))
