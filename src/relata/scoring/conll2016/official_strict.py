"""The strict scores of the shared task to the last digit: spans are found as they are or not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence

from relata.scoring.conll2016 import corrected
from relata.scoring.conll2016.confusion import Cell, ParserCounts, parser_counts
from relata.scoring.conll2016.defects import CrashError, rescued
from relata.scoring.conll2016.heads import official_head
from relata.scoring.conll2016.labels import inventory, official_language
from relata.scoring.conll2016.records import Record
from relata.scoring.conll2016.result import Table
from relata.scoring.counts import Counts

Records = Sequence[Record]


def strict_table(name: str, gold: Records, predicted: Records, language: str, warnings: list[str]) -> Table:
    """One table of strict scores; `language` is that of all the gold, for measures the program fails on."""
    parser = rescued(
        f"{name} Parser",
        lambda: _parser(gold, predicted),
        lambda: corrected.strict_parser(gold, predicted, inventory(language)),
        warnings,
    )
    connective = rescued(
        f"{name} Explicit connective",
        lambda: _connectives(gold, predicted),
        lambda: corrected.connectives(gold, predicted),
        warnings,
    )
    return Table(
        parser=parser.overall,
        connective=connective,
        arg1=_exact(gold, predicted, lambda record: (record.doc_id, record.arg1)),
        arg2=_exact(gold, predicted, lambda record: (record.doc_id, record.arg2)),
        both=_exact(gold, predicted, _spans),
        senses=parser.senses,
    )


def _spans(record: Record) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    return record.doc_id, record.arg1, record.arg2


def _exact(gold: Records, predicted: Records, key: Callable[[Record], Hashable]) -> Counts:
    """One-to-one matches of equal keys: with equality, greed in file order finds as many as there are."""
    common = Counter(map(key, gold)) & Counter(map(key, predicted))
    return Counts(common.total(), len(predicted), len(gold))


def _connectives(gold: Records, predicted: Records) -> Counts:
    golds = [record for record in gold if record.explicit]
    open_predictions: dict[str, list[Record]] = {}
    for record in predicted:
        if record.explicit:
            open_predictions.setdefault(record.doc_id, []).append(record)
    total = sum(map(len, open_predictions.values()))
    matched = 0
    for record in golds:
        candidates = open_predictions.get(record.doc_id, [])
        hit = next((i for i, candidate in enumerate(candidates) if _same_connective(record, candidate)), None)
        if hit is not None:
            del candidates[hit]
            matched += 1
    return Counts(matched, total, len(golds))


def _same_connective(gold: Record, predicted: Record) -> bool:
    found = set(predicted.connective)
    if not gold.connective and not found:
        return True
    return found.issubset(gold.connective) and official_head(gold) <= found


def _parser(gold: Records, predicted: Records) -> ParserCounts:
    """Parser scores by looking up the last prediction with the spans of a gold: nothing is one-to-one."""
    valid = frozenset(inventory(official_language(gold)))
    labels = {record.sense for record in gold if record.sense in valid}
    return parser_counts(_cells(gold, predicted, labels, valid), labels)


def _cells(
    gold: Records, predicted: Records, labels: Collection[str | None], valid: Collection[str]
) -> Iterator[Cell]:
    last = {_spans(record): record.sense for record in predicted}
    for record in gold:
        if record.sense not in valid:
            continue
        spans = _spans(record)
        sense = last.get(spans)
        if sense in record.senses:
            if sense not in labels:
                raise CrashError("B4", f"{sense!r} is right as second sense and nobody's first sense")
            yield sense, sense
        else:
            yield (sense if sense in labels else None), record.sense
    linked = {_spans(record) for record in gold}
    for record in predicted:
        if _spans(record) not in linked:
            yield (record.sense if record.sense in labels else None), None
