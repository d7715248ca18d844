"""Gold relations and predictions of each document, ready to be compared: token lists as sets."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from relata.scoring.conll2016.heads import corrected_head
from relata.scoring.conll2016.records import Record, by_document
from relata.scoring.conll2016.result import TABLES


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


def pair_documents(
    gold: Iterable[Record], predicted: Iterable[Record], labels: Collection[str]
) -> Iterator[PairedDocument]:
    """Pair the documents of both sides."""
    for golds, predictions in by_document(gold, predicted):
        yield PairedDocument(
            id=(golds or predictions)[0].doc_id,
            golds={i: _gold_relation(record, labels) for i, record in enumerate(golds)},
            predictions={j: _relation(record, record.senses[:1]) for j, record in enumerate(predictions)},
        )


def _gold_relation(record: Record, labels: Collection[str]) -> PairedRelation:
    senses = tuple(sense for sense in record.senses if sense in labels)
    head = corrected_head(record) if record.explicit and record.connective else frozenset[int]()
    return _relation(record, senses, head)


def _relation(record: Record, senses: tuple[str, ...], head: frozenset[int] = frozenset()) -> PairedRelation:
    arguments = frozenset(record.arg1), frozenset(record.arg2)
    return PairedRelation(record.explicit, senses, *arguments, frozenset(record.connective), head)
