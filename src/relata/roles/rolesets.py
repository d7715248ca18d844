"""Lexicon of predicates: the rolesets of PropBank's frame files, and rates of nominal predicates.

`relata resources rolesets` builds the table `rolesets.tsv`; its head names the licence.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

VERB, NOUN, ADJECTIVE = "v", "n", "j"
_PARTS_OF_SPEECH = {"VB": VERB, "NN": NOUN, "JJ": ADJECTIVE}
TABLE = "rolesets.tsv"

LEAST_LIKELY = 0.1
"""Least probability of a predicate by the head alone; below it, no lemma counts."""

_EXTREME = 0.01
"""Bound of probabilities: neither a lemma nor a head decides alone."""


@dataclass(frozen=True, slots=True)
class Roleset:
    """A sense of a predicate ("pick_up.04") and its numbered roles ("A0", "A1")."""

    name: str
    roles: tuple[str, ...]


class Rolesets:
    """Rolesets by the words that evoke them: verbs (v), nouns (n) and adjectives (j)."""

    def __init__(self, lines: Iterable[str]) -> None:
        """Parse the lines of a table: name, numbers of roles, words such as "v" (its own) and "n:death"."""
        self._numbers: dict[str, str] = {}
        self._evoked: dict[str, list[str]] = {}
        self._known: dict[str, Roleset] = {}
        for line in lines:
            if line and not line.startswith("#"):
                self._add(*line.split("\t"))

    def __len__(self) -> int:
        return len(self._numbers)

    def get(self, name: str) -> Roleset | None:
        """Return the roleset of a name, if there is one."""
        if name in self._numbers and name not in self._known:
            self._known[name] = Roleset(name, tuple(f"A{number}" for number in self._numbers[name]))
        return self._known.get(name)

    def candidates(self, lemma: str, part_of_speech: str | None) -> tuple[Roleset, ...]:
        """List the rolesets that a word may evoke, those of its part of speech before others of its name.

        A word known only as another part of speech has the rolesets of that one.
        """
        names = [*self._evoked.get(f"{part_of_speech}:{lemma}", ()), *self._evoked.get(f":{lemma}", ())]
        if not names:
            others = (f"{other}:{lemma}" for other in _PARTS_OF_SPEECH.values())
            names = [name for other in others for name in self._evoked.get(other, ())]
        return tuple(roleset for name in dict.fromkeys(names) if (roleset := self.get(name)))

    def _add(self, name: str, numbers: str, words: str) -> None:
        self._numbers[name] = numbers
        lemma = name.partition(".")[0].partition("_")[0]
        self._evoked.setdefault(f":{lemma}", []).append(name)
        for word in words.split():
            self._evoked.setdefault(word if ":" in word else f"{word}:{lemma}", []).append(name)


def rolesets(lemma: str, part_of_speech: str | None) -> tuple[Roleset, ...]:
    """List PropBank's rolesets that a word may evoke; the part of speech is "v", "n" or "j".

    >>> [roleset.name for roleset in rolesets("abandon", "v")][:2], rolesets("abandonment", "n")[0].roles
    (['abandon.01', 'abandon.02'], ('A0', 'A1', 'A2'))
    """
    return english().candidates(lemma, part_of_speech)


def part_of_speech(tag: str | None) -> str | None:
    """Map a tag of the Penn Treebank to verb, noun or adjective; None for other tags."""
    return _PARTS_OF_SPEECH.get((tag or "")[:2])


@cache
def english() -> Rolesets:
    """Read PropBank's rolesets from the table."""
    text = files("relata.roles").joinpath(TABLE).read_text(encoding="utf-8")
    return Rolesets(text.split("\n"))


def is_nominal(part_of_speech: str | None) -> bool:
    """Check for nouns and adjectives."""
    return part_of_speech in (NOUN, ADJECTIVE)


class NominalRates:
    """Log-odds that a noun or adjective is a predicate, by lemma: annotators differ from word to word."""

    def __init__(self, rates: Mapping[str, Mapping[str, float]]) -> None:
        """Take shares of predicates by part of speech: {"n": {"price": 0.8}, "j": {"former": 0.9}}."""
        self._odds = {
            part: {lemma: _log_odds(rate) for lemma, rate in lemmas.items()} for part, lemmas in rates.items()
        }

    def weighed(self, probability: float, part_of_speech: str, lemma: str) -> float:
        """Combine the probability of a predicate with the rate of its lemma, if that is known.

        >>> round(NominalRates({"n": {"price": 0.8}}).weighed(0.5, "n", "price"), 2)
        0.8
        """
        odds = self._odds.get(part_of_speech, {}).get(lemma)
        return probability if odds is None else 1 / (1 + math.exp(-_log_odds(probability) - odds))


def _log_odds(probability: float) -> float:
    bounded = min(max(probability, _EXTREME), 1 - _EXTREME)
    return math.log(bounded / (1 - bounded))
