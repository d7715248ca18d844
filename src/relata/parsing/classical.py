"""Parsing with a saved system of the shared task, in the way of the parser of a model."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from relata.baselines.explicit import connective_of
from relata.baselines.saved import SavedSystem
from relata.discourse.argument_style import CONLL2016, named_conventions, with_bare_arguments
from relata.discourse.given_arguments import withheld
from relata.discourse.sense_selection import SenseSelection
from relata.document import Document
from relata.document.relations import DiscourseRelation
from relata.errors import ModelError, PipelineError, RelataError, UntrainedError
from relata.parsing.options import ParserOptions
from relata.parsing.parser import Parser, batched, numbered
from relata.pipeline import ARGUMENTS, CONNECTIVES, DISCOURSE_COMPONENTS, ROLES, SYNTAX, TYPES
from relata.segmentation import segmenter
from relata.syntax.hyphenation import english
from relata.syntax.splitting import with_split_words, with_word_columns


class SavedParser(ABC):
    """Parser of a saved system: reads texts, and passes documents to the system."""

    def __init__(self, path: Path, options: ParserOptions, syntax: Parser | None = None) -> None:
        self.package = SavedSystem.peek(path)
        self.options = options
        named_conventions(options.conventions, ())
        self._syntax = syntax

    @abstractmethod
    def _parsed(self, document: Document) -> Document:
        """Parse a document in the language of the system."""

    def __call__(self, text: str | Document) -> Document:
        """Parse a text or a document."""
        return next(self.pipe([text]))

    def pipe(self, texts: Iterable[str | Document], batch_size: int = 32) -> Iterator[Document]:
        """Parse texts and documents in order; texts are numbered from 1."""
        for batch in batched(numbered(texts), batch_size):
            yield from self.analyse(
                [self.read(item, id) if isinstance(item, str) else item for id, item in batch]
            )

    def read(self, text: str, id: str, detected: str | None = None) -> Document:
        """Segment a text into paragraphs, sentences and tokens."""
        if self._syntax:
            return self._syntax.read(text, id, detected)
        language = self.package.record.language
        segment = segmenter(language)
        if segment is None:
            raise ModelError(f"{self.package.path}: no segmentation of raw text in {language!r} yet")
        segments = segment(text)
        return Document(id, language, segments.tokens(), paragraphs=segments.paragraphs)

    def analyse(self, documents: Sequence[Document]) -> Iterator[Document]:
        """Parse one batch of documents."""
        language = self.package.record.language
        for document in documents:
            if document.language != language:
                raise RelataError(
                    f"{document.id}: the document is in {document.language!r}, the system for {language!r}"
                )
        yield from map(self._parsed, with_syntax(documents, self._syntax))


class SystemParser(SavedParser):
    """Finds discourse relations with a saved system; trees come with the documents.

    `syntax` adds dependencies to documents without trees, for a system that was trained on these.
    """

    def __init__(self, path: Path, options: ParserOptions, syntax: Parser | None = None) -> None:
        super().__init__(path, options, syntax)
        chosen = {*options.only, *options.disable}.intersection(DISCOURSE_COMPONENTS)
        if chosen or options.min_score or options.split:
            raise PipelineError(
                f"{path}: a saved system runs all of its stages: it takes no --only, --min-score and --split"
            )
        record = self.package.record
        self._parser = self.package.load_relations()
        self._selection = SenseSelection(record.senses, options.senses, language=record.language)

    def _parsed(self, document: Document) -> Document:
        relations = self._relations(document)
        if CONLL2016 in self.options.conventions.split(","):
            relations = map(with_bare_arguments, relations)
        turn = self.options.given not in (ARGUMENTS, TYPES)
        return document.with_relations(self._selection.mapped(relation, turn=turn) for relation in relations)

    def _relations(self, document: Document) -> Iterable[DiscourseRelation]:
        if self.options.given == ARGUMENTS:
            return self._parser.senses(withheld(document)).relations
        if self.options.given == TYPES:
            return self._parser.senses(document).relations
        if self.options.given == CONNECTIVES:
            connectives = dict.fromkeys(filter(None, map(connective_of, document.relations)))
            return self._parser(document, list(connectives)).relations
        return self._parser(document).relations


class SentenceParser(SavedParser):
    """Finds trees, predicates and roles with a saved system of CoNLL-2008."""

    def __init__(self, path: Path, options: ParserOptions) -> None:
        super().__init__(path, options)
        wanted = {*(options.only or (SYNTAX, ROLES))}.difference(options.disable)
        if options.given or options.senses or not wanted or not wanted <= {SYNTAX, ROLES}:
            raise PipelineError(
                f"{path}: the system finds trees and roles, no relations: --only roles, --only syntax, or "
                "--format conll2008"
            )
        self._parser = self.package.load_sentences()
        self._with_roles = ROLES in wanted
        if ROLES in options.only and not self._parser.has_roles:
            raise UntrainedError(f"{path}: was not trained for {ROLES!r}; it does {SYNTAX}")

    def _parsed(self, document: Document) -> Document:
        if not self.options.split:
            return self._parser(document, roles=self._with_roles)
        parsed = self._parser(with_split_words(document, english()), roles=self._with_roles)
        return with_word_columns(parsed)


def with_syntax(documents: Iterable[Document], syntax: Parser | None) -> Iterator[Document]:
    """Add a model's tags and dependencies to the documents without trees; relations stay."""
    for document in documents:
        bare = not any(document.trees) and document.tokens.heads is None
        yield syntax(document) if syntax and bare else document
