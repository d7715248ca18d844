"""Inspection of parsed corpora: how far a run is, whether its files are intact, and all parts in one file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from relata.batch.corpus import MANIFEST, manifest, read_plan, read_receipts
from relata.batch.parts import rows_of, schema, table_row
from relata.batch.receipts import FAILURES, RECEIPTS, Receipt, fault_of
from relata.batch.store import Store, open_store
from relata.document import Document
from relata.errors import FormatError, RelataError, optional_module
from relata.formats import jsonl
from relata.formats.compression import PACKED
from relata.formats.files import replacing

_GROUP = 256
"""Documents of a row group in a Parquet file."""


@dataclass(frozen=True, slots=True)
class CorpusStatus:
    """Shards, records, documents, words, failures and seconds of work that a run has done."""

    shards: int
    done: int
    records: int
    documents: int
    words: int
    failures: int
    seconds: float
    complete: bool

    def text(self) -> str:
        """Return the numbers in one line."""
        left = self.seconds / self.done * (self.shards - self.done) if self.done else 0.0
        rest = "" if self.complete or not left else f", about {left / 3600:.1f} hours of one process left"
        return (
            f"{self.done} of {self.shards} shards, {self.documents:,} documents, {self.words:,} words, "
            f"{self.failures:,} failures{rest}"
        )


def corpus_status(place: str | Path) -> CorpusStatus:
    """Count what the receipts of a folder say; the parts themselves are not read."""
    store = open_store(place)
    plan = read_plan(store)
    receipts = read_receipts(store, plan)
    return CorpusStatus(
        len(plan.shards),
        len(receipts),
        sum(plan.shards[number].records for number in receipts),
        sum(receipt.rows for receipt in receipts.values()),
        sum(receipt.words for receipt in receipts.values()),
        sum(receipt.failures for receipt in receipts.values()),
        sum(receipt.seconds for receipt in receipts.values()),
        store.read(MANIFEST) is not None,
    )


def corpus_faults(place: str | Path) -> Iterator[str]:
    """Yield what is wrong with a folder of parts: missing, damaged and foreign files."""
    store = open_store(place)
    plan = read_plan(store)
    receipts = read_receipts(store, plan)
    for shard in plan.shards:
        if shard.number not in receipts:
            yield f"{RECEIPTS}/{shard.name}.json: missing or damaged"
        elif (fault := fault_of(store, shard.name, receipts[shard.number])) is not None:
            yield fault
    yield from _foreign(store, receipts)
    if len(receipts) == len(plan.shards) and store.read(MANIFEST) != manifest(plan, receipts):
        yield f"{MANIFEST}: missing, or not the one of the receipts"


def _foreign(store: Store, receipts: dict[int, Receipt]) -> Iterator[str]:
    parts = {receipt.part for receipt in receipts.values() if receipt.rows}
    failed = {f"{_stem(receipt.part)}.jsonl" for receipt in receipts.values() if receipt.failures}
    for folder, known in (("", parts), (FAILURES, failed)):
        for name in store.names(folder):
            if name.startswith("part-") and name not in known:
                yield f"{folder}/{name}: a part without a receipt".lstrip("/")


def _stem(part: str) -> str:
    return part.partition(".")[0]


def corpus_documents(place: str | Path) -> Iterator[Document]:
    """Yield the documents of a complete run in the order of its inputs; a damaged part is refused."""
    store = open_store(place)
    plan = read_plan(store)
    receipts = read_receipts(store, plan)
    if len(receipts) < len(plan.shards):
        message = f"{len(receipts)} of {len(plan.shards)} shards are done; run `relata corpus run` again"
        raise RelataError(f"{store}: {message}")
    for number, receipt in sorted(receipts.items()):
        if (fault := fault_of(store, plan.shards[number].name, receipt)) is not None:
            raise RelataError(f"{store}: {fault}; run `relata corpus run` again")
        if receipt.rows:
            data = store.read(receipt.part) or b""
            yield from rows_of(data, str(plan.facts["format"]), f"{store}/{receipt.part}")


def merge_corpus(place: str | Path, target: Path) -> int:
    """Write the documents of all parts to one file, .parquet or .jsonl, also packed; return their number."""
    suffixes = "".join(target.suffixes[-2:]) if target.suffix in PACKED else target.suffix
    if suffixes not in {".parquet", ".jsonl", ".jsonl.zst"}:
        raise FormatError("expected a file name that ends in .parquet, .jsonl or .jsonl.zst", target)
    documents = corpus_documents(place)
    with replacing(target) as fresh:
        if suffixes == ".parquet":
            return _merge_parquet(documents, fresh)
        return _merge_lines(documents, fresh)


def _merge_lines(documents: Iterator[Document], target: Path) -> int:
    count = 0
    with target.open("wb") as file:
        packer = None
        if target.suffix == ".zst":
            import zstandard

            packer = zstandard.ZstdCompressor(level=3, write_checksum=True).compressobj()
        for document in documents:
            for piece in jsonl.pieces(document):
                data = piece.encode()
                file.write(packer.compress(data) if packer else data)
            count += 1
        if packer:
            file.write(packer.flush())
    return count


def _merge_parquet(documents: Iterator[Document], target: Path) -> int:
    arrow = optional_module("pyarrow", extra="corpus")
    parquet = optional_module("pyarrow.parquet", extra="corpus")
    count = 0
    rows = []
    with parquet.ParquetWriter(target, schema(), compression="zstd") as writer:
        for document in documents:
            rows.append(table_row(document, jsonl.dumps(document)))
            count += 1
            if len(rows) == _GROUP:
                writer.write_table(arrow.Table.from_pylist(rows, schema=schema()))
                rows = []
        writer.write_table(arrow.Table.from_pylist(rows, schema=schema()))
    return count
