"""Counting right predicates, senses, roles and whole propositions, over all and by the kind of predicate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from relata.scoring.conll2008.analysis import Analysis, Frame
from relata.scoring.conll2008.tally import Counts, Tally

CLASSES = ("verbal", "nominal", "other")
_NOTHING: Mapping[int, str] = {}
_NONE = Counts()


@dataclass(frozen=True, slots=True)
class Dependencies:
    """Semantic dependencies: of predicates on the root, labelled with senses, and of arguments."""

    predicates: Counts = _NONE
    arguments: Counts = _NONE

    def __add__(self, other: Dependencies) -> Dependencies:
        return Dependencies(self.predicates + other.predicates, self.arguments + other.arguments)

    @property
    def total(self) -> Counts:
        """Both kinds together."""
        return self.predicates + self.arguments


@dataclass(frozen=True, slots=True)
class Semantics:
    """What is right of the propositions: with labels, without, and as a whole."""

    labeled: Dependencies = Dependencies()
    unlabeled: Dependencies = Dependencies()
    propositions: Counts = _NONE

    def __add__(self, other: Semantics) -> Semantics:
        return Semantics(
            self.labeled + other.labeled,
            self.unlabeled + other.unlabeled,
            self.propositions + other.propositions,
        )

    def as_dict(self) -> dict[str, Any]:
        """The scores with the counts behind them."""
        return {
            "labeled": self.labeled.total.as_dict(),
            "unlabeled": self.unlabeled.total.as_dict(),
            "perfect_proposition": self.propositions.as_dict(),
        }


class SemanticTally:
    """Takes in sentences one by one."""

    def __init__(self) -> None:
        self.tables = {name: Tally() for name in ("predicate", "predicate-unlabeled", "argument")}
        self.other_lemmas = 0
        self._predicates, self._senses, self._whole = Tally(), Tally(), Tally()
        self._arguments, self._roles = Tally(), Tally()

    @property
    def classes(self) -> dict[str, Semantics]:
        """The scores by class of predicate."""
        tallies = (self._senses, self._roles, self._predicates, self._arguments, self._whole)
        counted = [tally.counts() for tally in tallies]
        found = {}
        for name in CLASSES:
            senses, roles, predicates, arguments, whole = (each.get(name, _NONE) for each in counted)
            found[name] = Semantics(Dependencies(senses, roles), Dependencies(predicates, arguments), whole)
        return found

    def add(self, gold: Analysis, system: Analysis) -> bool:
        """Counts a sentence in; whether all of it is right."""
        right = True
        for place in sorted(gold.frames.keys() | system.frames.keys()):
            ours, theirs = gold.frames.get(place), system.frames.get(place)
            right &= self._add_frame(ours, theirs, gold.tags[place], system.tags[place])
        return right

    def _add_frame(self, gold: Frame | None, system: Frame | None, tag: str, system_tag: str) -> bool:
        """Counts a predicate in; whether its proposition is right."""
        kind = predicate_class(tag)
        found = sense = whole = False
        if gold is not None and system is not None:
            found, sense = True, gold.sense == system.sense
            whole = sense and gold.roles == system.roles
            self.other_lemmas += gold.lemma != system.lemma
        kinds = kind if gold else None, kind if system else None
        tags = tag if gold else None, system_tag if system else None
        self._predicates.add(*kinds, correct=found)
        self._senses.add(*kinds, correct=sense)
        self._whole.add(*kinds, correct=whole)
        self.tables["predicate"].add(*tags, correct=sense)
        self.tables["predicate-unlabeled"].add(*tags, correct=found)
        ours, theirs = gold.roles if gold else _NOTHING, system.roles if system else _NOTHING
        for place in ours.keys() | theirs.keys():
            self._add_argument(ours.get(place), theirs.get(place), kind, tag, system_tag)
        return whole

    def _add_argument(
        self, role: str | None, system_role: str | None, kind: str, tag: str, system_tag: str
    ) -> None:
        kinds = None if role is None else kind, None if system_role is None else kind
        self._arguments.add(*kinds, correct=None not in kinds)
        self._roles.add(*kinds, correct=role == system_role)
        keys = _argument_key(tag, role), _argument_key(system_tag, system_role)
        self.tables["argument"].add(*keys, correct=role == system_role)


def predicate_class(tag: str) -> str:
    """The class of a predicate, told by its tag."""
    return "verbal" if tag.startswith("VB") else "nominal" if tag.startswith("NN") else "other"


def _argument_key(tag: str, role: str | None) -> str | None:
    """A role under the first two characters of the predicate's tag, as the task's table has it."""
    return None if role is None else f"{tag[:2]}* + {role}"
