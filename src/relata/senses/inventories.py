"""Sense inventories: PDTB-2, PDTB-3, CoNLL-2016, TED-CDB.

A sense is a path in a hierarchy, its levels joined by dots: "Contingency.Cause.Reason" has three.

`inventories.tsv` has the senses of each inventory in order, parents before children. PDTB-3 has NegResult
twice: the manual files it under Cause, the released files under Negative-cause. `spellings.tsv` has
misspellings in released data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from relata.errors import SenseError

if TYPE_CHECKING:
    from collections.abc import Mapping as ReadOnly

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
        object.__setattr__(
            self, "_nodes", frozenset(node for label in self.labels for node in sense_path(label))
        )

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
        return next((node for node in sense_path(label) if node in self._known), None)


@cache
def inventory(name: str) -> Inventory:
    """Return an inventory by name; NAMES lists them."""
    if name not in NAMES:
        raise SenseError(f"no sense inventory {name!r}; expected one of {', '.join(NAMES)}")
    if name in _senses():
        return Inventory(name, _senses()[name])
    hierarchy, _, level = name.rpartition("-l")
    return Inventory(name, tuple(_view(_senses()[hierarchy], int(level))))


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


def sense_path(label: str) -> Iterator[str]:
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
    for name, sense in table_rows("inventories.tsv"):
        table.setdefault(name, []).append(sense)
    return {name: tuple(labels) for name, labels in table.items()}


@cache
def _spellings() -> ReadOnly[str, str]:
    """Return the standard spelling of parts of labels, both in small letters."""
    return {row[0]: row[1] for row in table_rows("spellings.tsv")}


def table_rows(name: str) -> list[list[str]]:
    """Read the rows of a table of this package, without its header."""
    lines = files("relata.senses").joinpath(name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines[1:]]
