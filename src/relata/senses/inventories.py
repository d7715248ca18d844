"""Sense inventories (PDTB-2, PDTB-3, CoNLL-2016, TED-CDB) and the mappings between them.

A sense is a path in a hierarchy, its levels joined by dots: "Contingency.Cause.Reason" has three.

`inventories.tsv` has the senses of each inventory in order, parents before children. PDTB-3 has NegResult
twice: the manual files it under Cause, the released files under Negative-cause. `mappings.tsv` maps senses
between inventories: PDTB-2 to CoNLL-2016 as the shared task did (Xue et al. 2015), PDTB-2 to PDTB-3 where the
definitions of both manuals make the same sense. `spellings.tsv` has misspellings in released data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING

from relata.errors import MappingError, SenseError

if TYPE_CHECKING:
    from collections.abc import Mapping as ReadOnly

    from relata.document import Document

ENTREL = "EntRel"
"""The label of relations between entities: a type that the CoNLL tasks score as if it were a sense."""

_FLAT = ("conll2016-en", "conll2016-zh")
_HIERARCHIES = ("pdtb2", "pdtb3", "tedcdb")

NAMES = (*_FLAT, *(name + view for name in _HIERARCHIES for view in ("", "-l1", "-l2", "-l3")))
"""All inventories; "pdtb3-l2" is the second level of "pdtb3"."""


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
        """Return the level of a label or of a node above one, from 1."""
        if label not in self._nodes:
            raise SenseError(f"{self.name} has no sense {label!r}")
        return label.count(".") + 1

    def parent(self, label: str) -> str | None:
        """Return the node above a label or a node; None at level 1."""
        level = self.level(label)
        return truncate(label, level - 1) if level > 1 else None

    def truncate(self, label: str) -> str | None:
        """Return the most specific label of this inventory that equals or includes a label, or None."""
        return next((node for node in _path(label) if node in self._known), None)


@dataclass(frozen=True, slots=True)
class Mapping:
    """Counterparts of the senses of one inventory in another; `unmapped` are those without one.

    >>> mapping("pdtb3", "conll2016-zh").apply("Contingency.Cause.Reason")
    'Causation'
    """

    source: str
    target: str
    rows: ReadOnly[str, str]
    unmapped: tuple[str, ...]

    def apply(self, label: str) -> str | None:
        """Return the counterpart of a label, or None."""
        return self.rows.get(label)


@cache
def inventory(name: str) -> Inventory:
    """Return an inventory by name; NAMES lists them."""
    if name not in NAMES:
        raise SenseError(f"no sense inventory {name!r}; expected one of {', '.join(NAMES)}")
    if name in _senses():
        return Inventory(name, _senses()[name])
    hierarchy, _, level = name.rpartition("-l")
    return Inventory(name, tuple(_view(_senses()[hierarchy], int(level))))


@cache
def mapping(source: str, target: str) -> Mapping:
    """Return the mapping between two inventories, or from an inventory to one of its levels."""
    labels, other = inventory(source), inventory(target)
    tables = mapping_tables()
    table = tables.get((source, target))
    if table is None:
        if source != target and not target.startswith(f"{source}-l"):
            pairs = ", ".join(f"{source} to {target}" for source, target in tables)
            raise MappingError(f"no mapping from {source} to {target}; there is {pairs}")
        counterparts = {label: other.truncate(label) for label in labels}
    else:
        counterparts = {
            label: next((table[node] for node in _path(label) if node in table), None) for label in labels
        }
    rows = {label: counterpart for label, counterpart in counterparts.items() if counterpart is not None}
    unmapped = tuple(label for label in labels if label not in rows)
    return Mapping(source, target, MappingProxyType(rows), unmapped)


def truncate(label: str, level: int) -> str:
    """Cut a label to its first `level` levels.

    >>> truncate("Contingency.Cause.Reason", 2)
    'Contingency.Cause'
    """
    if level < 1:
        raise ValueError(f"levels of senses count from 1, got {level}")
    return ".".join(label.split(".")[:level])


def normalise(label: str, name: str) -> tuple[str, bool]:
    """Return the label of an inventory that a label is a spelling of, and true if the two differ.

    Case, blanks, known misspellings and a bare last level ("arg2-as-detail") are normalised.

    >>> normalise("Cmparison.Concession ", "pdtb3")
    ('Comparison.Concession', True)
    """
    if label in inventory(name):
        return label, False
    labels, key = _labels_by_key(name), _key(label)
    corrected = ".".join(_spellings().get(part, part) for part in key.split("."))
    standard = labels.get(key) or labels.get(corrected)
    if standard is None:
        raise SenseError(f"{name} has no sense {label!r}")
    return standard, True


def closest_inventory(labels: Collection[str]) -> str:
    """Return the inventory that has most of these labels; PDTB-3 in a tie.

    >>> closest_inventory({"Expansion.Level-of-detail.Arg2-as-detail", "Expansion.Conjunction"})
    'pdtb3'
    """
    names = ("pdtb3", "pdtb2", *_HIERARCHIES, *_FLAT)
    return max(names, key=lambda name: sum(label in inventory(name) for label in labels))


def map_senses(document: Document, mapping: Mapping) -> tuple[Document, Counter[str]]:
    """Return the document with its senses mapped, and counts of the first senses of dropped relations.

    A sense without a counterpart is left out; a relation that loses all its senses is dropped.
    """
    relations, dropped = [], Counter[str]()
    for relation in document.relations:
        senses = _mapped(relation.senses, mapping)
        second = tuple(sense for sense in _mapped(relation.second_senses, mapping) if sense not in senses)
        if relation.all_senses and not senses + second:
            dropped[relation.all_senses[0]] += 1
        else:
            relations.append(replace(relation, senses=senses, second_senses=second))
    return document.with_relations(relations), dropped


def _mapped(senses: tuple[str, ...], mapping: Mapping) -> tuple[str, ...]:
    """Return the distinct counterparts of senses."""
    counterparts = map(mapping.apply, senses)
    return tuple(dict.fromkeys(label for label in counterparts if label is not None))


def _path(label: str) -> Iterator[str]:
    """Yield a label and the nodes above it, the label first."""
    while label:
        yield label
        label = label.rpartition(".")[0]


def _view(labels: Sequence[str], level: int) -> Iterator[str]:
    """Yield the labels of a level, and those of higher levels where the hierarchy is not as deep.

    Labels beside the hierarchy (EntRel, Undecided) stand alone at the first level and are left out.
    """
    inner = {label.rpartition(".")[0] for label in labels}
    for label in labels:
        depth = label.count(".") + 1
        leaf = label not in inner
        if (depth > 1 or not leaf) and (depth == level or (leaf and depth < level)):
            yield label


def _key(label: str) -> str:
    """Return a label without differences in case, blanks and separators."""
    parts = label.replace(":", ".").casefold().split(".")
    return ".".join(" ".join(part.split()) for part in parts)


@cache
def _labels_by_key(name: str) -> dict[str, str]:
    """Return labels by key, and by the key of their last level if that is unique."""
    labels = inventory(name).labels
    last = Counter(_key(label.rpartition(".")[2]) for label in labels)
    short = {_key(label.rpartition(".")[2]): label for label in labels}
    return {key: label for key, label in short.items() if last[key] == 1} | {
        _key(label): label for label in labels
    }


@cache
def _senses() -> ReadOnly[str, tuple[str, ...]]:
    """Return the senses of each inventory, in order."""
    table: dict[str, list[str]] = {}
    for name, sense in _rows("inventories.tsv"):
        table.setdefault(name, []).append(sense)
    return {name: tuple(labels) for name, labels in table.items()}


@cache
def mapping_tables() -> ReadOnly[tuple[str, str], ReadOnly[str, str]]:
    """Return the counterparts of senses for each pair of inventories.

    A sense without a row has the counterpart of its nearest ancestor with a row.
    """
    tables: dict[tuple[str, str], dict[str, str]] = {}
    for sources, target, sense, counterpart in _rows("mappings.tsv"):
        for source in sources.split(","):
            tables.setdefault((source, target), {})[sense] = counterpart
    return tables


@cache
def _spellings() -> ReadOnly[str, str]:
    """Return the standard spelling of parts of labels, both in small letters."""
    return {row[0]: row[1] for row in _rows("spellings.tsv")}


def _rows(name: str) -> list[list[str]]:
    lines = files("relata.senses").joinpath(name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines[1:]]
