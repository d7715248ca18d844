"""Sense inventories (PDTB-2, PDTB-3, CoNLL-2016, TED-CDB) and the mappings between them.

A sense is a path in a hierarchy, its levels joined by dots: "Contingency.Cause.Reason" has three.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from relata.errors import MappingError, SenseError
from relata.senses.tables import BESIDE, FLAT, HIERARCHIES, SPELLINGS, TABLES

if TYPE_CHECKING:
    from collections.abc import Mapping as ReadOnly

    from relata.document import Document

NAMES = (*FLAT, *(name + view for name in HIERARCHIES for view in ("", "-l1", "-l2", "-l3")))
"""The inventories there are; "pdtb3-l2" is the second level of "pdtb3"."""


@dataclass(frozen=True, slots=True)
class Inventory:
    """The senses of a scheme, in its order.

    >>> inventory("conll2016-en").truncate("Comparison.Contrast.Juxtaposition")
    'Comparison.Contrast'
    """

    name: str
    labels: tuple[str, ...]
    _nodes: frozenset[str] = field(init=False, repr=False, compare=False)
    _known: frozenset[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_known", frozenset(self.labels))
        object.__setattr__(self, "_nodes", frozenset(node for label in self.labels for node in _path(label)))

    def __contains__(self, label: object) -> bool:
        return label in self._known

    def __iter__(self) -> Iterator[str]:
        return iter(self.labels)

    def __len__(self) -> int:
        return len(self.labels)

    def level(self, label: str) -> int:
        """The level of a label or of a node above one, from 1."""
        if label not in self._nodes:
            raise SenseError(f"{self.name} has no sense {label!r}")
        return label.count(".") + 1

    def parent(self, label: str) -> str | None:
        """The node above a label or a node; None at level 1."""
        level = self.level(label)
        return truncate(label, level - 1) if level > 1 else None

    def truncate(self, label: str) -> str | None:
        """The most specific label of this inventory that a label is or falls under; None if there is none."""
        return next((node for node in _path(label) if node in self._known), None)


@dataclass(frozen=True, slots=True)
class Mapping:
    """Where the senses of one inventory go in another; `unmapped` are those that have no counterpart.

    >>> mapping("pdtb3", "conll2016-zh").apply("Contingency.Cause.Reason")
    'Causation'
    """

    source: str
    target: str
    rows: ReadOnly[str, str]
    unmapped: tuple[str, ...]

    def apply(self, label: str) -> str | None:
        """The label's counterpart, or None."""
        return self.rows.get(label)


@cache
def inventory(name: str) -> Inventory:
    """The inventory of this name; NAMES lists them."""
    if name not in NAMES:
        raise SenseError(f"no sense inventory {name!r}; expected one of {', '.join(NAMES)}")
    if name in FLAT:
        return Inventory(name, FLAT[name])
    if name in HIERARCHIES:
        return Inventory(name, (*_parse(HIERARCHIES[name]), *BESIDE[name]))
    hierarchy, _, level = name.rpartition("-l")
    labels = list(_parse(HIERARCHIES[hierarchy]))
    inner = {truncate(label, label.count(".")) for label in labels if "." in label}
    return Inventory(
        name, tuple(label for label in labels if _is_at(int(level), label, leaf=label not in inner))
    )


@cache
def mapping(source: str, target: str) -> Mapping:
    """The mapping between two inventories, or from an inventory to one of its levels."""
    own, other = inventory(source), inventory(target)
    table = TABLES.get((source, target))
    if table is None:
        if source != target and not target.startswith(f"{source}-l"):
            pairs = ", ".join(f"{source} to {target}" for source, target in TABLES)
            raise MappingError(f"no mapping from {source} to {target}; there is {pairs}")
        goals = {label: other.truncate(label) for label in own}
    else:
        goals = {label: next((table[node] for node in _path(label) if node in table), None) for label in own}
    rows = {label: goal for label, goal in goals.items() if goal is not None}
    return Mapping(source, target, MappingProxyType(rows), tuple(label for label in own if label not in rows))


def truncate(label: str, level: int) -> str:
    """A label cut to its first `level` levels.

    >>> truncate("Contingency.Cause.Reason", 2)
    'Contingency.Cause'
    """
    if level < 1:
        raise ValueError(f"levels of senses count from 1, got {level}")
    return ".".join(label.split(".")[:level])


def normalise(label: str, name: str) -> tuple[str, bool]:
    """The label of an inventory that is meant, and whether it was written in another way.

    Case, blanks, known misspellings and a bare last level ("arg2-as-detail") are put right.

    >>> normalise("Cmparison.Concession ", "pdtb3")
    ('Comparison.Concession', True)
    """
    if label in inventory(name):
        return label, False
    spellings, key = _spellings(name), _key(label)
    meant = spellings.get(key) or spellings.get(
        ".".join(SPELLINGS.get(part, part) for part in key.split("."))
    )
    if meant is None:
        raise SenseError(f"{name} has no sense {label!r}")
    return meant, True


def closest_inventory(labels: Collection[str]) -> str:
    """The inventory that knows most of these labels; PDTB-3 where several do.

    >>> closest_inventory({"Expansion.Level-of-detail.Arg2-as-detail", "Expansion.Conjunction"})
    'pdtb3'
    """
    names = ("pdtb3", "pdtb2", *HIERARCHIES, *FLAT)
    return max(names, key=lambda name: sum(label in inventory(name) for label in labels))


def map_senses(document: Document, mapping: Mapping) -> tuple[Document, Counter[str]]:
    """The document with its senses mapped, and the first senses of the relations that fell out.

    A sense without a counterpart is left out; a relation that had senses and keeps none falls out.
    """
    kept, dropped = [], Counter[str]()
    for relation in document.relations:
        senses = _mapped(relation.senses, mapping)
        second = tuple(sense for sense in _mapped(relation.second_senses, mapping) if sense not in senses)
        if relation.all_senses and not senses + second:
            dropped[relation.all_senses[0]] += 1
        else:
            kept.append(replace(relation, senses=senses, second_senses=second))
    return document.with_relations(kept), dropped


def _mapped(senses: tuple[str, ...], mapping: Mapping) -> tuple[str, ...]:
    """The counterparts of senses, each once."""
    goals = map(mapping.apply, senses)
    return tuple(dict.fromkeys(goal for goal in goals if goal is not None))


def _path(label: str) -> Iterator[str]:
    """A label and the nodes above it, the label first."""
    while label:
        yield label
        label = label.rpartition(".")[0]


def _parse(hierarchy: str) -> Iterator[str]:
    """The nodes of a hierarchy, each before those under it."""
    top = ""
    for line in hierarchy.strip().splitlines():
        if not line.startswith(" "):
            top = line
            yield top
            continue
        second, _, third = line.strip().partition(": ")
        yield f"{top}.{second}"
        for name in filter(None, third.split(", ")):
            yield f"{top}.{second}.{name}"


def _is_at(level: int, label: str, *, leaf: bool) -> bool:
    """Whether a label belongs to the view of a level: it is on it, or as deep as its branch goes."""
    own = label.count(".") + 1
    return own == level or (leaf and own < level)


def _key(label: str) -> str:
    """A label without the differences in case, blanks and separators that carry no meaning."""
    parts = label.replace(":", ".").casefold().split(".")
    return ".".join(" ".join(part.split()) for part in parts)


@cache
def _spellings(name: str) -> dict[str, str]:
    """Labels by key, and by the key of their last level where that is enough to tell them."""
    labels = inventory(name).labels
    last = Counter(_key(label.rpartition(".")[2]) for label in labels)
    short = {_key(label.rpartition(".")[2]): label for label in labels}
    return {key: label for key, label in short.items() if last[key] == 1} | {
        _key(label): label for label in labels
    }
