"""Faults of a system output: those that the shared task rejects, and those that nobody can score.

The task's validator rejects a run for a missing field, a wrong type or a sense it does not list: such faults
are `rejected`. It looks at no token id and no DocID, and its scorer crashes on them later: those faults are
`malformed`. All of them are reported, each with its line and field.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import lt
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import UNSET

from relata.errors import FormatError, Lenient, RejectedError, ScoringError
from relata.formats.conll2016.relations import (
    SPANS,
    TUPLE,
    FieldFault,
    RelationFields,
    expected,
    read_relations,
)
from relata.scoring.conll2016.labels import TYPES, LabelSet
from relata.scoring.conll2016.records import Record


class OutputFault(NamedTuple):
    """Fault of a predicted relation; `rejected` if the task's validator finds it."""

    fault: FieldFault
    rejected: bool


NATURAL = "token ids, integers from 0"


@dataclass(frozen=True, slots=True)
class Report:
    """Faults of a system output; `warnings` are about what is allowed but suspicious."""

    relations: int
    malformed: tuple[FormatError, ...]
    rejected: tuple[FormatError, ...]
    warnings: tuple[FormatError, ...]

    @property
    def valid(self) -> bool:
        """True if the output can be scored."""
        return not self.malformed and not self.rejected


def validate(path: str | Path, labels: LabelSet, sizes: Mapping[str, int | None] | None = None) -> Report:
    """Check a file of predicted relations; `sizes` are token counts by document, None where unknown."""
    malformed, rejected, warnings = Lenient(), Lenient(), Lenient()
    relations = 0
    for line, fields, shape_faults in read_relations(path, on_error=malformed):
        relations += 1
        faults = output_faults(fields, shape_faults, labels)
        for fault, is_rejected in faults:
            (rejected if is_rejected else malformed)(fault.error(path, line))
        if not faults:
            for fault in _field_doubts(fields, sizes):
                warnings(fault.error(path, line))
    return Report(relations, *(tuple(notes.faults) for notes in (malformed, rejected, warnings)))


def output_faults(
    fields: RelationFields, shape_faults: Sequence[FieldFault], labels: LabelSet | None
) -> list[OutputFault]:
    """List all faults of a predicted relation in the order of the task's checks; None allows any sense."""
    shape = {fault.field.partition(".")[0]: fault for fault in shape_faults}
    checks = {
        "DocID": None,
        "Type": _type_fault(fields.type, labels.types if labels else TYPES),
        "Sense": _sense_fault(fields.senses, labels),
        **{name: _span_fault(name, span) for name, span in zip(SPANS, fields.spans, strict=True)},
    }
    faults = []
    for name, check in checks.items():
        if fault := shape.get(name):
            rejected = name != "DocID" and not fault.field.endswith("]")
            faults.append(OutputFault(_gold_style(name) if TUPLE in fault.message else fault, rejected))
        elif check:
            faults.append(OutputFault(check, name not in SPANS))
    return faults


def reject_faulty(predicted: Sequence[Record], labels: LabelSet, source: str) -> None:
    """Raise all faults of predictions that the task's validator rejects; `source` names their origin."""
    faults = [
        fault.error(source, line_of(index, record))
        for index, record in enumerate(predicted)
        for fault in (_type_fault(record.type, labels.types), _sense_fault(record.senses, labels))
        if fault
    ]
    if faults:
        raise RejectedError(faults)


def line_of(index: int, record: Record) -> int:
    """Look up the line of a record in its file, or else its number, both from 1."""
    return index + 1 if record.line is None else record.line


def doubts(gold: Sequence[Record], predicted: Sequence[Record]) -> list[str]:
    """List what is allowed in predictions but suspicious."""
    documents = {record.doc_id for record in gold}
    foreign = [record.doc_id for record in predicted if record.doc_id not in documents]
    unsorted = [
        record.doc_id
        for record in predicted
        if not all(map(_ascending, (record.arg1, record.arg2, record.connective)))
    ]
    notes = {
        "are in documents without gold, first": foreign,
        "have token ids that are not ascending or come twice, first in document": unsorted,
    }
    return [f"{len(ids)} predictions {note} {ids[0]!r}" for note, ids in notes.items() if ids]


def paired_by_id(
    gold: Sequence[Record], predicted: Sequence[Record], source: str
) -> tuple[list[Record], list[Record]]:
    """Sort both sides of the sense-only task by ID; the predictions get the types of the gold.

    Scoring goes by spans nevertheless: IDs only show that the output is about the same relations. `source`
    names the origin of the predictions.
    """
    if any(record.id is None for record in gold):
        raise ScoringError("the sense-only task needs gold relations with integer IDs")
    if len(gold) != len(predicted):
        message = f"expected as many relations as the gold has, {len(gold)}, found {len(predicted)}"
        raise RejectedError([FormatError(message, source)])
    unused = Counter(record.id for record in gold)
    faults = []
    for index, record in enumerate(predicted):
        if unused[record.id]:
            unused[record.id] -= 1
        else:
            message = f"expected the ID of a gold relation that no other prediction has, found {record.id}"
            faults.append(FormatError(message, source, line=line_of(index, record), field="ID"))
    if faults:
        raise RejectedError(faults)
    golds, predictions = (sorted(side, key=lambda record: record.id or 0) for side in (gold, predicted))
    pairs = zip(golds, predictions, strict=True)
    return golds, [replace(prediction, type=record.type) for record, prediction in pairs]


def _type_fault(type: Any, types: tuple[str, ...]) -> FieldFault | None:
    return None if type in types else FieldFault("Type", expected(" or ".join(types), type))


def _sense_fault(senses: Any, labels: LabelSet | None) -> FieldFault | None:
    if senses is UNSET:
        return None
    if len(senses) != 1:
        return FieldFault("Sense", f"expected one sense, found {len(senses)}")
    if labels and not labels.accepts(senses[0]):
        return FieldFault("Sense", labels.complaint(senses[0]))
    return None


def _span_fault(name: str, span: Any) -> FieldFault | None:
    if span is UNSET or not span.tokens:
        return None
    if span.gold_style:
        return _gold_style(name)
    odd = next((token for token in span.tokens if token < 0), None)
    return None if odd is None else FieldFault(f"{name}.TokenList", expected(NATURAL, odd))


def _gold_style(name: str) -> FieldFault:
    message = "gold-style token list; expected document token ids alone, such as [12, 13]"
    return FieldFault(f"{name}.TokenList", message)


def _field_doubts(fields: RelationFields, sizes: Mapping[str, int | None] | None) -> Iterator[FieldFault]:
    """List suspicious values of a well-formed relation."""
    size = sizes.get(fields.doc_id) if sizes else None
    if sizes is not None and fields.doc_id not in sizes:
        yield FieldFault("DocID", f"unknown document {fields.doc_id!r}")
    for name, span in zip(SPANS, fields.spans, strict=True):
        if not _ascending(span.ids):
            yield FieldFault(f"{name}.TokenList", "token ids are not ascending or come twice")
        if size is not None and span.ids and max(span.ids) >= size:
            message = f"token {max(span.ids)} is outside the document of {size} tokens"
            yield FieldFault(f"{name}.TokenList", message)


def _ascending(tokens: Sequence[int]) -> bool:
    return all(map(lt, tokens, tokens[1:]))
