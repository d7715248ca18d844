"""Parsing texts of several languages, each with the model of its language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any

from relata.document import Document
from relata.parsing.parser import Parser, batched, numbered
from relata.segmentation import detect_language


class MultilingualParser:
    """Finds the discourse relations of texts in several languages; `relata.load()` makes one.

    The language of a text is detected, that of a document is known. `load` gives the parser of a language.
    """

    def __init__(self, load: Callable[[str], Parser]) -> None:
        self._load = load
        self._parsers: dict[str, Parser] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return MultilingualParser, (self._load,)

    def __call__(self, text: str | Document) -> Document:
        """Parse a text or a document."""
        return next(self.pipe([text]))

    def pipe(self, texts: Iterable[str | Document], batch_size: int = 32) -> Iterator[Document]:
        """Parse texts and documents in order, a batch at a time; texts are numbered from 1."""
        for batch in batched(numbered(texts), batch_size):
            documents = [self.read(item, id) if isinstance(item, str) else item for id, item in batch]
            for language, group in groupby(documents, key=lambda document: document.language):
                yield from self.parser(language).analyse(list(group))

    def read(self, text: str, id: str, language: str | None = None) -> Document:
        """Segment a text into paragraphs, sentences and tokens; detect its language unless it is known."""
        detected = detect_language(text)
        return self.parser(language or detected).read(text, id, detected)

    def parser(self, language: str) -> Parser:
        """Load the parser of a language, once."""
        if language not in self._parsers:
            self._parsers[language] = self._load(language)
        return self._parsers[language]
