"""What `relata parse --out` remembers of the inputs that its outputs were made from.

A file beside the outputs has a line for each. It is replaced before anything is parsed, once outputs that
were made from other inputs are gone. So an output that is there was made from what the file says. A line is
added for each fault in an input, before the output is there that lacks what could not be read.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from relata.batch.sources import Source, is_hidden
from relata.errors import FormatError, Lenient
from relata.formats.files import replacing, write_text
from relata.formats.json_lines import read_objects

LEDGER = ".relata-inputs"
"""The name of the file, without the end that would make it JSON Lines among the outputs."""


class Ledger:
    """The states of inputs (see `state_of`) that outputs were made from, and what was wrong with these."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / LEDGER
        self._states: dict[str, str | None] = {}
        self._faults: dict[str, list[str]] = {}
        if self._path.exists():
            self._read()

    def has(self, output: str, state: str | None) -> bool:
        """Whether an output was made from inputs that were in this state."""
        return state is not None and self._states.get(output) == state

    def faults(self, output: str) -> Sequence[str]:
        """What an output lacks, in the words in which it was reported."""
        return self._faults.get(output, ())

    def begin(self, states: dict[str, str | None]) -> None:
        """Notes the states of the inputs from which outputs are going to be made."""
        self._states |= states
        for output in states:
            self._faults.pop(output, None)
        with replacing(self._path) as fresh:
            write_text(fresh, self._lines(), self._path)

    def add_fault(self, output: str, message: str) -> None:
        """Notes what an output is going to lack."""
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(_line(output, fault=message))
        except OSError as error:
            raise FormatError(f"cannot be written: {error.strerror}", self._path) from None

    def _lines(self) -> Iterator[str]:
        for output, state in self._states.items():
            yield _line(output, inputs=state)
            for message in self.faults(output):
                yield _line(output, fault=message)

    def _read(self) -> None:
        """Reads the file; a damaged line is left out, so that its output is made again."""
        for _, entry in read_objects(self._path, on_error=Lenient()):
            output = str(entry.get("output"))
            if "fault" in entry:
                self._faults.setdefault(output, []).append(str(entry["fault"]))
            else:
                self._states[output] = entry.get("inputs")


def _line(output: str, **facts: str | None) -> str:
    return json.dumps({"output": output, **facts}) + "\n"


def state_of(sources: Iterable[Source], *, without: Path) -> str | None:
    """What tells inputs from others and from what they were before: the names, sizes and times of files.

    `without` is a directory that does not count. There is none for a stream, which is never the same.
    """
    state = hashlib.sha256()
    for source in sources:
        if not (source.path.is_file() or source.path.is_dir()):
            return None
        facts = [source.id, source.format]
        for file in _files(source.path.resolve(), without):
            status = file.stat()
            facts += str(file), str(status.st_size), str(status.st_mtime_ns)
        state.update(("\0".join(facts) + "\n").encode(errors="surrogateescape"))
    return state.hexdigest()


def _files(path: Path, without: Path) -> Iterator[Path]:
    """A file itself, or the files of a corpus."""
    if path.is_file():
        yield path
        return
    place = without.resolve()
    for file in sorted(path.rglob("*")):
        hidden = is_hidden(file.relative_to(path)) or file.is_relative_to(place)
        if not hidden and file.is_file():
            yield file
