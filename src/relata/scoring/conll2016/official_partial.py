"""The partial scores of the shared task to the last digit: spans that overlap enough count as found."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import log10

from relata.scoring.conll2016 import corrected
from relata.scoring.conll2016.confusion import Cell, ParserCounts, parser_counts
from relata.scoring.conll2016.defects import CrashError, rescued
from relata.scoring.conll2016.labels import inventory, official_language
from relata.scoring.conll2016.official_alignment import (
    DocumentPairs,
    align_argument,
    align_relations,
    document_pairs,
)
from relata.scoring.conll2016.records import Record, by_document
from relata.scoring.conll2016.result import Table
from relata.scoring.conll2016.search import Alignment
from relata.scoring.counts import Counts

CALLS = 20_000_000
"""About how many calls the official program can make in the 120 seconds after which it stops."""

DEPTH = 1000
"""The number of golds in a document from which its calls of itself go too deep."""

Aligned = list[tuple[DocumentPairs, Alignment]]


def partial_table(
    name: str,
    gold: Sequence[Record],
    predicted: Sequence[Record],
    language: str,
    cutoff: Fraction,
    warnings: list[str],
) -> Table:
    """One table of partial scores; `language` is that of all the gold, for measures the program fails on."""
    documents = [document_pairs(*both_sides) for both_sides in by_document(gold, predicted)]
    threshold = float(cutoff)  # doubles are compared: an exact 0.7 may fall short (B17)
    arg1 = rescued(
        f"{name} Arg1 extraction",
        lambda: [(document, align_argument(document.arg1, threshold)) for document in documents],
        lambda: None,
        warnings,
    )
    arg2 = rescued(
        f"{name} Arg2 extraction",
        lambda: [(document, align_argument(document.arg2, threshold)) for document in documents],
        lambda: None,
        warnings,
    )
    relations = rescued(
        f"{name} Parser and Arg 1 Arg2 extraction",
        lambda: [(document, align_relations(document, threshold)) for document in documents],
        lambda: None,
        warnings,
    )
    _note_effort(name, [*(arg1 or ()), *(arg2 or ()), *(relations or ())], warnings)

    @cache
    def fallback() -> Table:
        return corrected.partial_table(gold, predicted, inventory(language), cutoff)

    if relations is None:
        both, parser = fallback().both, ParserCounts(fallback().parser, fallback().senses)
    else:
        both = _conjunctive(relations, threshold)
        parser = rescued(
            f"{name} Parser",
            lambda: _parser(relations, inventory(official_language(gold))),
            lambda: _parser(relations, inventory(language)),
            warnings,
        )
    return Table(
        parser=parser.overall,
        arg1=fallback().arg1 if arg1 is None else _found(arg1),
        arg2=fallback().arg2 if arg2 is None else _found(arg2),
        both=both,
        senses=parser.senses,
    )


def _note_effort(name: str, aligned: Aligned, warnings: list[str]) -> None:
    """Warn where the official program gives no value: it needs too long, or calls itself too deeply."""
    calls = sum(alignment.calls for _, alignment in aligned)
    deepest = max((len(document.gold) for document, _ in aligned), default=0)
    if calls > CALLS or deepest >= DEPTH:
        warnings.append(
            f"{name}: the official program stops without a value (B16: aligning takes 1e{log10(calls):.0f} "
            f"calls, up to {deepest} deep); this is the value that it would find"
        )


def _found(aligned: Aligned) -> Counts:
    """Pairs are right; golds and predictions that a dead end swallowed are in no total (B15)."""
    counts = Counts()
    for _, alignment in aligned:
        pairs = len(alignment.pairs)
        counts += Counts(pairs, pairs + len(alignment.lone_predictions), pairs + len(alignment.lone_golds))
    return counts


def _conjunctive(aligned: Aligned, threshold: float) -> Counts:
    """Pairs with both arguments over the cutoff; a pair with one under it is in no total (B8)."""
    counts = Counts()
    for document, alignment in aligned:
        pairs = sum(
            document.arg1.score(i, j) >= threshold and document.arg2.score(i, j) >= threshold
            for i, j in alignment.pairs
        )
        counts += Counts(pairs, pairs + len(alignment.lone_predictions), pairs + len(alignment.lone_golds))
    return counts


def _parser(aligned: Aligned, labels: Collection[str]) -> ParserCounts:
    return parser_counts(_cells(aligned, frozenset(labels)), labels)


def _cells(aligned: Aligned, labels: Collection[str]) -> Iterator[Cell]:
    """Predicted against first gold senses; golds with a sense outside the list vanish with their pairs."""

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
