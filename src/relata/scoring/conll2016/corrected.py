"""The CoNLL-2016 scores as they were meant: one-to-one, exact, never above 1 (mode "corrected").

`score_corrected` computes all tables. Every count is a sum over documents: `tables_by_document` computes the
summands, which paired significance resamples. `total_table` scores the records of one table: the official
mode falls back to it where its program crashes.

Strictly, arguments are found if they are equal. Partially, an argument is found if its token F1 reaches the
cutoff, and a relation if the mean of both does: 2 x common / (tokens of both), an exact fraction.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import attrgetter
from typing import Any, TypeVar

from relata.scoring.conll2016.overlap import SpanIndex
from relata.scoring.conll2016.records import Record, by_document, corrected_head
from relata.scoring.conll2016.result import TABLES, RunTables, Table
from relata.scoring.score import Counts, Tally
from relata.structured.assignment import Edge, align

K = TypeVar("K", bound=Hashable)
Records = Sequence[Record]
Labels = Collection[str]
Tables = dict[str, Table]
Tokens = frozenset[int]

Overlaps = dict[Tokens, dict[Tokens, tuple[int, int]]]
"""For each gold argument, the predicted ones that overlap: common tokens, and the sum of both sizes."""

_EMPTY = Table(connective=Counts())


@dataclass(frozen=True, slots=True)
class PairedRelation:
    """Relation with its tokens as sets.

    `senses` are those of the label set: a gold may have none, a prediction has just one. `accepted` are the
    senses that are right for a gold. `head` are the tokens of a gold connective that a prediction must have.
    """

    explicit: bool
    senses: tuple[str, ...]
    arg1: Tokens
    arg2: Tokens
    connective: Tokens
    accepted: frozenset[str] = frozenset()
    head: Tokens = frozenset()

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

    def parts(self) -> Parts:
        """Split the document by table: explicit or not, by the type on either side."""
        explicit, other = (
            PairedDocument(
                self.id,
                {i: gold for i, gold in self.golds.items() if gold.explicit is wanted},
                {j: guess for j, guess in self.predictions.items() if guess.explicit is wanted},
            )
            for wanted in (True, False)
        )
        return dict(zip(TABLES, (self, explicit, other), strict=True))


Parts = dict[str, PairedDocument]


def score_corrected(gold: Records, predicted: Records, labels: Labels, cutoff: Fraction | None) -> RunTables:
    """Score predictions that passed validation; `labels` are the senses that count."""
    strict: list[Tables] = []
    partial: list[Tables] = []
    for document in pair_documents(gold, predicted, labels):
        parts = document.parts()
        strict.append(_strict_tables(parts))
        if cutoff is not None:
            partial.append(_partial_tables(parts, cutoff))
    totals = {name: _total((tables[name] for tables in strict), _EMPTY) for name in TABLES}
    partial_totals = {name: _total((tables[name] for tables in partial), _listing(labels)) for name in TABLES}
    return RunTables(totals, None if cutoff is None else partial_totals, gold_warnings(gold, labels))


def tables_by_document(
    gold: Records, predicted: Records, labels: Labels, cutoff: Fraction | None = None
) -> dict[str, Tables]:
    """Score each document of either side: partially with a cutoff, else strictly."""
    return {
        document.id: _strict_tables(document.parts())
        if cutoff is None
        else _partial_tables(document.parts(), cutoff)
        for document in pair_documents(gold, predicted, labels)
    }


def total_table(gold: Records, predicted: Records, labels: Labels, cutoff: Fraction | None = None) -> Table:
    """Score the records of one table: partially with a cutoff, else strictly."""
    documents = pair_documents(gold, predicted, labels)
    if cutoff is None:
        return _total((_strict_tables(document.parts())["All"] for document in documents), _EMPTY)
    partial = (_partial_tables({"All": document}, cutoff)["All"] for document in documents)
    return _total(partial, _listing(labels))


def gold_warnings(gold: Records, labels: Labels) -> tuple[str, ...]:
    """List the gold relations that the scores leave out, if any."""
    senses = _GoldSenses(labels)
    bare = [record for record in gold if record.explicit and not record.connective]
    unlisted = [record for record in gold if senses(record.senses) == ((), frozenset())]
    vague = [record for record in gold if not senses(record.senses)[0] and senses(record.senses)[1]]
    notes = (
        (bare, "explicit gold relations without connective tokens, left out of the connective scores"),
        (unlisted, "gold relations without a sense of the label set, left out of the parser scores"),
        (vague, "gold relations with a sense annotated in part, left out where the prediction does not fit"),
    )
    return tuple(
        f"{note}: {len(cases)} (first in document {cases[0].doc_id!r})" for cases, note in notes if cases
    )


def pair_documents(
    gold: Iterable[Record], predicted: Iterable[Record], labels: Collection[str]
) -> Iterator[PairedDocument]:
    """Pair the documents of both sides."""
    senses = _GoldSenses(labels)
    for golds, predictions in by_document(gold, predicted):
        yield PairedDocument(
            id=(golds or predictions)[0].doc_id,
            golds={i: _relation(record, senses) for i, record in enumerate(golds)},
            predictions={j: _relation(record) for j, record in enumerate(predictions)},
        )


class _GoldSenses:
    """Senses of the label set, and predicted senses that are right, by the senses of a gold relation.

    A sense of the label set stands for itself. One that was annotated in part ("Comparison") also accepts
    every label below it, as section 4.1 of the task's overview says.
    """

    def __init__(self, labels: Labels) -> None:
        self._labels = frozenset(labels)
        self._known: dict[tuple[str, ...], tuple[tuple[str, ...], frozenset[str]]] = {}

    def __call__(self, senses: tuple[str, ...]) -> tuple[tuple[str, ...], frozenset[str]]:
        if senses not in self._known:
            listed = tuple(sense for sense in senses if sense in self._labels)
            self._known[senses] = listed, frozenset().union(*map(self._accepted, senses))
        return self._known[senses]

    def _accepted(self, sense: str) -> set[str]:
        if sense in self._labels:
            return {sense}
        below = {label for label in self._labels if label.startswith(f"{sense}.")}
        return below and {sense, *below}


def _relation(record: Record, gold_senses: _GoldSenses | None = None) -> PairedRelation:
    """Convert a gold relation, which has senses to be scored on; without them, a prediction."""
    spans = frozenset(record.arg1), frozenset(record.arg2), frozenset(record.connective)
    if gold_senses is None:
        return PairedRelation(record.explicit, record.senses[:1], *spans)
    head = corrected_head(record) if record.explicit and record.connective else frozenset[int]()
    senses, accepted = gold_senses(record.senses)
    return PairedRelation(record.explicit, senses, *spans, accepted, head)


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


def _counts(document: PairedDocument, hits: int) -> Counts:
    return Counts(hits, len(document.predictions), len(document.golds))


def _numbers(
    relations: Mapping[int, PairedRelation], key: Callable[[PairedRelation], K]
) -> dict[K, list[int]]:
    """Group the numbers of relations that are alike in a key."""
    groups: defaultdict[K, list[int]] = defaultdict(list)
    for value, number in zip(map(key, relations.values()), relations, strict=True):
        groups[value].append(number)
    return groups


# --- strict: spans are found as they are or not at all


def _strict_tables(parts: Parts) -> Tables:
    connective = _connectives(parts["Explicit only"])
    return {
        name: replace(_strict_table(part), connective=Counts() if name == "Non-explicit only" else connective)
        for name, part in parts.items()
    }


def _strict_table(document: PairedDocument) -> Table:
    golds, predictions = (
        _numbers(side, attrgetter("arg1", "arg2")) for side in (document.golds, document.predictions)
    )
    groups = [(golds.get(spans, []), predictions.get(spans, [])) for spans in golds | predictions]
    return replace(
        _strict_senses(document, groups),
        arg1=_exact(document, attrgetter("arg1")),
        arg2=_exact(document, attrgetter("arg2")),
        both=_counts(document, sum(min(map(len, group)) for group in groups)),
    )


def _exact(document: PairedDocument, span: Callable[[PairedRelation], Tokens]) -> Counts:
    """Count the arguments that can be paired one-to-one with an equal one."""
    golds, predictions = map(span, document.golds.values()), map(span, document.predictions.values())
    return _counts(document, (Counter(golds) & Counter(predictions)).total())


def _connectives(explicit: PairedDocument) -> Counts:
    """Count connectives, found by their whole head and nothing outside of the gold connective.

    A gold without connective tokens is left out; a prediction without them is a false alarm.
    """
    golds = _numbers(
        {i: gold for i, gold in explicit.golds.items() if gold.connective}, attrgetter("head", "connective")
    )
    predictions = _numbers(explicit.predictions, attrgetter("connective"))
    spans = list(predictions)
    index = SpanIndex(spans)
    edges = (
        Edge(gold, spans[j])
        for gold in golds
        for j in index.holding(gold[0])
        if gold[0] <= spans[j] <= gold[1]
    )
    pairs = align(edges, golds, predictions)
    return Counts(len(pairs), len(explicit.predictions), sum(map(len, golds.values())))


def _strict_senses(document: PairedDocument, groups: Iterable[tuple[list[int], list[int]]]) -> Table:
    """Count relations with the right spans and sense, one-to-one; a group has the same spans.

    A gold without a partner of the right sense is paired with a wrong prediction, in file order. Further
    predictions are forgiven as long as there are ignored golds, which have no sense of the label set.
    """
    tally = Tally()
    for golds, predictions in groups:
        pairs = _right_senses(document, golds, predictions) if golds and predictions else {}
        for j in pairs.values():
            tally.add(document.predictions[j].sense, document.predictions[j].sense, correct=True)
        alone = [document.golds[i].senses for i in golds if i not in pairs]
        missed = [senses[0] for senses in alone if senses]
        for sense in missed:
            tally.add(sense, None)
        taken = set(pairs.values())
        wrong = [document.predictions[j].sense for j in predictions if j not in taken]
        for sense in wrong[: len(missed)] + wrong[len(alone) :]:
            tally.add(None, sense)
    return Table(parser=tally.total(Counts), senses=tally.counts(Counts))


def _right_senses(document: PairedDocument, golds: list[int], predictions: list[int]) -> dict[int, int]:
    """Pair golds with predictions of a right sense, as many as possible; golds that count come first."""
    by_senses = _numbers({i: document.golds[i] for i in golds}, attrgetter("accepted", "senses"))
    by_sense = _numbers({j: document.predictions[j] for j in predictions}, attrgetter("sense"))
    edges = (
        Edge(gold, sense, correct=bool(gold[1]))
        for gold in by_senses
        for sense in by_sense
        if sense in gold[0]
    )
    return dict(align(edges, by_senses, by_sense))


# --- partial: spans that overlap enough count as found


def _partial_tables(parts: Parts, cutoff: Fraction) -> Tables:
    # The mean of two F1 cannot reach the cutoff if one of them is lower than this.
    least = max(2 * cutoff - 1, Fraction(0))
    golds, predictions = parts["All"].golds.values(), parts["All"].predictions.values()
    arg1 = _overlaps([gold.arg1 for gold in golds], [guess.arg1 for guess in predictions], least)
    arg2 = _overlaps([gold.arg2 for gold in golds], [guess.arg2 for guess in predictions], least)
    tables: Tables = {}
    for name, part in parts.items():
        same = (other for other in tables if parts[other] == part)  # relations are often of one kind
        other = next(same, None)
        tables[name] = _partial_table(part, (arg1, arg2), cutoff) if other is None else tables[other]
    return tables


def _overlaps(golds: Iterable[Tokens], predictions: Iterable[Tokens], least: Fraction) -> Overlaps:
    """Find the overlaps of arguments with a token F1 that is not below `least`."""
    spans = list(dict.fromkeys(predictions))
    index = SpanIndex(spans)
    lowest, high, low = float(least), least.denominator, least.numerator
    overlaps: Overlaps = {}
    for gold in dict.fromkeys(golds):
        overlaps[gold] = row = {}
        for j, shared in index.shared(gold, lowest):
            size = len(gold) + len(spans[j])
            if 2 * shared * high >= size * low:
                row[spans[j]] = shared, size
    return overlaps


def _partial_table(document: PairedDocument, overlaps: tuple[Overlaps, Overlaps], cutoff: Fraction) -> Table:
    arg1 = _found_arguments(document, attrgetter("arg1"), overlaps[0], cutoff)
    arg2 = _found_arguments(document, attrgetter("arg2"), overlaps[1], cutoff)
    golds = _numbers(document.golds, attrgetter("arg1", "arg2", "accepted"))
    predictions = _numbers(document.predictions, attrgetter("arg1", "arg2", "sense"))
    edges = list(_relation_edges(golds, predictions, overlaps, cutoff))
    pairs = align((edge for edge, _ in edges), golds, predictions)
    complete = [edge for edge, both in edges if both]
    both = pairs if len(complete) == len(edges) else align(complete, golds, predictions)
    return replace(_partial_senses(document, pairs), arg1=arg1, arg2=arg2, both=_counts(document, len(both)))


def _found_arguments(
    document: PairedDocument, span: Callable[[PairedRelation], Tokens], overlaps: Overlaps, cutoff: Fraction
) -> Counts:
    """Count the arguments that are found, by the alignment of the highest sum of token F1."""
    golds, predictions = _numbers(document.golds, span), _numbers(document.predictions, span)
    high, low = cutoff.denominator, cutoff.numerator
    edges = (
        Edge(gold, prediction, 2 * shared, size)
        for gold in golds
        for prediction, (shared, size) in overlaps[gold].items()
        if 2 * shared * high >= size * low and prediction in predictions
    )
    return _counts(document, len(align(edges, golds, predictions)))


def _relation_edges(
    golds: Iterable[tuple[Tokens, Tokens, frozenset[str]]],
    predictions: Iterable[tuple[Tokens, Tokens, str]],
    overlaps: tuple[Overlaps, Overlaps],
    cutoff: Fraction,
) -> Iterator[tuple[Edge, bool]]:
    """List relations whose token F1 reach the cutoff on average; true if each of the two does."""
    high, low = cutoff.denominator, cutoff.numerator
    senses: defaultdict[Tokens, defaultdict[Tokens, list[str]]] = defaultdict(lambda: defaultdict(list))
    for arg1, arg2, sense in predictions:
        senses[arg1][arg2].append(sense)
    for gold in golds:
        row2 = overlaps[1][gold[1]]
        for arg1, (shared1, size1) in overlaps[0][gold[0]].items() if row2 else ():
            if arg1 not in senses:
                continue
            for arg2 in senses[arg1].keys() & row2.keys():
                shared2, size2 = row2[arg2]
                total, size = shared1 * size2 + shared2 * size1, size1 * size2
                if total * high >= size * low:
                    both = 2 * high * shared1 >= low * size1 and 2 * high * shared2 >= low * size2
                    for sense in senses[arg1][arg2]:
                        yield Edge(gold, (arg1, arg2, sense), total, size, sense in gold[2]), both


def _partial_senses(document: PairedDocument, pairs: list[tuple[int, int]]) -> Table:
    """Count aligned relations with the right sense.

    Wrong predictions on golds without a sense of the label set are left out, with their golds.
    """
    tally = Tally()
    golds, predictions = dict(document.golds), dict(document.predictions)
    for i, j in pairs:
        gold, prediction = golds.pop(i), predictions.pop(j)
        if prediction.sense in gold.accepted:
            tally.add(prediction.sense, prediction.sense, correct=True)
        elif gold.senses:
            tally.add(gold.sense, prediction.sense)
    for gold in golds.values():
        tally.add(gold.sense if gold.senses else None, None)
    for prediction in predictions.values():
        tally.add(None, prediction.sense)
    return Table(parser=tally.total(Counts), senses=tally.counts(Counts))
