"""Records of large inputs: texts and documents in plain, packed and archived files, here or far away."""

from __future__ import annotations

import io
import re
import tarfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from html.parser import HTMLParser
from pathlib import Path, PurePosixPath
from typing import IO, BinaryIO, cast

from msgspec import Struct

from relata.batch.sources import Text, item_of, walk
from relata.document import Document
from relata.errors import FormatError, Lenient, OnError, optional_module
from relata.formats.compression import PACKED, PACKING_ERRORS, unpacked
from relata.formats.files import BOM, decode
from relata.formats.json_lines import parse_object

_KINDS = {
    ".txt": "text",
    ".md": "text",
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".parquet": "parquet",
    ".tar": "tar",
    ".tgz": "tar",
    ".warc": "warc",
    ".wet": "warc",
}
"""Kinds of input files, by the suffix before that of their compression."""

_PARQUET_ROWS = 256
_MOST_TEXT = 1 << 30
"""Bytes of the largest text; a larger one is refused before it fills the memory."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Record that cannot be read, and the reason."""

    id: str
    reason: str

    @property
    def text(self) -> str:
        """No text."""
        return ""


Record = Text | Document | Fault


class InputFile(Struct, frozen=True):
    """File of records: its path or address, the name of its records, its size and version."""

    path: str
    name: str
    size: int
    version: str
    count: int = 0
    """Number of its records, once they are counted."""

    @property
    def kind(self) -> str:
        """Kind of its content; a file with an unknown suffix is a text."""
        return _KINDS.get(_inner_suffix(self.path), "text")

    def records(self) -> Iterator[Record]:
        """Yield the records in order; what cannot be read is a fault in its place."""
        return with_faults(self.name, lambda on_error: _READERS[self.kind](self, on_error))


def with_faults(name: str, read: Callable[[OnError], Iterator[Record]]) -> Iterator[Record]:
    """Yield records; what cannot be read is a fault in its place, by the name of the input."""
    faults = Lenient()
    try:
        for record in read(faults):
            yield from _taken(faults, name)
            yield record
    except FormatError as error:
        faults(error)
    yield from _taken(faults, name)


def _taken(faults: Lenient, name: str) -> Iterator[Fault]:
    while faults.faults:
        yield Fault(name, str(faults.faults.pop(0)))


def find_inputs(paths: list[str], on_error: OnError, *, without: Path | None) -> list[InputFile]:
    """List the files that paths, patterns and addresses name, in order; directories are searched.

    Files that would share a name have their path or address for one.
    """
    files: dict[str, InputFile] = {}
    for path in (path.removeprefix("file://") for path in paths):
        matches = _far_files(path, on_error) if "://" in path else _near_files(Path(path), on_error, without)
        for file in matches:
            prefix = f"{PurePosixPath(path).name}/" if len(paths) > 1 and file.name != path else ""
            files.setdefault(file.path, InputFile(file.path, prefix + file.name, file.size, file.version))
    names = Counter(file.name for file in files.values())
    return [
        file if names[file.name] == 1 else InputFile(file.path, file.path, file.size, file.version)
        for file in files.values()
    ]


def _near_files(path: Path, on_error: OnError, without: Path | None) -> Iterator[InputFile]:
    if set("*?[") & set(str(path)) and not path.exists():
        base = Path(path.anchor)
        matches = sorted(base.glob(str(path.relative_to(base))))
        if not matches:
            on_error(FormatError("no file fits this pattern", path))
        for match in matches:
            yield from _near_files(match, on_error, without)
        return
    if path.is_dir():
        files = [file for file in walk(path, on_error, without=without) if _inner_suffix(file.name) in _KINDS]
        if not files:
            on_error(FormatError(f"expected files to parse: {', '.join(_KINDS)}", path))
    else:
        files = [path]
    for file in files:
        try:
            status = file.stat()
        except OSError as error:
            on_error(FormatError(f"cannot be read: {error.strerror}", file))
            continue
        if not file.is_file():
            on_error(FormatError("not a file, so that it cannot be read again", file))
            continue
        name = file.relative_to(path).as_posix() if path.is_dir() else file.name
        yield InputFile(str(file), name, status.st_size, str(status.st_mtime_ns))


def _far_files(address: str, on_error: OnError) -> Iterator[InputFile]:
    """Yield files of a remote file system that fsspec knows."""
    system, path = optional_module("fsspec.core", extra="corpus").url_to_fs(address)
    try:
        found = system.glob(path) if set("*?[") & set(path) else system.find(path)
    except OSError as error:
        on_error(FormatError(f"cannot be read: {error}", address))
        return
    if not found:
        on_error(FormatError("no such file", address))
    for file in sorted(found):
        facts = system.info(file)
        if facts["type"] == "file" and (file == path or _inner_suffix(file) in _KINDS):
            name = PurePosixPath(file).name if file == path else file.removeprefix(path).lstrip("/")
            version = facts.get("ETag") or facts.get("mtime") or facts.get("created") or ""
            yield InputFile(system.unstrip_protocol(file), name, int(facts["size"]), str(version))


def _inner_suffix(path: str) -> str:
    name = PurePosixPath(path)
    if name.suffix in PACKED:
        name = name.with_suffix("")
    return name.suffix.lower()


@contextmanager
def _opened(file: InputFile) -> Iterator[BinaryIO]:
    """Open a near or far file, decompressed; failures are `FormatError`."""
    try:
        with ExitStack() as stack:
            packed: BinaryIO
            if "://" in file.path:
                far = stack.enter_context(optional_module("fsspec", extra="corpus").open(file.path, "rb"))
                packed = cast("BinaryIO", io.BufferedReader(far))  # lines of which can be bounded
            else:
                packed = stack.enter_context(Path(file.path).open("rb"))
            yield stack.enter_context(unpacked(packed, PurePosixPath(file.path).suffix))
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror or error}", file.path) from None
    except (*PACKING_ERRORS, tarfile.TarError) as error:
        raise FormatError(f"cannot be unpacked: {error}", file.path) from None


def _texts(file: InputFile, _: OnError) -> Iterator[Record]:
    with _opened(file) as stream:
        yield Text(file.name, _decoded(stream, file.path))


def _decoded(stream: IO[bytes], path: str) -> str:
    data = stream.read(_MOST_TEXT + 1)
    if len(data) > _MOST_TEXT:
        raise FormatError(f"expected at most {_MOST_TEXT >> 20} MB of text in a document", path)
    return decode(data, path)


def _objects(file: InputFile, on_error: OnError) -> Iterator[Record]:
    with _opened(file) as stream:
        yield from _lines(stream, file.name, file.path, on_error)


def _lines(stream: IO[bytes], name: str, path: str, on_error: OnError) -> Iterator[Record]:
    """Yield the records of JSON Lines; memory holds one line, and a longer one than any text is refused."""
    for number, data in enumerate(iter(partial(stream.readline, _MOST_TEXT + 1), b""), start=1):
        if len(data) > _MOST_TEXT:
            raise FormatError(f"expected at most {_MOST_TEXT >> 20} MB in a line", path, line=number)
        try:
            line = decode(data, path, number).removeprefix(BOM if number == 1 else "")
            if line and not line.isspace():
                value = parse_object(line, path, number)
                yield item_of(value, f"{name}:{number}", path, number, on_error)
        except FormatError as error:
            on_error(error)


def _rows(file: InputFile, on_error: OnError) -> Iterator[Record]:
    """Yield the rows of a Parquet file with a column "text", and perhaps "id" and "language"."""
    parquet = optional_module("pyarrow.parquet", extra="corpus")
    errors = optional_module("pyarrow", extra="corpus").ArrowException
    with _opened(file) as stream:
        try:
            table = parquet.ParquetFile(stream)
            columns = [name for name in ("id", "text", "language") if name in table.schema_arrow.names]
            if "text" not in columns:
                raise FormatError("expected a column with the name text", file.path)
            batches = table.iter_batches(_PARQUET_ROWS, columns=columns)
            number = 0
            for batch in batches:
                for row in batch.to_pylist():
                    number += 1
                    fields = {name: value for name, value in row.items() if value is not None}
                    try:
                        yield item_of(fields, f"{file.name}:{number}", file.path, number, on_error)
                    except FormatError as error:
                        on_error(error)
        except errors as error:
            raise FormatError(f"no Parquet that can be read: {error}", file.path) from None


def _members(file: InputFile, on_error: OnError) -> Iterator[Record]:
    """Yield the texts and JSON Lines of an archive; other members, links and devices are left out."""
    with _opened(file) as stream, tarfile.open(fileobj=stream, mode="r|*") as archive:
        for member in archive:
            kind = _KINDS.get(_inner_suffix(member.name))
            content = archive.extractfile(member) if member.isfile() and kind in {"text", "jsonl"} else None
            if content is None:
                continue
            name, path = f"{file.name}/{member.name}", f"{file.path}/{member.name}"
            try:
                inner = unpacked(content, PurePosixPath(member.name).suffix)
                if kind == "jsonl":
                    yield from _lines(inner, name, path, on_error)
                else:
                    yield Text(name, _decoded(inner, path))
            except FormatError as error:
                on_error(error)
            except PACKING_ERRORS as error:
                on_error(FormatError(f"cannot be unpacked: {error}", path))


def _pages(file: InputFile, on_error: OnError) -> Iterator[Record]:
    """Yield the plain texts and pages of a web archive (WARC, WET)."""
    with _opened(file) as stream:
        while head := _headers(stream, file.path):
            length = head.get("content-length", "")
            if not length.isdecimal() or int(length) > _MOST_TEXT:
                raise FormatError(f"Content-Length: expected a number of bytes, got {length!r}", file.path)
            body = stream.read(int(length))
            if len(body) < int(length):
                raise FormatError("the file ends inside a record", file.path)
            id = head.get("warc-record-id", "").strip("<>") or f"{file.name}:{stream.tell()}"
            try:
                text = _text_of(head, body, file.path)
            except FormatError as error:
                on_error(FormatError(error.message, f"{file.path}: {id}"))
                continue
            if text is not None:
                yield Text(id, text)


def _headers(stream: IO[bytes], path: str) -> dict[str, str]:
    """Read the lines "Name: value" up to an empty line, after "WARC/1.0"; none at the end of the file."""
    line = stream.readline(1 << 16)
    while line in {b"\r\n", b"\n"}:
        line = stream.readline(1 << 16)
    if not line:
        return {}
    if not line.startswith(b"WARC/"):
        raise FormatError(f"expected a record that begins with WARC/, found {line[:20]!r}", path)
    return _fields(iter(lambda: stream.readline(1 << 16), b""))


def _fields(lines: Iterator[bytes]) -> dict[str, str]:
    fields = {}
    for line in lines:
        if not line.strip():
            break
        name, _, value = line.decode("utf-8", errors="replace").partition(":")
        fields[name.strip().lower()] = value.strip()
    return fields


def _text_of(head: dict[str, str], body: bytes, path: str) -> str | None:
    """Return the text of a record, None for one without text, such as a request."""
    kind, media = head.get("warc-type"), head.get("content-type", "")
    if kind == "response":
        start = body.find(b"\r\n\r\n")
        fields = _fields(iter(body[:start].splitlines()[1:]))
        media, body = fields.get("content-type", ""), body[start + 4 :]
        if fields.get("content-encoding", "identity") != "identity" or "transfer-encoding" in fields:
            raise FormatError("a page that is packed or in chunks is not supported", path)
    elif kind not in {"conversion", "resource"}:
        return None
    if not media.startswith(("text/plain", "text/html")):
        return None
    charset = re.search(r"charset=[\"']?([\w-]+)", media)
    try:
        text = body.decode(charset[1] if charset else "utf-8")
    except (LookupError, UnicodeDecodeError):
        raise FormatError(f"expected {charset[1] if charset else 'utf-8'}", path) from None
    return _page_text(text) if media.startswith("text/html") else text


class _PageText(HTMLParser):
    """Reader of the text of a page: blocks become paragraphs, scripts and styles are left out."""

    HIDDEN = frozenset({"script", "style", "head", "template", "noscript", "svg"})
    INLINE = frozenset(
        {"a", "abbr", "b", "cite", "code", "em", "font", "i", "img", "kbd", "mark", "q", "s", "small"}
        | {"span", "strong", "sub", "sup", "time", "u", "var", "wbr"}
    )

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, _: list[tuple[str, str | None]]) -> None:
        """Begin a hidden part or a paragraph."""
        self._hidden += tag in self.HIDDEN
        if tag not in self.INLINE:
            self.parts.append("\n\n")

    def handle_endtag(self, tag: str) -> None:
        """End a hidden part or a paragraph."""
        self._hidden -= tag in self.HIDDEN and self._hidden > 0
        if tag not in self.INLINE:
            self.parts.append("\n\n")

    def handle_data(self, data: str) -> None:
        """Take the text of visible parts."""
        if not self._hidden:
            self.parts.append(data.replace("\n", " "))


def _page_text(page: str) -> str:
    reader = _PageText()
    reader.feed(page)
    reader.close()
    paragraphs = (" ".join(part.split()) for part in "".join(reader.parts).split("\n\n"))
    return "\n\n".join(filter(None, paragraphs))


_READERS: dict[str, Callable[[InputFile, OnError], Iterator[Record]]] = {
    "text": _texts,
    "jsonl": _objects,
    "parquet": _rows,
    "tar": _members,
    "warc": _pages,
}
