"""Corrected partial scores of one document: an argument is found if enough of its tokens are.

The token F1 of two arguments is 2 x common / (tokens of both), a fraction that is kept exact, as numerator
and denominator, and compared with the cutoff in whole numbers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import chain, repeat

from relata.scoring.conll2016.confusion import ParserCounts
from relata.scoring.conll2016.paired import PairedDocument
from relata.scoring.conll2016.result import Table
from relata.scoring.conll2016.tally import SenseTally
from relata.scoring.counts import Counts
from relata.structured.assignment import Edge, align

Arguments = Mapping[int, frozenset[int]]
"""The tokens of an argument of each relation."""

Overlaps = dict[tuple[int, int], tuple[int, int]]
"""Golds and predictions of which an argument overlaps enough: common tokens, and both sizes added."""


def tables(document: PairedDocument, cutoff: Fraction) -> dict[str, Table]:
    """The partial scores of a document, by table."""
    golds, predictions = document.golds.items(), document.predictions.items()
    arg1 = _overlaps({i: gold.arg1 for i, gold in golds}, {j: each.arg1 for j, each in predictions}, cutoff)
    arg2 = _overlaps({i: gold.arg2 for i, gold in golds}, {j: each.arg2 for j, each in predictions}, cutoff)
    return {name: _table(part, _within(part, arg1), _within(part, arg2)) for name, part in document.parts()}


def _overlaps(golds: Arguments, predictions: Arguments, cutoff: Fraction) -> Overlaps:
    holders: defaultdict[int, list[int]] = defaultdict(list)
    for j, prediction in predictions.items():
        for token in prediction:
            holders[token].append(j)
    enough: Overlaps = {}
    for i, gold in golds.items():
        for j in set(chain.from_iterable(map(holders.get, gold, repeat(())))):
            shared, size = len(gold & predictions[j]), len(gold) + len(predictions[j])
            if 2 * shared * cutoff.denominator >= size * cutoff.numerator:
                enough[i, j] = shared, size
    return enough


def _within(document: PairedDocument, overlaps: Overlaps) -> Overlaps:
    golds, predictions = document.golds, document.predictions
    return {(i, j): found for (i, j), found in overlaps.items() if i in golds and j in predictions}


def _table(document: PairedDocument, arg1: Overlaps, arg2: Overlaps) -> Table:
    relations = align(_relation_edges(document, arg1, arg2))
    overall, senses = _parser(document, relations)

    def found(pairs: list[tuple[int, int]]) -> Counts:
        return Counts(len(pairs), len(document.predictions), len(document.golds))

    return Table(
        parser=overall,
        arg1=found(align(_argument_edges(arg1))),
        arg2=found(align(_argument_edges(arg2))),
        both=found(relations),
        senses=senses,
    )


def _argument_edges(overlaps: Overlaps) -> Iterator[Edge]:
    # Only the number of pairs is used, which no tie changes: whether a sense is right does not matter here.
    for (i, j), (shared, size) in overlaps.items():
        yield Edge(i, j, 2 * shared, size)


def _relation_edges(document: PairedDocument, arg1: Overlaps, arg2: Overlaps) -> Iterator[Edge]:
    """Relations of which both arguments overlap enough, at the mean of the two F1."""
    for (i, j), (shared1, size1) in arg1.items():
        if (i, j) in arg2:
            shared2, size2 = arg2[i, j]
            correct = document.predictions[j].sense in document.golds[i].senses
            yield Edge(i, j, shared1 * size2 + shared2 * size1, size1 * size2, correct)


def _parser(document: PairedDocument, pairs: list[tuple[int, int]]) -> ParserCounts:
    """Aligned relations with the right sense; golds without a sense of the label set count on no side."""
    tally = SenseTally()
    golds, predictions = dict(document.golds), dict(document.predictions)
    for i, j in pairs:
        gold, prediction = golds.pop(i), predictions.pop(j)
        if prediction.sense in gold.senses:
            tally.hit(prediction)
        elif gold.senses:
            tally.missed(gold)
            tally.false_alarm(prediction)
    for gold in golds.values():
        if gold.senses:
            tally.missed(gold)
    for prediction in predictions.values():
        tally.false_alarm(prediction)
    return tally.counts()
