"""Whether predictions, as records, can be scored on a label set, and what about them is hardly meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from relata.errors import FormatError, RejectedError
from relata.scoring.conll2016.labels import LabelSet
from relata.scoring.conll2016.records import Record


def reject_faulty(predicted: Sequence[Record], labels: LabelSet, source: str) -> None:
    """Raise all that the task's validator minds, if anything; `source` is where the predictions are from."""
    faults = [
        FormatError(message, source, line=line_of(index, record), field=field)
        for index, record in enumerate(predicted)
        for field, message in _faults(record, labels)
    ]
    if faults:
        raise RejectedError(faults)


def line_of(index: int, record: Record) -> int:
    """The line of a record in its file, or else its number, both from 1."""
    return index + 1 if record.line is None else record.line


def doubts(gold: Sequence[Record], predicted: Sequence[Record]) -> list[str]:
    """What is allowed in predictions and hardly meant."""
    documents = {record.doc_id for record in gold}
    foreign = [record for record in predicted if record.doc_id not in documents]
    unsorted = [record for record in predicted if not _ascending(record)]
    notes = []
    if foreign:
        notes.append(f"{len(foreign)} predictions are in documents without gold, first {foreign[0].doc_id!r}")
    if unsorted:
        notes.append(
            f"{len(unsorted)} predictions have token ids that are not ascending or come twice, "
            f"first in document {unsorted[0].doc_id!r}"
        )
    return notes


def _faults(record: Record, labels: LabelSet) -> Iterator[tuple[str, str]]:
    if record.type not in labels.types:
        yield "Type", f"expected {' or '.join(labels.types)}, found {record.type!r}"
    if len(record.senses) != 1:
        yield "Sense", f"expected one sense, found {len(record.senses)}"
    elif not labels.accepts(record.senses[0]):
        yield "Sense", labels.complaint(record.senses[0])


def _ascending(record: Record) -> bool:
    return all(
        before < after
        for tokens in (record.arg1, record.arg2, record.connective)
        for before, after in pairwise(tokens)
    )
