"""Receipts of results: a result counts if its receipt names its digest, its inputs and its plan.

A folder holds results, `failures/` with the records that have none, and `receipts/`. Each file is written in
one piece, and a receipt after what it vouches for.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

import msgspec
from msgspec import Struct

from relata.batch.parts import ShardPiece
from relata.batch.store import Store
from relata.formats.files import fitting_name

RECEIPTS, FAILURES = "receipts", "failures"
Failure = tuple[str, str]
"""Id of a record without a result, and the reason."""


class Receipt(Struct, frozen=True):
    """Facts of a result: digests of its plan, its records and its file, and what it took."""

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
    failures_sha256: str = ""
    """Digest of the file of failures, if there are any."""


def write_part(store: Store, name: str, part: str, plan: str, records: str, piece: ShardPiece) -> Receipt:
    """Write the rows of a shard, if it has any, and their receipt."""
    receipt = Receipt(
        part,
        plan,
        records,
        piece.rows,
        piece.words,
        len(piece.failures),
        len(piece.data),
        hashlib.sha256(piece.data).hexdigest(),
        round(piece.seconds, 3),
        piece.memory,
    )
    if receipt.rows:
        store.write(part, piece.data)
    return write_receipt(store, name, receipt, piece.failures)


def write_receipt(store: Store, name: str, receipt: Receipt, failures: Sequence[Failure]) -> Receipt:
    """Write the receipt of a result, after the failures that it counts; return it with their digest."""
    if failures:
        lines = _failure_lines(failures)
        store.write(_failures(name), lines)
        receipt = msgspec.structs.replace(receipt, failures_sha256=hashlib.sha256(lines).hexdigest())
    else:
        store.remove(_failures(name))
    store.write(_receipt(name), msgspec.json.encode(receipt) + b"\n")
    return receipt


def read_receipt(store: Store, name: str, plan: str, records: str) -> Receipt | None:
    """Read the receipt of a result of these records under this plan; a damaged one does not count."""
    data = store.read(_receipt(name))
    try:
        receipt = None if data is None else msgspec.json.decode(data, type=Receipt)
    except msgspec.DecodeError:
        return None
    if receipt is None or (receipt.plan, receipt.records) != (plan, records):
        return None
    return receipt


def read_failures(store: Store, name: str) -> list[Failure]:
    """Read the failures that belong to a receipt."""
    lines = (store.read(_failures(name)) or b"").splitlines()
    return [(str(failure["id"]), str(failure["reason"])) for failure in map(json.loads, lines)]


def fault_of(store: Store, name: str, receipt: Receipt) -> str | None:
    """Return what is wrong with the files of a receipt, None if nothing is."""
    digest = store.digest(receipt.part)
    if receipt.rows and digest is None:
        return f"{receipt.part}: missing"
    if digest is not None and digest != receipt.sha256:
        return f"{receipt.part}: damaged, its sha256 is not the one in its receipt"
    lines = (store.read(_failures(name)) or b"").count(b"\n")
    if lines != receipt.failures:
        return f"{_failures(name)}: expected {receipt.failures} lines, found {lines}"
    if lines and store.digest(_failures(name)) != receipt.failures_sha256:
        return f"{_failures(name)}: damaged, its sha256 is not the one in its receipt"
    return None


def remove_result(store: Store, name: str, part: str) -> None:
    """Remove a result with its failures and its receipt; the receipt goes first."""
    for file in (_receipt(name), part, _failures(name)):
        store.remove(file)


def has_receipt(store: Store, name: str) -> bool:
    """Return True if a result has a receipt, of whatever plan."""
    return store.read(_receipt(name)) is not None


def _receipt(name: str) -> str:
    return str(PurePosixPath(RECEIPTS) / fitting_name(name, ".json"))


def _failures(name: str) -> str:
    return str(PurePosixPath(FAILURES) / fitting_name(name, ".jsonl"))


def _failure_lines(failures: Iterable[Failure]) -> bytes:
    return "".join(json.dumps({"id": id, "reason": reason}) + "\n" for id, reason in failures).encode()
