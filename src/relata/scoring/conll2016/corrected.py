"""The CoNLL-2016 scores as they were meant: one-to-one, exact, never above 1 (mode "corrected").

`score_corrected` gives all tables. Every count is a sum over documents: `strict_by_document` and
`partial_by_document` give the summands, which paired significance resamples. `strict_parser`, `connectives`
and `partial_table` score the records of one table: the official mode falls back to them where its program
crashes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction

from relata.scoring.conll2016 import corrected_partial, corrected_strict
from relata.scoring.conll2016.confusion import ParserCounts
from relata.scoring.conll2016.paired import pair_documents
from relata.scoring.conll2016.records import Record
from relata.scoring.conll2016.result import TABLES, RunTables, Table
from relata.scoring.counts import Counts

Records = Sequence[Record]
Labels = Collection[str]
Tables = dict[str, Table]

_EMPTY = Table(Counts(), Counts(), Counts(), Counts(), connective=Counts())


def score_corrected(gold: Records, predicted: Records, labels: Labels, cutoff: Fraction | None) -> RunTables:
    """Score predictions that passed validation; `labels` are the senses that count."""
    strict: list[Tables] = []
    partial: list[Tables] = []
    for document in pair_documents(gold, predicted, labels):
        strict.append(corrected_strict.tables(document))
        if cutoff is not None:
            partial.append(corrected_partial.tables(document, cutoff))
    listing = _listing(labels)
    return RunTables(
        strict={name: _total((tables[name] for tables in strict), _EMPTY) for name in TABLES},
        partial=None
        if cutoff is None
        else {name: _total((tables[name] for tables in partial), listing) for name in TABLES},
        warnings=gold_warnings(gold, labels),
    )


def strict_by_document(gold: Records, predicted: Records, labels: Labels) -> dict[str, Tables]:
    """The strict tables of each document that either side has."""
    documents = pair_documents(gold, predicted, labels)
    return {document.id: corrected_strict.tables(document) for document in documents}


def partial_by_document(
    gold: Records, predicted: Records, labels: Labels, cutoff: Fraction
) -> dict[str, Tables]:
    """The partial tables of each document that either side has."""
    documents = pair_documents(gold, predicted, labels)
    return {document.id: corrected_partial.tables(document, cutoff) for document in documents}


def strict_parser(gold: Records, predicted: Records, labels: Labels) -> ParserCounts:
    """The strict parser scores of the records of one table."""
    table = _total(map(corrected_strict.table, pair_documents(gold, predicted, labels)), _EMPTY)
    return ParserCounts(table.parser, dict(table.senses))


def connectives(gold: Records, predicted: Records) -> Counts:
    """The connective scores of the records of one table."""
    return sum(map(corrected_strict.connectives, pair_documents(gold, predicted, ())), Counts())


def partial_table(gold: Records, predicted: Records, labels: Labels, cutoff: Fraction) -> Table:
    """The partial scores of the records of one table."""
    tables = partial_by_document(gold, predicted, labels, cutoff).values()
    return _total((each["All"] for each in tables), _listing(labels))


def gold_warnings(gold: Records, labels: Labels) -> tuple[str, ...]:
    """What of the gold data the scores leave out, if anything."""
    bare = [record for record in gold if record.explicit and not record.connective]
    unlisted = [record for record in gold if not any(sense in labels for sense in record.senses)]
    notes = (
        (bare, "explicit gold relations without connective tokens, left out of the connective scores"),
        (unlisted, "gold relations without a sense of the label set, left out of the parser scores"),
    )
    return tuple(
        f"{note}: {len(cases)} (first in document {cases[0].doc_id!r})" for cases, note in notes if cases
    )


def _listing(labels: Labels) -> Table:
    """An empty partial table: it lists every sense of the label set, found or not, as the task's does."""
    return Table(Counts(), Counts(), Counts(), Counts(), senses=dict.fromkeys(labels, Counts()))


def _total(tables: Iterable[Table], start: Table) -> Table:
    """The sum of the tables of documents, senses in alphabetical order."""
    parser, arg1, arg2, both, connective = start.parser, start.arg1, start.arg2, start.both, start.connective
    senses = dict(start.senses)
    for table in tables:
        parser += table.parser
        arg1 += table.arg1
        arg2 += table.arg2
        both += table.both
        if connective is not None and table.connective is not None:
            connective += table.connective
        for sense, counts in table.senses.items():
            senses[sense] = senses.get(sense, Counts()) + counts
    return Table(parser, arg1, arg2, both, connective, {sense: senses[sense] for sense in sorted(senses)})
