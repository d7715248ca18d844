"""Corpora in memory: documents read from any format, and their relations as a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, overload

from relata.document import Document
from relata.errors import OnError, optional_module, strict
from relata.formats import detect, reader, tables


class Corpus(Sequence[Document]):
    """Documents in order, by index or by id.

    >>> corpus = read("examples/conll2016")
    >>> len(corpus), corpus.to_records()[0]["sense"]
    (2, 'Contingency.Cause.Reason')
    """

    def __init__(self, documents: Iterable[Document]) -> None:
        self._documents = tuple(documents)
        self._indices = {document.id: index for index, document in enumerate(self._documents)}

    def __len__(self) -> int:
        return len(self._documents)

    def __iter__(self) -> Iterator[Document]:
        return iter(self._documents)

    @overload
    def __getitem__(self, index: int | str) -> Document: ...
    @overload
    def __getitem__(self, index: slice) -> Corpus: ...
    def __getitem__(self, index: int | str | slice) -> Document | Corpus:
        if isinstance(index, slice):
            return Corpus(self._documents[index])
        return self._documents[self._indices[index] if isinstance(index, str) else index]

    def __repr__(self) -> str:
        relations = sum(len(document.relations) for document in self)
        return f"<Corpus: {len(self)} documents, {relations} relations>"

    def to_records(self) -> list[tables.Record]:
        """Return a dictionary for each relation, with the columns of `relata.formats.tables.COLUMNS`."""
        return [record for document in self for record in tables.records(document)]

    def to_pandas(self) -> Any:
        """Return the relations as a pandas data frame."""
        frame = optional_module("pandas", extra="tables").DataFrame
        return frame(self.to_records(), columns=list(tables.COLUMNS))

    def to_polars(self) -> Any:
        """Return the relations as a polars data frame."""
        return optional_module("polars", extra="tables").DataFrame(self.to_records(), schema=tables.COLUMNS)

    def to_parquet(self, path: str | Path) -> None:
        """Write the relations to a Parquet file."""
        tables.write_parquet(self, path)


def read(path: str | Path, format: str | None = None, *, on_error: OnError = strict) -> Corpus:
    """Read all documents of a file or a directory; the format is detected unless it is named."""
    return Corpus(reader(format or detect(path))(path, on_error=on_error))
