"""Plans of large runs: a deterministic list of shards, by which a stopped run goes on."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from relata.batch.records import InputFile, Record
from relata.batch.resume import differences, fingerprint
from relata.errors import FormatError, RelataError

PLAN = "plan.json"
FORMAT = "relata-plan/1"
CHARACTERS = 500_000
"""Characters of a shard: about half a minute of work, which is the most that a kill can lose."""
_RECORDS = 1000


class Shard(Struct, frozen=True):
    """Records that one task parses: number of the shard and of its first record, sizes, and digest."""

    number: int
    first: int
    records: int
    characters: int
    sha256: str

    @property
    def name(self) -> str:
        """Name of its results, without suffix."""
        return f"part-{self.number:05d}"


class CorpusPlan(Struct, frozen=True):
    """Input files, the facts that results depend on, and the shards."""

    format: str
    facts: dict[str, Any]
    inputs: list[InputFile]
    shards: list[Shard]

    @classmethod
    def make(cls, files: Iterable[InputFile], facts: dict[str, Any], characters: int) -> CorpusPlan:
        """Cut the records of files, which are all read, into shards of about so many characters."""
        inputs: list[InputFile] = []

        def records() -> Iterator[Record]:
            for file in files:
                count = 0
                for record in file.records():
                    yield record
                    count += 1
                inputs.append(msgspec.structs.replace(file, count=count))

        shards = [shard for shard, _ in cut(records(), characters)]
        return cls(FORMAT, facts, inputs, shards)

    @classmethod
    def decode(cls, data: bytes, place: str) -> CorpusPlan:
        """Read a plan; refuse what is none."""
        try:
            plan = msgspec.json.decode(data, type=cls)
        except msgspec.DecodeError as error:
            raise FormatError(f"no plan of a run: {error}", place) from None
        if plan.format != FORMAT:
            raise FormatError(f"format: expected {FORMAT!r}, got {plan.format!r}", place)
        return plan

    def encode(self) -> bytes:
        """Write the plan as indented JSON."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"

    @property
    def digest(self) -> str:
        """SHA-256 of the plan."""
        return hashlib.sha256(self.encode()).hexdigest()

    def require_same(self, files: Iterable[InputFile], facts: dict[str, Any], place: str) -> None:
        """Refuse to go on with other facts or with inputs that changed."""
        changed = differences(self.facts, facts)
        planned = {file.path: msgspec.structs.replace(file, count=0) for file in self.inputs}
        given = {file.path: file for file in files}
        paths = [path for path in (*planned, *given) if planned.get(path) != given.get(path)]
        if paths:
            changed.append(f"input {paths[0]}")
        if changed:
            advice = "name another --out, or start again with --force"
            raise RelataError(f"{place}: holds a run with another plan ({', '.join(changed)}); {advice}")

    def read(self, numbers: Collection[int]) -> Iterator[tuple[Shard, list[Record]]]:
        """Yield these shards, in order, with their records; files without any of them are not opened."""
        wanted = iter([shard for shard in self.shards if shard.number in numbers])
        shard = next(wanted, None)
        records: list[Record] = []
        begin = 0
        for file in self.inputs:
            end = begin + file.count
            if shard is None:
                return
            if shard.first < end:
                for index, record in enumerate(file.records(), start=begin):
                    if index >= shard.first:
                        records.append(record)
                    if len(records) == shard.records:
                        yield shard, _checked(shard, records)
                        records = []
                        if (shard := next(wanted, None)) is None:
                            return
            begin = end
        if shard is not None:
            _checked(shard, records)


def cut(
    records: Iterable[Record], characters: int, most: int = _RECORDS
) -> Iterator[tuple[Shard, list[Record]]]:
    """Yield records in shards of about so many characters and of at most so many records.

    >>> from relata.batch.sources import Text
    >>> [len(texts) for _, texts in cut([Text("a", "x"), Text("b", "xx"), Text("c", "x")], 3)]
    [2, 1]
    """
    number = first = size = 0
    gathered: list[Record] = []
    for record in records:
        if gathered and (len(gathered) == most or size + len(record.text) > characters):
            yield Shard(number, first, len(gathered), size, _digest(gathered)), gathered
            number, first = number + 1, first + len(gathered)
            gathered, size = [], 0
        gathered.append(record)
        size += len(record.text)
    if gathered:
        yield Shard(number, first, len(gathered), size, _digest(gathered)), gathered


def _digest(records: Iterable[Record]) -> str:
    return hashlib.sha256(b"".join(map(_record_digest, records))).hexdigest()


def _record_digest(record: Record) -> bytes:
    return fingerprint(type(record).__name__, record.id, record.text).encode()


def _checked(shard: Shard, records: list[Record]) -> list[Record]:
    """Return the records of a shard; refuse those that are not the planned ones."""
    if _digest(records) != shard.sha256:
        last = records[-1].id if records else "the end of the inputs"
        raise RelataError(f"{shard.name}: the inputs changed since the run was planned, near {last}")
    return records
