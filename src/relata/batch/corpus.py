"""Parsing of corpora of any size: shards with receipts, by processes here or in a cluster.

The work on a shard is done at least once, and its results are there exactly once: the failures, the part,
then the receipt with the part's SHA-256, each written in one piece. A run that was stopped goes on with the
shards that lack a receipt, or whose part is not the one of the receipt.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec
from msgspec import Struct

from relata.batch.parts import SUFFIXES, ShardPiece, ShardTask, TaskParser, failure_lines, joined
from relata.batch.progress import Progress
from relata.batch.records import find_inputs
from relata.batch.run import ParsePlan, plan_facts
from relata.batch.shards import CHARACTERS, PLAN, CorpusPlan, Shard
from relata.batch.store import LocalStore, Store, open_store
from relata.batch.workers import WorkerDeathError, apply_to_tasks
from relata.errors import FormatError, Lenient, RelataError

MANIFEST = "manifest.json"
RECEIPTS, FAILURES = "receipts", "failures"
FORMAT = "relata-corpus/1"
_ATTEMPTS = 2
"""Processes that may die of a task before it is split, or its only record is given up."""
_DEATHS = 40
"""Processes that may die before any task is done: then the fault is not in a document."""


class Receipt(Struct, frozen=True):
    """Facts of a finished shard: digests of its plan, its records and its part, and what it took."""

    part: str
    plan: str
    records: str
    rows: int
    words: int
    failures: int
    bytes: int
    sha256: str
    seconds: float
    memory_mb: int


@dataclass(frozen=True, slots=True)
class CorpusSettings:
    """Folder, executor and form of a run; `share` (i, n) is part i of n of the work, from 1."""

    out: str
    jobs: int = 0
    share: tuple[int, int] = (1, 1)
    executor: str = "local"
    address: str | None = None
    format: str = "jsonl"
    characters: int = CHARACTERS
    force: bool = False


@dataclass(frozen=True, slots=True)
class CorpusSummary:
    """Numbers of a run: shards done now and found done, shards in all, rows and failures of all receipts."""

    done: int
    skipped: int
    shards: int
    rows: int
    failures: int
    complete: bool
    input_faults: Sequence[FormatError] = ()


Executor = Callable[
    [TaskParser, Callable[[], ShardTask | None], int],
    Iterator[tuple[ShardTask, ShardPiece | WorkerDeathError]],
]
"""Function like `relata.batch.workers.apply_to_tasks`."""


def parse_corpus(paths: Iterable[str | Path], plan: ParsePlan, settings: CorpusSettings) -> CorpusSummary:
    """Parse the records of files, directories and addresses into a folder of parts.

    >>> from relata.parsing.options import ParserOptions
    >>> plan = ParsePlan("en", ParserOptions(threads=1))
    >>> parse_corpus(["texts/"], plan, CorpusSettings("parsed/")).complete  # doctest: +SKIP
    True
    """
    store = open_store(settings.out)
    index, count = settings.share
    with store.locked(f"{index}-of-{count}" if count > 1 else ""):
        faults = Lenient()
        work = _planned(store, list(map(str, paths)), plan, settings, faults)
        receipts = intact_receipts(store, work)
        missing = {shard.number for shard in work.shards if shard.number not in receipts}
        mine = {number for number in missing if number % count == index - 1}
        if mine:
            for name in (MANIFEST, *(name for number in mine for name in _files(work, number))):
                store.remove(name)
        run = _CorpusRun(store, work, mine)
        function = TaskParser(plan, str(work.facts["format"]))
        executor = _executor(settings)
        progress = Progress(logs=True)
        outcomes = executor(function, run.take, settings.jobs)
        finished = run.receipts(outcomes, progress)
        share = [shard for shard in work.shards if shard.number % count == index - 1]
        for receipt in progress.follow(finished, "shards", total=len(share), done=len(share) - len(mine)):
            receipts[_number(receipt.part)] = receipt
        if count > 1:  # others may have finished in the meantime
            receipts = read_receipts(store, work)
        complete = len(receipts) == len(work.shards)
        if complete:
            store.write(MANIFEST, manifest(work, receipts))
        return CorpusSummary(
            done=len(mine),
            skipped=len(share) - len(mine),
            shards=len(work.shards),
            rows=sum(receipt.rows for receipt in receipts.values()),
            failures=sum(receipt.failures for receipt in receipts.values()),
            complete=complete,
            input_faults=faults.faults,
        )


def _planned(
    store: Store, paths: list[str], plan: ParsePlan, settings: CorpusSettings, faults: Lenient
) -> CorpusPlan:
    """Return the plan of the folder, if it is the same, or make it; `force` removes another one."""
    if settings.format not in SUFFIXES:
        raise RelataError(f"format: expected one of {', '.join(SUFFIXES)}, got {settings.format!r}")
    facts = {**plan_facts(plan, settings.format), "characters": settings.characters}
    out = store.path if isinstance(store, LocalStore) else None
    files = find_inputs(paths, faults, without=out)
    data = store.read(PLAN)
    if data is None and (names := store.names()):
        data = store.read(PLAN)  # perhaps another share has just begun
        if data is None:
            raise FormatError(f"holds {names[0]!r}, which is of no run; name another --out", str(store))
    if data is not None and not settings.force:
        before = CorpusPlan.decode(data, f"{store}/{PLAN}")
        before.require_same(files, facts, str(store))
        return before
    if not files:
        raise faults.faults[0] if faults.faults else RelataError("name files or directories to parse")
    made = CorpusPlan.make(files, facts, settings.characters)
    for folder in ("", RECEIPTS, FAILURES) if data is not None else ():
        for name in store.names(folder):
            if name.startswith("part-") or name == MANIFEST:
                store.remove(f"{folder}/{name}".lstrip("/"))
    store.write(PLAN, made.encode())
    return made


def _executor(settings: CorpusSettings) -> Executor:
    if settings.executor == "local":
        return lambda function, take, jobs: apply_to_tasks(function, take, jobs or os.cpu_count() or 1)
    if settings.executor != "ray":
        raise RelataError(f"executor: expected local or ray, got {settings.executor!r}")
    from relata.batch.cluster import apply_on_cluster

    return partial(apply_on_cluster, address=settings.address)


class _CorpusRun:
    """Work on shards: tasks to give out, and pieces of shards that are not complete."""

    def __init__(self, store: Store, plan: CorpusPlan, numbers: set[int]) -> None:
        self._store = store
        self._plan = plan
        self._digest = plan.digest
        self._shards = plan.read(numbers)
        self._again: deque[ShardTask] = deque()
        self._pieces: dict[int, dict[int, ShardPiece]] = defaultdict(dict)
        self._waiting: dict[int, int] = {}
        """Tasks of a shard that have no piece yet."""
        self._deaths = 0

    def take(self) -> ShardTask | None:
        """Give the next task: parts of one that failed come first."""
        if self._again:
            return self._again.popleft()
        for shard, records in self._shards:
            self._waiting[shard.number] = 1
            return ShardTask(shard.number, 0, records)
        return None

    def receipts(
        self, outcomes: Iterable[tuple[ShardTask, ShardPiece | WorkerDeathError]], progress: Progress
    ) -> Iterator[Receipt]:
        """Take the outcomes of tasks; yield the receipt of each shard that is complete."""
        begin, words, memory, done = time.monotonic(), 0, 0, False
        for task, outcome in outcomes:
            if isinstance(outcome, WorkerDeathError):
                self._deaths += 1
                if not done and self._deaths == _DEATHS:
                    raise outcome
                piece = self._after_death(task, outcome)
                if piece is None:
                    continue
            else:
                piece, done = outcome, True
            self._pieces[task.shard][task.first] = piece
            self._waiting[task.shard] -= 1
            if not self._waiting[task.shard]:
                receipt = self._finish(self._plan.shards[task.shard])
                words += receipt.words
                memory = max(memory, receipt.memory_mb)
                rate = words / max(time.monotonic() - begin, 1e-9)
                progress.note = f"{words:,} words, {rate:,.0f} words/s, {memory} MB a process"
                yield receipt

    def _after_death(self, task: ShardTask, death: WorkerDeathError) -> ShardPiece | None:
        """Try a task again, then split it; the record that is left is a failure."""
        attempt = task.attempt + 1
        again = ShardTask(task.shard, task.first, task.records, attempt)
        if attempt < _ATTEMPTS:
            self._again.append(again)
        elif len(task.records) > 1:
            self._again += again.halves()
            self._waiting[task.shard] += 1
        else:
            return ShardPiece(b"", 0, 0, [(task.records[0].id, str(death))])
        return None

    def _finish(self, shard: Shard) -> Receipt:
        """Write the failures, the part and the receipt of a shard."""
        pieces = [piece for _, piece in sorted(self._pieces.pop(shard.number).items())]
        data = joined(pieces, str(self._plan.facts["format"]))
        failures = [failure for piece in pieces for failure in piece.failures]
        part, failed, receipt_name = _files(self._plan, shard.number)
        receipt = Receipt(
            part,
            self._digest,
            shard.sha256,
            sum(piece.rows for piece in pieces),
            sum(piece.words for piece in pieces),
            len(failures),
            len(data),
            hashlib.sha256(data).hexdigest(),
            round(sum(piece.seconds for piece in pieces), 3),
            max(piece.memory for piece in pieces),
        )
        if failures:
            self._store.write(failed, failure_lines(failures))
        if receipt.rows:
            self._store.write(part, data)
        self._store.write(receipt_name, msgspec.json.encode(receipt) + b"\n")
        return receipt


def _files(plan: CorpusPlan, number: int) -> tuple[str, str, str]:
    """Return the names of the part, the failures and the receipt of a shard."""
    name = plan.shards[number].name
    suffix = SUFFIXES[str(plan.facts["format"])]
    return f"{name}{suffix}", f"{FAILURES}/{name}.jsonl", f"{RECEIPTS}/{name}.json"


def _number(part: str) -> int:
    return int(part.removeprefix("part-").partition(".")[0])


def read_plan(store: Store) -> CorpusPlan:
    """Read the plan of a folder of parts."""
    data = store.read(PLAN)
    if data is None:
        raise FormatError(f"expected a folder that `relata corpus run` made, found no {PLAN}", str(store))
    return CorpusPlan.decode(data, f"{store}/{PLAN}")


def read_receipts(store: Store, plan: CorpusPlan) -> dict[int, Receipt]:
    """Read the receipts of a plan by the numbers of their shards; damaged ones do not count."""
    receipts: dict[int, Receipt] = {}
    digest, there = plan.digest, set(store.names(RECEIPTS))
    for shard in plan.shards:
        name = f"{shard.name}.json"
        data = store.read(f"{RECEIPTS}/{name}") if name in there else None
        try:
            receipt = None if data is None else msgspec.json.decode(data, type=Receipt)
        except msgspec.DecodeError:
            continue
        if receipt is not None and (receipt.plan, receipt.records) == (digest, shard.sha256):
            receipts[shard.number] = receipt
    return receipts


def intact_receipts(store: Store, plan: CorpusPlan) -> dict[int, Receipt]:
    """Read the receipts whose parts and failures are there as they were written."""
    receipts = read_receipts(store, plan)
    return {
        number: receipt
        for number, receipt in receipts.items()
        if fault_of(store, plan, number, receipt) is None
    }


def fault_of(store: Store, plan: CorpusPlan, number: int, receipt: Receipt) -> str | None:
    """Return what is wrong with the files of a receipt, None if nothing is."""
    part, failed, _ = _files(plan, number)
    digest = store.digest(part)
    if receipt.rows and digest is None:
        return f"{part}: missing"
    if digest is not None and digest != receipt.sha256:
        return f"{part}: damaged, its sha256 is not the one in its receipt"
    lines = (store.read(failed) or b"").count(b"\n")
    if lines != receipt.failures:
        return f"{failed}: expected {receipt.failures} lines, found {lines}"
    return None


def manifest(plan: CorpusPlan, receipts: Mapping[int, Receipt]) -> bytes:
    """Return the manifest of a complete run: its facts, sums, and parts with their digests."""
    rows = [receipts[shard.number] for shard in plan.shards]
    value = {
        "format": FORMAT,
        "plan": plan.digest,
        "facts": plan.facts,
        "inputs": len(plan.inputs),
        "records": sum(shard.records for shard in plan.shards),
        "documents": sum(receipt.rows for receipt in rows),
        "failures": sum(receipt.failures for receipt in rows),
        "words": sum(receipt.words for receipt in rows),
        "seconds": round(sum(receipt.seconds for receipt in rows), 3),
        "parts": [
            {"name": each.part, "documents": each.rows, "bytes": each.bytes, "sha256": each.sha256}
            for each in rows
            if each.rows
        ],
    }
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"
