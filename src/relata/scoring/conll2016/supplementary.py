"""The sense-only task: a system gets the gold relations without their senses and adds these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from relata.errors import FormatError, RejectedError, ScoringError
from relata.scoring.conll2016.checks import line_of
from relata.scoring.conll2016.records import Record


def paired_by_id(
    gold: Sequence[Record], predicted: Sequence[Record], source: str
) -> tuple[list[Record], list[Record]]:
    """Both sides in the order of their IDs, the predictions with the types of the gold.

    Scoring goes by spans nevertheless: IDs only show that the output is about the same relations. `source`
    says where the predictions are from.
    """
    if any(record.id is None for record in gold):
        raise ScoringError("the sense-only task needs gold relations with integer IDs")
    if len(gold) != len(predicted):
        message = f"expected as many relations as the gold has, {len(gold)}, found {len(predicted)}"
        raise RejectedError([FormatError(message, source)])
    wanted = Counter(record.id for record in gold)
    strangers = []
    for index, record in enumerate(predicted):
        if wanted[record.id]:
            wanted[record.id] -= 1
        else:
            message = f"expected the ID of a gold relation that no other prediction has, found {record.id}"
            strangers.append(FormatError(message, source, line=line_of(index, record), field="ID"))
    if strangers:
        raise RejectedError(strangers)
    golds, predictions = sorted(gold, key=_id), sorted(predicted, key=_id)
    return golds, [
        replace(prediction, type=record.type) for record, prediction in zip(golds, predictions, strict=True)
    ]


def _id(record: Record) -> int:
    return record.id or 0
