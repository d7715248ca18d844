"""Outputs of `relata parse`: forms in which documents are printed and written."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from relata.batch.resume import file_digest, fingerprint
from relata.batch.sources import Source, Text, is_hidden
from relata.document import Document
from relata.document.relations import DiscourseRelation
from relata.errors import FormatError, OnError, RelataError
from relata.formats import conll2008, conll2016, jsonl, ptb
from relata.formats.files import file_name, fitting_name, replacing, write_text
from relata.view.plain_text import relations_as_text, sentences_as_text

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
    "ptb": ".mrg",
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
            elif format == "ptb":
                yield from ptb.lines(document)
            else:
                yield relations_as_text(document) if format == "text" else sentences_as_text(document)


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

    def digest(self, folder: Path | None = None) -> str:
        """Compute the SHA-256 of the files of the output, which may still be in another folder."""
        names = _DATASET if self.format == "dataset" else [self.path.name]
        paths = [(folder or self.folder) / name for name in names]
        files = [file for path in paths for file in ([path] if path.is_file() else sorted(path.glob("*")))]
        return fingerprint(*map(file_digest, files))

    def write(self, documents: Iterable[Document], vouch: Callable[[str], None]) -> None:
        """Write the output; its digest goes to `vouch` just before it appears."""
        if self.format == "dataset":
            self._write_dataset(documents, vouch)
            return
        with replacing(self.path) as fresh:
            write_text(fresh, render(documents, self.format), self.path)
            vouch(self.digest(fresh.parent))

    def _write_dataset(self, documents: Iterable[Document], vouch: Callable[[str], None]) -> None:
        """Write a data set into the folder, which may hold other files; scores have no place in it."""
        fresh = self.folder / f".{self.name}.dataset"
        plain = (
            document.with_relations(replace(relation, score=None) for relation in document.relations)
            for document in documents
        )
        conll2016.write(plain, fresh)
        conll2016.write_output(map(_as_system_output, conll2016.read(fresh)), fresh / "output.json")
        vouch(self.digest(fresh))
        for part in _DATASET:
            if (self.folder / part).is_dir():
                shutil.rmtree(self.folder / part)
            (fresh / part).replace(self.folder / part)
        fresh.rmdir()


def outputs_of(sources: Sequence[Source], format: str, out: Path) -> Iterator[tuple[Target, list[Source]]]:
    """Yield the outputs with their inputs; refuse outputs that would replace each other or an input."""
    if any(out.resolve() == source.root.resolve() for source in sources):
        raise RelataError(f"--out: {out} is the directory of an input; expected another one")
    by_id: dict[str, Source] = {}
    for source in sources:
        if (other := by_id.setdefault(source.id, source)) is not source:
            raise RelataError(
                f"{other.path} and {source.path} are both called {source.id!r}; name a directory above them"
            )
    if format == "conll2016":
        corpora = [source for source in sources if source.format == "conll2016"]
        if corpora and len(sources) > 1:
            raise RelataError("--format conll2016 --out takes one CoNLL-2016 directory at a time")
        yield Target(out, "output", "conll2016" if corpora else "dataset"), list(sources)
        return
    for source in sources:
        target = Target(out, source.id, format, single=source.single)
        if target.path.resolve() == source.path.resolve():
            raise RelataError(f"{source.path} would be replaced by its output; expected another --out")
        yield target, [source]


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
