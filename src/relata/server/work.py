"""Work of the processes behind the service: parsing, scoring and converting, each job on its own."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from relata.batch.markup import HTML, JSON, markup
from relata.batch.outputs import render
from relata.document import Document
from relata.errors import RelataError, RelataWarning
from relata.extraction import extract
from relata.formats import detect, reader, tables, writer
from relata.parsing.options import ParserOptions
from relata.view import render as render_page

if TYPE_CHECKING:
    from relata.model.model import Model
    from relata.parsing.parser import Parser

_INSTEAD = {
    HTML: "; send it as text/html, which takes the text out of it",
    JSON: "; send it as application/json, as an object with a text",
}
"""Media types for markup that would be parsed as text, by kind."""

_MOST_PARSERS = 16
"""Parsers with other options that a worker keeps; they share the models."""


@dataclass(frozen=True, slots=True)
class TextItem:
    """A text to parse, or the content of a document; `language` is the one that the client named.

    `suffix` is that of the document's file, by which its kind goes.
    """

    text: str
    id: str = "text"
    language: str | None = None
    content: bytes | None = None
    suffix: str = ""


@dataclass(frozen=True, slots=True)
class ParseJob:
    """Texts to parse together, and the form of the answer: json, jsonl, csv, tsv or html."""

    texts: tuple[TextItem, ...]
    options: ParserOptions
    form: str = "json"


@dataclass(frozen=True, slots=True)
class ScoreJob:
    """Two files of relations to score as the CoNLL-2016 task does."""

    gold: bytes
    predicted: bytes
    language: str | None = None
    mode: str = "corrected"


@dataclass(frozen=True, slots=True)
class ConvertJob:
    """A file to convert; `name` is the name that it came with, by which its format may be detected."""

    content: bytes
    name: str
    source: str | None
    target: str


Job = ParseJob | ScoreJob | ConvertJob


@dataclass(slots=True)
class Worker:
    """Function of a worker process; loads each model once, at the first job that needs it.

    A document whose text has more than `characters` is refused.
    """

    model: str | None = None
    characters: int | None = None
    _models: dict[Path, Model] = field(default_factory=dict, init=False)
    _parsers: dict[tuple[Path, ParserOptions], Parser] = field(default_factory=dict, init=False)

    def __call__(self, job: Job) -> bytes:
        """Do a job; return the body of the answer."""
        match job:
            case ParseJob():
                return self._parse(job)
            case ScoreJob():
                return _score(job)
            case ConvertJob():
                return _convert(job)

    def _parse(self, job: ParseJob) -> bytes:
        documents = [self._document(item, job.options) for item in job.texts]
        return "".join(rendered(documents, job.form)).encode()

    def _document(self, item: TextItem, options: ParserOptions) -> Document:
        from relata.parsing.loading import find, find_for
        from relata.segmentation import detect_language

        if item.content is None:
            text, metadata = item.text, dict[str, str]()
            if (kind := markup(text, Path(item.id).suffix)) is not None:
                message = f"{item.id}: looks like {kind}, parsed as plain text{_INSTEAD.get(kind, '')}"
                warnings.warn(RelataWarning(message), stacklevel=2)
        else:
            text, metadata = self._extracted(item.content, item.suffix)
        detected = detect_language(text)
        path = find(self.model) if self.model else find_for(item.language or detected)
        parser = self._parser(path, options)
        document = next(parser.analyse([parser.read(text, item.id, detected)]))
        return replace(document, metadata=metadata)

    def _extracted(self, content: bytes, suffix: str) -> tuple[str, dict[str, str]]:
        """Take the text out of a document, whose kind goes by its suffix; refuse one that is too long."""
        with TemporaryDirectory(prefix="relata-") as folder:
            path = Path(folder, "document").with_suffix(suffix)
            path.write_bytes(content)
            extraction = extract(path)
        if self.characters is not None and len(extraction.text) > self.characters:
            raise RelataError(f"{len(extraction.text)} characters, expected at most {self.characters}")
        return extraction.text, dict(extraction.metadata)

    def _parser(self, path: Path, options: ParserOptions) -> Parser:
        """Return the parser of a model with these options; all parsers of a model share it."""
        from relata.model.model import Model
        from relata.parsing.parser import Parser

        if (path, options) not in self._parsers:
            if path not in self._models:
                self._models[path] = Model.load(path, threads=1)
            if len(self._parsers) == _MOST_PARSERS:
                self._parsers.clear()
            self._parsers[path, options] = Parser(self._models[path], options)
        return self._parsers[path, options]


def rendered(documents: Sequence[Document], form: str) -> Iterable[str]:
    """Render documents in the form of an answer."""
    if form in _FORMS:
        return _FORMS[form](documents)
    return render(documents, form)


_FORMS: dict[str, Callable[[Sequence[Document]], Iterable[str]]] = {
    **tables.RENDERERS,
    "html": lambda documents: [render_page(documents)],
}


def _score(job: ScoreJob) -> bytes:
    from relata.scoring.conll2016 import score_files

    with TemporaryDirectory(prefix="relata-") as folder:
        gold, predicted = Path(folder, "relations.json"), Path(folder, "output.json")
        gold.write_bytes(job.gold)
        predicted.write_bytes(job.predicted)
        score = score_files(gold, predicted, mode=job.mode, language=job.language)
    return json.dumps({**score.as_dict(), "warnings": list(score.warnings)}).encode()


def _convert(job: ConvertJob) -> bytes:
    with TemporaryDirectory(prefix="relata-") as folder:
        source = Path(folder, Path(job.name).name or "input")
        source.write_bytes(job.content)
        target = Path(folder, "output")
        writer(job.target)(reader(job.source or detect(source))(source), target)
        if target.is_dir():
            raise RelataError(f"{job.target} makes a directory; the service converts to single files")
        return target.read_bytes()
