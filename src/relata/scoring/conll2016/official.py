"""The shared task's own scores to the last digit (mode "official"), defects of its program included.

The numbers B1 to B21 are those of the known defects of the official program. Where it crashes on an input,
the missing measure is taken from the corrected scorer, with a warning.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import chain
from math import log10
from typing import TypeVar

from relata.scoring.conll2016 import corrected
from relata.scoring.conll2016.alignment import (
    DocumentPairs,
    align_argument,
    align_relations,
    document_pairs,
)
from relata.scoring.conll2016.labels import inventory, official_language
from relata.scoring.conll2016.records import CrashError, Record, by_document, of_table, official_head
from relata.scoring.conll2016.result import PARTIAL, TABLES, RunTables, Table
from relata.scoring.conll2016.search import CALLS, Alignment
from relata.scoring.score import Counts

T = TypeVar("T")
Records = Sequence[Record]
Aligned = list[tuple[DocumentPairs, Alignment]]

Cell = tuple[str | None, str | None]
"""A predicted and a gold sense; None is the class of what is no relation on that side."""

DEPTH = 1000
"""The number of golds in a document at which its recursion gets too deep."""


def score_official(gold: Records, predicted: Records, language: str, cutoff: Fraction | None) -> RunTables:
    """Score predictions that passed validation; without a cutoff, strictly only.

    `language` is that of all gold relations; the official program guesses it anew for each table (B9).
    """
    warnings: list[str] = []
    strict: dict[str, Table] = {}
    partial: dict[str, Table] = {}
    for name in TABLES:
        golds, predictions = of_table(gold, name), of_table(predicted, name)
        if strict and (len(golds), len(predictions)) == (len(gold), len(predicted)):  # the same as in "All"
            strict[name] = strict[TABLES[0]]
            if cutoff is not None:
                partial[name] = partial[TABLES[0]]
            of_all = [warning for warning in warnings if warning.startswith(TABLES[0])]
            warnings += [warning.replace(TABLES[0], name, 1) for warning in of_all]
            continue
        strict[name] = _strict_table(name, golds, predictions, language, warnings)
        if cutoff is not None:
            partial[name] = _partial_table(name + PARTIAL, golds, predictions, language, cutoff, warnings)
    return RunTables(strict, partial or None, tuple(warnings))


def _rescued(measure: str, official: Callable[[], T], fallback: Callable[[], T], warnings: list[str]) -> T:
    """Compute the official value of a measure, or the fall-back with a warning where the program crashes."""
    try:
        return official()
    except CrashError as crash:
        warnings.append(f"{measure}: the official program fails here ({crash}); this is the corrected value")
        return fallback()


def _parser_table(cells: Iterable[Cell], labels: Iterable[str]) -> Table:
    """Sum up the cells; the negative corner of the diagonal counts as right as well (B1)."""
    right: Counter[str | None] = Counter()
    rows: Counter[str | None] = Counter()
    columns: Counter[str | None] = Counter()
    for (predicted, gold), count in Counter(cells).items():
        rows[predicted] += count
        columns[gold] += count
        if predicted == gold:
            right[gold] += count
    overall = Counts(right.total(), rows.total() - rows[None], columns.total() - columns[None])
    return Table(overall, senses={s: Counts(right[s], rows[s], columns[s]) for s in sorted(labels)})


# --- strict: spans are found as they are or not at all


def _strict_table(name: str, gold: Records, predicted: Records, language: str, warnings: list[str]) -> Table:
    """Score one table strictly; `language` is that of all gold, for measures the program crashes on."""

    def exact(key: Callable[[Record], Hashable]) -> Counts:
        """Count one-to-one matches of equal keys."""
        common = Counter(map(key, gold)) & Counter(map(key, predicted))
        return Counts(common.total(), len(predicted), len(gold))

    parser = _rescued(
        f"{name} Parser",
        lambda: _strict_parser(gold, predicted),
        lambda: corrected.total_table(gold, predicted, inventory(language)),
        warnings,
    )
    connective = _rescued(
        f"{name} Explicit connective",
        lambda: _connectives(gold, predicted),
        lambda: corrected.total_table(gold, predicted, ()).connective,
        warnings,
    )
    arg1 = exact(lambda record: (record.doc_id, record.arg1))
    arg2 = exact(lambda record: (record.doc_id, record.arg2))
    return Table(parser.parser, arg1, arg2, exact(_spans), connective, parser.senses)


def _spans(record: Record) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
    return record.doc_id, record.arg1, record.arg2


def _connectives(gold: Records, predicted: Records) -> Counts:
    golds = [record for record in gold if record.explicit]
    predictions = [record for record in predicted if record.explicit]
    documents = by_document(golds, predictions)
    hits = sum(_connective_hits(*both_sides) for both_sides in documents)
    return Counts(hits, len(predictions), len(golds))


def _connective_hits(golds: Records, predictions: Records) -> int:
    """Count the golds of a document that take a prediction: each takes the first one that fits."""
    numbers: defaultdict[frozenset[int], deque[int]] = defaultdict(deque)
    for number, record in enumerate(predictions):
        numbers[frozenset(record.connective)].append(number)
    by_token: defaultdict[int, list[frozenset[int]]] = defaultdict(list)
    for connective in numbers:
        for token in connective:
            by_token[token].append(connective)
    hits = 0
    for gold in golds:
        tokens = frozenset(gold.connective)
        near = chain.from_iterable(by_token.get(token, ()) for token in tokens)
        inside = [part for part in {frozenset[int](), *near} if part <= tokens and numbers.get(part)]
        fitting = [part for part in inside if not tokens or official_head(gold) <= part]
        if fitting:
            numbers[min(fitting, key=lambda part: numbers[part][0])].popleft()
            hits += 1
    return hits


def _strict_parser(gold: Records, predicted: Records) -> Table:
    """Look up the last prediction with the spans of a gold: nothing is one-to-one."""
    valid = frozenset(inventory(official_language(gold)))
    labels = {record.sense for record in gold if record.sense in valid}
    last = {_spans(record): record.sense for record in predicted}

    def cell(record: Record) -> Cell:
        sense = last.get(_spans(record))
        if sense not in record.senses:
            return sense if sense in labels else None, record.sense
        if sense not in labels:
            raise CrashError("B4", f"{sense!r} is right as second sense and nobody's first sense")
        return sense, sense

    cells = [cell(record) for record in gold if record.sense in valid]
    gold_spans = set(map(_spans, gold))
    alone = [record.sense for record in predicted if _spans(record) not in gold_spans]
    return _parser_table([*cells, *((sense if sense in labels else None, None) for sense in alone)], labels)


# --- partial: spans that overlap enough count as found


def _partial_table(
    name: str, gold: Records, predicted: Records, language: str, cutoff: Fraction, warnings: list[str]
) -> Table:
    """Score one table partially; `language` is that of all gold, for measures the program crashes on."""
    documents = [document_pairs(*both_sides) for both_sides in by_document(gold, predicted)]
    threshold = float(cutoff)  # doubles are compared: an exact 0.7 may fall short (B17)

    def aligned(measures: str, align: Callable[[DocumentPairs], Alignment]) -> Aligned | None:
        return _rescued(
            f"{name} {measures}",
            lambda: [(document, align(document)) for document in documents],
            lambda: None,
            warnings,
        )

    arg1 = aligned("Arg1 extraction", lambda document: align_argument(document.arg1, threshold))
    arg2 = aligned("Arg2 extraction", lambda document: align_argument(document.arg2, threshold))
    relations = aligned(
        "Parser and Arg 1 Arg2 extraction", lambda document: align_relations(document, threshold)
    )
    _note_effort(name, [*(arg1 or ()), *(arg2 or ()), *(relations or ())], warnings)

    @cache
    def fallback() -> Table:
        return corrected.total_table(gold, predicted, inventory(language), cutoff)

    if relations is None:
        table = fallback()
    else:
        parser = _rescued(
            f"{name} Parser",
            lambda: _partial_parser(relations, inventory(official_language(gold))),
            lambda: _partial_parser(relations, inventory(language)),
            warnings,
        )
        table = replace(parser, both=_conjunctive(relations, threshold))
    return replace(
        table,
        arg1=fallback().arg1 if arg1 is None else _argument_counts(arg1),
        arg2=fallback().arg2 if arg2 is None else _argument_counts(arg2),
    )


def _note_effort(name: str, aligned: Aligned, warnings: list[str]) -> None:
    """Warn where the official program gives no value: it needs too long, or its recursion is too deep."""
    calls = sum(alignment.calls for _, alignment in aligned)
    deepest = max((len(document.gold) for document, _ in aligned), default=0)
    if calls > CALLS or deepest >= DEPTH:
        warnings.append(
            f"{name}: the official program stops without a value (B16: aligning takes 1e{log10(calls):.0f} "
            f"calls, up to {deepest} deep); this is the value that it would find"
        )


def _argument_counts(aligned: Aligned) -> Counts:
    """Count pairs; golds and predictions that a dead end swallowed are in no total (B15)."""
    return sum((_alignment_counts(alignment, len(alignment.pairs)) for _, alignment in aligned), Counts())


def _conjunctive(aligned: Aligned, threshold: float) -> Counts:
    """Count pairs with both arguments over the cutoff; a pair with one under it is in no total (B8)."""
    counts = Counts()
    for document, alignment in aligned:
        arg1, arg2 = document.arg1.scores, document.arg2.scores
        lowest = (min(arg1[i].get(j, 0.0), arg2[i].get(j, 0.0)) for i, j in alignment.pairs)
        counts += _alignment_counts(alignment, sum(score >= threshold for score in lowest))
    return counts


def _alignment_counts(alignment: Alignment, pairs: int) -> Counts:
    return Counts(pairs, pairs + len(alignment.lone_predictions), pairs + len(alignment.lone_golds))


def _partial_parser(aligned: Aligned, labels: Collection[str]) -> Table:
    return _parser_table(_partial_cells(aligned, frozenset(labels)), labels)


def _partial_cells(aligned: Aligned, labels: Collection[str]) -> Iterator[Cell]:
    """List predicted and first gold senses; golds with a sense outside the list vanish with their pairs."""

    def listed(record: Record) -> str | None:
        if record.sense not in labels:
            raise CrashError("B9", f"this table's gold looks like a language without {record.sense!r}")
        return record.sense

    for document, alignment in aligned:
        gold, predicted = document.gold, document.predicted
        for i, j in alignment.pairs:
            if gold[i].sense in labels:
                yield listed(predicted[j]), gold[i].sense
        for i in alignment.lone_golds:
            if gold[i].sense in labels:
                yield None, gold[i].sense
        for j in alignment.lone_predictions:
            yield listed(predicted[j]), None
