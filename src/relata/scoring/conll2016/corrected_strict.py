"""Corrected strict scores of one document: arguments, connectives and relations found exactly."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from relata.scoring.conll2016.confusion import ParserCounts
from relata.scoring.conll2016.paired import PairedDocument, Relation
from relata.scoring.conll2016.result import Table
from relata.scoring.conll2016.tally import SenseTally
from relata.scoring.counts import Counts
from relata.structured.assignment import Edge, align


def tables(document: PairedDocument) -> dict[str, Table]:
    """The strict scores of a document, by table."""
    return {name: table(part) for name, part in document.parts()}


def table(document: PairedDocument) -> Table:
    """The strict scores of all relations of a document."""
    golds, predictions = document.golds.values(), document.predictions.values()
    groups = _same_spans(document)
    overall, senses = _parser(groups)

    def found(hits: int) -> Counts:
        return Counts(hits, len(predictions), len(golds))

    return Table(
        parser=overall,
        arg1=found(_common([gold.arg1 for gold in golds], [each.arg1 for each in predictions])),
        arg2=found(_common([gold.arg2 for gold in golds], [each.arg2 for each in predictions])),
        both=found(sum(min(len(group.golds), len(group.predictions)) for group in groups)),
        connective=connectives(document),
        senses=senses,
    )


def connectives(document: PairedDocument) -> Counts:
    """Explicit connectives found: the whole head, and nothing that is not of the connective.

    A gold without connective tokens is left out; a prediction without them is a false alarm.
    """
    explicit = document.only(explicit=True)
    golds = {i: gold for i, gold in explicit.golds.items() if gold.connective}
    pairs = align(_connective_edges(golds, explicit.predictions))
    return Counts(len(pairs), len(explicit.predictions), len(golds))


def _connective_edges(golds: dict[int, Relation], predictions: dict[int, Relation]) -> Iterator[Edge]:
    holders: dict[int, list[int]] = {}
    for j, prediction in predictions.items():
        for token in prediction.connective:
            holders.setdefault(token, []).append(j)
    for i, gold in golds.items():
        for j in holders.get(min(gold.head), ()):
            if gold.head <= predictions[j].connective <= gold.connective:
                yield Edge(i, j)


def _common(golds: list[frozenset[int]], predictions: list[frozenset[int]]) -> int:
    """How many can be paired one-to-one with an equal."""
    return (Counter(golds) & Counter(predictions)).total()


class _Group(NamedTuple):
    """The relations of a document that have both arguments in common."""

    golds: list[Relation]
    predictions: list[Relation]


def _same_spans(document: PairedDocument) -> Collection[_Group]:
    groups: defaultdict[tuple[frozenset[int], frozenset[int]], _Group]
    groups = defaultdict(lambda: _Group([], []))
    for gold in document.golds.values():
        groups[gold.arg1, gold.arg2].golds.append(gold)
    for prediction in document.predictions.values():
        groups[prediction.arg1, prediction.arg2].predictions.append(prediction)
    return groups.values()


def _parser(groups: Iterable[_Group]) -> ParserCounts:
    """Relations with the right spans and sense, one-to-one.

    Among relations of the same spans, what has no partner of the right sense is paired as an error, in file
    order. Predictions that are left then are forgiven as long as there are ignored golds, which have no sense
    of the label set.
    """
    tally = SenseTally()
    for golds, predictions in groups:
        judged = [gold for gold in golds if gold.senses]
        pairs = _right_pairs(judged, predictions) if judged and predictions else {}
        taken = set(pairs.values())
        for j in taken:
            tally.hit(predictions[j])
        for i, gold in enumerate(judged):
            if i not in pairs:
                tally.missed(gold)
        wrong = [prediction for j, prediction in enumerate(predictions) if j not in taken]
        errors, ignored = len(judged) - len(pairs), len(golds) - len(judged)
        for prediction in wrong[:errors] + wrong[errors + ignored :]:
            tally.false_alarm(prediction)
    return tally.counts()


def _right_pairs(golds: list[Relation], predictions: list[Relation]) -> dict[int, int]:
    right = [
        Edge(i, j)
        for i, gold in enumerate(golds)
        for j, prediction in enumerate(predictions)
        if prediction.sense in gold.senses
    ]
    return dict(align(right))
