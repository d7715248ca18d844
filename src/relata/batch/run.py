"""Parsing of many texts: one by one in order, or into files that a stopped run finds again."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from relata import __version__
from relata.batch.outputs import Ledger, Target, claim, state_of
from relata.batch.progress import Progress
from relata.batch.sources import OnFault, Source, Text
from relata.batch.store import LocalStore
from relata.batch.workers import apply_in_workers
from relata.document import Document
from relata.errors import (
    FormatError,
    MappingError,
    ModelError,
    PipelineError,
    RelataError,
    RelataWarning,
    SenseError,
    UntrainedError,
)
from relata.model.package import ModelPackage
from relata.parsing.loading import find, installed

if TYPE_CHECKING:
    from relata.parsing.multilingual import MultilingualParser
    from relata.parsing.options import ParserOptions
    from relata.parsing.parser import Parser

Key = TypeVar("Key")
Item = Text | Document
Outcome = Document | RelataError
"""Document with its relations, or the reason why there is none."""
Job = tuple[Target, list[Source]]
"""Output and its inputs."""

_PARSER_ERRORS = (ModelError, PipelineError, SenseError)
"""Faults of the parser, which stop the run; others concern one document."""

_LANGUAGE_ERRORS = (UntrainedError, MappingError)
"""Faults of the model of one language, which the model of another may not have."""

_BATCH_DOCUMENTS = 32
_BATCH_CHARACTERS = 100_000
"""Size of a batch: a few seconds of work, which is the most that a kill can lose."""


@dataclass(frozen=True, slots=True)
class ParsePlan:
    """Model (by name or directory; None for that of each text's language) and options of a parser."""

    model: str | None
    options: ParserOptions

    def load(self) -> Parser | MultilingualParser:
        """Load the parser."""
        from relata.parsing.loading import load_with

        return load_with(self.model, self.options)


@dataclass(frozen=True, slots=True)
class FilesWritten:
    """Numbers of outputs that a run wrote and that it found complete."""

    written: int
    skipped: int


def parse_all(items: Iterable[tuple[Key, Item]], plan: ParsePlan, jobs: int) -> Iterator[tuple[Key, Outcome]]:
    """Yield the outcome of each item in order, with the key of the item; `jobs` processes work."""
    results = apply_in_workers(_BatchParser(plan), batches(items), jobs, name=_batch_name)
    for batch, outcomes in results:
        for (key, _), outcome in zip(batch, outcomes, strict=True):
            yield key, outcome


def parse_to_files(
    sources: Sequence[Source],
    plan: ParsePlan,
    jobs: int,
    format: str,
    out: Path,
    on_fault: OnFault,
    *,
    force: bool = False,
) -> FilesWritten:
    """Parse sources into a directory; complete outputs of the same inputs stay as they are.

    What cannot be read or parsed goes to `on_fault`. A directory with outputs of another model or of other
    options is refused unless `force` replaces them.
    """
    outputs = list(_outputs(sources, format, out))
    with LocalStore(out).locked():
        return _parse_outputs(outputs, plan, jobs, format, out, on_fault, force=force)


def _parse_outputs(
    outputs: Sequence[Job],
    plan: ParsePlan,
    jobs: int,
    format: str,
    out: Path,
    on_fault: OnFault,
    *,
    force: bool,
) -> FilesWritten:
    """Make the outputs that are missing, in a locked directory."""
    claim(out, plan_facts(plan, format), force=force)
    ledger = Ledger(out)
    missing = _missing(outputs, out, ledger, force=force)

    for target, _ in outputs:
        for message in ledger.faults(target.name):
            on_fault(RelataError(message))

    def report(target: Target, error: RelataError) -> None:
        ledger.add_fault(target.name, str(error))
        on_fault(error)

    items = (
        (target, item)
        for target, inputs in missing
        for item in _unparsed(target, inputs, partial(report, target))
    )
    inputs = [source for _, sources in missing for source in sources]
    total = len(inputs) if all(source.single for source in inputs) else None  # known before reading
    outcomes = Progress().follow(parse_all(items, plan, jobs), "documents", total=total)
    for target, group in groupby(outcomes, key=itemgetter(0)):
        for _, outcome in group:
            if isinstance(outcome, RelataError):
                report(target, outcome)
            else:
                target.add(outcome, ledger)
        target.finish(ledger)
    for target, _ in missing:
        if not target.finished:  # the journal of a killed run had all documents
            target.finish(ledger)
    return FilesWritten(sum(target.finished for target, _ in missing), len(outputs) - len(missing))


def threads_for(jobs: int) -> int | None:
    """Return the threads for each of several processes; None leaves them to the parser."""
    return None if jobs == 1 else max(1, (os.cpu_count() or 1) // jobs)


@dataclass(slots=True)
class _BatchParser:
    """Parser of batches; it is loaded for the first batch, so that its faults reach the caller."""

    plan: ParsePlan
    parser: Parser | MultilingualParser | None = field(default=None, init=False)

    def __call__(self, batch: Sequence[tuple[object, Item]]) -> list[Outcome]:
        if self.parser is None:
            self.parser = self.plan.load()
        return parse_together(self.parser, [item for _, item in batch])


def parse_together(parser: Parser | MultilingualParser, items: Sequence[Item]) -> list[Outcome]:
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


def _document(parser: Parser | MultilingualParser, item: Item) -> Document:
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
        if len(batch) == _BATCH_DOCUMENTS or size >= _BATCH_CHARACTERS:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _batch_name(batch: Sequence[tuple[object, Item]]) -> str:
    first, last = batch[0][1].id, batch[-1][1].id
    return first if len(batch) == 1 else f"{first} ... {last}"


def _outputs(sources: Sequence[Source], format: str, out: Path) -> Iterator[Job]:
    """Yield the outputs with their inputs; refuse outputs that would replace each other or an input."""
    if any(out.resolve() == source.root.resolve() for source in sources):
        raise RelataError(f"--out: {out} is the directory of an input; expected another one")
    by_id: dict[str, Source] = {}
    for source in sources:
        if (other := by_id.setdefault(source.id, source)) is not source:
            raise RelataError(
                f"{other.path} and {source.path} are both called {source.id!r}; name a directory above them"
            )
    if format == "conll2016":
        corpora = [source for source in sources if source.format == "conll2016"]
        if corpora and len(sources) > 1:
            raise RelataError("--format conll2016 --out takes one CoNLL-2016 directory at a time")
        yield Target(out, "output", "conll2016" if corpora else "dataset"), list(sources)
        return
    for source in sources:
        target = Target(out, source.id, format, single=source.single)
        if target.path.resolve() == source.path.resolve():
            raise RelataError(f"{source.path} would be replaced by its output; expected another --out")
        yield target, [source]


def plan_facts(plan: ParsePlan, format: str) -> dict[str, object]:
    """Return the facts that results depend on, apart from the inputs."""
    packages = installed().values() if plan.model is None else [find(plan.model)]
    options = asdict(plan.options)
    del options["threads"]  # on which no output depends
    return {
        "relata": __version__,
        "model": " ".join(ModelPackage.peek(path).fingerprint for path in packages),
        "format": format,
        **options,
        "only": sorted(plan.options.only),
        "disable": sorted(plan.options.disable),
    }


def _missing(outputs: Iterable[Job], out: Path, ledger: Ledger, *, force: bool) -> list[Job]:
    """Return the outputs to make; remove those of inputs that changed."""
    states = {target.name: state_of(inputs, without=out) for target, inputs in outputs}
    for target, _ in outputs:
        if force or not ledger.has(target.name, states[target.name]):
            target.forget()
        elif target.finished and (digest := ledger.digest(target.name)) != target.digest(out):
            if digest is not None:
                message = f"{target.path}: not as it was written, damaged or edited; it is made again"
                warnings.warn(RelataWarning(message), stacklevel=2)
            target.forget()
    missing = [(target, inputs) for target, inputs in outputs if not target.finished]
    ledger.begin({target.name: states[target.name] for target, _ in missing})
    return missing


def _unparsed(target: Target, inputs: Iterable[Source], on_fault: OnFault) -> Iterator[Item]:
    """Yield the items of an output that its journal lacks."""
    parsed = target.parsed()
    ids: set[str] = set()
    for source in inputs:
        for item in source.read(on_fault):
            if item.id in ids:
                on_fault(FormatError(f"document id {item.id!r} comes twice", source.path))
            elif target.takes(item, on_fault) and item.id not in parsed:
                yield item
            ids.add(item.id)
