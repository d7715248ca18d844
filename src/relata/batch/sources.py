"""Inputs of `relata parse`: texts and corpora, named by paths, directories and patterns."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec import Struct

from relata.batch.markup import HTML, JSON, TABLE, markup
from relata.document import Document
from relata.errors import FormatError, OnError, RelataError, RelataWarning
from relata.extraction import KINDS, SUFFIXES, extract
from relata.formats import READABLE, detect, reader
from relata.formats.conll2016.data_sets import GOLD, NO_SENSES, PARSES
from relata.formats.files import inner_suffix, is_there, read_exactly
from relata.formats.json_lines import convert, is_array_file, read_array, read_objects

OnFault = Callable[[RelataError], None]
"""Function that gets the reason why an input or a document is left out."""

TEXT = "text"
FORMATS = (TEXT, *KINDS, *READABLE)
STDIN = "-"

_BY_SUFFIX = {
    ".jsonl": "jsonl",
    ".conllu": "conllu",
    ".conll08": "conll2008",
    ".closed": "conll2008",
    ".GOLD": "conll2008",
    ".conll09": "conll2009",
    ".pdtb": "gdtb",
    ".tok": "disrpt",
    ".rels": "disrpt",
    ".mrg": "ptb",
    **SUFFIXES,
}
"""Formats of single files, by suffix; all others are plain text."""

_INSTEAD = {
    HTML: "; --from html takes the text out of it",
    JSON: '; --from jsonl takes objects with a "text", one a line',
    TABLE: "; put each text into a line of JSON for --from jsonl",
}
"""Options for markup that would be parsed as text, by kind."""

_RELEASED_2009 = "CoNLL2009-ST-*.txt"

_PARTS = (*PARSES, *GOLD, NO_SENSES)
"""Files that mean nothing alone: parts of a directory of CoNLL-2016 data."""

_IN_DIRECTORIES = (".txt", ".jsonl", ".conllu", *SUFFIXES)
"""Suffixes of the files that are parsed in a directory that is no corpus."""


@dataclass(frozen=True, slots=True)
class Text:
    """Text that is not segmented yet; `language` is the one that its source names."""

    id: str
    text: str
    language: str | None = None
    metadata: Mapping[str, str] = field(default_factory=dict, hash=False)


class _TextRecord(Struct):
    text: str
    id: str | int | None = None
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """File or corpus to parse; `id` names the output, `root` is the path that the user named."""

    path: Path
    format: str
    id: str
    root: Path

    @property
    def single(self) -> bool:
        """True for one text, from a file of text or out of a document."""
        return self.format in (TEXT, *KINDS)

    def read(self, on_error: OnError) -> Iterator[Text | Document]:
        """Yield the texts or documents; pass the faults of the others to `on_error`."""
        try:
            if self.format == TEXT:
                text = read_exactly(self.path)
                if (kind := markup(text, self.path.suffix)) is not None:
                    message = f"{self.path}: looks like {kind}, parsed as plain text{_INSTEAD.get(kind, '')}"
                    warnings.warn(RelataWarning(message), stacklevel=2)
                yield Text(self.id, text)
            elif self.format in KINDS:
                extraction = extract(self.path, self.format)
                yield Text(self.id, extraction.text, metadata=extraction.metadata)
            elif self.format == "jsonl" and not self.path.is_dir():
                yield from self._objects(on_error)
            else:
                yield from reader(self.format)(self.path, on_error=on_error)
        except FormatError as error:
            on_error(error)

    def _objects(self, on_error: OnError) -> Iterator[Text | Document]:
        """Yield the texts or documents of JSON objects, which are one a line or in one array."""
        ids: set[str] = set()
        objects = read_array if is_array_file(self.path) else read_objects
        for line, value in objects(self.path, on_error=on_error):
            try:
                item = item_of(value, f"{self.id}-{line}", self.path, line, on_error)
                if item.id in ids:
                    raise FormatError(f"{item.id!r} comes twice", self.path, line=line, field="id")
            except FormatError as error:
                on_error(error)
            else:
                ids.add(item.id)
                yield item


def item_of(
    value: dict[str, Any], id: str, path: str | Path, line: int, on_error: OnError
) -> Text | Document:
    """Return a document of format relata/1, or a text with its id, or this one, and its language."""
    from relata.formats.jsonl.decoding import decode_document

    if "format" in value:
        return decode_document(value, path, line, on_error)
    fields = convert(value, _TextRecord, path, line)
    return Text(id if fields.id is None else str(fields.id), fields.text, fields.language)


def find_sources(
    paths: Iterable[str], source_format: str | None, on_error: OnError, *, without: Path | None = None
) -> Iterator[Source]:
    """Yield the sources that paths name, outside the directory `without`; "-" is standard input."""
    for path in paths:
        if path == STDIN:
            yield Source(Path("/dev/stdin"), source_format or TEXT, "stdin", Path("/dev/stdin"))
            continue
        for match in _matches(path, on_error):
            if _is_readable(match, on_error):
                yield from _sources_at(match, source_format, on_error, without)


def _matches(path: str, on_error: OnError) -> list[Path]:
    """Return the path, or the paths that match it as a pattern."""
    if not path:
        on_error(FormatError("expected the name of a file, a directory or a pattern", "''"))
        return []
    pattern = Path(path)
    if not set("*?[") & set(path) or is_there(pattern):
        return [pattern]
    base = Path(pattern.anchor)
    try:
        matches = sorted(base.glob(str(pattern.relative_to(base))))
    except ValueError as error:
        on_error(FormatError(str(error), path))
        return []
    if not matches:
        on_error(FormatError("no file fits this pattern", path))
    return matches


def _is_readable(path: Path, on_error: OnError) -> bool:
    """Return False, and report it, if there is nothing to read, such as behind a broken link."""
    try:
        path.stat()
    except OSError as error:
        on_error(FormatError(f"cannot be read: {error.strerror}", path))
        return False
    return True


def _is_file(path: Path, on_error: OnError) -> bool:
    """Return True for a file; report all else that a directory may hold: a pipe would wait for ever."""
    if _is_readable(path, on_error) and not path.is_file():
        on_error(FormatError("neither a file nor a directory; name it to read it", path))
        return False
    return path.is_file()


def _sources_at(
    path: Path, source_format: str | None, on_error: OnError, without: Path | None
) -> Iterator[Source]:
    """Yield the file, the corpus, or the files of the directory."""
    if source_format is None and path.name in _PARTS:
        on_error(FormatError("a part of CoNLL-2016 data; expected the name of its directory", path))
        return
    if not path.is_dir():
        yield Source(path, source_format or _format_of(path), path.stem, path)
        return
    corpus_format = source_format or _corpus_format(path)
    if corpus_format == TEXT:
        yield from _files(path, source_format, on_error, without)
    else:
        yield Source(path, corpus_format, path.resolve().name, path)


def _files(
    folder: Path, source_format: str | None, on_error: OnError, without: Path | None
) -> Iterator[Source]:
    """Yield the files of a directory that is no corpus."""
    suffixes = _IN_DIRECTORIES[:1] if source_format == TEXT else _IN_DIRECTORIES
    files = sorted(file for file in walk(folder, on_error, without=without) if file.suffix in suffixes)
    if not files:
        expected = ", ".join(f"*{suffix}" for suffix in suffixes)
        on_error(FormatError(f"expected a corpus, or files to parse: {expected}", folder))
    for file, id in zip(files, _ids([file.relative_to(folder) for file in files]), strict=True):
        if _is_file(file, on_error):
            yield Source(file, source_format or _format_of(file), id, folder)


def walk(
    folder: Path, on_error: OnError, *, without: Path | None = None, above: tuple[Path, ...] = ()
) -> Iterator[Path]:
    """Yield the files below a directory, also behind links, except hidden ones and those below `without`.

    Directories that cannot be read go to `on_error`; `above` are those that led to this one.
    """
    place = folder.resolve()
    if place in above or (above and without is not None and place == without.resolve()):
        return
    try:
        entries = [(entry, entry.is_dir()) for entry in sorted(folder.iterdir())]
    except OSError as error:
        on_error(FormatError(f"cannot be read: {error.strerror}", folder))
        return
    for entry, is_folder in entries:
        if entry.name.startswith("."):
            continue
        if is_folder:
            yield from walk(entry, on_error, without=without, above=(*above, place))
        else:
            yield entry


def _format_of(file: Path) -> str:
    """Return the format of a single file: by its suffix, or by its content if it is `.json`."""
    if file.match(_RELEASED_2009):
        return "conll2009"
    return "jsonl" if is_array_file(file) else _BY_SUFFIX.get(inner_suffix(file), TEXT)


def _ids(files: Sequence[Path]) -> Iterator[str]:
    """Yield distinct ids for files: folders and name without suffix, joined by hyphens.

    Files that would share an id keep their suffixes: `x-a.txt` and `x/a.txt` are `x-a.txt` and `x--a.txt`.
    """
    names = ["-".join(file.with_suffix("").parts) for file in files]
    frequencies = Counter(names)
    taken: set[str] = set()
    for file, name in zip(files, names, strict=True):
        id = name if frequencies[name] == 1 else "--".join(file.parts)
        while id in taken:
            id += "-"
        taken.add(id)
        yield id


def _corpus_format(folder: Path) -> str:
    """Return the format of a directory that is one corpus; TEXT if its files are parsed one by one."""
    with suppress(FormatError):
        format = detect(folder)
        return TEXT if format in {"jsonl", "conllu"} else format
    return TEXT


def is_hidden(path: Path) -> bool:
    """Return True if a part of a path begins with a dot."""
    return any(part.startswith(".") for part in path.parts)
