"""Label sets of relation classification, and the labels of relations with several senses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from relata.errors import ProtocolError
from relata.senses import ENTREL, NAMES, Inventory, inventory, truncate

Senses = tuple[tuple[str, ...], tuple[str, ...]]
"""Senses of the first and of the second connective of a relation."""


class Policy(StrEnum):
    """Choice among the senses of a relation: the first, the first of each connective, or all four fields."""

    FIRST = "first"
    FIRST_OF_EACH = "1a2a"
    ALL = "all"

    def choose(self, senses: Senses) -> Iterator[str]:
        """Return the chosen senses, in the order of the annotation."""
        first, second = senses
        if self is Policy.ALL:
            return iter((*first, *second))
        if self is Policy.FIRST_OF_EACH:
            return iter((*first[:1], *second[:1]))
        return iter((first or second)[:1])


@dataclass(frozen=True, slots=True)
class RelationLabelSet:
    """Labels of a classifier; `dropped` counts the senses of the data that have no label.

    >>> label_set("pdtb3-L2").label("Expansion.Level-of-detail.Arg2-as-detail")
    'Expansion.Level-of-detail'
    """

    inventory: Inventory
    dropped: Mapping[str, int] = field(default_factory=dict, hash=False)

    @property
    def name(self) -> str:
        """Name of the label set."""
        return self.inventory.name

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels in order."""
        return self.inventory.labels

    def label(self, sense: str) -> str | None:
        """Return the label that equals or includes a sense; None if there is none."""
        return self.inventory.truncate(sense)

    def covers(self, sense: str, others: Iterable[str]) -> bool:
        """Check that a sense has a label, or is one of the others or of their second levels.

        A sense above a label is not covered: it belongs to a coarser label set.
        """
        known = frozenset(others)
        if self.label(sense) or sense in known:
            return True
        above = any(label.startswith(f"{sense}.") for label in self.labels)
        return not above and truncate(sense, 2) in {truncate(other, 2) for other in known if "." in other}

    def labels_of(self, senses: Senses, policy: Policy) -> tuple[str, ...]:
        """Return the distinct labels of a relation."""
        return tuple(dict.fromkeys(filter(None, map(self.label, policy.choose(senses)))))


def label_set(name: str, data: Iterable[Senses] = (), policy: Policy = Policy.ALL) -> RelationLabelSet:
    """Return the label set of a name from `LABEL_SETS` or of a sense inventory (`relata.senses.NAMES`).

    "L2:100" has the senses that occur more than 100 times in the data. `+EntRel` at the end adds that label.
    """
    relations = list(data)
    base, plus, rest = name.partition(f"+{ENTREL}")
    labels = inventory(base).labels if base in NAMES else _FIXED.get(base)
    labels = labels or _derived(base, relations, policy)
    if labels is None or rest:
        raise ProtocolError(
            f"no label set {name!r}; expected one of {', '.join(LABEL_SETS)}, {', '.join(NAMES)}"
        )
    if plus and ENTREL not in labels:
        labels = (*labels, ENTREL)
    if not labels:
        raise ProtocolError(f"label set {name}: no sense of the data comes that often")
    chosen = RelationLabelSet(Inventory(name, labels))
    dropped = Counter(
        sense for senses in relations for sense in set(policy.choose(senses)) if chosen.label(sense) is None
    )
    ordered = sorted(dropped.items(), key=lambda item: (-item[1], item[0]))
    return RelationLabelSet(chosen.inventory, dict(ordered))


def label_counts(labels: RelationLabelSet, data: Iterable[Senses], policy: Policy) -> dict[str, int]:
    """Return the number of relations with each label, in the order of the set."""
    counter = Counter(label for senses in data for label in labels.labels_of(senses, policy))
    return {label: counter[label] for label in labels.labels}


def _labels(**below: str) -> tuple[str, ...]:
    """Return labels by first level: "Comparison.Contrast" of Comparison="Contrast"."""
    return tuple(f"{top}.{name}" for top, names in below.items() for name in names.split(", "))


_FIXED: Mapping[str, tuple[str, ...]] = {
    "L1": ("Comparison", "Contingency", "Expansion", "Temporal"),
    "pdtb2-L2": _labels(
        Comparison="Concession, Contrast",
        Contingency="Cause, Pragmatic cause",
        Expansion="Alternative, Conjunction, Instantiation, List, Restatement",
        Temporal="Asynchronous, Synchrony",
    ),
    "pdtb3-L2": _labels(
        Comparison="Concession, Contrast",
        Contingency="Cause, Cause+Belief, Condition, Purpose",
        Expansion="Conjunction, Equivalence, Instantiation, Level-of-detail, Manner, Substitution",
        Temporal="Asynchronous, Synchronous",
    ),
    "pdtb3-L2+L3": _labels(
        Comparison="Concession, Contrast",
        Contingency="Cause.Reason, Cause.Result, Cause+Belief, Condition, Purpose",
        Expansion="Conjunction, Equivalence, Instantiation, Level-of-detail.Arg1-as-detail, "
        "Level-of-detail.Arg2-as-detail, Manner.Arg1-as-manner, Manner.Arg2-as-manner, Substitution",
        Temporal="Asynchronous.Precedence, Asynchronous.Succession, Synchronous",
    ),
}

LABEL_SETS: Mapping[str, str] = {
    "L1": "the 4 senses of the first level",
    "pdtb2-L2": "11 senses of the second level of PDTB-2 (Lin et al. 2009)",
    "pdtb3-L2": "14 senses of the second level of PDTB-3 (Kim et al. 2020)",
    "pdtb3-L2+L3": "the same, but 8 directional senses of the third level in place of 4",
    "L2:N": "senses of the second level that come more than N times in the data",
    "L2+L3:N": "the same, but senses of the third level where both directions come more than N times",
    "...+EntRel": "any of these, with EntRel",
}
"""Names of label sets with descriptions."""

_DERIVED = re.compile(r"L2(?P<directions>\+L3)?:(?P<more_than>[0-9]+)")


def _derived(name: str, data: Iterable[Senses], policy: Policy) -> tuple[str, ...] | None:
    """Return the labels that are frequent enough; None if the name has no threshold."""
    match = _DERIVED.fullmatch(name)
    if match is None:
        return None
    more_than = int(match["more_than"])
    second, third = Counter[str](), Counter[str]()
    for senses in data:
        chosen = {sense for sense in policy.choose(senses) if sense != ENTREL}
        second.update({truncate(sense, 2) for sense in chosen if "." in sense})
        third.update(sense for sense in chosen if sense.count(".") == 2)
    labels: list[str] = []
    for label in sorted(label for label, count in second.items() if count > more_than):
        below = sorted(
            sense for sense, count in third.items() if count > more_than and truncate(sense, 2) == label
        )
        labels += below if match["directions"] and len(below) > 1 else [label]
    return tuple(labels)
