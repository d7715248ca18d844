"""What `relata parse --out` writes: outputs that a killed run finds again and does not redo.

Each output grows in a hidden journal beside it, a document a line, and takes its form when it is complete. So
an output that is there is whole, and what a journal holds need not be parsed again.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, TextIO

from relata.batch.resume import LEDGER
from relata.batch.sources import Text
from relata.cli.render.rendering import bare, rendered, without_scores
from relata.document import Document
from relata.errors import FormatError, OnError
from relata.formats import conll2016, jsonl
from relata.formats.files import file_name, read_lines, read_text, replacing, write_text

_RUN = ".relata-run.json"
_DATASET = (
    "raw",
    "conll_format",
    "relations-no-senses.json",
    "relations.json",
    "output.json",
    "parses.json",
)
"""The parts of a CoNLL-2016 data set in the order in which they are put in place: the last says all are."""


def claim(folder: Path, signature: dict[str, Any], *, force: bool) -> None:
    """Makes a directory that of a run; refused if it is that of one with another model or other options."""
    path = folder / _RUN
    before = _object(path) if path.exists() else {}
    others = [key for key, value in signature.items() if before.get(key) != value]
    if path.exists() and others and not force:
        message = f"holds outputs of another run (with another {', '.join(others)})"
        raise FormatError(f"{message}; --force replaces them", folder)
    with replacing(path) as fresh:
        write_text(fresh, [json.dumps(signature, indent=2) + "\n"], path)
        if others:  # then nothing that is there is an output of this run
            (folder / LEDGER).unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class Target:
    """One output: a file, or a data set, that holds documents; `single` says that it holds one."""

    folder: Path
    name: str
    format: str
    single: bool = False

    @property
    def path(self) -> Path:
        """The file that is there when the output is complete."""
        return self.folder / _FILES[self.format].format(self.name)

    @property
    def finished(self) -> bool:
        """Whether the output is complete."""
        return self.path.exists()

    @property
    def _journal(self) -> Path:
        return self.folder / f".{self.name}.part"

    def forget(self) -> None:
        """Removes what an earlier run left."""
        for path in (self.path, self._journal):
            path.unlink(missing_ok=True)

    def parsed(self) -> set[str]:
        """The ids of the documents in the journal; a line that a kill cut off is taken out."""
        if not self._journal.exists():
            return set()
        data = self._journal.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            self._journal.write_bytes(data[:whole])
        return {json.loads(line)["id"] for _, line in read_lines(self._journal)}

    def takes(self, item: Text | Document, on_error: OnError) -> bool:
        """Whether a document can go into the output; those of a data set become files of their own."""
        if self.format != "dataset":
            return True
        try:
            file_name(item.id, self.folder)
            item.text.encode()
        except FormatError as error:
            on_error(error)
        except UnicodeEncodeError:
            on_error(FormatError(f"{item.id}: half a surrogate pair, which UTF-8 cannot hold", self.folder))
        else:
            return True
        return False

    def journal(self) -> TextIO:
        """The journal, to be added to."""
        with _said(self._journal):
            self.folder.mkdir(parents=True, exist_ok=True)
            return self._journal.open("a", encoding="utf-8", newline="\n")

    def add(self, document: Document, journal: TextIO) -> None:
        """Notes a parsed document."""
        with _said(self._journal):
            journal.writelines(jsonl.pieces(document, self.path))
            journal.flush()

    def put(self, document: Document) -> None:
        """Writes the only document."""
        with replacing(self.path) as fresh:
            write_text(fresh, rendered([document], self.format), self.path)

    def finish(self) -> None:
        """Gives the output its form."""
        if not self._journal.exists():  # nothing could be read, so there is nothing to say
            return
        if self.format == "jsonl":
            self._journal.replace(self.path)
            return
        documents = jsonl.read(self._journal)
        if self.format == "dataset":
            self._put_dataset(documents)
        elif self.format == "conll2016":
            conll2016.write_output(map(bare, documents), self.path)
        else:
            with replacing(self.path) as fresh:
                write_text(fresh, rendered(documents, self.format), self.path)
        self._journal.unlink()

    def _put_dataset(self, documents: Iterable[Document]) -> None:
        """Writes a data set into the folder, which may hold other things."""
        room = self.folder / f".{self.name}.dataset"
        conll2016.write(map(without_scores, documents), room)
        conll2016.write_output(map(bare, conll2016.read(room)), room / "output.json")
        for part in _DATASET:
            target = self.folder / part
            if target.is_dir():
                shutil.rmtree(target)
            (room / part).replace(target)
        room.rmdir()


class Writer:
    """Adds documents to targets, and finishes each when the next begins, the last at the end.

    If the work ends early, the journal of the target under way stays for the next run.
    """

    def __init__(self) -> None:
        self._target: Target | None = None
        self._journal: TextIO | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._close()
        if kind is None and self._target is not None:
            self._target.finish()

    def add(self, target: Target, document: Document) -> None:
        """Adds a document."""
        if target is not self._target:
            self._close()
            if self._target is not None:
                self._target.finish()
            self._target = target
        if target.single:  # a journal would be of no use
            target.put(document)
            return
        if self._journal is None:
            self._journal = target.journal()
        target.add(document, self._journal)

    def _close(self) -> None:
        if self._journal is not None:
            self._journal.close()
            self._journal = None


_FILES = {
    "text": "{}.txt",
    "jsonl": "{}.jsonl",
    "json": "{}.json",
    "sentences": "{}.txt",
    "conll2008": "{}.conll08",
    "conll2016": "output.json",
    "dataset": _DATASET[-1],
}
"""The files that outputs consist of, by format."""


@contextmanager
def _said(path: Path) -> Iterator[None]:
    """What the system refuses to write, in our words."""
    try:
        yield
    except OSError as error:
        raise FormatError(f"cannot be written: {error.strerror}", path) from None


def _object(path: Path) -> dict[str, Any]:
    try:
        value = json.loads(read_text(path))
    except ValueError:
        value = None
    return value if isinstance(value, dict) else {}
