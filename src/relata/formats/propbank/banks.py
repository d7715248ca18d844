"""Files of PropBank and NomBank, looked up by document and sentence, for the trees of a treebank."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from relata.errors import FormatError, OnError
from relata.formats.files import inner_suffix
from relata.formats.propbank.columns import MASK, SUFFIXES, Columns, read_columns
from relata.formats.propbank.frames import Frame
from relata.formats.propbank.pointers import Instance, read_nombank, read_propbank
from relata.formats.propbank.resolution import Terminals
from relata.formats.warnings import Repairs
from relata.treebank import EMPTY, Tree

_HYPHEN = "HYPH"
_DELIMITERS = frozenset(("-", "/"))


@dataclass(frozen=True, slots=True)
class Annotated:
    """A tree with words split as in its annotation, and the frames of its predicates.

    `sizes` [words] are the numbers of tokens of the words of the original tree.
    """

    tree: Tree
    sizes: tuple[int, ...]
    frames: tuple[Frame, ...]


@dataclass(slots=True)
class _Bank:
    """The instances or columns of one file, by document and sentence."""

    path: Path
    instances: dict[str, dict[int, list[Instance]]] = field(default_factory=dict)
    columns: dict[str, dict[int, Columns]] = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)

    def add_instances(self, instances: Iterable[Instance]) -> None:
        for instance in instances:
            by_sentence = self.instances.setdefault(instance.document, {})
            by_sentence.setdefault(instance.sentence, []).append(instance)
            self.unread.add(instance.document)

    def add_columns(self, sentences: Iterable[Columns]) -> None:
        for columns in sentences:
            self.columns.setdefault(columns.document, {})[columns.number] = columns
            self.unread.add(columns.document)

    def fault(self, message: str, line: int) -> FormatError:
        return FormatError(message, self.path, line=line)

    def frames(self, instances: list[Instance], terminals: Terminals, on_error: OnError) -> Iterator[Frame]:
        """Resolve instances; one with a pointer that misses goes to `on_error`."""
        for instance in instances:
            try:
                yield terminals.frame(instance)
            except ValueError as error:
                on_error(self.fault(str(error), instance.line))

    def missing_sentences(self, document: str, sentences: int) -> Iterator[FormatError]:
        """Report annotation of sentences that a document lacks."""
        lines = [
            item.line
            for items in self.instances.get(document, {}).values()
            for item in items
            if item.sentence >= sentences
        ]
        lines += [item.line for number, item in self.columns.get(document, {}).items() if number >= sentences]
        for line in sorted(lines):
            yield self.fault(f"there is no such sentence: {document} has {sentences}, counted from 0", line)


class Banks:
    """The annotation of a treebank: PropBank as pointers or in columns, NomBank as pointers."""

    def __init__(self, propbank: str | Path | None, nombank: str | Path | None, on_error: OnError) -> None:
        self._banks: list[_Bank] = []
        if propbank is not None:
            bank = _Bank(Path(propbank))
            if inner_suffix(bank.path) in SUFFIXES:
                bank.add_columns(read_columns(propbank, on_error=on_error))
            else:
                bank.add_instances(read_propbank(propbank, on_error=on_error))
            self._banks.append(bank)
        if nombank is not None:
            bank = _Bank(Path(nombank))
            bank.add_instances(read_nombank(nombank, on_error=on_error))
            self._banks.append(bank)

    def annotate(
        self, document: str, number: int, tree: Tree, words: list[str], on_error: OnError
    ) -> Annotated:
        """Look up the annotation of a sentence; annotation that does not fit its tree goes to `on_error`."""
        split, sizes = tree, (1,) * len(words)
        frames: list[Frame] = []
        for bank in self._banks:
            columns = bank.columns.get(document, {}).get(number)
            if columns is None:
                continue
            try:
                sizes = _sizes(words, columns)
            except ValueError as error:
                on_error(bank.fault(f"the words are not those of the tree: {error}", columns.line))
            else:
                split = split_words(tree, sizes, columns.words, columns.tags)
                frames += columns.frames
        for bank in self._banks:
            if instances := bank.instances.get(document, {}).get(number):
                frames += bank.frames(instances, Terminals(tree, sizes), on_error)
        return Annotated(split, sizes, tuple(frames))

    def finish(self, document: str, sentences: int, on_error: OnError) -> None:
        """Mark a document as read; annotation of sentences that it lacks goes to `on_error`."""
        for bank in self._banks:
            bank.unread.discard(document)
            for error in bank.missing_sentences(document, sentences):
                on_error(error)

    def warn(self) -> None:
        """Warn of annotated documents that were not read."""
        for bank in self._banks:
            dirt = Repairs(bank.path)
            dirt.add("documents that are not in the treebank", len(bank.unread))
            dirt.warn()


def _sizes(words: list[str], columns: Columns) -> tuple[int, ...]:
    if set(columns.words) <= {MASK}:
        if len(columns.words) != len(words):
            raise ValueError(f"expected {len(words)}, found {len(columns.words)}")
        return (1,) * len(words)
    return tuple(part_sizes(words, columns.words))


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
