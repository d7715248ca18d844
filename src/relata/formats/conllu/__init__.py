"""CoNLL-U: words with morphology and dependencies, sentence by sentence, and their text.

Files are written back byte for byte: comments, multiword tokens and empty nodes are kept unchanged
(`Sentence.comments`, `Sentence.nonwords`), `SpaceAfter` gives the text and the offsets.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from relata.document import COLUMNS, NO_HEAD, Document, Tokens
from relata.errors import FormatError, OnError, strict
from relata.formats.conllu.writing import ESCAPES, NEWDOC, lines, starts_document, write
from relata.formats.files import files_in, read_lines
from relata.segmentation import detect_language

__all__ = ["lines", "read", "write"]

_FIELDS = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
_METADATA = re.compile(r"(?:meta::(?P<name>.*?)|(?P<shared>global\..*?)) = (?P<value>.*)")
_ESCAPE = re.compile(r"\\([strnp\\])")
_ESCAPED = {escape[1]: character for character, escape in ESCAPES.items()}
_NEWPAR = re.compile(r"newpar(?: .*)?")
_NONWORD = re.compile(r"([0-9]+)([-.])([1-9][0-9]{0,8})")
_SPACES_AFTER = re.compile(r"(?:^|\|)SpacesAfter=([^|]*)")

Row = list[str]


def read(path: str | Path, *, on_error: OnError = strict) -> Iterator[Document]:
    """Read the documents of a CoNLL-U file, or of all `.conllu` files of a directory.

    A file without `newdoc` is one document with the name of the file. A document with a fault is skipped
    entirely: without one of its sentences, the token numbers of other files would be wrong.
    """
    for file in files_in(path, ".conllu"):
        try:
            yield from _read_file(file, on_error)
        except FormatError as error:
            on_error(error)


def from_line(line: str) -> str:
    """Return a comment without its "# ", or the line itself if it could not be restored from that."""
    return line[2:] if line.startswith("# ") and not line.startswith("# #") else line


def document_id(comments: Sequence[str]) -> str | None:
    """Return the document id of a `newdoc` comment, or None."""
    return next((match[2] for match in map(NEWDOC.fullmatch, comments) if match), None)


def parse_items(misc: str | None) -> dict[str, str]:
    """Return the `Name=value` items of MISC by name; leave out items without a name.

    >>> parse_items("FORM=York-based|SpaceAfter=No")
    {'FORM': 'York-based', 'SpaceAfter': 'No'}
    """
    pairs = (item.partition("=") for item in (misc or "").split("|"))
    return {name: _unescaped(value) for name, mark, value in pairs if mark}


@dataclass(slots=True)
class _Block:
    """The lines of a sentence; `line` is the number of its first row, `fault` the first decoding error."""

    line: int
    comments: list[str] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)
    fault: FormatError | None = None


def _read_file(path: Path, on_error: OnError) -> Iterator[Document]:
    seen: set[str] = set()
    for number, blocks in enumerate(_by_document(_blocks(path)), start=1):
        comments = blocks[0].comments
        unnamed = f"{path.stem}-{number}" if starts_document(comments) else path.stem
        name = document_id(comments) or unnamed
        try:
            if name in seen:
                raise FormatError(f"a second document {name!r}", path, line=blocks[0].line, field="newdoc")
            seen.add(name)
            document = _document(blocks, name, path)
        except FormatError as error:
            on_error(error)
        else:
            yield document
    if not seen:
        on_error(FormatError("expected sentences, found none", path))


def _blocks(path: Path) -> Iterator[_Block]:
    block = _Block(1)

    def note(error: FormatError) -> None:
        block.fault = block.fault or error

    for number, line in read_lines(path, on_error=note):
        if line.startswith("#") and not block.rows:
            block.comments.append(from_line(line))
            block.line = number + 1
        elif line:
            block.rows.append(line)
        else:
            if block.rows or block.comments or block.fault:
                yield block
            block = _Block(number + 1)
    if block.rows or block.comments or block.fault:
        yield block


def _by_document(blocks: Iterable[_Block]) -> Iterator[list[_Block]]:
    document: list[_Block] = []
    for block in blocks:
        if document and starts_document(block.comments):
            yield document
            document = []
        document.append(block)
    if document:
        yield document


def _document(blocks: Sequence[_Block], name: str, path: Path) -> Document:
    metadata = _take_metadata(blocks[0].comments)
    builder = _DocumentBuilder(path)
    for block in blocks:
        if block.fault:
            raise block.fault
        builder.add(block)
    return builder.document(name, metadata)


def _take_metadata(comments: list[str]) -> dict[str, str]:
    """Move the `meta::` and `global.` lines right under `newdoc` out of the comments."""
    metadata: dict[str, str] = {}
    start = next((n for n, comment in enumerate(comments, start=1) if NEWDOC.fullmatch(comment)), None)
    while start is not None and start < len(comments) and (match := _METADATA.fullmatch(comments[start])):
        key = match["shared"] or match["name"]
        if key in metadata or key.startswith("global.") is not bool(match["shared"]):
            break
        metadata[key] = match["value"]
        del comments[start]
    return metadata


class _DocumentBuilder:
    """Collector of the columns and the text of one document, sentence by sentence."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.text: list[str] = []
        self.length = 0
        self.gap = ""
        self.gap_is_stated = False
        self.begins, self.ends, self.starts = array("i"), array("i"), array("i")
        self.heads = array("i")
        self.forms: list[str] = []
        self.columns: dict[str, list[str]] = {name: [] for name in COLUMNS}
        self.comments: list[tuple[str, ...]] = []
        self.nonwords: list[tuple[str, ...]] = []
        self.paragraphs: list[int] = []

    def add(self, block: _Block) -> None:
        words, nonwords = self._rows(block)
        _, forms, lemmas, upos, tags, feats, heads, deprels, deps, misc = zip(*words, strict=True)
        self._separate(block.comments)
        self.starts.append(len(self.begins))
        self._place(forms, misc, nonwords, block)
        self.heads.extend(self._heads(heads, block))
        self.forms += forms
        values = (lemmas, upos, tags, feats, deprels, deps, misc)
        for column, new in zip(self.columns.values(), values, strict=True):
            column += new
        self.comments.append(tuple(block.comments))
        self.nonwords.append(tuple("\t".join(row) for row in nonwords))

    def document(self, name: str, metadata: dict[str, str]) -> Document:
        masked = sum(not form.strip("_") for form in self.forms)
        if 2 * masked > len(self.forms):
            raise FormatError(f"the text of document {name!r} is masked (_): restore it first", self.path)
        text = "".join(self.text)
        tokens = Tokens(
            text,
            zip(self.begins, self.ends, strict=True),
            sentence_starts=self.starts,
            forms=self.forms,
            heads=self.heads if any(head != NO_HEAD for head in self.heads) else None,
            **{name: _known(column) for name, column in self.columns.items()},
        )
        return Document(
            name,
            detect_language(text),
            tokens,
            paragraphs=self._paragraphs(),
            comments=tuple(self.comments),
            nonwords=tuple(self.nonwords) if any(self.nonwords) else (),
            metadata=metadata,
        )

    def _rows(self, block: _Block) -> tuple[list[Row], list[Row]]:
        """Return the rows of words, and those of multiword tokens and empty nodes; check their ids."""
        words: list[Row] = []
        nonwords: list[Row] = []
        before = (0, 0, 0)
        for line, text in enumerate(block.rows, start=block.line):
            row = text.split("\t")
            if len(row) != len(_FIELDS):
                raise self._fault(f"expected 10 fields between tabs, found {len(row)}", line)
            if "" in row:
                raise self._fault("expected a value, or _ for none", line, _FIELDS[row.index("")])
            if row[0] == str(len(words) + 1):
                words.append(row)
            else:
                position = self._nonword_position(row[0], len(words), line)
                if position <= before:
                    raise self._fault(f"{row[0]} is repeated or out of order", line, "ID")
                before = position
                nonwords.append(row)
        if not words:
            raise self._fault("expected a sentence, found no word", block.line)
        return words, nonwords

    def _nonword_position(self, id: str, words: int, line: int) -> tuple[int, int, int]:
        """Return a sort key for a row that is no word: the words before it, empty nodes first."""
        match = _NONWORD.fullmatch(id)
        if match and match[2] == "." and match[1] == str(words):
            return words, 0, int(match[3])
        if match and match[2] == "-" and match[1] == str(words + 1) and int(match[3]) > words:
            return words, 1, 0
        raise self._fault(f"expected {words + 1}, found {id!r}", line, "ID")

    def _separate(self, comments: Sequence[str]) -> None:
        """Add the white space before a sentence: a blank line before paragraphs, unless MISC states it."""
        if any(map(_NEWPAR.fullmatch, comments)):
            self.paragraphs.append(len(self.begins))
            self.gap = self.gap if self.gap_is_stated else "\n\n"
        if self.text:
            self.text.append(self.gap)
            self.length += len(self.gap)

    def _place(
        self, forms: Sequence[str], misc: Sequence[str], nonwords: Sequence[Row], block: _Block
    ) -> None:
        """Add a sentence to the text, and the offsets of its words."""
        multiword = {int(row[0].partition("-")[0]): row for row in nonwords if "-" in row[0]}
        parts: list[str] = []
        begin, space, note, word = self.length, "", "", 0
        while word < len(forms):
            surface, note, last = forms[word], misc[word], word + 1
            if last in multiword:
                row = multiword[last]
                surface, note, last = row[1], row[9], int(row[0].partition("-")[2])
                if last > len(forms):
                    raise self._fault(f"{row[0]} goes beyond the {len(forms)} words", block.line, "ID")
            begin += len(space)
            end = begin + len(surface)
            if last == word + 1:
                self.begins.append(begin)
                self.ends.append(end)
            else:
                self._share(forms[word:last], surface, begin)
            parts += (space, surface)
            begin = end
            space = _space_after(note) if "Space" in note else " "
            word = last
        self._check_text("".join(parts), block)
        self.text += parts
        self.length, self.gap, self.gap_is_stated = begin, space, "SpacesAfter=" in note

    def _share(self, forms: Sequence[str], surface: str, begin: int) -> None:
        """Divide a multiword token among its words if they spell it; else each word covers all of it."""
        apart = "".join(forms) == surface
        for form in forms:
            size = len(form) if apart else len(surface)
            self.begins.append(begin)
            self.ends.append(begin + size)
            begin += size if apart else 0

    def _check_text(self, built: str, block: _Block) -> None:
        stated = next((comment[7:] for comment in block.comments if comment.startswith("text = ")), None)
        if stated is None or stated == built or stated.split() == built.split():
            return
        raise self._fault(f"the words give {_differing(built, stated)}", block.line, "text")

    def _heads(self, values: Sequence[str], block: _Block) -> Iterator[int]:
        places = {"_": NO_HEAD} | {str(number): number for number in range(len(values) + 1)}
        for number, value in enumerate(values, start=1):
            if value not in places:
                line = next(
                    n for n, row in enumerate(block.rows, block.line) if row.startswith(f"{number}\t")
                )
                raise self._fault(f"expected 0 to {len(values)} or _, found {value!r}", line, "HEAD")
            yield places[value]

    def _paragraphs(self) -> tuple[tuple[int, int], ...]:
        if not self.paragraphs:
            return ()
        starts = sorted({0, *self.paragraphs})
        lasts = [*starts[1:], len(self.begins)]
        return tuple(
            (self.begins[first], self.ends[last - 1]) for first, last in zip(starts, lasts, strict=True)
        )

    def _fault(self, message: str, line: int, field: str | None = None) -> FormatError:
        return FormatError(message, self.path, line=line, field=field)


def _known(column: Sequence[str]) -> list[str | None] | None:
    """Return a column with None for "_", or None if it holds nothing else."""
    return [None if value == "_" else value for value in column] if set(column) != {"_"} else None


def _space_after(misc: str) -> str:
    if "SpaceAfter=No" in misc.split("|"):
        return ""
    stated = _SPACES_AFTER.search(misc)
    return _unescaped(stated[1]) if stated else " "


def _unescaped(value: str) -> str:
    """Restore an escaped value of MISC."""
    return _ESCAPE.sub(lambda match: _ESCAPED[match[1]], value)


def _differing(built: str, stated: str) -> str:
    """Quote a few characters of two texts around their first difference."""
    same = next((n for n, (one, two) in enumerate(zip(built, stated, strict=False)) if one != two), None)
    start = max(0, (min(len(built), len(stated)) if same is None else same) - 10)
    return f"{built[start : start + 30]!r}, the comment {stated[start : start + 30]!r}"
