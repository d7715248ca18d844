"""What `relata parse` reads: texts and corpora, found by paths, directories and patterns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import NoneType
from typing import Any

from relata.document import Document
from relata.errors import FormatError, OnError, RelataError
from relata.formats import READABLE, detect, reader
from relata.formats.files import is_there, read_text
from relata.formats.json_lines import is_array_file

OnFault = Callable[[RelataError], None]
"""Function that gets the reason why an input or a document is left out."""

TEXT = "text"
FORMATS = (TEXT, *READABLE)
STDIN = "-"

_BY_SUFFIX = {
    ".jsonl": "jsonl",
    ".conllu": "conllu",
    ".conll08": "conll2008",
    ".pdtb": "gdtb",
    ".tok": "disrpt",
    ".rels": "disrpt",
    ".mrg": "ptb",
}
"""The formats of single files, told by the end of the name; all others are plain text."""

_PARTS = ("parses.json", "relations.json", "relations-no-senses.json")
"""Files that are nothing by themselves: parts of a directory of CoNLL-2016 data."""

_IN_DIRECTORIES = (".txt", ".jsonl", ".conllu")
"""The files that are taken from a directory which is no corpus of its own."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text that has not been cut into words yet; `language` is the one that its source tells."""

    id: str
    text: str
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """A file or a corpus to parse; `id` names what comes of it, `root` is the place that a user named."""

    path: Path
    format: str
    id: str
    root: Path

    def read(self, on_error: OnError) -> Iterator[Text | Document]:
        """Its texts or documents, one by one; a faulty one goes to `on_error`, and the others follow."""
        try:
            if self.format == TEXT:
                yield Text(self.id, read_text(self.path))
            elif self.format == "jsonl" and not self.path.is_dir():
                yield from self._lines(on_error)
            else:
                yield from reader(self.format)(self.path, on_error=on_error)
        except FormatError as error:
            on_error(error)

    def _lines(self, on_error: OnError) -> Iterator[Text | Document]:
        from relata.formats.json_lines import read_array, read_objects

        seen: set[str] = set()
        objects = read_array if is_array_file(self.path) else read_objects
        for number, value in objects(self.path, on_error=on_error):
            try:
                item = self._line(value, number, on_error)
                if item.id in seen:
                    raise FormatError(f"{item.id!r} comes twice", self.path, line=number, field="id")
            except FormatError as error:
                on_error(error)
            else:
                seen.add(item.id)
                yield item

    def _line(self, value: dict[str, Any], number: int, on_error: OnError) -> Text | Document:
        """A document of ours, or an object that has a text and, perhaps, an id and a language."""
        from relata.formats.jsonl.decoding import decode_document

        if "format" in value:
            return decode_document(value, self.path, number, on_error)
        text, id = value.get("text"), value.get("id", f"{self.id}-{number}")
        language = value.get("language")
        if not isinstance(text, str):
            raise FormatError("expected a string", self.path, line=number, field="text")
        if not isinstance(id, (str, int)):
            raise FormatError("expected a string", self.path, line=number, field="id")
        if not isinstance(language, (str, NoneType)):
            raise FormatError("expected a string", self.path, line=number, field="language")
        return Text(str(id), text, language)


def find_sources(
    paths: Iterable[str], source_format: str | None, on_error: OnError, *, without: Path | None = None
) -> Iterator[Source]:
    """The sources that paths name; `without` is a directory not to look into."""
    for path in paths:
        if path == STDIN:
            yield Source(Path("/dev/stdin"), source_format or TEXT, "stdin", Path("/dev/stdin"))
            continue
        for place in _places(path, on_error):
            if not _is_lost(place, on_error):
                yield from _at(place, source_format, on_error, without)


def _places(path: str, on_error: OnError) -> list[Path]:
    """What a path names: one place, or, as a pattern, all that fit it."""
    if not path:
        on_error(FormatError("expected the name of a file, a directory or a pattern", "''"))
        return []
    place = Path(path)
    if not set("*?[") & set(path) or is_there(place):
        return [place]
    base = Path(place.anchor)
    try:
        found = sorted(base.glob(str(place.relative_to(base))))
    except ValueError as error:
        on_error(FormatError(str(error), path))
        return []
    if not found:
        on_error(FormatError("no file fits this pattern", path))
    return found


def _is_lost(place: Path, on_error: OnError) -> bool:
    """Whether there is nothing to read, as behind a link that leads nowhere, which goes to `on_error`."""
    try:
        place.stat()
    except OSError as error:
        on_error(FormatError(f"cannot be read: {error.strerror}", place))
        return True
    return False


def _at(place: Path, source_format: str | None, on_error: OnError, without: Path | None) -> Iterator[Source]:
    """The sources at a place: the file, the corpus, or the files of the directory."""
    if source_format is None and place.name in _PARTS:
        on_error(FormatError("a part of CoNLL-2016 data; expected the name of its directory", place))
    elif not place.is_dir():
        yield Source(place, source_format or _format_of(place), place.stem, place)
    elif source_format not in (None, TEXT):
        yield Source(place, str(source_format), place.resolve().name, place)
    elif source_format is None and (corpus := _corpus(place)):
        yield Source(place, corpus, place.resolve().name, place)
    else:
        yield from _files(place, source_format, on_error, without)


def _files(
    place: Path, source_format: str | None, on_error: OnError, without: Path | None
) -> Iterator[Source]:
    """The files of a directory that is no corpus of its own."""
    suffixes = _IN_DIRECTORIES[:1] if source_format == TEXT else _IN_DIRECTORIES
    files = [
        file
        for file in sorted(place.rglob("*"))
        if file.suffix in suffixes
        and (file.is_file() or not file.exists())
        and not is_hidden(file.relative_to(place))
    ]
    if without is not None and place.resolve() in without.resolve().parents:
        files = [file for file in files if not file.parent.resolve().is_relative_to(without.resolve())]
    if not files:
        expected = ", ".join(f"*{suffix}" for suffix in suffixes)
        on_error(FormatError(f"expected a corpus, or files to parse: {expected}", place))
    for file, id in zip(files, _ids([file.relative_to(place) for file in files]), strict=True):
        if not _is_lost(file, on_error):
            yield Source(file, source_format or _format_of(file), id, place)


def _format_of(file: Path) -> str:
    """Return the format of a single file: by its suffix, or by its content if it is `.json`."""
    return "jsonl" if is_array_file(file) else _BY_SUFFIX.get(file.suffix, TEXT)


def _ids(files: Sequence[Path]) -> Iterator[str]:
    """What the files below a directory are called: by their folders and names, so that they stay apart.

    Where that is not enough, as for `x-a.txt` and `x/a.txt`, it is `x-a.txt` and `x--a.txt`.
    """
    names = ["-".join(file.with_suffix("").parts) for file in files]
    often = Counter(names)
    taken: set[str] = set()
    for file, name in zip(files, names, strict=True):
        id = name if often[name] == 1 else "--".join(file.parts)
        while id in taken:
            id += "-"
        taken.add(id)
        yield id


def _corpus(place: Path) -> str | None:
    """The format of a directory that is one corpus; single files are taken one by one."""
    try:
        found = detect(place)
    except FormatError:
        return None
    return None if found in {"jsonl", "conllu"} else found


def is_hidden(path: Path) -> bool:
    """Whether a path has a part that lists of files leave out."""
    return any(part.startswith(".") for part in path.parts)
