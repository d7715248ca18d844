"""Documents of two files each: a raw text, and a pipe file whose offsets point into it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from relata.document import Document, Tokens
from relata.errors import FormatError, OnError
from relata.formats.files import file_name, read_lines, read_text, replacing
from relata.formats.pdtb.dialect import Dialect
from relata.formats.pdtb.reading import RelationReader, edges, parse_rows
from relata.formats.pdtb.spans import parse_spans
from relata.formats.pdtb.writing import rows
from relata.formats.repairs import Repairs
from relata.formats.unsupported import Unsupported
from relata.segmentation import Segments

Segmenter = Callable[[str, Iterable[int]], Segments]
"""Segments a text; words must not run over the given offsets."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """How a corpus fills its files: their dialect, their language, and how raw text is cut into words."""

    dialect: Dialect
    language: str
    segment: Segmenter

    def read(self, pairs: Iterable[tuple[Path, Path]], on_error: OnError) -> Iterator[Document]:
        """The documents of pairs of a pipe file and a raw file."""
        for pipe, raw in pairs:
            try:
                text, lines = read_raw(raw, pipe), list(read_lines(pipe))
            except FormatError as error:
                on_error(error)
            else:
                yield self._document(pipe, text, lines, on_error)

    def write(
        self,
        documents: Iterable[Document],
        path: str | Path,
        places: Callable[[str], tuple[str, str]],
        raw_tokens: Callable[[Document], Tokens],
    ) -> None:
        """Writes documents under a directory; `places` gives the pipe and the raw file of a document id."""
        unsupported = Unsupported(self.dialect.name)
        with replacing(path) as fresh:
            fresh.mkdir()
            for document in documents:
                pipe, raw = (fresh / place for place in places(file_name(document.id, path)))
                if pipe.exists():
                    raise FormatError(f"a second document {document.id!r}", path)
                if document.tokens:
                    self._write_document(document, raw_tokens(document), pipe, raw, unsupported)
                else:
                    unsupported.add("documents without tokens", "in all")
        unsupported.warn(stacklevel=4)

    def _document(self, pipe: Path, text: str, lines: list[tuple[int, str]], on_error: OnError) -> Document:
        found = parse_rows(pipe, lines, self.dialect, len(text), on_error)
        segments = self.segment(text, edges(found))
        tokens = segments.tokens()
        repairs = Repairs(pipe)
        doc_id = pipe.name.removesuffix(".pipe").removesuffix(".pdtb")
        reader = RelationReader(pipe, doc_id, self.dialect, tokens, tokens, repairs)
        relations = tuple(reader.relations(found, on_error))
        repairs.warn()
        return Document(pipe.stem, self.language, tokens, paragraphs=segments.paragraphs, relations=relations)

    def _write_document(
        self, document: Document, tokens: Tokens, pipe: Path, raw: Path, unsupported: Unsupported
    ) -> None:
        lines = list(rows(document, tokens, self.dialect, unsupported))
        self._note_unsupported(document, tokens, lines, unsupported)
        write_text(pipe, "".join(f"{line}\n" for line in lines))
        # a reader takes CRLF as one character: a blank in place of CR keeps the offsets
        write_text(raw, tokens.text.replace("\r\n", " \n"))

    def _note_unsupported(
        self, document: Document, raw: Tokens, lines: list[str], unsupported: Unsupported
    ) -> None:
        """Counts what the two files cannot hold; words and sentences are held if they are found again."""
        note_layers(document, unsupported)
        unsupported.add("language", "documents", document.language != self.language)
        again = self.segment(raw.text, _edges(lines, self.dialect))
        same_words = list(again.offsets) == list(zip(raw.begins, raw.ends, strict=True))
        same_sentences = list(again.sentence_starts) == list(raw.sentence_starts)
        unsupported.add("words and sentences", "documents", not (same_words and same_sentences))
        unsupported.add("text", "documents", raw.text != document.text)
        unsupported.add("CRLF", "documents", "\r\n" in raw.text)
        if raw.text == document.text and document.paragraphs:
            unsupported.add("paragraphs", "documents", again.paragraphs != document.paragraphs)


def read_raw(raw: Path, pipe: Path) -> str:
    """The text that a pipe file is about."""
    if not raw.is_file():
        raise FormatError(f"expected the raw text of {pipe}, found no such file", raw)
    text = read_text(raw)
    words = "".join(text.split())
    if not words:
        raise FormatError("expected a text, found none", raw)
    if "\0" in words:
        raise FormatError("expected a text in UTF-8, found NUL characters as in UTF-16", raw)
    if 2 * words.count("_") > len(words):
        raise FormatError("the text is masked (_): restore it first", raw)
    return text


def write_text(path: Path, text: str) -> None:
    """Writes a text as it is, in a folder that is made for it if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")


def note_layers(document: Document, unsupported: Unsupported) -> None:
    """Counts the layers that raw text and relations cannot hold."""
    tokens = document.tokens
    odd = sum(tokens.form(n) != tokens.text[tokens.begins[n] : tokens.ends[n]] for n in range(len(tokens)))
    unsupported.add("forms other than the text", "tokens", odd)
    unsupported.add("annotation of tokens", "documents", bool(tokens.columns) or tokens.heads is not None)
    unsupported.add("trees", "documents", any(tree is not None for tree in document.trees))
    unsupported.add("propositions", "documents", bool(document.propositions))
    unsupported.add("metadata and comments", "documents", bool(document.metadata) or any(document.comments))


def _edges(lines: Iterable[str], dialect: Dialect) -> Iterator[int]:
    """The offsets where a span of some line begins or ends."""
    for line in lines:
        for name, value in zip(dialect.fields, line.split("|"), strict=True):
            if name.endswith("_spans"):
                for piece in parse_spans(value):
                    yield from piece
