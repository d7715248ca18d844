"""Label sets that a model is scored on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from relata.document import Document
from relata.document.relations import RelationType
from relata.senses import closest_inventory, inventory, map_senses, mapping

_UNSCORED = (RelationType.NOREL, RelationType.HYPOPHORA)
"""Types that the shared task does not have."""

_TASKS = {"zh": "conll2016-zh"}
"""Languages whose whole analyses are scored on the senses of the shared task."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """Label sets for senses with gold arguments, and for whole analyses.

    Where these differ, `native` is the inventory of the data, which whole analyses are mapped from.
    """

    senses: str
    relations: str
    native: str | None = None

    @property
    def asked(self) -> str | None:
        """Inventory to ask of a parser; None for its own."""
        return "conll2016" if self.native else None

    def gold(self, document: Document) -> Document:
        """Map the senses of an annotated document to those that whole analyses are scored on."""
        if self.native is None:
            return document
        return map_senses(document, mapping(self.native, self.relations))[0]


def scheme_of(senses: Iterable[str], language: str) -> Scheme:
    """Choose the scheme of a model with these senses."""
    known = set(senses)
    labels = label_set_of(known)
    task = _TASKS.get(language, labels)
    return Scheme(labels, task, None if task == labels else closest_inventory(known))


def label_set_of(senses: Iterable[str]) -> str:
    """Choose the label set of data with these senses: the shared task's if it has all, else second levels."""
    known = set(senses)
    for task in ("conll2016-en", "conll2016-zh"):
        if known <= set(inventory(task)):
            return task
    name = closest_inventory(known)
    return f"{name}-l2" if name in {"pdtb2", "pdtb3", "tedcdb"} else name


def scorable(document: Document) -> Document:
    """Drop the parsed relations of types that the shared task does not have.

    Gold relations of these types stay: the scorer ignores whatever a parser finds in their place.
    """
    return document.with_relations(item for item in document.relations if item.type not in _UNSCORED)
