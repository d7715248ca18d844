"""Trees of treebanks joined to raw texts: tokens, tags, constituents and, in English, dependencies.

A tree is placed where its words spell the text, blanks and kinds of quotation marks apart. Text outside the
trees is segmented by rules, without tags.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from pathlib import Path
from typing import TypeVar

from relata.document import Tokens
from relata.errors import FormatError, OnError
from relata.formats import ctb, ptb
from relata.formats.folders import files_below, subfolder
from relata.formats.warnings import Repairs
from relata.segmentation import Segments
from relata.treebank import Tree, to_dependencies
from relata.treebank.tree import decoded_brackets, decoded_tag, decoded_word

T = TypeVar("T")
_QUOTES = {'"': "''", "``": "''", "`": "'"}
_CHARACTER = re.compile(r"``|\S")
_LONG = 20
"""Letters of a sentence that is searched in all text that follows: shorter ones are found by chance."""

_EXCERPT = 30
_ABOVE = 4
"""Folders above the trees in which a folder of raw texts is searched."""

_BEGIN, _NEAR = 6, 200
"""Letters by which the begin of a sentence that does not fit is searched, and how far."""


@dataclass(frozen=True, slots=True)
class TreebankFormat:
    """A format of treebanks: its files, their trees, and the key of a document in the name of its file."""

    files: Callable[[Path], Sequence[Path]]
    read: Callable[[Path], Iterable[Tree]]
    key: Callable[[Path], str]
    dependencies: bool


ENGLISH = TreebankFormat(ptb.tree_files, ptb.read_trees, lambda file: file.stem.lower(), dependencies=True)
CHINESE = TreebankFormat(ctb.tree_files, ctb.read_trees, ctb.document_number, dependencies=False)


class Treebank:
    """The trees below a folder, and the raw texts of a release, by the name of their document."""

    def __init__(self, folder: str | Path, form: TreebankFormat = ENGLISH) -> None:
        self.folder = Path(folder)
        self._form = form
        if not self.folder.is_dir():
            raise FormatError("expected a folder with trees", folder)
        self._trees = {form.key(file): file for file in reversed(form.files(self.folder))}

    def raw_text(self, name: str) -> Path | None:
        """Return the raw text of a document in the same release, None if there is none."""
        return self._texts.get(name.lower())

    @cached_property
    def _texts(self) -> dict[str, Path]:
        """Files without suffix by their names, in the folder and in the folders `raw` beside or above it."""
        above = self.folder.absolute().parents[:_ABOVE]
        folders = (self.folder, *filter(None, (subfolder(folder, "raw") for folder in above)))
        files = [file for folder in folders for file in files_below(folder, lambda file: not file.suffix)]
        return {file.name.lower(): file for file in reversed(files)}

    def join(
        self, name: str, raw: Path, text: str, segments: Segments, on_error: OnError
    ) -> tuple[Tokens, tuple[str | None, ...]]:
        """Return the tokens of a text and the tree of each sentence; misfits go to `on_error`."""
        placing = _Placing(raw, text, segments, dependencies=self._form.dependencies)
        sentences = list(placing.sentences(self._read(name, on_error), on_error))
        return _tokens(text, sentences), tuple(sentence.tree for sentence in sentences)

    def _read(self, name: str, on_error: OnError) -> tuple[Path, Sequence[Tree]]:
        path = self._trees.get(self._form.key(Path(name)))
        if path is None:
            on_error(FormatError(f"expected the trees of {name}, found no such file", self.folder))
            return self.folder, ()
        try:
            return path, [tree for tree in self._form.read(path) if tree.tokens()]
        except FormatError as error:
            on_error(error)
            return path, ()


@dataclass(frozen=True, slots=True)
class _PlacedSentence:
    """A sentence with the offsets and the annotation of its words."""

    offsets: Sequence[tuple[int, int]]
    forms: Sequence[str]
    tags: Sequence[str | None]
    heads: Sequence[int | None]
    labels: Sequence[str | None]
    tree: str | None = None


class _Placing:
    """The search for trees in a text, whose letters are compared without blanks."""

    def __init__(self, raw: Path, text: str, segments: Segments, *, dependencies: bool) -> None:
        self._raw = raw
        self._dependencies = dependencies
        self._text = text
        self._segments = segments
        matches = list(_CHARACTER.finditer(text))
        spelled = [_spelled(match[0]) for match in matches]
        self._letters = "".join(spelled)
        self._spans = [match.span() for match, part in zip(matches, spelled, strict=True) for _ in part]
        self._repairs = Repairs(raw)

    def sentences(self, trees: tuple[Path, Sequence[Tree]], on_error: OnError) -> Iterator[_PlacedSentence]:
        """Yield the sentences of the trees, and between them those of the text that no tree covers."""
        path, roots = trees
        letter = 0
        for tree in roots:
            words = [decoded_brackets(decoded_word(leaf.word or "")) for leaf in tree.tokens()]
            spellings = ["".join(map(_spelled, _CHARACTER.findall(word))) for word in words]
            place = self._place(spellings, letter)
            if place is None:
                on_error(self._fault("".join(spellings), letter, path, tree.line))
                continue
            start, sizes = place
            yield from self._uncovered(letter, start)
            edges = list(accumulate(sizes, initial=start))
            letter = edges[-1]
            offsets = [self._offsets(*pair) for pair in pairwise(edges)]
            tags = [decoded_tag(leaf.label) for leaf in tree.tokens()]
            heads: Sequence[int | None] = [None] * len(tags)
            labels: Sequence[str | None] = [None] * len(tags)
            if self._dependencies:
                dependencies = to_dependencies(tree)
                heads, labels = dependencies.heads, dependencies.labels
            yield _PlacedSentence(offsets, words, tags, heads, labels, str(tree))
        yield from self._uncovered(letter, len(self._letters))
        self._repairs.warn()

    def _place(self, spellings: Sequence[str], letter: int) -> tuple[int, list[int]] | None:
        """Return the first letter of a sentence at or after a letter, and the letters of each word."""
        sizes = list(map(len, spellings))
        # the Treebank repeats the full stop of an abbreviation that ends a sentence
        stops = [
            number
            for number, word in enumerate(spellings)
            if number and word == "." and spellings[number - 1][-1:] == "." != spellings[number - 1]
        ]
        bare = [0 if number in stops else size for number, size in enumerate(sizes)]
        for chosen in (sizes, bare) if stops else (sizes,):
            wanted = "".join(word[:size] for word, size in zip(spellings, chosen, strict=True))
            last = len(self._letters) if len(wanted) >= _LONG else letter + 10 * len(wanted)
            start = self._letters.find(wanted, letter, last)
            if start >= 0:
                unwritten = len(stops) if chosen is bare else 0
                self._repairs.add("full stops of trees that an abbreviation already has", unwritten)
                return start, chosen
        return None

    def _offsets(self, first: int, last: int) -> tuple[int, int]:
        if first == last:
            end = self._spans[first - 1][1]
            return end, end
        return self._spans[first][0], self._spans[last - 1][1]

    def _uncovered(self, first: int, last: int) -> Iterator[_PlacedSentence]:
        """Yield the sentences of the segmentation between two letters."""
        if first == last:
            return
        begin, end = self._spans[first][0], self._spans[last - 1][1]
        starts = [*self._segments.sentence_starts, len(self._segments.offsets)]
        for start, stop in pairwise(starts):
            offsets = [
                (max(word[0], begin), min(word[1], end))
                for word in self._segments.offsets[start:stop]
                if word[0] < end and word[1] > begin
            ]
            forms = [self._text[slice(*word)] for word in offsets]
            if not any(character.isalnum() for form in forms for character in form):
                self._repairs.add("marks outside the trees, left out", len(forms))
            else:
                self._repairs.add("words outside the trees", len(forms))
                unknown = [None] * len(forms)
                yield _PlacedSentence(offsets, forms, unknown, unknown, unknown)

    def _fault(self, spelling: str, letter: int, path: Path, line: int) -> FormatError:
        # text such as ".START" may stand before the sentence: compare from where it begins
        begin = self._letters.find(spelling[:_BEGIN], letter, letter + _NEAR)
        letter = max(begin, letter)
        pairs = enumerate(zip(spelling, self._letters[letter:], strict=False))
        same = next((number for number, (one, other) in pairs if one != other), 0)
        at = self._spans[letter + same][0] if letter + same < len(self._spans) else len(self._text)
        found = self._text[at : at + _EXCERPT]
        message = (
            f"the tree does not fit {self._raw}: expected {found!r} at character {at}, "
            f"found {spelling[same : same + _EXCERPT]!r}"
        )
        return FormatError(message, path, line=line)


def _spelled(character: str) -> str:
    """Return a character as it is compared: kinds of quotation marks are the same."""
    return _QUOTES.get(character, character)


def _tokens(text: str, sentences: Sequence[_PlacedSentence]) -> Tokens:
    sizes = [len(sentence.forms) for sentence in sentences]
    return Tokens(
        text,
        [word for sentence in sentences for word in sentence.offsets],
        sentence_starts=list(accumulate(sizes, initial=0))[:-1],
        forms=[form for sentence in sentences for form in sentence.forms],
        heads=_unless_empty([head for sentence in sentences for head in sentence.heads]),
        tag=_unless_empty([tag for sentence in sentences for tag in sentence.tags]),
        deprel=_unless_empty([label for sentence in sentences for label in sentence.labels]),
    )


def _unless_empty(column: list[T | None]) -> list[T | None] | None:
    return column if any(value is not None for value in column) else None
