"""Mappings between sense inventories, of labels and of relations.

In the task's Chinese senses Arg1 and Arg2 go by meaning: the cause, the condition and what comes first are
Arg1. In PDTB-3 and TED-CDB they go by form, and a sense such as Reason says which is the cause. Mapping such
a relation therefore turns its arguments round.

`mappings.tsv` maps senses: PDTB-2 to CoNLL-2016 as the shared task did (Xue et al. 2015), PDTB-2 to PDTB-3
where the definitions of both manuals make the same sense, and the task's Chinese senses to the commonest of
those that map to them. Its column `arguments` stands where a sense tells its arguments apart: "2 1" if they
change places, "1 2" if they keep them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping as ReadOnly
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

from relata.document import Document, Offsets, Span
from relata.document.relations import DiscourseRelation
from relata.errors import MappingError
from relata.senses.inventories import Inventory, inventory, sense_path, table_rows, truncate

_EXCHANGED = {"arg1_": "arg2_", "arg2_": "arg1_", "sup1_": "sup2_", "sup2_": "sup1_"}
"""Beginnings of the names of extras that belong to one argument."""


class Counterpart(NamedTuple):
    """A sense of another inventory; `turns` if Arg1 and Arg2 change places, None if they are alike."""

    label: str
    turns: bool | None


@dataclass(frozen=True, slots=True)
class Mapping:
    """Counterparts of the senses of one inventory in another; `unmapped` are those without one.

    `turned` has the counterparts under which Arg1 and Arg2 change places, `ordered` the senses with one under
    which they keep theirs. Other senses do not tell their arguments apart.

    >>> mapping("pdtb3", "conll2016-zh").apply("Contingency.Cause.Reason")
    'Causation'
    """

    source: str
    target: str
    rows: ReadOnly[str, str]
    turned: ReadOnly[str, str]
    ordered: frozenset[str]
    unmapped: tuple[str, ...]

    def apply(self, label: str) -> str | None:
        """Return the counterpart of a label, or None."""
        return self.rows.get(label)

    def turns(self, relation: DiscourseRelation) -> bool:
        """Test if the arguments change places, judging by the first sense that tells them apart.

        If a sense allows both orders, Arg1 and Arg2 of the result are those of PDTB.
        """
        for label in relation.all_senses:
            if label in self.turned:
                return label not in self.ordered or not _has_pdtb_order(relation)
            if label in self.ordered:
                return False
        return False

    def map(self, relation: DiscourseRelation, *, turn: bool = True) -> DiscourseRelation | None:
        """Map the senses of a relation, and its arguments if `turn`; None if it loses all its senses."""
        turned = self.turns(relation)
        senses = self._mapped(relation.senses, turned=turned)
        second = tuple(
            label for label in self._mapped(relation.second_senses, turned=turned) if label not in senses
        )
        if relation.all_senses and not senses + second:
            return None
        mapped = replace(relation, senses=senses, second_senses=second)
        return with_turned_arguments(mapped) if turned and turn else mapped

    def _mapped(self, labels: tuple[str, ...], *, turned: bool) -> tuple[str, ...]:
        """Return the distinct counterparts of labels, which tell the order of the arguments or none."""
        counterparts = (self._counterpart(label, turned=turned) for label in labels)
        return tuple(dict.fromkeys(label for label in counterparts if label is not None))

    def _counterpart(self, label: str, *, turned: bool) -> str | None:
        if turned and label in self.turned:
            return self.turned[label]
        counterpart = self.rows.get(label)
        opposite = label in self.ordered if turned else label in self.turned and label not in self.ordered
        return truncate(counterpart, 2) if counterpart and opposite else counterpart


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
        table = {label: _truncated(label, other) for label in labels}
    counterparts = {
        label: next((table[node] for node in sense_path(label) if node in table), ()) for label in labels
    }
    return Mapping(
        source,
        target,
        MappingProxyType({label: found[0].label for label, found in counterparts.items() if found}),
        MappingProxyType(
            {label: item.label for label, found in counterparts.items() for item in found if item.turns}
        ),
        frozenset(label for label, found in counterparts.items() for item in found if item.turns is False),
        tuple(label for label, found in counterparts.items() if not found),
    )


def map_senses(document: Document, mapping: Mapping) -> tuple[Document, Counter[str]]:
    """Return the document with its senses mapped, and counts of the first senses of dropped relations.

    A sense without a counterpart is left out; a relation that loses all its senses is dropped. Arguments
    change places where the mapping turns them round.
    """
    relations, dropped = [], Counter[str]()
    for relation in document.relations:
        mapped = mapping.map(relation)
        if mapped is None:
            dropped[relation.all_senses[0]] += 1
        else:
            relations.append(mapped)
    return document.with_relations(relations), dropped


def with_turned_arguments(relation: DiscourseRelation) -> DiscourseRelation:
    """Exchange Arg1 and Arg2 of a relation, with their supplements and their extras."""
    extras = {_EXCHANGED.get(name[:5], name[:5]) + name[5:]: text for name, text in relation.extras.items()}
    return replace(
        relation,
        arg1=relation.arg2,
        arg2=relation.arg1,
        sup1=relation.sup2,
        sup2=relation.sup1,
        extras=extras,
    )


@cache
def mapping_tables() -> ReadOnly[tuple[str, str], ReadOnly[str, tuple[Counterpart, ...]]]:
    """Return the counterparts of senses for each pair of inventories.

    A sense without a row has the counterparts of its nearest ancestor with a row.
    """
    tables: dict[tuple[str, str], dict[str, tuple[Counterpart, ...]]] = {}
    for sources, target, sense, label, *order in table_rows("mappings.tsv"):
        counterpart = Counterpart(label, order == ["2 1"] if order else None)
        for source in sources.split(","):
            table = tables.setdefault((source, target), {})
            table[sense] = (*table.get(sense, ()), counterpart)
    return tables


def _truncated(label: str, levels: Inventory) -> tuple[Counterpart, ...]:
    counterpart = levels.truncate(label)
    return () if counterpart is None else (Counterpart(counterpart, None),)


def _has_pdtb_order(relation: DiscourseRelation) -> bool:
    """Test if Arg2 is the argument with the connective or, without a connective, the second in the text."""
    if not (relation.arg1 and relation.arg2):
        return True
    if relation.explicit and relation.connective:
        last = relation.connective.ranges[-1]
        words = {*relation.connective.indices}
        return _distance(relation.arg2, last, words) < _distance(relation.arg1, last, words)
    return relation.arg1.indices[0] <= relation.arg2.indices[0]


def _distance(argument: Span, connective: Offsets, words: set[int]) -> float:
    """Count the tokens between a connective and an argument; one behind it is nearer than one before it."""
    begin, end = connective
    gaps = [
        token - end if token >= end else begin - token - 0.5
        for token in argument.indices
        if token not in words
    ]
    return min(gaps, default=0.0)
