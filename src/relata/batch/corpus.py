"""Parsing of corpora of any size: shards with receipts, by processes here or in a cluster.

The work on a shard is done at least once, and its results are there exactly once: the failures, the part,
then the receipt with the part's SHA-256, each written in one piece. A run that was stopped goes on with the
shards that lack a receipt, or whose part is not the one of the receipt.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec

from relata.batch.engine import Executor, parse_shards
from relata.batch.parts import SUFFIXES, ShardPiece, TaskParser
from relata.batch.progress import Progress
from relata.batch.receipts import (
    FAILURES,
    RECEIPTS,
    Receipt,
    fault_of,
    read_receipt,
    remove_result,
    write_part,
)
from relata.batch.records import find_inputs
from relata.batch.run import ParsePlan, plan_facts
from relata.batch.shards import CHARACTERS, PLAN, CorpusPlan, Shard
from relata.batch.store import LocalStore, Store, open_store
from relata.batch.workers import apply_to_tasks
from relata.errors import FormatError, Lenient, RelataError

MANIFEST = "manifest.json"
FORMAT = "relata-corpus/1"


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


def parse_corpus(paths: Iterable[str | Path], plan: ParsePlan, settings: CorpusSettings) -> CorpusSummary:
    """Parse the records of files, directories and addresses into a folder of parts.

    >>> from relata.parsing.options import ParserOptions
    >>> plan = ParsePlan("en", ParserOptions(threads=1))
    >>> parse_corpus(["texts/"], plan, CorpusSettings("parsed/")).complete  # doctest: +SKIP
    True
    """
    store = open_store(settings.out)
    index, count = settings.share
    if settings.force and count > 1:
        raise RelataError("--force starts all again, which would remove what other shards of the work did")
    with store.locked(f"{index}-of-{count}" if count > 1 else ""):
        faults = Lenient()
        work = _planned(store, list(map(str, paths)), plan, settings, faults)
        receipts = intact_receipts(store, work)
        missing = {shard.number for shard in work.shards if shard.number not in receipts}
        mine = {number for number in missing if number % count == index - 1}
        if mine:
            store.remove(MANIFEST)
        for number in mine:
            remove_result(store, work.shards[number].name, _part(work, number))
        form = str(work.facts["format"])
        progress = Progress(logs=True)
        results = parse_shards(
            work.read(mine), TaskParser(plan, form), form, _executor(settings), settings.jobs
        )
        finished = _receipts(store, work, results, progress)
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


def _receipts(
    store: Store, plan: CorpusPlan, results: Iterable[tuple[Shard, ShardPiece]], progress: Progress
) -> Iterator[Receipt]:
    """Write the results of shards; yield the receipt of each, and note words, rate and memory."""
    begin, words, memory, digest = time.monotonic(), 0, 0, plan.digest
    for shard, piece in results:
        receipt = write_part(store, shard.name, _part(plan, shard.number), digest, shard.sha256, piece)
        words += receipt.words
        memory = max(memory, receipt.memory_mb)
        rate = words / max(time.monotonic() - begin, 1e-9)
        progress.note = f"{words:,} words, {rate:,.0f} words/s, {memory} MB a process"
        yield receipt


def _part(plan: CorpusPlan, number: int) -> str:
    return plan.shards[number].name + SUFFIXES[str(plan.facts["format"])]


def _number(part: str) -> int:
    return int(part.removeprefix("part-").partition(".")[0])


def read_plan(store: Store) -> CorpusPlan:
    """Read the plan of a folder of parts."""
    data = store.read(PLAN)
    if data is None:
        raise FormatError(f"expected a folder that `relata corpus run` made, found no {PLAN}", str(store))
    return CorpusPlan.decode(data, f"{store}/{PLAN}")


def read_receipts(store: Store, plan: CorpusPlan) -> dict[int, Receipt]:
    """Read the receipts of a plan by the numbers of their shards.

    Those that are damaged, name another part, or do not account for each record do not count.
    """
    digest, there = plan.digest, set(store.names(RECEIPTS))
    receipts = {
        shard.number: read_receipt(store, shard.name, digest, shard.sha256)
        for shard in plan.shards
        if f"{shard.name}.json" in there
    }
    return {
        number: receipt
        for number, receipt in receipts.items()
        if receipt is not None
        and receipt.part == _part(plan, number)
        and receipt.rows + receipt.failures == plan.shards[number].records
    }


def intact_receipts(store: Store, plan: CorpusPlan) -> dict[int, Receipt]:
    """Read the receipts whose parts and failures are there as they were written."""
    receipts = read_receipts(store, plan)
    return {
        number: receipt
        for number, receipt in receipts.items()
        if fault_of(store, plan.shards[number].name, receipt) is None
    }


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
