"""Scores of a discourse model: end to end, and of each component with gold input."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from relata.discourse.argument_style import MODEL
from relata.document import Document, Span
from relata.document.relations import SENSED, RelationType
from relata.evaluation.labels import Scheme, scorable
from relata.model.model import Model
from relata.parsing.options import ParserOptions
from relata.parsing.parser import Parser
from relata.pipeline import ARGUMENTS, CONNECTIVES, SENTENCE_COMPONENTS, TYPES
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
    "sense-only F1",
    "non-explicit sense-only F1",
    "strict F1",
    "partial F1",
)
"""Connectives by exact span; arguments of gold connectives; the share of correct pairs of spans in the right
order; senses with gold arguments and types; senses with gold
arguments alone, as in the sense-only task; end to end."""

RAW_MEASURES = ("raw strict F1", "raw partial F1")
"""End to end on raw text, with segmentation by the parser."""

CRITERION = ("connective F1", "explicit both", "explicit sense", "implicit sense", "strict F1")
"""Measures whose mean chooses the best epoch."""

Measures = dict[str, float]
Pair = tuple[Document, Document]
"""Gold document and parsed document."""


@dataclass(frozen=True, slots=True)
class Analysed:
    """A gold document, and its analyses: with nothing given, with gold connectives, with gold arguments.

    `whole` has the senses that whole analyses are scored on. The types of `with_arguments` are given too,
    those of `task` are found. `raw` is the same from raw text, projected onto
    the gold tokens.
    """

    gold: Document
    parsed: Document
    whole: Document
    with_connectives: Document
    with_arguments: Document
    task: Document
    raw: Document | None = None

    @property
    def genre(self) -> str:
        """Genre of the text, if the corpus has genres."""
        return self.gold.metadata.get("genre", "")


def analyse(
    model: Model,
    documents: Iterable[Document],
    scheme: Scheme,
    *,
    raw: bool = False,
    conventions: str = MODEL,
) -> Iterator[Analysed]:
    """Parse annotated documents in all ways that measures need, by some of the model's conventions."""
    options = ParserOptions(disable=SENTENCE_COMPONENTS, conventions=conventions)
    parser = Parser(model, options)
    mapped = Parser(model, replace(options, senses=scheme.asked)) if scheme.asked else parser
    arguments, senses = (
        Parser(model, ParserOptions(given=layer, conventions=conventions)) for layer in (CONNECTIVES, TYPES)
    )
    task = Parser(model, ParserOptions(given=ARGUMENTS, senses=scheme.asked, conventions=conventions))
    numbers = count(1)
    for document in documents:
        gold = numbered(document, numbers)
        parsed = parser(gold)
        yield Analysed(
            gold,
            parsed,
            parsed if mapped is parser else mapped(gold),
            arguments(gold),
            senses(gold),
            task(scheme.gold(scorable(gold))),
            _from_raw_text(gold, mapped) if raw else None,
        )


def measure(analysed: Sequence[Analysed], scheme: Scheme) -> Measures:
    """Compute the measures of analysed documents, in per cent."""
    gold = [item.gold for item in analysed]
    senses = scheme.senses
    with_connectives = score(gold, [item.with_connectives for item in analysed], senses=senses, partial=False)
    arguments = with_connectives.strict["Explicit only"]
    complete = [(item.gold, item.whole) for item in analysed]
    sensed = [(item.gold, item.with_arguments) for item in analysed]
    tasks = [(item.gold, item.task) for item in analysed]
    raw = [(item.gold, item.raw) for item in analysed if item.raw]
    counts = {
        "connective F1": connective_counts((item.gold, item.parsed) for item in analysed),
        "explicit Arg1": arguments.arg1,
        "explicit Arg2": arguments.arg2,
        "explicit both": arguments.both,
        "explicit order": order_counts((item.gold, item.with_connectives) for item in analysed),
        "explicit sense": sense_counts(sensed, senses, (RelationType.EXPLICIT,)),
        "implicit sense": sense_counts(sensed, senses, (RelationType.IMPLICIT,)),
        "non-explicit sense": sense_counts(sensed, senses, SENSED),
        **dict(zip(MEASURES[-4:-2], sense_only(tasks, scheme), strict=True)),
        **dict(zip(MEASURES[-2:], end_to_end(complete, scheme), strict=True)),
    }
    if raw:
        counts |= zip(RAW_MEASURES, end_to_end(raw, scheme), strict=True)
    return {name: 100 * count.f1 for name, count in counts.items()}


def measure_genres(analysed: Sequence[Analysed], scheme: Scheme) -> dict[str, Measures]:
    """Compute the measures of each genre; none for a corpus without genres."""
    genres = sorted({item.genre for item in analysed} - {""})
    return {genre: measure([item for item in analysed if item.genre == genre], scheme) for genre in genres}


def criterion(measures: Mapping[str, float]) -> float:
    """Compute the mean by which epochs are compared."""
    return sum(measures[name] for name in CRITERION) / len(CRITERION)


def end_to_end(pairs: Iterable[Pair], scheme: Scheme) -> tuple[Counts, Counts]:
    """Count the relations found end to end, strictly and partially."""
    sides = ((scheme.gold(gold), scorable(parsed)) for gold, parsed in pairs)
    gold, parsed = zip(*sides, strict=True)
    result = score(gold, parsed, senses=scheme.relations)
    assert result.partial is not None
    return result.strict["All"].parser, result.partial["All"].parser


def sense_only(pairs: Iterable[Pair], scheme: Scheme) -> tuple[Counts, Counts]:
    """Count the senses found for given arguments without types, of all relations and of non-explicit ones."""
    gold, found = zip(*((scheme.gold(scorable(gold)), found) for gold, found in pairs), strict=True)
    tables = score(gold, found, senses=scheme.relations, supplementary=True).strict
    return tables["All"].parser, tables["Non-explicit only"].parser


def argument_counts(pairs: Iterable[Pair], senses: str) -> tuple[Counts, Counts]:
    """Count the pairs of arguments found for gold connectives, strictly and partially."""
    gold, parsed = zip(*pairs, strict=True)
    result = score(gold, parsed, senses=senses)
    assert result.partial is not None
    return result.strict["Explicit only"].both, result.partial["Explicit only"].both


def connective_counts(pairs: Iterable[Pair]) -> Counts:
    """Count connectives with exact spans; a connective of two relations counts once."""
    total = Counts()
    for pair in pairs:
        gold, parsed = (
            {item.connective for item in document.relations if item.explicit and item.connective}
            for document in pair
        )
        total += Counts(len(gold & parsed), len(parsed), len(gold))
    return total


def order_counts(pairs: Iterable[Pair]) -> Counts:
    """Count, among connectives with the right two spans as arguments, those with Arg1 and Arg2 in order."""
    total = Counts()
    for pair in pairs:
        gold, parsed = map(_arguments, pair)
        complete = [key for key, spans in gold.items() if set(spans) == set(parsed.get(key, ()))]
        ordered = [key for key in complete if gold[key] == parsed[key]]
        total += Counts(len(ordered), len(complete), len(complete))
    return total


def sense_counts(pairs: Iterable[Pair], senses: str, types: Collection[RelationType]) -> Counts:
    """Count the relations of these types with the right sense, given their arguments."""
    gold, predicted = ([_only(document, types) for document in side] for side in zip(*pairs, strict=True))
    return score(gold, predicted, senses=senses, supplementary=True).strict["All"].parser


def _from_raw_text(gold: Document, parser: Parser) -> Document:
    """Parse the raw text of a document, and project the relations onto its gold tokens.

    Chinese corpora separate words by blanks and sentences by lines; both are removed first.
    """
    if gold.language != "zh":
        return on_words(parser(gold.text), gold)
    written = replace(gold, tokens=unspaced(gold.tokens), relations=(), paragraphs=())
    return on_same_words(on_words(parser(written.text), written), gold)


def _arguments(document: Document) -> dict[Span | None, tuple[Span, Span]]:
    """Map each connective to both arguments."""
    return {item.connective: (item.arg1, item.arg2) for item in document.relations if item.explicit}


def numbered(document: Document, numbers: Iterator[int]) -> Document:
    """Keep the relations with both arguments, each with a number."""
    complete = (item for item in document.relations if item.arg1 and item.arg2)
    return document.with_relations(replace(item, id=next(numbers)) for item in complete)


def _only(document: Document, types: Collection[RelationType]) -> Document:
    return document.with_relations(item for item in document.relations if item.type in types)
