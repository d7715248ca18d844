"""Parsing of many texts in batches: plans of parsers, and outcomes one by one in order."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from relata import __version__
from relata.batch.sources import Text
from relata.batch.workers import apply_in_workers
from relata.document import Document
from relata.errors import (
    MappingError,
    ModelError,
    PipelineError,
    RelataError,
    SenseError,
    UntrainedError,
)
from relata.parsing.loading import described, installed

if TYPE_CHECKING:
    from relata.parsing.loading import AnyParser
    from relata.parsing.options import ParserOptions

Key = TypeVar("Key")
Item = Text | Document
Outcome = Document | RelataError
"""Document with its relations, or the reason why there is none."""

_PARSER_ERRORS = (ModelError, PipelineError, SenseError)
"""Faults of the parser, which stop the run; others concern one document."""

_LANGUAGE_ERRORS = (UntrainedError, MappingError)
"""Faults of the model of one language, which the model of another may not have."""

BATCH_DOCUMENTS = 32
BATCH_CHARACTERS = 100_000
"""Size of a batch: a few seconds of work, which is the most that a kill can lose."""


@dataclass(frozen=True, slots=True)
class ParsePlan:
    """Model (by name or directory; None for that of each text's language) and options of a parser."""

    model: str | None
    options: ParserOptions

    def load(self) -> AnyParser:
        """Load the parser."""
        from relata.parsing.loading import load_with

        return load_with(self.model, self.options)


def parse_all(items: Iterable[tuple[Key, Item]], plan: ParsePlan, jobs: int) -> Iterator[tuple[Key, Outcome]]:
    """Yield the outcome of each item in order, with the key of the item; `jobs` processes work."""
    results = apply_in_workers(_BatchParser(plan), batches(items), jobs, name=_batch_name)
    for batch, outcomes in results:
        for (key, _), outcome in zip(batch, outcomes, strict=True):
            yield key, outcome


def threads_for(jobs: int) -> int | None:
    """Return the threads for each of several processes; None leaves them to the parser."""
    return None if jobs == 1 else max(1, (os.cpu_count() or 1) // jobs)


@dataclass(slots=True)
class _BatchParser:
    """Parser of batches; it is loaded for the first batch, so that its faults reach the caller."""

    plan: ParsePlan
    parser: AnyParser | None = field(default=None, init=False)

    def __call__(self, batch: Sequence[tuple[object, Item]]) -> list[Outcome]:
        if self.parser is None:
            self.parser = self.plan.load()
        return parse_together(self.parser, [item for _, item in batch])


def parse_together(parser: AnyParser, items: Sequence[Item]) -> list[Outcome]:
    """Parse items together, or one by one if one of them fails."""
    try:
        return list(parser.pipe([_document(parser, item) for item in items]))
    except RelataError as error:
        if isinstance(error, _PARSER_ERRORS) and not isinstance(error, _LANGUAGE_ERRORS):
            raise
        if len(items) > 1:
            return [parse_together(parser, [item])[0] for item in items]
        id = items[0].id
        return [error if str(error).startswith(f"{id}:") else RelataError(f"{id}: {error}")]


def _document(parser: AnyParser, item: Item) -> Document:
    """Segment a text; the language that its source names counts unless the user chose a model."""
    from relata.parsing.multilingual import MultilingualParser

    if isinstance(item, Document):
        return item
    language = [item.language] if isinstance(parser, MultilingualParser) else []
    document = parser.read(item.text, item.id, *language)
    return replace(document, metadata=item.metadata) if item.metadata else document


def batches(items: Iterable[tuple[Key, Item]]) -> Iterator[list[tuple[Key, Item]]]:
    """Yield items in batches of a few seconds of work."""
    batch: list[tuple[Key, Item]] = []
    size = 0
    for key, item in items:
        batch.append((key, item))
        size += len(item.text)
        if len(batch) == BATCH_DOCUMENTS or size >= BATCH_CHARACTERS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _batch_name(batch: Sequence[tuple[object, Item]]) -> str:
    first, last = batch[0][1].id, batch[-1][1].id
    return first if len(batch) == 1 else f"{first} ... {last}"


def plan_facts(plan: ParsePlan, format: str) -> dict[str, object]:
    """Return the facts that results depend on, apart from the inputs."""
    models = installed().values() if plan.model is None else [plan.model]
    options = asdict(plan.options)
    del options["threads"]  # on which no output depends
    return {
        "relata": __version__,
        "model": " ".join(described(model).fingerprint for model in models),
        "format": format,
        **options,
        "only": sorted(plan.options.only),
        "disable": sorted(plan.options.disable),
    }
