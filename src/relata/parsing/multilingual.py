"""Parsing texts of several languages, each with the model of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count, groupby

from relata.document import Document
from relata.errors import RelataError
from relata.parsing.parser import Parser, in_batches
from relata.segmentation import detect_language


class ParserByLanguage:
    """Finds the discourse relations of texts and documents; `relata.load` without a model's name makes one.

    The language of a text is detected, that of a document is known. `choose` gives the parser of a language,
    and is asked once for each; what it raises is raised wherever the language is met.
    """

    def __init__(self, choose: Callable[[str], Parser]) -> None:
        self._choose = choose
        self._parsers: dict[str, Parser | RelataError] = {}

    def __call__(self, text: str | Document) -> Document:
        """A text or document with its relations."""
        return next(self.pipe([text]))

    def pipe(self, texts: Iterable[str | Document], batch_size: int = 32) -> Iterator[Document]:
        """The same for many, so many at a time; texts are numbered from 1."""
        numbers = count(1)
        for batch in in_batches(texts, batch_size):
            documents = [self._document(item, next(numbers)) for item in batch]
            for language, own in groupby(documents, key=lambda document: document.language):
                yield from self.parser(language).pipe(own, batch_size)

    def read(self, text: str, id: str, language: str | None = None) -> Document:
        """A text cut into paragraphs, sentences and words; its language is detected unless it is told."""
        return self.parser(detect_language(text) if language is None else language).read(text, id)

    def parser(self, language: str) -> Parser:
        """The parser of a language."""
        if language not in self._parsers:
            self._parsers[language] = self._chosen(language)
        parser = self._parsers[language]
        if isinstance(parser, RelataError):
            raise parser.with_traceback(None)  # else it would hold all texts that it was raised for
        return parser

    def _chosen(self, language: str) -> Parser | RelataError:
        try:
            return self._choose(language)
        except RelataError as error:
            return error

    def _document(self, item: str | Document, number: int) -> Document:
        return self.read(item, str(number)) if isinstance(item, str) else item
