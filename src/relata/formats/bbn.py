"""Names of the BBN Pronoun Coreference and Entity Type Corpus (LDC2005T33): text with inline SGML.

    <DOC> <DOCNO> WSJ0001 </DOCNO>
    <ENAMEX TYPE="PERSON">Pierre Vinken</ENAMEX> , <TIMEX TYPE="DATE:AGE">61 years old</TIMEX> , will join ...

The words are those of the Penn Treebank. Names are matched to them by characters without blanks, because a
name may be a part of a word (`<ENAMEX TYPE="GPE:CITY">York</ENAMEX>-based`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path

from relata.document import Offsets
from relata.errors import FormatError, OnError, strict
from relata.formats.files import read_lines
from relata.formats.folders import files_below
from relata.formats.warnings import Repairs

_PIECE = re.compile(r"<(/?)([A-Za-z]+)([^<>]*)>|([^<>\s]+|[<>])")
_TYPE = re.compile(r'TYPE\s*=\s*"([^"]*)"')
_NUMBER = re.compile(r"WSJ_?([0-9]{4})")
_MENTIONS = frozenset(("ENAMEX", "TIMEX", "NUMEX"))
_QUOTES = re.compile(r"``|''|“|”|\"")
_NORMAL = {"``": '"', "''": '"', "“": '"', "”": '"'}
_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LCB-": "{", "-RCB-": "}", "-LSB-": "[", "-RSB-": "]"}


_VALUES = frozenset(
    ("DATE", "TIME", "MONEY", "PERCENT", "QUANTITY", "CARDINAL", "ORDINAL", "AGE", "DURATION")
)
"""Types of numbers and times."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A markable entity: its type, such as PERSON or GPE:CITY, and its characters, blanks not counted."""

    type: str
    begin: int
    end: int

    @property
    def is_descriptor(self) -> bool:
        """True of a description, such as "the company"."""
        return self.type.partition(":")[0].endswith("_DESC")

    @property
    def is_name(self) -> bool:
        """True of a name, false of a descriptor, a number or a time."""
        return not self.is_descriptor and self.type.partition(":")[0] not in _VALUES


@dataclass(slots=True)
class NamedText:
    """The characters of a document without blanks, and its mentions in order; `line` is where it begins."""

    document: str
    path: Path
    line: int
    text: str = ""
    mentions: list[Mention] = field(default_factory=list)


def files(path: Path) -> list[Path]:
    """List the files of entity types (`WSJtypes-subtypes/wsj00a.qa`) at or below a path."""
    return [path] if path.is_file() else list(files_below(path, lambda file: file.suffix == ".qa"))


def read(path: str | Path, *, on_error: OnError = strict) -> Iterator[NamedText]:
    """Read the documents of a file, or of all `.qa` files at or below a folder."""
    paths = files(Path(path))
    if not paths:
        raise FormatError("expected a folder with .qa files, as in WSJtypes-subtypes", path)
    for file in paths:
        repairs = Repairs(file)
        yield from _read_file(file, repairs, on_error)
        repairs.warn()


def _read_file(path: Path, repairs: Repairs, on_error: OnError) -> Iterator[NamedText]:
    document: NamedText | None = None
    name: list[str] | None = None  # the words of DOCNO
    opened: list[tuple[str, str, int, int]] = []
    parts: list[str] = []
    size = 0
    nothing = True
    for number, line in read_lines(path, on_error=on_error):
        for closing, tag, rest, word in _PIECE.findall(line):
            tag = tag.upper()
            if word and name is not None:
                name.append(word)
            elif word and document is not None:
                word = normalised(unescape(word))
                parts.append(word)
                size += len(word)
            elif tag in _MENTIONS and not closing:
                kind = _TYPE.search(rest)
                if kind is None:
                    on_error(
                        FormatError(
                            f'expected TYPE="..." in <{tag}>, found {rest.strip()!r}', path, line=number
                        )
                    )
                opened.append((tag, kind[1] if kind else "", size, number))
            elif tag in _MENTIONS:
                if not opened:
                    on_error(FormatError(f"</{tag}> closes nothing", path, line=number))
                    continue
                first, kind_name, begin, _ = opened.pop()
                repairs.add("names closed by another tag", first != tag)
                if document is not None and kind_name and begin < size:
                    document.mentions.append(Mention(kind_name, begin, size))
            elif tag == "DOCNO":
                nothing = False
                if not closing:
                    name = []
                elif name is not None:
                    document, name = _begun(" ".join(name), path, number, on_error), None
            elif tag == "DOC":
                for first, _, _, start in opened:
                    on_error(FormatError(f"<{first}> is not closed", path, line=start))
                if document is not None:
                    document.text = "".join(parts)
                    yield document
                document, opened, parts, size = None, [], [], 0
    if nothing:
        on_error(FormatError("expected documents with <DOCNO>, found none", path))
    if document is not None:
        on_error(FormatError(f"expected </DOC> behind {document.document}", path, line=document.line))


def _begun(name: str, path: Path, line: int, on_error: OnError) -> NamedText | None:
    match = _NUMBER.fullmatch(name.upper())
    if match is None:
        on_error(
            FormatError(
                f"expected the number of a document, such as WSJ0001, found {name!r}", path, line=line
            )
        )
        return None
    return NamedText(f"wsj_{match[1]}", path, line)


def normalised(word: str) -> str:
    """Return a word with plain brackets, slashes and quotes, which the corpora write in different ways."""
    word = _BRACKETS.get(word, word).replace("\\/", "/").replace("\\*", "*")
    return _QUOTES.sub(lambda match: _NORMAL.get(match[0], match[0]), word)


class NameAligner:
    """Mentions of documents, matched to their sentences one after the other."""

    def __init__(self, path: str | Path, on_error: OnError) -> None:
        self.path = path
        self._texts = {text.document: text for text in read(path, on_error=on_error)}
        self._ends: dict[str, int] = {}

    def mentions(self, document: str, number: int, words: Sequence[str]) -> list[Mention] | None:
        """Return the mentions in a sentence, counted from its first character; None for an unknown document.

        Sentences are expected in their order; a sentence with other words is a `FormatError`.
        """
        text = self._texts.get(document)
        if text is None:
            return None
        sentence = "".join(map(normalised, words))
        begin = text.text.find(sentence, self._ends.get(document, 0))
        if begin < 0:
            message = f"sentence {number} of {document}, {' '.join(words)[:40]!r} ..., is not in its text"
            raise FormatError(message, text.path, line=text.line)
        end = self._ends[document] = begin + len(sentence)
        return [
            Mention(mention.type, mention.begin - begin, mention.end - begin)
            for mention in text.mentions
            if begin <= mention.begin and mention.end <= end
        ]


def word_spans(words: Sequence[str]) -> Iterator[Offsets]:
    """Yield the characters of each word of a sentence, blanks not counted."""
    begin = 0
    for word in words:
        end = begin + len(normalised(word))
        yield begin, end
        begin = end
