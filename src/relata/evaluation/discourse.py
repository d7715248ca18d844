"""How well a discourse model does: end to end, and each part of it with what it needs given."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from relata.document import Document, Span
from relata.document.relations import SENSED, RelationType
from relata.evaluation.labels import Scheme, scorable
from relata.model.model import Model
from relata.parsing.parser import Parser
from relata.pipeline.state import ARGUMENTS, CONNECTIVES, SENTENCE_COMPONENTS
from relata.scoring.conll2016 import Counts, score
from relata.scoring.conll2016.inputs import on_same_words, on_words
from relata.segmentation.blanks import unspaced

MEASURES = (
    "connective F1",
    "explicit Arg1",
    "explicit Arg2",
    "explicit both",
    "explicit order",
    "explicit sense",
    "implicit sense",
    "non-explicit sense",
    "strict F1",
    "partial F1",
)
"""Connectives by exact span; arguments with gold connectives, and how many of them are the right way round if
both spans are right; senses with gold arguments; end to end."""

RAW_MEASURES = ("raw strict F1", "raw partial F1")
"""End to end on raw text, whose words and sentences have to be found, too."""

CRITERION = ("connective F1", "explicit both", "explicit sense", "implicit sense", "strict F1")
"""The measures whose mean chooses the best epoch."""

Measures = dict[str, float]
Pair = tuple[Document, Document]
"""A document by its annotators, and by a model."""


@dataclass(frozen=True, slots=True)
class Analysed:
    """A document by its annotators, and by a model that was given nothing, connectives, or arguments.

    `whole` is what it makes of the document in the senses that whole analyses are scored on, `raw` the same
    of the raw text, on the annotators' words.
    """

    gold: Document
    parsed: Document
    whole: Document
    with_connectives: Document
    with_arguments: Document
    raw: Document | None = None

    @property
    def genre(self) -> str:
        """What kind of text it is, if the corpus says it."""
        return self.gold.metadata.get("genre", "")


def analyse(
    model: Model, documents: Iterable[Document], scheme: Scheme, *, raw: bool = False
) -> Iterator[Analysed]:
    """Annotated documents with what a model makes of them."""
    parser = Parser(model, disable=SENTENCE_COMPONENTS)
    whole = Parser(model, senses=scheme.asked, disable=SENTENCE_COMPONENTS) if scheme.asked else parser
    arguments, senses = Parser(model, given=CONNECTIVES), Parser(model, given=ARGUMENTS)
    numbers = count(1)
    for document in documents:
        gold = numbered(document, numbers)
        parsed = parser(gold)
        yield Analysed(
            gold,
            parsed,
            parsed if whole is parser else whole(gold),
            arguments(gold),
            senses(gold),
            _from_raw_text(gold, whole) if raw else None,
        )


def measure(found: Sequence[Analysed], scheme: Scheme) -> Measures:
    """The measures of analysed documents, in per cent."""
    gold = [each.gold for each in found]
    senses = scheme.senses
    given = score(gold, [each.with_connectives for each in found], senses=senses, partial=False)
    arguments = given.strict["Explicit only"]
    whole = [(each.gold, each.whole) for each in found]
    sensed = [(each.gold, each.with_arguments) for each in found]
    raw = [(each.gold, each.raw) for each in found if each.raw]
    counts = {
        "connective F1": connective_counts((each.gold, each.parsed) for each in found),
        "explicit Arg1": arguments.arg1,
        "explicit Arg2": arguments.arg2,
        "explicit both": arguments.both,
        "explicit order": order_counts((each.gold, each.with_connectives) for each in found),
        "explicit sense": sense_counts(sensed, senses, (RelationType.EXPLICIT,)),
        "implicit sense": sense_counts(sensed, senses, (RelationType.IMPLICIT,)),
        "non-explicit sense": sense_counts(sensed, senses, SENSED),
        **dict(zip(MEASURES[-2:], end_to_end(whole, scheme), strict=True)),
    }
    if raw:
        counts |= zip(RAW_MEASURES, end_to_end(raw, scheme), strict=True)
    return {name: 100 * each.f1 for name, each in counts.items()}


def measure_genres(found: Sequence[Analysed], scheme: Scheme) -> dict[str, Measures]:
    """The measures for each genre, where the corpus tells genres."""
    genres = sorted({each.genre for each in found} - {""})
    return {genre: measure([each for each in found if each.genre == genre], scheme) for genre in genres}


def criterion(measures: Mapping[str, float]) -> float:
    """The one number by which models are compared."""
    return sum(measures[name] for name in CRITERION) / len(CRITERION)


def end_to_end(pairs: Iterable[Pair], scheme: Scheme) -> tuple[Counts, Counts]:
    """Relations found, strictly and partially, in documents beside what annotators have."""
    sides = ((scheme.gold(gold), scorable(parsed)) for gold, parsed in pairs)
    gold, parsed = zip(*sides, strict=True)
    result = score(gold, parsed, senses=scheme.relations)
    assert result.partial is not None
    return result.strict["All"].parser, result.partial["All"].parser


def argument_counts(pairs: Iterable[Pair], senses: str) -> tuple[Counts, Counts]:
    """Both arguments of explicit relations found, strictly and partially, whose connectives were given."""
    gold, parsed = zip(*pairs, strict=True)
    result = score(gold, parsed, senses=senses)
    assert result.partial is not None
    return result.strict["Explicit only"].both, result.partial["Explicit only"].both


def connective_counts(pairs: Iterable[Pair]) -> Counts:
    """Connectives with exactly the annotated words; one that signals two relations counts once."""
    total = Counts()
    for pair in pairs:
        gold, parsed = map(_connective_spans, pair)
        total += Counts(len(gold & parsed), len(parsed), len(gold))
    return total


def shown_senses(found: Iterable[Analysed], *, explicit: bool) -> Iterator[tuple[float, bool]]:
    """Of relations with gold arguments: the score that a sense is shown with, and whether it is right."""
    for each in found:
        for gold, sensed in zip(each.gold.relations, each.with_arguments.relations, strict=True):
            if gold.explicit == explicit and gold.senses and sensed.senses and sensed.score is not None:
                yield sensed.score, gold.senses[0] == sensed.senses[0]


def order_counts(pairs: Iterable[Pair]) -> Counts:
    """Of the connectives both of whose arguments are found, those for which they are the right way round."""
    total = Counts()
    for pair in pairs:
        gold, parsed = map(_arguments, pair)
        found = [each for each, own in gold.items() if set(own) == set(parsed.get(each, ()))]
        right = [each for each in found if gold[each] == parsed[each]]
        total += Counts(len(right), len(found), len(found))
    return total


def sense_counts(pairs: Iterable[Pair], senses: str, types: Collection[RelationType]) -> Counts:
    """Relations of these types whose sense is right, by the sense-only task."""
    gold, predicted = ([_only(document, types) for document in side] for side in zip(*pairs, strict=True))
    return score(gold, predicted, senses=senses, supplementary=True).strict["All"].parser


def _connective_spans(document: Document) -> frozenset[Span]:
    return frozenset(each.connective for each in document.relations if each.explicit and each.connective)


def _from_raw_text(gold: Document, parser: Parser) -> Document:
    """What a parser makes of a document's raw text, on its words.

    Chinese corpora put blanks between words and a sentence on a line: these are not for a parser to see.
    """
    if gold.language != "zh":
        return on_words(parser(gold.text), gold)
    written = replace(gold, tokens=unspaced(gold.tokens), relations=(), paragraphs=())
    return on_same_words(on_words(parser(written.text), written), gold)


def _arguments(document: Document) -> dict[Span | None, tuple[Span, Span]]:
    """Both arguments of each connective."""
    return {each.connective: (each.arg1, each.arg2) for each in document.relations if each.explicit}


def numbered(document: Document, numbers: Iterator[int]) -> Document:
    """The document with relations that have both arguments, each with a number."""
    kept = (each for each in document.relations if each.arg1 and each.arg2)
    return document.with_relations(replace(each, id=next(numbers)) for each in kept)


def _only(document: Document, types: Collection[RelationType]) -> Document:
    return document.with_relations(each for each in document.relations if each.type in types)
