"""Parsing many documents, in this process or in several."""

from __future__ import annotations

import multiprocessing
import os
import warnings
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from relata.batch.processes import settle
from relata.batch.sources import Text
from relata.document import Document
from relata.errors import (
    MappingError,
    ModelError,
    PipelineError,
    RelataError,
    RelataWarning,
    SenseError,
    UntrainedError,
)

if TYPE_CHECKING:
    from relata.parsing.multilingual import ParserByLanguage
    from relata.parsing.parser import Parser

Item = Text | Document
Outcome = Document | RelataError
"""What became of an item: the document with its relations, or why there is none."""

_FATAL = (ModelError, PipelineError, SenseError)
"""What is wrong with the parser itself, not with a document."""

_OF_A_LANGUAGE = (UntrainedError, MappingError)
"""What the model of one language cannot do, but that of another may."""

_MOST_DOCUMENTS = 32
_MOST_CHARACTERS = 100_000
"""How much is parsed in one go: a few seconds' work, which is what a kill can lose."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How to parse: the arguments of `relata.load`."""

    model: str | None
    only: tuple[str, ...]
    disable: tuple[str, ...]
    given: str | None
    senses: str | None
    min_score: float
    conventions: str
    threads: int | None

    def load(self) -> Parser | ParserByLanguage:
        """The parser."""
        import relata

        return relata.load(
            self.model,
            only=self.only,
            disable=self.disable,
            given=self.given,
            senses=self.senses,
            min_score=self.min_score,
            conventions=self.conventions,
            threads=self.threads,
        )


def parse_all(items: Iterable[Item], plan: Plan, jobs: int) -> Iterator[Outcome]:
    """What becomes of each item, in order; `jobs` processes work."""
    batches = _batches(items)
    for outcomes in _in_processes(batches, plan, jobs) if jobs > 1 else _here(batches, plan):
        yield from outcomes


def _here(batches: Iterable[list[Item]], plan: Plan) -> Iterator[list[Outcome]]:
    parser: Parser | ParserByLanguage | None = None
    for batch in batches:
        parser = parser or plan.load()
        yield _parse(parser, batch)


def _in_processes(batches: Iterator[list[Item]], plan: Plan, jobs: int) -> Iterator[list[Outcome]]:
    waiting: deque[Future[_Report]] = deque()
    context = multiprocessing.get_context("spawn")  # a fork would copy the threads of the libraries half
    with ProcessPoolExecutor(jobs, context, initializer=_start, initargs=(plan,)) as pool:
        try:
            waiting.extend(pool.submit(_work, batch) for batch in islice(batches, 2 * jobs))
            while waiting:
                outcomes, noted = waiting[0].result()
                waiting.popleft()
                for warning in noted:
                    warnings.warn(warning, stacklevel=2)
                yield outcomes
                waiting.extend(pool.submit(_work, batch) for batch in islice(batches, 1))
        except BrokenProcessPool:
            raise RelataError("a process ended before its time; is there enough memory for --jobs?") from None
        finally:
            if waiting:  # an end before the end: nobody waits for what is under way
                pool.shutdown(wait=False, cancel_futures=True)
                for process in multiprocessing.active_children():
                    process.terminate()


_Report = tuple[list[Outcome], list[Warning]]
_plan: Plan | None = None
_parser: Parser | ParserByLanguage | None = None


def _start(plan: Plan) -> None:
    """Prepares a process; the parser is loaded with the first work, whose result can tell what fails."""
    global _plan
    _plan = plan
    settle()


def _work(batch: Sequence[Item]) -> _Report:
    global _parser
    with warnings.catch_warnings(record=True) as noted:
        warnings.simplefilter("always", RelataWarning)
        if _parser is None:
            assert _plan is not None, "a process is started with a plan"
            _parser = _plan.load()
        outcomes = _parse(_parser, batch)
    return outcomes, [note.message for note in noted if isinstance(note.message, RelataWarning)]


def _parse(parser: Parser | ParserByLanguage, batch: Sequence[Item]) -> list[Outcome]:
    """The outcomes of a batch: all at once, or one by one if something in it fails."""
    try:
        return list(parser.pipe(_documents(parser, batch)))
    except RelataError as error:
        if isinstance(error, _FATAL) and not isinstance(error, _OF_A_LANGUAGE):
            raise
        if len(batch) == 1:
            return [_named(batch[0], error)]
        return [_parse(parser, [item])[0] for item in batch]


def _named(item: Item, error: RelataError) -> RelataError:
    """An error that says which document it is about."""
    return error if str(error).startswith(f"{item.id}:") else RelataError(f"{item.id}: {error}")


def _documents(parser: Parser | ParserByLanguage, batch: Iterable[Item]) -> list[Document]:
    return [_read(parser, item) if isinstance(item, Text) else item for item in batch]


def _read(parser: Parser | ParserByLanguage, text: Text) -> Document:
    """A text as a document; its own language counts where a user has not chosen the model."""
    from relata.parsing.multilingual import ParserByLanguage

    if isinstance(parser, ParserByLanguage):
        return parser.read(text.text, text.id, text.language)
    return parser.read(text.text, text.id)


def _batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    batch: list[Item] = []
    size = 0
    for item in items:
        batch.append(item)
        size += len(item.text)
        if len(batch) == _MOST_DOCUMENTS or size >= _MOST_CHARACTERS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def threads_for(jobs: int) -> int | None:
    """How many threads each of several processes gets; None leaves it to the parser."""
    return None if jobs == 1 else max(1, (os.cpu_count() or 1) // jobs)
