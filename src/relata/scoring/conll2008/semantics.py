"""Counts of right predicates, senses, roles and whole propositions, by the class of the predicate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from relata.scoring.conll2008.analysis import Analysis, PredicateFrame
from relata.scoring.score import PercentCounts, Tally

CLASSES = ("verbal", "nominal", "other")
_NO_ROLES: Mapping[int, str] = {}
_NONE = PercentCounts()


@dataclass(frozen=True, slots=True)
class SemanticDependencies:
    """Counts of semantic dependencies: of predicates on the root, labelled with senses, and of arguments."""

    predicates: PercentCounts = _NONE
    arguments: PercentCounts = _NONE

    def __add__(self, other: SemanticDependencies) -> SemanticDependencies:
        return SemanticDependencies(self.predicates + other.predicates, self.arguments + other.arguments)

    @property
    def total(self) -> PercentCounts:
        """Both kinds together."""
        return self.predicates + self.arguments


@dataclass(frozen=True, slots=True)
class Semantics:
    """Counts of the propositions: dependencies with labels, without, and whole propositions."""

    labeled: SemanticDependencies = SemanticDependencies()
    unlabeled: SemanticDependencies = SemanticDependencies()
    propositions: PercentCounts = _NONE

    def __add__(self, other: Semantics) -> Semantics:
        labeled, unlabeled = self.labeled + other.labeled, self.unlabeled + other.unlabeled
        return Semantics(labeled, unlabeled, self.propositions + other.propositions)

    def as_dict(self) -> dict[str, Any]:
        """Convert scores and counts for JSON."""
        return {
            "labeled": self.labeled.total.as_dict(),
            "unlabeled": self.unlabeled.total.as_dict(),
            "perfect_proposition": self.propositions.as_dict(),
        }


class SemanticTally:
    """Counters of the propositions of sentences."""

    def __init__(self) -> None:
        self.tables = {name: Tally() for name in ("predicate", "predicate-unlabeled", "argument")}
        self.other_lemmas = 0
        self._predicates, self._senses, self._propositions = Tally(), Tally(), Tally()
        self._arguments, self._roles = Tally(), Tally()

    @property
    def classes(self) -> dict[str, Semantics]:
        """The scores by class of predicate."""
        tallies = (self._senses, self._roles, self._predicates, self._arguments, self._propositions)
        counts = [tally.counts(PercentCounts) for tally in tallies]
        classes = {}
        for name in CLASSES:
            senses, roles, predicates, arguments, propositions = (each.get(name, _NONE) for each in counts)
            labeled = SemanticDependencies(senses, roles)
            unlabeled = SemanticDependencies(predicates, arguments)
            classes[name] = Semantics(labeled, unlabeled, propositions)
        return classes

    def add(self, gold: Analysis, system: Analysis) -> bool:
        """Count a sentence, and return whether all of its propositions are right."""
        right = True
        for position in sorted(gold.frames.keys() | system.frames.keys()):
            expected, actual = gold.frames.get(position), system.frames.get(position)
            right &= self._add_frame(expected, actual, gold.tags[position], system.tags[position])
        return right

    def _add_frame(
        self, gold: PredicateFrame | None, system: PredicateFrame | None, tag: str, system_tag: str
    ) -> bool:
        """Count a predicate, and return whether its proposition is right."""
        kind = predicate_class(tag)
        predicate = sense = proposition = False
        if gold is not None and system is not None:
            predicate, sense = True, gold.sense == system.sense
            proposition = sense and gold.roles == system.roles
            self.other_lemmas += gold.lemma != system.lemma
        kinds = kind if gold else None, kind if system else None
        tags = tag if gold else None, system_tag if system else None
        self._predicates.add(*kinds, correct=predicate)
        self._senses.add(*kinds, correct=sense)
        self._propositions.add(*kinds, correct=proposition)
        self.tables["predicate"].add(*tags, correct=sense)
        self.tables["predicate-unlabeled"].add(*tags, correct=predicate)
        expected, actual = gold.roles if gold else _NO_ROLES, system.roles if system else _NO_ROLES
        for position in expected.keys() | actual.keys():
            self._add_argument(expected.get(position), actual.get(position), kind, tag, system_tag)
        return proposition

    def _add_argument(
        self, role: str | None, system_role: str | None, kind: str, tag: str, system_tag: str
    ) -> None:
        kinds = None if role is None else kind, None if system_role is None else kind
        self._arguments.add(*kinds, correct=None not in kinds)
        self._roles.add(*kinds, correct=role == system_role)
        keys = _argument_key(tag, role), _argument_key(system_tag, system_role)
        self.tables["argument"].add(*keys, correct=role == system_role)


def predicate_class(tag: str) -> str:
    """Name the class of a predicate by its tag."""
    return "verbal" if tag.startswith("VB") else "nominal" if tag.startswith("NN") else "other"


def _argument_key(tag: str, role: str | None) -> str | None:
    """Join the first two characters of the predicate's tag and a role, as the task's table does."""
    return None if role is None else f"{tag[:2]}* + {role}"
