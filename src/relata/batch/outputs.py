"""Outputs of `relata parse --out`, which a run that was stopped finds again and does not redo.

Each output grows in a hidden journal beside it, a document a line, and takes its form when it is complete. So
an output that is there is complete, and the documents in a journal need not be parsed again. The ledger, a
hidden file beside the outputs, holds the state of the inputs of each output.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from relata.batch.resume import Facts, RunFile, differences, file_digest, fingerprint, require_same_run
from relata.batch.sources import Source, Text, is_hidden
from relata.document import Document
from relata.document.relations import DiscourseRelation
from relata.errors import FormatError, Lenient, OnError
from relata.formats import conll2008, conll2016, jsonl
from relata.formats.files import file_name, fitting_name, replace_text, replacing, synchronize, write_text
from relata.formats.json_lines import read_objects
from relata.view.plain_text import relations_as_text, sentences_as_text

_RUN = ".relata-run.json"
_LEDGER = ".relata-inputs"
"""Hidden files; the ledger has no suffix that would make it JSON Lines among the outputs."""

_DATASET = (
    "raw",
    "conll_format",
    "relations-no-senses.json",
    "relations.json",
    "output.json",
    "parses.json",
)
"""Parts of a CoNLL-2016 data set in the order in which they are put in place; the last completes it."""

_SUFFIXES = {
    "text": ".txt",
    "jsonl": ".jsonl",
    "json": ".json",
    "sentences": ".txt",
    "conll2008": ".conll08",
}
"""Suffixes of outputs that have the name of their input, by format."""


def render(documents: Iterable[Document], format: str) -> Iterator[str]:
    """Render documents as text (relations, or "sentences"), JSON Lines, JSON, or in a task's format."""
    if format == "conll2016":
        yield from conll2016.output_lines(map(_as_system_output, documents))
    elif format == "json":
        separator = "[\n"
        for document in documents:
            yield separator
            yield from jsonl.pieces(document)
            separator = ","
        yield "[]\n" if separator == "[\n" else "]\n"
    else:
        for document in documents:
            if format == "jsonl":
                yield from jsonl.pieces(document)
            elif format == "conll2008":
                yield from conll2008.lines(_as_heads(document))
            else:
                yield relations_as_text(document) if format == "text" else sentences_as_text(document)


def claim(folder: Path, facts: Facts, *, force: bool) -> None:
    """Make a directory that of a run; refuse the directory of a run with another model or other options."""
    run = RunFile(folder / _RUN)
    try:
        before = run.read()
    except FormatError:  # a damaged file costs time, not the run
        before = {}
    changed = differences(before or {}, facts)
    if before is not None and not force:
        require_same_run(folder, changed, "--force replaces them")
    run.write(facts)
    if changed:  # then no output in the directory is one of this run
        (folder / _LEDGER).unlink(missing_ok=True)


class Ledger:
    """States of the inputs of outputs (see `state_of`), faults in these inputs, and digests of outputs.

    The states are written before anything is parsed, once outputs of other inputs are removed. Faults and
    the digest are added before the output appears.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / _LEDGER
        self._states: dict[str, str | None] = {}
        self._faults: dict[str, list[str]] = {}
        self._digests: dict[str, str] = {}
        if self._path.exists():  # a damaged line is skipped, so that its output is made again
            for _, entry in read_objects(self._path, on_error=Lenient()):
                if "fault" in entry:
                    self._faults.setdefault(str(entry.get("output")), []).append(str(entry["fault"]))
                elif "sha256" in entry:
                    self._digests[str(entry.get("output"))] = str(entry["sha256"])
                else:
                    self._states[str(entry.get("output"))] = entry.get("inputs")

    def has(self, output: str, state: str | None) -> bool:
        """Return True if an output was made from inputs in this state."""
        return state is not None and self._states.get(output) == state

    def digest(self, output: str) -> str | None:
        """Return the SHA-256 of an output, if it was written."""
        return self._digests.get(output)

    def faults(self, output: str) -> Sequence[str]:
        """Return the messages about the inputs of an output."""
        return self._faults.get(output, ())

    def begin(self, states: dict[str, str | None]) -> None:
        """Write the states of the inputs of outputs that are about to be made."""
        self._states |= states
        for output in states:
            self._faults.pop(output, None)
            self._digests.pop(output, None)
        replace_text(self._path, self._lines())

    def add_fault(self, output: str, message: str) -> None:
        """Add a fault in the inputs of an output."""
        _append([_line(output, fault=message)], self._path)

    def add_digest(self, output: str, digest: str) -> None:
        """Add the SHA-256 of an output that is about to appear."""
        _append([_line(output, sha256=digest)], self._path)

    def _lines(self) -> Iterator[str]:
        for output, state in self._states.items():
            yield _line(output, inputs=state)
            for message in self.faults(output):
                yield _line(output, fault=message)
            if output in self._digests:
                yield _line(output, sha256=self._digests[output])


def _line(output: str, **facts: str | None) -> str:
    return json.dumps({"output": output, **facts}) + "\n"


def state_of(sources: Iterable[Source], *, without: Path) -> str | None:
    """Return a fingerprint of the names, sizes and times of input files; None for a stream.

    Hidden files of a corpus, and files in the directory `without`, do not count.
    """
    facts: list[str] = []
    for source in sources:
        path = source.path.resolve()
        if not (path.is_file() or path.is_dir()):
            return None
        facts += source.id, source.format
        for file in [path] if path.is_file() else sorted(path.rglob("*")):
            if file != path and (is_hidden(file.relative_to(path)) or file.is_relative_to(without.resolve())):
                continue
            if file.is_file():
                status = file.stat()
                facts += str(file), str(status.st_size), str(status.st_mtime_ns)
    return fingerprint(*facts)


@dataclass(frozen=True, slots=True)
class Target:
    """Output file, or data set, of several documents; of one document if `single`."""

    folder: Path
    name: str
    format: str
    single: bool = False

    @property
    def path(self) -> Path:
        """The file that exists once the output is complete."""
        if self.format in {"conll2016", "dataset"}:
            return self.folder / ("output.json" if self.format == "conll2016" else _DATASET[-1])
        return self.folder / fitting_name(self.name, _SUFFIXES[self.format])

    @property
    def finished(self) -> bool:
        """True if the output is complete."""
        return self.path.exists()

    @property
    def _journal(self) -> Path:
        return self.folder / fitting_name(f".{self.name}", ".part")

    def forget(self) -> None:
        """Remove the files of an earlier run."""
        for path in (self.path, self._journal):
            path.unlink(missing_ok=True)

    def parsed(self) -> set[str]:
        """Return the ids of the documents in the journal; remove a line that a kill cut off."""
        if not self._journal.exists():
            return set()
        lines, newline, _ = self._journal.read_bytes().rpartition(b"\n")
        os.truncate(self._journal, len(lines) + len(newline))
        return {json.loads(line)["id"] for line in lines.split(b"\n") if line}

    def takes(self, item: Text | Document, on_error: OnError) -> bool:
        """Return True if a document fits the output; the documents of a data set become files."""
        try:
            if self.format == "dataset":
                file_name(item.id, self.folder)
                item.text.encode()
        except (FormatError, UnicodeEncodeError) as error:
            message = f"{item.id}: half a surrogate pair, which UTF-8 cannot hold"
            on_error(error if isinstance(error, FormatError) else FormatError(message, self.folder))
            return False
        return True

    def digest(self, folder: Path) -> str:
        """Compute the SHA-256 of the files of the output, which are in a folder."""
        names = _DATASET if self.format == "dataset" else [self.path.name]
        paths = [folder / name for name in names]
        files = [file for path in paths for file in ([path] if path.is_file() else sorted(path.glob("*")))]
        return fingerprint(*map(file_digest, files))

    def add(self, document: Document, ledger: Ledger) -> None:
        """Add a parsed document to the journal; write the output if the document is the only one."""
        if self.single:
            self._render([document], ledger)
        else:
            _append(jsonl.pieces(document, self.path), self._journal)

    def finish(self, ledger: Ledger) -> None:
        """Make the output from the journal, and note its digest before it appears."""
        if not self._journal.exists():  # no input could be read
            return
        if self.format == "jsonl":
            ledger.add_digest(self.name, fingerprint(file_digest(self._journal)))
            synchronize(self._journal)
            self._journal.replace(self.path)
            return
        documents = jsonl.read(self._journal)
        if self.format == "dataset":
            self._write_dataset(documents, ledger)
        else:
            self._render(documents, ledger)
        self._journal.unlink()

    def _render(self, documents: Iterable[Document], ledger: Ledger) -> None:
        with replacing(self.path) as fresh:
            write_text(fresh, render(documents, self.format), self.path)
            ledger.add_digest(self.name, self.digest(fresh.parent))

    def _write_dataset(self, documents: Iterable[Document], ledger: Ledger) -> None:
        """Write a data set into the folder, which may hold other files; scores have no place in it."""
        fresh = self.folder / f".{self.name}.dataset"
        plain = (
            document.with_relations(replace(relation, score=None) for relation in document.relations)
            for document in documents
        )
        conll2016.write(plain, fresh)
        conll2016.write_output(map(_as_system_output, conll2016.read(fresh)), fresh / "output.json")
        ledger.add_digest(self.name, self.digest(fresh))
        for part in _DATASET:
            if (self.folder / part).is_dir():
                shutil.rmtree(self.folder / part)
            (fresh / part).replace(self.folder / part)
        fresh.rmdir()


def _append(parts: Iterable[str], path: Path) -> None:
    """Append text to a file; an error of the system is raised as `FormatError`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8", newline="\n") as file:
            file.writelines(parts)
    except OSError as error:
        raise FormatError(f"cannot be written: {error.strerror}", path) from None


def _as_heads(document: Document) -> Document:
    """Reduce each argument of a predicate to its head, and remove scores and relations, for CoNLL-2008."""
    propositions = (
        replace(
            proposition,
            score=None,
            arguments=tuple(
                replace(argument, span=document.tokens.span([argument.head]))
                for argument in proposition.arguments
                if argument.head is not None
            ),
        )
        for proposition in document.propositions
    )
    return replace(document, relations=(), propositions=tuple(propositions))


def _as_system_output(document: Document) -> Document:
    """Reduce relations to the content of the output of a CoNLL-2016 system."""
    return document.with_relations(
        DiscourseRelation(
            relation.type,
            relation.arg1,
            relation.arg2,
            relation.all_senses[:1],
            relation.connective,
            id=relation.id,
        )
        for relation in document.relations
    )
