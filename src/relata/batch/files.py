"""Parsing into files, one for each input, by the engine of `relata.batch.engine`.

Texts are parsed together and written one by one. A corpus is parsed in shards, whose parts and receipts stay
in a hidden folder until its output is written. Each output has a receipt, so that a run that was stopped, or
that is repeated, makes only outputs that are missing, damaged, or of inputs that have changed.
"""

from __future__ import annotations

import json
import shutil
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, groupby
from pathlib import Path

from relata.batch.engine import parse_shards
from relata.batch.outputs import Target, outputs_of, state_of
from relata.batch.parts import SUFFIXES, ShardPiece, TaskParser, rows_of
from relata.batch.progress import Progress
from relata.batch.receipts import (
    Receipt,
    fault_of,
    has_receipt,
    read_failures,
    read_receipt,
    write_part,
    write_receipt,
)
from relata.batch.records import Record, with_faults
from relata.batch.resume import Facts, RunFile, differences, fingerprint, require_same_run
from relata.batch.run import BATCH_CHARACTERS, BATCH_DOCUMENTS, ParsePlan, plan_facts
from relata.batch.shards import Shard, cut
from relata.batch.sources import OnFault, Source
from relata.batch.store import LocalStore
from relata.batch.workers import apply_here, apply_to_tasks
from relata.document import Document
from relata.errors import FormatError, OnError, RelataError, RelataWarning
from relata.formats.files import fitting_name

FOLDER = ".relata"
"""Hidden folder beside the outputs, with their receipts."""
_RUN, _PARTS = "run.json", "parts"
_FORM = "jsonl"
_SUFFIX = SUFFIXES[_FORM]


@dataclass(frozen=True, slots=True)
class FilesWritten:
    """Numbers of outputs that a run wrote and that it found complete."""

    written: int
    skipped: int


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
    options, or with files that no run made, is refused unless `force` replaces them.
    """
    targets = list(outputs_of(sources, format, out))
    with LocalStore(out).locked():
        facts = plan_facts(plan, format)
        _claim(out, facts, force=force)
        outputs = [_Output(target, inputs, _digest(facts), out) for target, inputs in targets]
        missing = _missing(outputs, on_fault, force=force)
        inputs = [source for output in missing for source in output.inputs]
        total = len(inputs) if all(source.single for source in inputs) else None  # known before reading
        run = _FilesRun(missing, on_fault)
        execute = apply_here if jobs == 1 else apply_to_tasks
        results = parse_shards(run.work(), TaskParser(plan, _FORM), _FORM, execute, jobs)
        for _ in Progress().follow(run.finished(results), "documents", total=total):
            pass
        return FilesWritten(sum(output.target.finished for output in missing), len(outputs) - len(missing))


class _Output:
    """Output with its inputs, and the receipts of its shards so far."""

    def __init__(self, target: Target, inputs: Sequence[Source], plan: str, out: Path) -> None:
        self.target = target
        self.inputs = inputs
        self.plan = plan
        self.state = state_of(inputs, without=out)
        self.books = LocalStore(out / FOLDER)
        self.parts = LocalStore(out / FOLDER / _PARTS / fitting_name(target.name, ""))
        self.receipts: dict[int, Receipt] = {}
        self.shards: int | None = None
        """Number of its shards, once all its records are read."""

    def records(self) -> Iterator[Record]:
        """Yield its texts and documents; what cannot be read or written is a fault in its place."""
        return with_faults(self.target.name, self._items)

    def _items(self, on_error: OnError) -> Iterator[Record]:
        ids: set[str] = set()
        for source in self.inputs:
            for item in source.read(on_error):
                if item.id in ids:
                    on_error(FormatError(f"document id {item.id!r} comes twice", source.path))
                elif self.target.takes(item, on_error):
                    yield item
                ids.add(item.id)

    def receipt(self) -> Receipt | None:
        """Read its receipt, if that is of these inputs and this plan; a stream has none."""
        state = self.state
        return None if state is None else read_receipt(self.books, self.target.name, self.plan, state)

    @property
    def parts_plan(self) -> str:
        """Digest that the receipts of its parts name as their plan."""
        return fingerprint(self.plan, self.state or "")

    def write(self, documents: Iterable[Document], numbers: ShardPiece) -> None:
        """Write the output, and its receipt just before it appears."""

        def vouch(digest: str) -> None:
            receipt = Receipt(
                self.target.path.name,
                self.plan,
                self.state or "",
                numbers.rows,
                numbers.words,
                len(numbers.failures),
                0,
                digest,
                round(numbers.seconds, 3),
                numbers.memory,
            )
            write_receipt(self.books, self.target.name, receipt, numbers.failures)

        self.target.write(documents, vouch)

    def finish(self) -> None:
        """Write the output from its parts, if it has any, and remove these."""
        receipts = [receipt for _, receipt in sorted(self.receipts.items())]
        names = [Path(receipt.part).name.removesuffix(_SUFFIX) for receipt in receipts]
        failures = [failure for name in names for failure in read_failures(self.parts, name)]
        numbers = ShardPiece(
            b"",
            sum(receipt.rows for receipt in receipts),
            sum(receipt.words for receipt in receipts),
            failures,
            sum(receipt.seconds for receipt in receipts),
            max((receipt.memory_mb for receipt in receipts), default=0),
        )
        if numbers.rows:
            files = (receipt.part for receipt in receipts if receipt.rows)
            documents = (rows_of(self.parts.read(name) or b"", _FORM, name) for name in files)
            self.write(chain.from_iterable(documents), numbers)
        shutil.rmtree(self.parts.path, ignore_errors=True)


@dataclass(slots=True)
class _FilesRun:
    """Work on the outputs that are missing: shards of corpora, and of texts with an output each."""

    missing: Sequence[_Output]
    on_fault: OnFault
    reading: list[_Output] = field(default_factory=list)
    """Corpora that are not written yet."""

    def work(self) -> Iterator[tuple[tuple[list[_Output], Shard], list[Record]]]:
        """Yield the shards to parse, with the outputs that their documents belong to."""
        for single, group in groupby(self.missing, key=lambda output: output.target.single):
            if not single:
                for output in group:
                    yield from self._parts(output)
                continue
            by_id = {output.target.name: output for output in group}
            for shard, records in _cut(chain.from_iterable(output.records() for output in by_id.values())):
                yield ([by_id[record.id] for record in records], shard), records

    def _parts(self, output: _Output) -> Iterator[tuple[tuple[list[_Output], Shard], list[Record]]]:
        """Yield the shards of a corpus that have no receipt."""
        if output.state is None:
            shutil.rmtree(output.parts.path, ignore_errors=True)
        self.reading.append(output)
        count = 0
        for shard, records in _cut(output.records()):
            count += 1
            receipt = read_receipt(output.parts, shard.name, output.parts_plan, shard.sha256)
            if receipt is None or fault_of(output.parts, shard.name, receipt) is not None:
                yield ([output], shard), records
            else:
                output.receipts[shard.number] = receipt
                self._report(read_failures(output.parts, shard.name))
        output.shards = count

    def finished(
        self, results: Iterable[tuple[tuple[list[_Output], Shard], ShardPiece]]
    ) -> Iterator[Document | None]:
        """Write results; yield once for each record that is done."""
        for (outputs, shard), piece in results:
            self._report(piece.failures)
            if not outputs[0].target.single:
                (output,) = outputs
                part = f"{shard.name}{_SUFFIX}"
                output.receipts[shard.number] = write_part(
                    output.parts, shard.name, part, output.parts_plan, shard.sha256, piece
                )
            else:
                by_id = {output.target.name: output for output in outputs}
                for document in rows_of(piece.data, _FORM, shard.name):
                    numbers = ShardPiece(b"", 1, len(document.tokens), (), 0.0, piece.memory)
                    by_id[document.id].write([document], numbers)
            for _ in range(piece.rows + len(piece.failures)):
                yield None
            self._finish_corpora()
        self._finish_corpora()

    def _finish_corpora(self) -> None:
        for output in [output for output in self.reading if output.shards == len(output.receipts)]:
            self.reading.remove(output)
            output.finish()

    def _report(self, failures: Iterable[tuple[str, str]]) -> None:
        for _, reason in failures:
            self.on_fault(RelataError(reason))


def _cut(records: Iterable[Record]) -> Iterator[tuple[Shard, list[Record]]]:
    return cut(records, BATCH_CHARACTERS, BATCH_DOCUMENTS)


def _digest(facts: Facts) -> str:
    return fingerprint(json.dumps(facts, sort_keys=True))


def _claim(out: Path, facts: Facts, *, force: bool) -> None:
    """Make a directory that of a run; refuse the directory of a run with another model or other options."""
    run = RunFile(out / FOLDER / _RUN)
    try:
        before = run.read()
    except FormatError:  # a damaged file costs nothing: receipts name the plan as well
        before = None
    if before is not None and not force:
        require_same_run(out, differences(before, facts), "--force replaces them")
    run.write(facts)


def _missing(outputs: Sequence[_Output], on_fault: OnFault, *, force: bool) -> list[_Output]:
    """Return the outputs to make; remove old ones in their places, report the faults of the others."""
    if not force:
        for output in outputs:
            if output.target.finished and not has_receipt(output.books, output.target.name):
                message = "exists, and no run here made it; name another --out, or replace it with --force"
                raise FormatError(message, output.target.path)
    missing = []
    for output in outputs:
        receipt = None if force else output.receipt()
        if receipt is not None and output.target.finished:
            if receipt.sha256 == output.target.digest():
                for _, reason in read_failures(output.books, output.target.name):
                    on_fault(RelataError(reason))
                continue
            message = f"{output.target.path}: not as it was written, damaged or edited; it is made again"
            warnings.warn(RelataWarning(message), stacklevel=2)
        output.target.path.unlink(missing_ok=True)
        missing.append(output)
    return missing
