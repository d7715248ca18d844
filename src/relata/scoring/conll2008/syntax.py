"""Counts of right heads and labels, by tag, label, direction and distance, and of nonprojective links.

The kinds of nonprojective links are those of the task's overview, which names them but does not define them:
a wh-word that moved to the front, a clause split by an inserted one ("he says"), a noun phrase split from its
modifier, and others.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from relata.document.dependency_tree import Dominance, path_to_root
from relata.scoring.conll2008.analysis import Analysis
from relata.scoring.score import Tally, per_cent

DIRECTIONS = ("to_root", "left", "right", "self")
DISTANCES = ("to_root", "1", "2", "3-6", "7-...")
LINK_TYPES = ("wh", "split_clause", "split_np", "other")

_WH = {"WDT", "WP", "WP$", "WRB"}
_VERBAL = ("VB", "MD", "TO")
_NOMINAL = ("NN", "PRP", "WP")
_NOMINAL_ALONE = {"CD", "DT", "EX", "$", "#"}
_LOOSE = {"P", "COORD", "CONJ", "DEP"}


@dataclass(frozen=True, slots=True)
class Attachment:
    """Number of words, and of those with the right head, with the right label, with both."""

    words: int = 0
    head: int = 0
    label: int = 0
    both: int = 0

    def __add__(self, other: Attachment) -> Attachment:
        return Attachment(
            self.words + other.words, self.head + other.head, self.label + other.label, self.both + other.both
        )

    def as_dict(self) -> dict[str, Any]:
        """Convert counts, and their share of the words in per cent, for JSON."""
        right = {"head": self.head, "label": self.label, "both": self.both}
        shares = {f"{name}_percent": per_cent(self.share(count)) for name, count in right.items()}
        return {"words": self.words, **right, **shares}

    def share(self, right: int) -> float:
        """Divide by the number of words; 0 without words."""
        return right / self.words if self.words else 0.0


@dataclass(frozen=True, slots=True)
class SentenceScore:
    """Score of a sentence: its number, its token count, and the attachment of the tokens that count."""

    number: int
    tokens: int
    attachment: Attachment

    @property
    def exact(self) -> bool:
        """True if all heads and labels are right."""
        return self.attachment.both == self.attachment.words


class SyntaxTally:
    """Counters of the attachment of sentences; `punctuation` decides whether punctuation counts."""

    def __init__(self, *, punctuation: bool) -> None:
        self.punctuation = punctuation
        self.sentences: list[SentenceScore] = []
        self.tables = {name: Tally() for name in ("deprel", "attachment", "direction", "distance")}
        self._tags: dict[str, list[int]] = {}

    @property
    def total(self) -> Attachment:
        """All words together."""
        return sum((sentence.attachment for sentence in self.sentences), Attachment())

    @property
    def tags(self) -> dict[str, Attachment]:
        """The words by tag, the most frequent first."""
        by_frequency = sorted(self._tags.items(), key=lambda item: -item[1][0])
        return {tag: Attachment(*counts) for tag, counts in by_frequency}

    def add(self, number: int, gold: Analysis, system: Analysis) -> SentenceScore:
        """Count a sentence, given with its number in the file."""
        total = [0, 0, 0, 0]
        for position, form in enumerate(gold.forms):
            if not self.punctuation and is_punctuation(form):
                continue
            head = gold.head_keys[position] == system.head_keys[position]
            label = gold.deprels[position] == system.deprels[position]
            for counts in (total, self._tags.setdefault(gold.tags[position], [0, 0, 0, 0])):
                counts[0] += 1
                counts[1] += head
                counts[2] += label
                counts[3] += head and label
            self._add_to_tables(gold, system, position, head=head, label=label)
        score = SentenceScore(number, len(gold), Attachment(*total))
        self.sentences.append(score)
        return score

    def _add_to_tables(
        self, gold: Analysis, system: Analysis, position: int, *, head: bool, label: bool
    ) -> None:
        labels = gold.deprels[position], system.deprels[position]
        self.tables["deprel"].add(*labels, correct=label)
        self.tables["attachment"].add(*labels, correct=label and head)
        heads = gold.heads[position], system.heads[position]
        for name, binned in (("direction", direction), ("distance", distance)):
            expected, actual = (binned(head_id, position + 1) for head_id in heads)
            self.tables[name].add(expected, actual, correct=expected == actual)


def is_punctuation(form: str) -> bool:
    """Test for punctuation as the task defines it: only characters of the Unicode categories P.

    >>> is_punctuation("--"), is_punctuation("%"), is_punctuation("$"), is_punctuation("``")
    (True, True, False, False)
    """
    return bool(form) and all(unicodedata.category(character)[0] == "P" for character in form)


def direction(head: int | None, word: int) -> str | None:
    """Name the direction from a word to its head; None without a head."""
    if not head:
        return None if head is None else "to_root"
    return "self" if head == word else "left" if head < word else "right"


def distance(head: int | None, word: int) -> str | None:
    """Name the bin of the distance of a head; a word that heads itself goes with its neighbours."""
    if not head:
        return None if head is None else "to_root"
    away = abs(head - word)
    return str(max(1, away)) if away < 3 else "3-6" if away < 7 else "7-..."


def add_links(tally: Tally, gold: Analysis, system: Analysis) -> None:
    """Count the nonprojective links of a sentence, unlabelled; each side has its own types."""
    expected, actual = dict(typed_links(gold)), dict(typed_links(system))
    for link in expected.keys() | actual.keys():
        tally.add(expected.get(link), actual.get(link), correct=link in expected and link in actual)


def typed_links(sentence: Analysis) -> Iterator[tuple[tuple[int, int], str]]:
    """List the nonprojective links (head and dependent, from 1) of a sentence, with their types."""
    dominance = Dominance(sentence.heads)
    for dependent in dominance.nonprojective():
        head = sentence.heads[dependent - 1]
        assert head is not None, "a word without a head has no link"
        yield (head, dependent), _link_type(sentence, dominance, head, dependent)


def _link_type(sentence: Analysis, dominance: Dominance, head: int, dependent: int) -> str:
    tag = sentence.tags[head - 1]
    if dependent < head and _has_wh(sentence, dominance, dependent):
        return "wh"
    if tag.startswith(_VERBAL) and _inserted_above(sentence, head, dependent):
        return "split_clause"
    nominal = tag.startswith(_NOMINAL) or tag in _NOMINAL_ALONE
    if dependent > head and nominal and sentence.deprels[dependent - 1] not in _LOOSE:
        return "split_np"
    return "other"


def _has_wh(sentence: Analysis, dominance: Dominance, word: int) -> bool:
    """Test whether a word, or one at most two links below it, is a wh-word."""
    level = [word]
    for _ in range(3):
        if any(sentence.tags[token - 1] in _WH for token in level):
            return True
        level = [child for token in level for child in dominance.children.get(token, ())]
    return False


def _inserted_above(sentence: Analysis, head: int, dependent: int) -> bool:
    """Test whether a word between the two has the clause of the head as its object."""
    low, high = min(head, dependent), max(head, dependent)
    clauses = (word for word in path_to_root(sentence.heads, head) if sentence.deprels[word - 1] == "OBJ")
    return any(low < (sentence.heads[clause - 1] or 0) < high for clause in clauses)
