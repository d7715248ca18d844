"""How well a discourse model does: end to end, and each part of it with what it needs given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from relata.discourse.parser import Parser
from relata.document import Document, Span
from relata.draft import ARGUMENTS, CONNECTIVES
from relata.neural.model import Model
from relata.relations import RelationType
from relata.scoring.conll2016 import Counts, score
from relata.scoring.projection import on_words
from relata.senses import closest_inventory, inventory

MEASURES = (
    "connective F1",
    "explicit Arg1",
    "explicit Arg2",
    "explicit both",
    "explicit sense",
    "implicit sense",
    "strict F1",
    "partial F1",
)
"""Connectives by exact span; arguments with gold connectives; senses with gold arguments; end to end."""

RAW_MEASURES = ("raw strict F1", "raw partial F1")
"""End to end on raw text, whose words and sentences have to be found, too."""

CRITERION = ("connective F1", "explicit both", "explicit sense", "implicit sense", "strict F1")
"""The measures whose mean chooses the best epoch."""

_UNSCORED = (RelationType.NOREL, RelationType.HYPOPHORA)
"""Types that have no sense, which the task does not know."""

Measures = dict[str, float]
Pair = tuple[Document, Document]
"""A document by its annotators, and by a model."""


@dataclass(frozen=True, slots=True)
class Analysed:
    """A document by its annotators, and by a model that was given nothing, connectives, or arguments.

    `raw` is what the model makes of the raw text, on the annotators' words.
    """

    gold: Document
    parsed: Document
    with_connectives: Document
    with_arguments: Document
    raw: Document | None = None

    @property
    def genre(self) -> str:
        """What kind of text it is, if the corpus says it."""
        return self.gold.metadata.get("genre", "")


def analyse(model: Model, documents: Iterable[Document], *, raw: bool = False) -> Iterator[Analysed]:
    """Annotated documents with what a model makes of them."""
    parser = Parser(model)
    arguments, senses = Parser(model, given=CONNECTIVES), Parser(model, given=ARGUMENTS)
    numbers = count(1)
    for document in documents:
        gold = _numbered(document, numbers)
        yield Analysed(
            gold,
            parser(gold),
            arguments(gold),
            senses(gold),
            on_words(parser(gold.text), gold) if raw else None,
        )


def measure(found: Sequence[Analysed], senses: str) -> Measures:
    """The measures of analysed documents, in per cent, on a label set such as "pdtb3-l2"."""
    gold = [each.gold for each in found]
    given = score(gold, [each.with_connectives for each in found], senses=senses, partial=False)
    arguments = given.strict["Explicit only"]
    parsed = [(each.gold, each.parsed) for each in found]
    raw = [(each.gold, each.raw) for each in found if each.raw]
    counts = {
        "connective F1": connective_counts(parsed),
        "explicit Arg1": arguments.arg1,
        "explicit Arg2": arguments.arg2,
        "explicit both": arguments.both,
        "explicit sense": _sense_counts(found, senses, RelationType.EXPLICIT),
        "implicit sense": _sense_counts(found, senses, RelationType.IMPLICIT),
        **dict(zip(MEASURES[-2:], end_to_end(parsed, senses), strict=True)),
    }
    if raw:
        counts |= zip(RAW_MEASURES, end_to_end(raw, senses), strict=True)
    return {name: 100 * each.f1 for name, each in counts.items()}


def measure_genres(found: Sequence[Analysed], senses: str) -> dict[str, Measures]:
    """The measures for each genre, where the corpus tells genres."""
    genres = sorted({each.genre for each in found} - {""})
    return {genre: measure([each for each in found if each.genre == genre], senses) for genre in genres}


def criterion(measures: Mapping[str, float]) -> float:
    """The one number by which models are compared."""
    return sum(measures[name] for name in CRITERION) / len(CRITERION)


def label_set_of(senses: Iterable[str]) -> str:
    """The label set that a model is scored on: second levels, or those of the shared task if it has these."""
    own = set(senses)
    if own <= set(inventory("conll2016-en")):
        return "conll2016-en"
    name = closest_inventory(own)
    return f"{name}-l2" if name in {"pdtb2", "pdtb3"} else name


def end_to_end(pairs: Iterable[Pair], senses: str) -> tuple[Counts, Counts]:
    """Relations found, strictly and partially, in documents beside what annotators have."""
    gold, parsed = zip(*((gold, _scorable(parsed)) for gold, parsed in pairs), strict=True)
    result = score(gold, parsed, senses=senses)
    assert result.partial is not None
    return result.strict["All"].parser, result.partial["All"].parser


def connective_counts(pairs: Iterable[Pair]) -> Counts:
    """Connectives with exactly the annotated words; one that signals two relations counts once."""
    total = Counts()
    for pair in pairs:
        gold, parsed = map(_connective_spans, pair)
        total += Counts(len(gold & parsed), len(parsed), len(gold))
    return total


def _sense_counts(found: Sequence[Analysed], senses: str, type: RelationType) -> Counts:
    """Relations of a type whose sense is right, by the sense-only task."""
    sides = ([each.gold for each in found], [each.with_arguments for each in found])
    gold, predicted = ([_only(document, type) for document in documents] for documents in sides)
    return score(gold, predicted, senses=senses, supplementary=True).strict["All"].parser


def _connective_spans(document: Document) -> frozenset[Span]:
    return frozenset(each.connective for each in document.relations if each.explicit and each.connective)


def _numbered(document: Document, numbers: Iterator[int]) -> Document:
    """The document with relations that have both arguments, each with a number."""
    kept = (each for each in document.relations if each.arg1 and each.arg2)
    return document.with_relations(replace(each, id=next(numbers)) for each in kept)


def _scorable(document: Document) -> Document:
    return document.with_relations(each for each in document.relations if each.type not in _UNSCORED)


def _only(document: Document, type: RelationType) -> Document:
    return document.with_relations(each for each in document.relations if each.type is type)
