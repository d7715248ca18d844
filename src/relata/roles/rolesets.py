"""The rolesets of PropBank's frame files: what senses a word has as a predicate, and their numbered roles.

The table `rolesets.tsv` is made of them by `relata.resources.frame_files`; its head names their licence.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

VERB, NOUN, ADJECTIVE = "v", "n", "j"
_PARTS_OF_SPEECH = {"VB": VERB, "NN": NOUN, "JJ": ADJECTIVE}
_TABLE = "rolesets.tsv"


@dataclass(frozen=True, slots=True)
class Roleset:
    """A sense of a predicate ("pick_up.04") and its numbered roles ("A0", "A1")."""

    name: str
    roles: tuple[str, ...]

    @property
    def lemma(self) -> str:
        """The word that the roleset is of, without particles: "pick"."""
        return self.words[0]

    @property
    def words(self) -> list[str]:
        """The word and its particles: "pick" and "up"."""
        return self.name.rpartition(".")[0].split("_")

    @property
    def sense(self) -> str:
        """What tells it from others of the same word: "04", or "LV" of a light verb."""
        return self.name.rpartition(".")[2]


class Rolesets:
    """Rolesets by the words that evoke them: verbs (v), nouns (n) and adjectives (j)."""

    def __init__(self, lines: Iterable[str]) -> None:
        """Lines of a table: name, numbers of roles, words such as "v" (the name's own) and "n:death"."""
        self._numbers: dict[str, str] = {}
        self._evoked: dict[str, list[str]] = {}
        self._known: dict[str, Roleset] = {}
        for line in lines:
            if line and not line.startswith("#"):
                self._add(*line.split("\t"))

    def __len__(self) -> int:
        return len(self._numbers)

    def get(self, name: str) -> Roleset | None:
        """The roleset of a name, if there is one."""
        if name in self._numbers and name not in self._known:
            self._known[name] = Roleset(name, tuple(f"A{number}" for number in self._numbers[name]))
        return self._known.get(name)

    def candidates(self, lemma: str, part_of_speech: str | None) -> tuple[Roleset, ...]:
        """The rolesets that a word may evoke, those of its part of speech before others of the same name.

        Words that are only known as another part of speech have the rolesets of that one.
        """
        names = [*self._evoked.get(f"{part_of_speech}:{lemma}", ()), *self._evoked.get(f":{lemma}", ())]
        if not names:
            others = (f"{other}:{lemma}" for other in _PARTS_OF_SPEECH.values())
            names = [name for other in others for name in self._evoked.get(other, ())]
        return tuple(found for name in dict.fromkeys(names) if (found := self.get(name)))

    def _add(self, name: str, numbers: str, words: str) -> None:
        self._numbers[name] = numbers
        own = name.partition(".")[0].partition("_")[0]
        self._evoked.setdefault(f":{own}", []).append(name)
        for word in words.split():
            self._evoked.setdefault(word if ":" in word else f"{word}:{own}", []).append(name)


def rolesets(lemma: str, part_of_speech: str | None) -> tuple[Roleset, ...]:
    """The rolesets of PropBank that a word may evoke; the part of speech is "v", "n" or "j".

    >>> [roleset.name for roleset in rolesets("abandon", "v")][:2], rolesets("abandonment", "n")[0].roles
    (['abandon.01', 'abandon.02'], ('A0', 'A1', 'A2'))
    """
    return english().candidates(lemma, part_of_speech)


def part_of_speech(tag: str | None) -> str | None:
    """Verb, noun or adjective, by a tag of the Penn Treebank; None for the others."""
    return _PARTS_OF_SPEECH.get((tag or "")[:2])


@cache
def english() -> Rolesets:
    """PropBank's rolesets."""
    text = files("relata.roles").joinpath(_TABLE).read_text(encoding="utf-8")
    return Rolesets(text.split("\n"))
