"""Files of PropBank and NomBank, looked up by document and sentence, for the trees of a treebank."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Protocol

from relata.document import Offsets
from relata.errors import FormatError, OnError
from relata.formats.bbn import Mention, NameAligner, word_spans
from relata.formats.files import inner_suffix
from relata.formats.propbank import MASK, SUFFIXES, Columns, read_columns
from relata.formats.propbank.frames import Frame
from relata.formats.propbank.pointers import (
    Instance,
    Terminals,
    nombank_files,
    propbank_files,
    read_nombank,
    read_propbank,
)
from relata.formats.warnings import Repairs
from relata.treebank import EMPTY, Tree

_HYPHEN = "HYPH"
_DELIMITERS = frozenset(("-", "/"))


@dataclass(frozen=True, slots=True)
class Annotated:
    """A tree with words split as in its annotation, and the frames of its predicates.

    `sizes` [words] are the numbers of tokens of the words of the original tree; `names` are ranges of tokens.
    """

    tree: Tree
    sizes: tuple[int, ...]
    frames: tuple[Frame, ...]
    names: tuple[range, ...] | None = None


class HyphenSplitter(Protocol):
    """HyphenSplitter of words at hyphens and slashes."""

    def parts(
        self, word: str, tag: str, names: Sequence[Offsets] | None = None, *, everywhere: bool = False
    ) -> Sequence[tuple[str, str]]:
        """Split a word into parts with tags; `names` are its characters that belong to names."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Annotation of a treebank: paths of PropBank, NomBank and names (BBN), and a splitter of words."""

    propbank: str | Path | None = None
    nombank: str | Path | None = None
    names: str | Path | None = None
    splitter: HyphenSplitter | None = None


class _Bank:
    """The annotation of one file by document and sentence: instances, or one sentence in columns."""

    def __init__(self, path: str | Path, annotations: Iterable[Columns | Instance]) -> None:
        self.path = path
        self.documents: dict[str, dict[int, list[Columns | Instance]]] = {}
        for annotation in annotations:
            sentences = self.documents.setdefault(annotation.document, {})
            if isinstance(annotation, Columns):
                sentences[annotation.sentence] = [annotation]
            else:
                sentences.setdefault(annotation.sentence, []).append(annotation)
        self.unread = set(self.documents)

    def fault(self, message: str, line: int) -> FormatError:
        return FormatError(message, self.path, line=line)

    def missing_sentences(self, document: str, sentences: int) -> Iterator[FormatError]:
        """Report annotation of sentences that a document lacks."""
        annotations = chain.from_iterable(self.documents.get(document, {}).values())
        for line in sorted(item.line for item in annotations if item.sentence >= sentences):
            yield self.fault(f"there is no such sentence: {document} has {sentences}, counted from 0", line)


class Banks:
    """The annotation of a treebank: PropBank as pointers or in columns, NomBank as pointers, names."""

    def __init__(self, sources: Sources, on_error: OnError) -> None:
        self._banks: list[_Bank] = []
        self._splitter = sources.splitter
        self._names = NameAligner(sources.names, on_error) if sources.names is not None else None
        if sources.propbank is not None:
            propbank = _file(sources.propbank, propbank_files, "prop.txt")
            in_columns = inner_suffix(propbank) in SUFFIXES
            read: Callable[..., Iterable[Columns | Instance]] = read_columns if in_columns else read_propbank
            self._banks.append(_Bank(propbank, read(propbank, on_error=on_error)))
        if sources.nombank is not None:
            nombank = _file(sources.nombank, nombank_files, "nombank.1.0")
            self._banks.append(_Bank(nombank, read_nombank(nombank, on_error=on_error)))

    def annotate(
        self, document: str, number: int, tree: Tree, words: list[str], on_error: OnError
    ) -> Annotated:
        """Look up the annotation of a sentence; annotation that does not fit its tree goes to `on_error`."""
        mentions = self._mentions(document, number, words, on_error)
        annotations = [bank.documents.get(document, {}).get(number, ()) for bank in self._banks]
        segmented = {
            terminal
            for annotation in chain.from_iterable(annotations)
            if isinstance(annotation, Instance)
            for terminal in annotation.segmented
        }
        split, forms = self._split(tree, words, segmented, mentions)
        sizes = tuple(part_sizes(words, forms))
        frames: list[Frame] = []
        for bank, of_bank in zip(self._banks, annotations, strict=True):
            terminals: Terminals | None = None
            for annotation in of_bank:
                try:
                    if isinstance(annotation, Columns):
                        sizes = _sizes(words, annotation)
                        split = split_words(tree, sizes, annotation.words, annotation.tags)
                        forms = [leaf.word or "" for leaf in split.tokens()]
                        frames += annotation.frames
                    else:
                        terminals = terminals or Terminals(tree, sizes, forms)
                        frames.append(terminals.frame(annotation))
                except ValueError as error:
                    on_error(bank.fault(str(error), annotation.line))
        names = None if mentions is None else tuple(_name_ranges(mentions, forms))
        return Annotated(split, sizes, tuple(frames), names)

    def _mentions(
        self, document: str, number: int, words: list[str], on_error: OnError
    ) -> list[Mention] | None:
        """Return the mentions of names in a sentence; None if they are unknown."""
        try:
            return self._names.mentions(document, number, words) if self._names else None
        except FormatError as error:
            on_error(error)
            return None

    def _split(
        self, tree: Tree, words: list[str], segmented: set[int], mentions: list[Mention] | None
    ) -> tuple[Tree, list[str]]:
        """Split the words of a tree, and everywhere the terminals of which an annotation has segments."""
        if self._splitter is None:
            return tree, words
        parts: list[tuple[str, str]] = []
        sizes: list[int] = []
        terminals = (number for number, leaf in enumerate(tree.leaves()) if leaf.label != EMPTY)
        rows = zip(words, tree.tokens(), terminals, word_spans(words), strict=True)
        for word, leaf, terminal, (begin, end) in rows:
            names = None
            if mentions is not None:
                names = [
                    (mention.begin - begin, mention.end - begin)
                    for mention in mentions
                    if mention.begin < end and begin < mention.end and not mention.is_descriptor
                ]
            of_word = self._splitter.parts(word, leaf.label, names, everywhere=terminal in segmented)
            parts += of_word
            sizes.append(len(of_word))
        forms = [form for form, _ in parts]
        return split_words(tree, sizes, forms, [tag for _, tag in parts]), forms

    def finish(self, document: str, sentences: int, on_error: OnError) -> None:
        """Mark a document as read; annotation of sentences that it lacks goes to `on_error`."""
        for bank in self._banks:
            bank.unread.discard(document)
            for error in bank.missing_sentences(document, sentences):
                on_error(error)

    def warn(self) -> None:
        """Warn of annotated documents that were not read."""
        for bank in self._banks:
            repairs = Repairs(bank.path)
            repairs.add("documents that are not in the treebank", len(bank.unread))
            repairs.warn()


def _file(path: str | Path, files: Callable[[Path], list[Path]], name: str) -> Path:
    """Return a file, or the one of a release's folder."""
    if not Path(path).is_dir():
        return Path(path)
    found = files(Path(path))
    if len(found) != 1:
        raise FormatError(f"expected one file {name} in the folder, found {len(found)}", path)
    return found[0]


def _name_ranges(mentions: Iterable[Mention], forms: Sequence[str]) -> Iterator[range]:
    """Yield the ranges of the tokens that lie in names as a whole."""
    spans = list(word_spans(forms))
    for mention in mentions:
        tokens = [n for n, (begin, end) in enumerate(spans) if mention.begin <= begin < end <= mention.end]
        if mention.is_name and tokens:
            yield range(tokens[0], tokens[-1] + 1)


def _sizes(words: list[str], columns: Columns) -> tuple[int, ...]:
    """Count the tokens of each word of a tree; masked words must be as many as in the tree."""
    try:
        if not set(columns.words) <= {MASK}:
            return tuple(part_sizes(words, columns.words))
        if len(columns.words) == len(words):
            return (1,) * len(words)
        raise ValueError(f"expected {len(words)}, found {len(columns.words)}")
    except ValueError as error:
        raise ValueError(f"the words are not those of the tree: {error}") from None


def part_sizes(words: Sequence[str], parts: Sequence[str]) -> list[int]:
    """Count the parts of each word; a `ValueError` where they do not spell the words.

    >>> part_sizes(["New", "York-based", "."], ["New", "York", "-", "based", "."])
    [1, 3, 1]
    """
    sizes: list[int] = []
    start = 0
    for word in words:
        spelled, size = "", 0
        while start + size < len(parts) and len(spelled) < len(word):
            spelled += parts[start + size]
            size += 1
        if spelled != word:
            raise ValueError(f"expected {word!r}, found {spelled!r}")
        sizes.append(size)
        start += size
    if start < len(parts):
        raise ValueError(f"expected the sentence to end, found {parts[start]!r}")
    return sizes


def split_words(tree: Tree, sizes: Sequence[int], parts: Sequence[str], tags: Sequence[str]) -> Tree:
    """Make each word of several parts a constituent with its tag: "York-based" is York, -, based."""
    if max(sizes, default=1) == 1:
        return tree
    return _split(tree, iter(sizes), zip(parts, tags, strict=True))


def _split(tree: Tree, sizes: Iterator[int], parts: Iterator[tuple[str, str]]) -> Tree:
    if tree.word is None:
        return Tree(
            tree.label, tuple(_split(child, sizes, parts) for child in tree.children), None, tree.line
        )
    if tree.label == EMPTY:
        return tree
    word_parts = [next(parts) for _ in range(next(sizes))]
    if len(word_parts) == 1:
        return tree
    leaves = (Tree(_HYPHEN if part in _DELIMITERS else tag, (), part) for part, tag in word_parts)
    return Tree(tree.label, tuple(leaves))
