"""Schemes: the label sets that a model is scored on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from relata.document import Document
from relata.document.relations import RelationType
from relata.senses import closest_inventory, inventory, map_senses, mapping

_SENSELESS = (RelationType.NOREL, RelationType.HYPOPHORA)
"""Types that have no sense, which the shared task does not know."""

_TASKS = {"zh": "conll2016-zh"}
"""Whole analyses in these languages are scored on the senses of the shared task, whatever the data have."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """The label sets for senses with gold arguments, and for whole analyses.

    Where these differ, `native` is the inventory of the data, which whole analyses are mapped from.
    """

    senses: str
    relations: str
    native: str | None = None

    @property
    def asked(self) -> str | None:
        """The inventory that a parser is asked for; None for its own."""
        return "conll2016" if self.native else None

    def gold(self, document: Document) -> Document:
        """An annotated document with the senses that whole analyses are scored on."""
        if self.native is None:
            return document
        return map_senses(document, mapping(self.native, self.relations))[0]


def scheme_of(senses: Iterable[str], language: str) -> Scheme:
    """The scheme of a model that has these senses."""
    own = set(senses)
    labels = label_set_of(own)
    task = _TASKS.get(language, labels)
    return Scheme(labels, task, None if task == labels else closest_inventory(own))


def label_set_of(senses: Iterable[str]) -> str:
    """The label set of data with these senses: second levels, or those of the shared task if it has these."""
    own = set(senses)
    for task in ("conll2016-en", "conll2016-zh"):
        if own <= set(inventory(task)):
            return task
    name = closest_inventory(own)
    return f"{name}-l2" if name in {"pdtb2", "pdtb3", "tedcdb"} else name


def scorable(document: Document) -> Document:
    """A document without relations of types that the shared task does not know.

    Those of annotators stay in the gold standard end to end: the scorer passes over what a parser finds in
    their place.
    """
    return document.with_relations(each for each in document.relations if each.type not in _SENSELESS)
