"""The CoNLL-2016 scores as they were meant: one-to-one, exact, never above 1 (mode "corrected").

`score_corrected` computes all tables. Every count is a sum over documents: `tables_by_document` computes the
summands, which paired significance resamples. `total_table` scores the records of one table: the official
mode falls back to it where its program crashes.

Strictly, arguments are found if they are equal. Partially, they are found if their token F1 reaches the
cutoff: 2 x common / (tokens of both), an exact fraction that is compared with the cutoff in whole numbers.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import chain, repeat
from operator import attrgetter
from typing import Any

from relata.scoring.conll2016.records import Record, by_document, corrected_head
from relata.scoring.conll2016.result import TABLES, RunTables, Table
from relata.scoring.score import Counts, Tally
from relata.structured.assignment import Edge, align

Records = Sequence[Record]
Labels = Collection[str]
Tables = dict[str, Table]

Overlaps = dict[tuple[int, int], tuple[int, int]]
"""Golds and predictions of which an argument overlaps enough: common tokens, and the sum of both sizes."""

_EMPTY = Table(connective=Counts())


@dataclass(frozen=True, slots=True)
class PairedRelation:
    """Relation with its tokens as sets.

    `senses` are those of the label set: a gold may have none and is ignored then; a prediction has just one.
    `head` are the tokens of a gold connective that a prediction must have.
    """

    explicit: bool
    senses: tuple[str, ...]
    arg1: frozenset[int]
    arg2: frozenset[int]
    connective: frozenset[int]
    head: frozenset[int] = frozenset()

    @property
    def sense(self) -> str:
        """The first sense."""
        return self.senses[0]


@dataclass(frozen=True, slots=True)
class PairedDocument:
    """Gold relations and predictions of a document, by their number on either side."""

    id: str
    golds: dict[int, PairedRelation]
    predictions: dict[int, PairedRelation]

    def parts(self) -> Iterator[tuple[str, PairedDocument]]:
        """Split the document by table."""
        yield from zip(TABLES, (self, self.only(explicit=True), self.only(explicit=False)), strict=True)

    def only(self, *, explicit: bool) -> PairedDocument:
        """Select its explicit, or its other relations, by the type on either side."""
        return PairedDocument(
            self.id,
            {i: gold for i, gold in self.golds.items() if gold.explicit is explicit},
            {j: prediction for j, prediction in self.predictions.items() if prediction.explicit is explicit},
        )


Relations = list[PairedRelation]


def score_corrected(gold: Records, predicted: Records, labels: Labels, cutoff: Fraction | None) -> RunTables:
    """Score predictions that passed validation; `labels` are the senses that count."""
    strict: list[Tables] = []
    partial: list[Tables] = []
    for document in pair_documents(gold, predicted, labels):
        strict.append(_strict_tables(document))
        if cutoff is not None:
            partial.append(_partial_tables(document, cutoff))
    totals = {name: _total((tables[name] for tables in strict), _EMPTY) for name in TABLES}
    partial_totals = {name: _total((tables[name] for tables in partial), _listing(labels)) for name in TABLES}
    return RunTables(totals, None if cutoff is None else partial_totals, gold_warnings(gold, labels))


def tables_by_document(
    gold: Records, predicted: Records, labels: Labels, cutoff: Fraction | None = None
) -> dict[str, Tables]:
    """Score each document of either side: partially with a cutoff, else strictly."""
    return {
        document.id: _strict_tables(document) if cutoff is None else _partial_tables(document, cutoff)
        for document in pair_documents(gold, predicted, labels)
    }


def total_table(gold: Records, predicted: Records, labels: Labels, cutoff: Fraction | None = None) -> Table:
    """Score the records of one table: partially with a cutoff, else strictly."""
    documents = tables_by_document(gold, predicted, labels, cutoff).values()
    return _total((tables["All"] for tables in documents), _EMPTY if cutoff is None else _listing(labels))


def gold_warnings(gold: Records, labels: Labels) -> tuple[str, ...]:
    """List the gold relations that the scores leave out, if any."""
    bare = [record for record in gold if record.explicit and not record.connective]
    unlisted = [record for record in gold if not any(sense in labels for sense in record.senses)]
    notes = (
        (bare, "explicit gold relations without connective tokens, left out of the connective scores"),
        (unlisted, "gold relations without a sense of the label set, left out of the parser scores"),
    )
    return tuple(
        f"{note}: {len(cases)} (first in document {cases[0].doc_id!r})" for cases, note in notes if cases
    )


def pair_documents(
    gold: Iterable[Record], predicted: Iterable[Record], labels: Collection[str]
) -> Iterator[PairedDocument]:
    """Pair the documents of both sides."""
    for golds, predictions in by_document(gold, predicted):
        yield PairedDocument(
            id=(golds or predictions)[0].doc_id,
            golds={i: _relation(record, labels) for i, record in enumerate(golds)},
            predictions={j: _relation(record) for j, record in enumerate(predictions)},
        )


def _relation(record: Record, labels: Collection[str] | None = None) -> PairedRelation:
    """Convert a gold relation to be scored on these labels; without them, a prediction."""
    senses, head = record.senses[:1], frozenset[int]()
    if labels is not None:
        senses = tuple(sense for sense in record.senses if sense in labels)
        head = corrected_head(record) if record.explicit and record.connective else head
    arguments = frozenset(record.arg1), frozenset(record.arg2)
    return PairedRelation(record.explicit, senses, *arguments, frozenset(record.connective), head)


def _listing(labels: Labels) -> Table:
    """Make an empty partial table, which lists every sense of the label set, as the task's table does."""
    return Table(senses=dict.fromkeys(labels, Counts()))


def _total(tables: Iterable[Table], start: Table) -> Table:
    """Sum up the tables of documents, senses in alphabetical order."""
    tables = [start, *tables]
    senses = defaultdict(Counts, start.senses)
    for table in tables[1:]:
        for sense, counts in table.senses.items():
            senses[sense] += counts
    names = ("parser", "arg1", "arg2", "both", *(() if start.connective is None else ("connective",)))
    totals: dict[str, Any] = {name: sum(map(attrgetter(name), tables), Counts()) for name in names}
    return Table(**totals, senses=dict(sorted(senses.items())))


def _strict_tables(document: PairedDocument) -> Tables:
    return {name: _strict_table(part) for name, part in document.parts()}


def _strict_table(document: PairedDocument) -> Table:
    groups: defaultdict[tuple[frozenset[int], frozenset[int]], tuple[Relations, Relations]]
    groups = defaultdict(lambda: ([], []))
    for side, relations in enumerate((document.golds, document.predictions)):
        for relation in relations.values():
            groups[relation.arg1, relation.arg2][side].append(relation)
    return replace(
        _strict_senses(groups.values()),
        arg1=_exact(document, attrgetter("arg1")),
        arg2=_exact(document, attrgetter("arg2")),
        both=_counts(document, sum(min(map(len, group)) for group in groups.values())),
        connective=_connectives(document),
    )


def _exact(document: PairedDocument, span: Callable[[PairedRelation], frozenset[int]]) -> Counts:
    """Count the arguments that can be paired one-to-one with an equal one."""
    golds, predictions = map(span, document.golds.values()), map(span, document.predictions.values())
    return _counts(document, (Counter(golds) & Counter(predictions)).total())


def _counts(document: PairedDocument, hits: int) -> Counts:
    return Counts(hits, len(document.predictions), len(document.golds))


def _connectives(document: PairedDocument) -> Counts:
    """Count connectives, found by their whole head and nothing outside of the connective.

    A gold without connective tokens is left out; a prediction without them is a false alarm.
    """
    explicit = document.only(explicit=True)
    golds = {i: gold for i, gold in explicit.golds.items() if gold.connective}
    spans = {j: prediction.connective for j, prediction in explicit.predictions.items()}
    holders = _holders(spans)
    edges = (
        Edge(i, j)
        for i, gold in golds.items()
        for j in holders.get(min(gold.head), ())
        if gold.head <= spans[j] <= gold.connective
    )
    return Counts(len(align(edges)), len(spans), len(golds))


def _holders(spans: Mapping[int, frozenset[int]]) -> Mapping[int, list[int]]:
    """Map tokens to the numbers of the relations that hold them."""
    holders: defaultdict[int, list[int]] = defaultdict(list)
    for number, span in spans.items():
        for token in span:
            holders[token].append(number)
    return holders


def _strict_senses(groups: Iterable[tuple[Relations, Relations]]) -> Table:
    """Count relations with the right spans and sense, one-to-one; a group has the same spans.

    A gold without a partner of the right sense is paired with a wrong prediction, in file order. Further
    predictions are forgiven as long as there are ignored golds, which have no sense of the label set.
    """
    tally = Tally()
    for golds, predictions in groups:
        judged = [gold for gold in golds if gold.senses]
        right = [
            Edge(i, j)
            for i, gold in enumerate(judged)
            for j, prediction in enumerate(predictions)
            if prediction.sense in gold.senses
        ]
        pairs = dict(align(right)) if right else {}
        taken = set(pairs.values())
        for j in taken:
            tally.add(predictions[j].sense, predictions[j].sense, correct=True)
        for i, gold in enumerate(judged):
            if i not in pairs:
                tally.add(gold.sense, None)
        wrong = [prediction for j, prediction in enumerate(predictions) if j not in taken]
        errors, ignored = len(judged) - len(pairs), len(golds) - len(judged)
        for prediction in wrong[:errors] + wrong[errors + ignored :]:
            tally.add(None, prediction.sense)
    return Table(parser=tally.total(Counts), senses=tally.counts(Counts))


def _partial_tables(document: PairedDocument, cutoff: Fraction) -> Tables:
    golds, predictions = document.golds.items(), document.predictions.items()
    arg1 = _overlaps({i: gold.arg1 for i, gold in golds}, {j: each.arg1 for j, each in predictions}, cutoff)
    arg2 = _overlaps({i: gold.arg2 for i, gold in golds}, {j: each.arg2 for j, each in predictions}, cutoff)
    return {name: _partial_table(part, arg1, arg2) for name, part in document.parts()}


def _overlaps(
    golds: Mapping[int, frozenset[int]], predictions: Mapping[int, frozenset[int]], cutoff: Fraction
) -> Overlaps:
    holders = _holders(predictions)
    overlaps: Overlaps = {}
    for i, gold in golds.items():
        for j in set(chain.from_iterable(map(holders.get, gold, repeat(())))):
            shared, size = len(gold & predictions[j]), len(gold) + len(predictions[j])
            if 2 * shared * cutoff.denominator >= size * cutoff.numerator:
                overlaps[i, j] = shared, size
    return overlaps


def _within(document: PairedDocument, overlaps: Overlaps) -> Overlaps:
    golds, predictions = document.golds, document.predictions
    return {(i, j): sizes for (i, j), sizes in overlaps.items() if i in golds and j in predictions}


def _partial_table(document: PairedDocument, arg1: Overlaps, arg2: Overlaps) -> Table:
    arg1, arg2 = _within(document, arg1), _within(document, arg2)
    pairs = align(_relation_edges(document, arg1, arg2))
    return replace(
        _partial_senses(document, pairs),
        arg1=_counts(document, len(align(_argument_edges(arg1)))),
        arg2=_counts(document, len(align(_argument_edges(arg2)))),
        both=_counts(document, len(pairs)),
    )


def _argument_edges(overlaps: Overlaps) -> Iterator[Edge]:
    # Only the number of pairs is used, which ties do not change: right senses do not matter here.
    for (i, j), (shared, size) in overlaps.items():
        yield Edge(i, j, 2 * shared, size)


def _relation_edges(document: PairedDocument, arg1: Overlaps, arg2: Overlaps) -> Iterator[Edge]:
    """List relations of which both arguments overlap enough, at the mean of the two F1."""
    for (i, j), (shared1, size1) in arg1.items():
        if (i, j) in arg2:
            shared2, size2 = arg2[i, j]
            correct = document.predictions[j].sense in document.golds[i].senses
            yield Edge(i, j, shared1 * size2 + shared2 * size1, size1 * size2, correct)


def _partial_senses(document: PairedDocument, pairs: list[tuple[int, int]]) -> Table:
    """Count aligned relations with the right sense, without golds that have no sense of the label set."""
    tally = Tally()
    golds, predictions = dict(document.golds), dict(document.predictions)
    for i, j in pairs:
        gold, prediction = golds.pop(i), predictions.pop(j)
        if prediction.sense in gold.senses:
            tally.add(prediction.sense, prediction.sense, correct=True)
        elif gold.senses:
            tally.add(gold.sense, prediction.sense)
    for gold in golds.values():
        tally.add(gold.sense if gold.senses else None, None)
    for prediction in predictions.values():
        tally.add(None, prediction.sense)
    return Table(parser=tally.total(Counts), senses=tally.counts(Counts))
