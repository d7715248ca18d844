"""Label sets of relation classification, and which labels a relation has that has several senses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from relata.errors import ProtocolError
from relata.senses import ENTREL, NAMES, Inventory, inventory, truncate

Senses = tuple[tuple[str, ...], tuple[str, ...]]
"""The senses of a relation's first connective, and those of its second."""


class Policy(StrEnum):
    """Which of a relation's senses count: the first; the first of each connective; all four fields."""

    FIRST = "first"
    FIRST_OF_EACH = "1a2a"
    ALL = "all"

    def choose(self, senses: Senses) -> Iterator[str]:
        """The senses that count, in the order of the annotation."""
        first, second = senses
        if self is Policy.ALL:
            return iter((*first, *second))
        if self is Policy.FIRST_OF_EACH:
            return iter((*first[:1], *second[:1]))
        return iter((first or second)[:1])


@dataclass(frozen=True, slots=True)
class LabelSet:
    """The labels that a classifier tells apart; `dropped` counts the senses of the data that have none.

    >>> label_set("pdtb3-L2").label("Expansion.Level-of-detail.Arg2-as-detail")
    'Expansion.Level-of-detail'
    """

    inventory: Inventory
    dropped: Mapping[str, int] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "dropped", MappingProxyType(dict(self.dropped)))

    def __reduce__(self) -> tuple[Any, ...]:
        return LabelSet, (self.inventory, dict(self.dropped))

    @property
    def name(self) -> str:
        return self.inventory.name

    @property
    def labels(self) -> tuple[str, ...]:
        return self.inventory.labels

    def label(self, sense: str) -> str | None:
        """The label that a sense is or falls under, if there is one."""
        return self.inventory.truncate(sense)

    def covers(self, sense: str, others: Iterable[str]) -> bool:
        """Whether a sense has a label here, or is one of the others or of their second levels.

        A sense that stands above a label is none: it was meant for a coarser set.
        """
        if self.label(sense) or sense in (own := frozenset(others)):
            return True
        above = any(label.startswith(f"{sense}.") for label in self.labels)
        return not above and truncate(sense, 2) in {truncate(other, 2) for other in own if "." in other}

    def labels_of(self, senses: Senses, policy: Policy) -> tuple[str, ...]:
        """The labels of a relation, each once."""
        return tuple(dict.fromkeys(filter(None, map(self.label, policy.choose(senses)))))


def label_set(name: str, data: Iterable[Senses] = (), policy: Policy = Policy.ALL) -> LabelSet:
    """The label set of a name; one such as "L2:100" has the senses that come more than 100 times in the data.

    `+EntRel` at the end of a name adds that label. `LABEL_SETS` has the names; those of the sense inventories
    (`relata.senses.NAMES`) are label sets, too.
    """
    relations = list(data)
    base, plus, rest = name.partition(f"+{ENTREL}")
    if rest:
        raise _unknown(name)
    labels = _named(base) or _derived(base, relations, policy)
    if labels is None:
        raise _unknown(name)
    if plus and ENTREL not in labels:
        labels = (*labels, ENTREL)
    if not labels:
        raise ProtocolError(f"label set {name}: no sense of the data comes that often")
    chosen = LabelSet(Inventory(name, labels))
    return LabelSet(chosen.inventory, _dropped(chosen, relations, policy))


def counts(labels: LabelSet, data: Iterable[Senses], policy: Policy) -> dict[str, int]:
    """How often each label comes, in the order of the set."""
    found = Counter(label for senses in data for label in labels.labels_of(senses, policy))
    return {label: found[label] for label in labels.labels}


_TOP = ("Comparison", "Contingency", "Expansion", "Temporal")

_FIXED: Mapping[str, tuple[str, ...]] = {
    "L1": _TOP,
    "pdtb2-L2": (
        "Comparison.Concession",
        "Comparison.Contrast",
        "Contingency.Cause",
        "Contingency.Pragmatic cause",
        "Expansion.Alternative",
        "Expansion.Conjunction",
        "Expansion.Instantiation",
        "Expansion.List",
        "Expansion.Restatement",
        "Temporal.Asynchronous",
        "Temporal.Synchrony",
    ),
    "pdtb3-L2": (
        "Comparison.Concession",
        "Comparison.Contrast",
        "Contingency.Cause",
        "Contingency.Cause+Belief",
        "Contingency.Condition",
        "Contingency.Purpose",
        "Expansion.Conjunction",
        "Expansion.Equivalence",
        "Expansion.Instantiation",
        "Expansion.Level-of-detail",
        "Expansion.Manner",
        "Expansion.Substitution",
        "Temporal.Asynchronous",
        "Temporal.Synchronous",
    ),
    "pdtb3-L2+L3": (
        "Comparison.Concession",
        "Comparison.Contrast",
        "Contingency.Cause.Reason",
        "Contingency.Cause.Result",
        "Contingency.Cause+Belief",
        "Contingency.Condition",
        "Contingency.Purpose",
        "Expansion.Conjunction",
        "Expansion.Equivalence",
        "Expansion.Instantiation",
        "Expansion.Level-of-detail.Arg1-as-detail",
        "Expansion.Level-of-detail.Arg2-as-detail",
        "Expansion.Manner.Arg1-as-manner",
        "Expansion.Manner.Arg2-as-manner",
        "Expansion.Substitution",
        "Temporal.Asynchronous.Precedence",
        "Temporal.Asynchronous.Succession",
        "Temporal.Synchronous",
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
"""The names of label sets, with what each is."""

_DERIVED = re.compile(r"L2(?P<directions>\+L3)?:(?P<more_than>[0-9]+)")


def _named(name: str) -> tuple[str, ...] | None:
    if name in NAMES:
        return inventory(name).labels
    return _FIXED.get(name)


def _derived(name: str, data: Iterable[Senses], policy: Policy) -> tuple[str, ...] | None:
    """The labels that are frequent enough; None if the name is not of this kind."""
    match = _DERIVED.fullmatch(name)
    if match is None:
        return None
    more_than = int(match["more_than"])
    second, third = Counter[str](), Counter[str]()
    for senses in data:
        own = {sense for sense in policy.choose(senses) if sense != ENTREL}
        second.update({truncate(sense, 2) for sense in own if "." in sense})
        third.update(sense for sense in own if sense.count(".") == 2)
    labels: list[str] = []
    for label in sorted(label for label, count in second.items() if count > more_than):
        below = sorted(
            sense for sense, count in third.items() if count > more_than and truncate(sense, 2) == label
        )
        labels += below if match["directions"] and len(below) > 1 else [label]
    return tuple(labels)


def _dropped(labels: LabelSet, data: Iterable[Senses], policy: Policy) -> dict[str, int]:
    """How often senses come that have no label, the most frequent first."""
    found = Counter(
        sense for senses in data for sense in set(policy.choose(senses)) if labels.label(sense) is None
    )
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


def _unknown(name: str) -> ProtocolError:
    return ProtocolError(
        f"no label set {name!r}; expected one of {', '.join(LABEL_SETS)}, {', '.join(NAMES)}"
    )
