"""What is looked at beside the scores: whether files go together, whether heads form trees."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from relata.document.dependency_tree import is_tree
from relata.scoring.conll2008.analysis import Analysis


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two files: its name, a digest of its content, and what was found in it.

    `no_trees` counts the sentences whose heads form no tree, the others what was skipped of support chains.
    """

    name: str
    fingerprint: str
    no_trees: int
    skipped_predicates: int
    skipped_arguments: int


class SideTally:
    """Takes in the sentences of one file."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._digest = hashlib.sha256()
        self._predicates = self._arguments = 0
        self._no_trees = Places(name)

    def add(self, sentence: Analysis) -> None:
        self._digest.update(f"{sentence.content}\n\n".encode())
        self._predicates += sentence.skipped[0]
        self._arguments += sentence.skipped[1]
        if not is_tree(sentence.heads):
            self._no_trees.add(sentence.line)

    def side(self) -> Side:
        """What came together."""
        digest = self._digest.hexdigest()[:8]
        return Side(self.name, digest, self._no_trees.count, self._predicates, self._arguments)

    def doubts(self) -> Iterator[str]:
        """What a user should know of the file."""
        yield from self._no_trees.said(
            "heads that form no tree (a cycle, not one root, or outside the sentence)", "sentences"
        )


class WordCheck:
    """Compares the forms and tags of the two files, which should be the same."""

    def __init__(self, system: str) -> None:
        self._differing = Places(system)

    def add(self, gold: Analysis, system: Analysis) -> None:
        if gold.forms == system.forms and gold.tags == system.tags:
            return
        ours, theirs = (list(zip(side.forms, side.tags, strict=True)) for side in (gold, system))
        for place in range(len(gold)):
            if ours[place] != theirs[place]:
                self._differing.add(None if system.line is None else system.line + place)

    def doubts(self) -> Iterator[str]:
        """Where they differ, if they do."""
        yield from self._differing.said("SPLIT_FORM or PPOSS is not the gold's", "tokens")


class Places:
    """Counts places of a file, and knows the first."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.count = 0
        self._first: int | None = None

    def add(self, line: int | None) -> None:
        if not self.count:
            self._first = line
        self.count += 1

    def said(self, what: str, unit: str) -> Iterator[str]:
        """What is so in these places, with the first of them and their number, if there are any."""
        if self.count:
            line = "" if self._first is None else f":{self._first}"
            yield f"{self.name}{line}: {what}; {self.count} such {unit}"
