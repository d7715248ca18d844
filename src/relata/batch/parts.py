"""Parts of a parsed corpus: the records of a task become rows of JSON Lines or Parquet, and failures."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from relata.batch.records import Fault, Record
from relata.batch.run import ParsePlan, batches, parse_together
from relata.document import Document
from relata.errors import FormatError, RelataError, optional_module
from relata.formats import jsonl
from relata.formats.compression import unpacked

if TYPE_CHECKING:
    from relata.parsing.loading import AnyParser

SUFFIXES = {"jsonl": ".jsonl.zst", "parquet": ".parquet"}
"""Suffixes of parts, by format."""


@dataclass(frozen=True, slots=True)
class ShardTask:
    """Records of a shard from a first one on; `attempt` counts the processes that died of them."""

    shard: int
    first: int
    records: Sequence[Record]
    attempt: int = 0

    def __str__(self) -> str:
        ids = [self.records[index].id for index in (0, -1)]
        return " ... ".join(ids) if len(self.records) > 1 else ids[0]

    def halves(self) -> list[ShardTask]:
        """Split the task into two."""
        middle = len(self.records) // 2
        return [
            ShardTask(self.shard, self.first, self.records[:middle], self.attempt),
            ShardTask(self.shard, self.first + middle, self.records[middle:], self.attempt),
        ]


@dataclass(frozen=True, slots=True)
class ShardPiece:
    """Results of a task: rows as bytes of a file, failures (id, reason), seconds, megabytes at the peak."""

    data: bytes
    rows: int
    words: int
    failures: Sequence[tuple[str, str]]
    seconds: float = 0.0
    memory: int = 0


@dataclass(slots=True)
class TaskParser:
    """Function of a worker: it parses the records of tasks; a record that fails stops nothing."""

    plan: ParsePlan
    format: str
    parser: AnyParser | None = field(default=None, init=False)

    def __call__(self, task: ShardTask) -> ShardPiece:
        """Parse the records of a task; the parser is loaded for the first one."""
        begin = time.monotonic()
        if self.parser is None:
            self.parser = self.plan.load()
        failures: list[tuple[str, str]] = []
        rows = _Rows(self.format)
        for document in self._documents(task.records, failures):
            try:
                rows.add(document)
            except FormatError as error:
                failures.append((document.id, str(error)))
        data = rows.data()
        return ShardPiece(data, rows.count, rows.words, failures, time.monotonic() - begin, peak_memory())

    def _documents(self, records: Iterable[Record], failures: list[tuple[str, str]]) -> Iterator[Document]:
        readable = []
        for record in records:
            if isinstance(record, Fault):
                failures.append((record.id, record.reason))
            else:
                readable.append((None, record))
        assert self.parser is not None, "it is loaded before"
        for batch in batches(readable):
            items = [item for _, item in batch]
            try:
                outcomes = parse_together(self.parser, items)
            except RelataError:  # of the parser: no text could be parsed
                raise
            except Exception:  # a bug: it costs the documents that meet it
                outcomes = [self._outcome(item) for item in items]
            for item, outcome in zip(items, outcomes, strict=True):
                if isinstance(outcome, Document):
                    yield outcome
                else:
                    failures.append((item.id, str(outcome)))

    def _outcome(self, item: Any) -> Document | RelataError:
        assert self.parser is not None, "it is loaded before"
        try:
            return parse_together(self.parser, [item])[0]
        except RelataError:
            raise
        except Exception as error:
            return RelataError(f"{item.id}: {type(error).__name__}: {error}")


class _Rows:
    """Encoder of documents, which keeps the packed rows only."""

    def __init__(self, format: str) -> None:
        self.count = self.words = 0
        self._format = format
        self._table: list[dict[str, Any]] = []
        self._bytes = io.BytesIO()
        if format == "jsonl":
            import zstandard

            self._packer = zstandard.ZstdCompressor(level=3, write_checksum=True).compressobj()

    def add(self, document: Document) -> None:
        """Add a document."""
        text = "".join(jsonl.pieces(document))  # whole, for a fault in it must not leave half of it
        if self._format == "jsonl":
            self._bytes.write(self._packer.compress(text.encode()))
        else:
            self._table.append(table_row(document, text))
        self.count += 1
        self.words += len(document.tokens)

    def data(self) -> bytes:
        """Return the rows as the bytes of a file; none without rows."""
        if not self.count:
            return b""
        if self._format == "jsonl":
            return self._bytes.getvalue() + self._packer.flush()
        return _parquet([self._table])


def table_row(document: Document, line: str) -> dict[str, Any]:
    """Return the row of a document in a Parquet file, with its line of JSON Lines."""
    relations = [
        {
            "type": str(relation.type),
            "sense": relation.sense,
            "connective": str(relation.connective),
            "arg1": str(relation.arg1),
            "arg2": str(relation.arg2),
            "score": relation.score,
        }
        for relation in document.relations
    ]
    return {
        "id": document.id,
        "language": document.language,
        "text": document.text,
        "words": len(document.tokens),
        "relations": relations,
        "document": line.removesuffix("\n"),
    }


def schema() -> Any:
    """Return the columns of a Parquet file, which has a row for each document."""
    arrow = optional_module("pyarrow", extra="corpus")
    names = ("type", "sense", "connective", "arg1", "arg2")
    relation = arrow.struct([*((name, arrow.string()) for name in names), ("score", arrow.float64())])
    return arrow.schema(
        [
            *((name, arrow.string()) for name in ("id", "language", "text")),
            ("words", arrow.int64()),
            ("relations", arrow.list_(relation)),
            ("document", arrow.string()),
        ]
    )


def _parquet(groups: Iterable[list[dict[str, Any]]]) -> bytes:
    parquet = optional_module("pyarrow.parquet", extra="corpus")
    arrow = optional_module("pyarrow", extra="corpus")
    file = io.BytesIO()
    with parquet.ParquetWriter(file, schema(), compression="zstd") as writer:
        for rows in groups:
            writer.write_table(arrow.Table.from_pylist(rows, schema=schema()))
    return file.getvalue()


def joined(pieces: Sequence[ShardPiece], format: str) -> ShardPiece:
    """Join pieces to one."""
    return ShardPiece(
        _joined_rows([piece.data for piece in pieces if piece.data], format),
        sum(piece.rows for piece in pieces),
        sum(piece.words for piece in pieces),
        [failure for piece in pieces for failure in piece.failures],
        sum(piece.seconds for piece in pieces),
        max(piece.memory for piece in pieces),
    )


def _joined_rows(contents: Sequence[bytes], format: str) -> bytes:
    if format != "parquet" or len(contents) < 2:
        return b"".join(contents)
    parquet = optional_module("pyarrow.parquet", extra="corpus")
    return _parquet(parquet.read_table(io.BytesIO(data)).to_pylist() for data in contents)


def rows_of(data: bytes, format: str, place: str) -> Iterator[Document]:
    """Yield the documents in the bytes of a part."""
    if format == "parquet":
        table = optional_module("pyarrow.parquet", extra="corpus").read_table(io.BytesIO(data))
        lines = iter(table.column("document").to_pylist())
    else:
        lines = (line.decode() for line in unpacked(io.BytesIO(data), ".zst"))
    for number, line in enumerate(lines, start=1):
        yield jsonl.loads(line, place, number)


def peak_memory() -> int:
    """Return the largest memory of this process so far, in megabytes; 0 where the system does not say."""
    try:
        import resource
    except ImportError:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak >> (20 if sys.platform == "darwin" else 10)
