"""What `relata parse --out` remembers of the inputs that its outputs were made from.

A file beside the outputs has a line for each. It is replaced before anything is parsed, once outputs that
were made from other inputs are gone. So an output that is there was made from what the file says.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from relata.cli.sources import Source, is_hidden
from relata.errors import Lenient
from relata.formats.files import replacing, write_text
from relata.formats.json_lines import read_objects

LEDGER = ".relata-inputs"
"""The name of the file, without the end that would make it JSON Lines among the outputs."""


class Ledger:
    """The states of inputs (see `state_of`) that the outputs of a directory were made from."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / LEDGER
        self._states = _read(self._path) if self._path.exists() else {}

    def has(self, output: str, state: str | None) -> bool:
        """Whether an output was made from inputs that were in this state."""
        return state is not None and self._states.get(output) == state

    def note(self, states: dict[str, str | None]) -> None:
        """Notes the states from which outputs are going to be made."""
        self._states |= states
        lines = (
            json.dumps({"output": output, "inputs": state}) + "\n" for output, state in self._states.items()
        )
        with replacing(self._path) as fresh:
            write_text(fresh, lines, self._path)


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


def _read(path: Path) -> dict[str, str | None]:
    """The states by output; a damaged line is left out, so that its output is made again."""
    entries = read_objects(path, on_error=Lenient())
    return {str(entry.get("output")): entry.get("inputs") for _, entry in entries}
