"""The gold relations and the predictions of each document, ready to be compared: token lists as sets."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from relata.scoring.conll2016.heads import corrected_head
from relata.scoring.conll2016.records import Record, by_document


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation with its tokens as sets.

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
        return self.senses[0]


@dataclass(frozen=True, slots=True)
class PairedDocument:
    """The gold relations and the predictions of a document, by their number on either side."""

    id: str
    golds: dict[int, Relation]
    predictions: dict[int, Relation]

    def parts(self) -> Iterator[tuple[str, PairedDocument]]:
        """What of it belongs to each table."""
        yield "All", self
        yield "Explicit only", self.only(explicit=True)
        yield "Non-explicit only", self.only(explicit=False)

    def only(self, *, explicit: bool) -> PairedDocument:
        """Its explicit, or its other relations, by the type that either side gives them."""
        return PairedDocument(
            self.id,
            {i: gold for i, gold in self.golds.items() if gold.explicit is explicit},
            {j: prediction for j, prediction in self.predictions.items() if prediction.explicit is explicit},
        )


def pair_documents(
    gold: Iterable[Record], predicted: Iterable[Record], labels: Collection[str]
) -> Iterator[PairedDocument]:
    """The documents that either side has."""
    for golds, predictions in by_document(gold, predicted):
        yield PairedDocument(
            id=(golds or predictions)[0].doc_id,
            golds={i: _gold_relation(record, labels) for i, record in enumerate(golds)},
            predictions={j: _relation(record, record.senses[:1]) for j, record in enumerate(predictions)},
        )


def _gold_relation(record: Record, labels: Collection[str]) -> Relation:
    senses = tuple(sense for sense in record.senses if sense in labels)
    if record.explicit and record.connective:
        return _relation(record, senses, corrected_head(record))
    return _relation(record, senses)


def _relation(record: Record, senses: tuple[str, ...], head: frozenset[int] = frozenset()) -> Relation:
    return Relation(
        record.explicit,
        senses,
        frozenset(record.arg1),
        frozenset(record.arg2),
        frozenset(record.connective),
        head,
    )
