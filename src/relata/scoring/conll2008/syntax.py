"""Counting right heads and labels, over all and by tag, label, direction and distance."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from relata.scoring.conll2008.analysis import Analysis
from relata.scoring.conll2008.tally import Tally, per_cent

DIRECTIONS = ("to_root", "left", "right", "self")
DISTANCES = ("to_root", "1", "2", "3-6", "7-...")


@dataclass(frozen=True, slots=True)
class Attachment:
    """Words, and those with the right head, with the right label, with both."""

    words: int = 0
    head: int = 0
    label: int = 0
    both: int = 0

    def as_dict(self) -> dict[str, Any]:
        """The counts, and what they are in per cent of the words."""
        right = {"head": self.head, "label": self.label, "both": self.both}
        shares = {f"{name}_percent": per_cent(self.share(count)) for name, count in right.items()}
        return {"words": self.words, **right, **shares}

    def share(self, right: int) -> float:
        """So many of the words; of none, none."""
        return right / self.words if self.words else 0.0


@dataclass(frozen=True, slots=True)
class SentenceScore:
    """A sentence: its number, how many tokens it has, and what is right of those that count."""

    number: int
    tokens: int
    attachment: Attachment

    @property
    def exact(self) -> bool:
        return self.attachment.both == self.attachment.words


class SyntaxTally:
    """Takes in sentences one by one; `punctuation` says whether it counts."""

    def __init__(self, *, punctuation: bool) -> None:
        self.punctuation = punctuation
        self.sentences: list[SentenceScore] = []
        self.tables = {name: Tally() for name in ("deprel", "attachment", "direction", "distance")}
        self._tags: dict[str, list[int]] = {}

    @property
    def total(self) -> Attachment:
        """All words together."""
        sizes = [sentence.attachment for sentence in self.sentences]
        names = ("words", "head", "label", "both")
        return Attachment(*(sum(getattr(size, name) for size in sizes) for name in names))

    @property
    def tags(self) -> dict[str, Attachment]:
        """The words by tag, the most frequent first."""
        found = sorted(self._tags.items(), key=lambda item: -item[1][0])
        return {tag: Attachment(*counts) for tag, counts in found}

    def add(self, number: int, gold: Analysis, system: Analysis) -> SentenceScore:
        """Counts a sentence in, which has this number in the file."""
        own = [0, 0, 0, 0]
        for place in self._scored(gold):
            head = gold.head_keys[place] == system.head_keys[place]
            label = gold.deprels[place] == system.deprels[place]
            for counts in (own, self._tags.setdefault(gold.tags[place], [0, 0, 0, 0])):
                counts[0] += 1
                counts[1] += head
                counts[2] += label
                counts[3] += head and label
            self._add_to_tables(gold, system, place, head=head, label=label)
        score = SentenceScore(number, len(gold), Attachment(*own))
        self.sentences.append(score)
        return score

    def _scored(self, gold: Analysis) -> Iterator[int]:
        return (
            place for place, form in enumerate(gold.forms) if self.punctuation or not is_punctuation(form)
        )

    def _add_to_tables(
        self, gold: Analysis, system: Analysis, place: int, *, head: bool, label: bool
    ) -> None:
        labels = gold.deprels[place], system.deprels[place]
        self.tables["deprel"].add(*labels, correct=label)
        self.tables["attachment"].add(*labels, correct=label and head)
        heads = gold.heads[place], system.heads[place]
        for name, binned in (("direction", direction), ("distance", distance)):
            expected, found = (binned(each, place + 1) for each in heads)
            self.tables[name].add(expected, found, correct=expected == found)


def is_punctuation(form: str) -> bool:
    """Whether a form is punctuation to the task: nothing but characters of the Unicode categories P.

    >>> is_punctuation("--"), is_punctuation("%"), is_punctuation("$"), is_punctuation("``")
    (True, True, False, False)
    """
    return bool(form) and all(unicodedata.category(character)[0] == "P" for character in form)


def direction(head: int | None, word: int) -> str | None:
    """Where a head stands, seen from its word; None if there is none."""
    if head is None:
        return None
    if head == 0:
        return "to_root"
    return "self" if head == word else "left" if head < word else "right"


def distance(head: int | None, word: int) -> str | None:
    """How far away a head stands, in bins; a word that heads itself goes with those beside it."""
    if head is None:
        return None
    if head == 0:
        return "to_root"
    away = abs(head - word)
    return str(max(1, away)) if away < 3 else "3-6" if away < 7 else "7-..."
