"""Files of PropBank and NomBank, looked up by document and sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from relata.errors import FormatError, OnError
from relata.formats.files import inner_suffix
from relata.formats.propbank.columns import MASK, SUFFIXES, Columns, read_columns
from relata.formats.propbank.frames import Frame
from relata.formats.propbank.nombank import read_nombank
from relata.formats.propbank.pointers import Instance
from relata.formats.propbank.propbank import read_propbank
from relata.formats.propbank.resolution import Terminals
from relata.formats.propbank.splitting import part_sizes, split_words
from relata.formats.repairs import Dirt
from relata.treebank import Tree


@dataclass(frozen=True, slots=True)
class Annotated:
    """A tree whose words have been split as its annotation splits them, and the frames of its predicates.

    `sizes` says of how many tokens each word of the original tree consists.
    """

    tree: Tree
    sizes: tuple[int, ...]
    frames: tuple[Frame, ...]


@dataclass(slots=True)
class _Bank:
    """One file: its instances or its columns, by document and sentence."""

    path: Path
    instances: dict[str, dict[int, list[Instance]]] = field(default_factory=dict)
    columns: dict[str, dict[int, Columns]] = field(default_factory=dict)
    unread: set[str] = field(default_factory=set)

    def add_instance(self, instance: Instance) -> None:
        self.instances.setdefault(instance.document, {}).setdefault(instance.sentence, []).append(instance)
        self.unread.add(instance.document)

    def add_columns(self, columns: Columns) -> None:
        self.columns.setdefault(columns.document, {})[columns.number] = columns
        self.unread.add(columns.document)

    def fault(self, message: str, line: int) -> FormatError:
        return FormatError(message, self.path, line=line)

    def frames(self, instances: list[Instance], terminals: Terminals, on_error: OnError) -> Iterator[Frame]:
        """The frames of instances; a pointer that misses goes to `on_error`, and its instance with it."""
        for instance in instances:
            try:
                yield terminals.frame(instance)
            except ValueError as error:
                on_error(self.fault(str(error), instance.line))

    def beyond(self, document: str, sentences: int) -> Iterator[FormatError]:
        """What is said of sentences that a document does not have."""
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
    """The files that go with a treebank: PropBank as pointers or in columns, NomBank as pointers."""

    def __init__(self, propbank: str | Path | None, nombank: str | Path | None, on_error: OnError) -> None:
        self._banks: list[_Bank] = []
        if propbank is not None:
            self._banks.append(_read_propbank(Path(propbank), on_error))
        if nombank is not None:
            bank = _Bank(Path(nombank))
            for instance in read_nombank(nombank, on_error=on_error):
                bank.add_instance(instance)
            self._banks.append(bank)

    def annotate(
        self, document: str, number: int, tree: Tree, words: list[str], on_error: OnError
    ) -> Annotated:
        """What the files say of a sentence; what does not fit its tree goes to `on_error`."""
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
        """Says that a document has been read; pointers to sentences that it lacks go to `on_error`."""
        for bank in self._banks:
            bank.unread.discard(document)
            for error in bank.beyond(document, sentences):
                on_error(error)

    def warn(self) -> None:
        """Warns of documents that the files speak of and that have not been read."""
        for bank in self._banks:
            dirt = Dirt(bank.path)
            dirt.add("documents that are not in the treebank", len(bank.unread))
            dirt.warn()


def _read_propbank(path: Path, on_error: OnError) -> _Bank:
    bank = _Bank(path)
    if inner_suffix(path) in SUFFIXES:
        for columns in read_columns(path, on_error=on_error):
            bank.add_columns(columns)
    else:
        for instance in read_propbank(path, on_error=on_error):
            bank.add_instance(instance)
    return bank


def _sizes(words: list[str], columns: Columns) -> tuple[int, ...]:
    if set(columns.words) <= {MASK}:
        if len(columns.words) != len(words):
            raise ValueError(f"expected {len(words)}, found {len(columns.words)}")
        return (1,) * len(words)
    return tuple(part_sizes(words, columns.words))
