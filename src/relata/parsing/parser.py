"""The parser: segments a text, runs the components over it, and collects the relations they find."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, islice
from typing import Any, TypeVar

from threadpoolctl import ThreadpoolController

from relata.discourse.argument_style import CONLL2016, named_conventions, with_bare_arguments
from relata.discourse.connectives import ConnectiveTagger
from relata.discourse.deduplication import without_doubles
from relata.discourse.explicit.parser import ExplicitParser
from relata.discourse.given_arguments import SenseClassifier, withheld
from relata.discourse.languages import language as profile
from relata.discourse.nonexplicit.parser import NonExplicitParser
from relata.discourse.sense_selection import SenseSelection
from relata.document import Document
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import DataWarning, ModelError, RelataError, UntrainedError
from relata.model.model import Model
from relata.model.package import MANIFEST, ModelPackage, conventions_number
from relata.model.settings import Settings
from relata.model.windows import WindowComponent, read_windows
from relata.parsing.options import ParserOptions
from relata.pipeline import (
    ARGUMENTS,
    COMPONENTS,
    CONNECTIVES,
    DISCOURSE_COMPONENTS,
    SENTENCE_COMPONENTS,
    TOKENS,
    TREES,
    TYPES,
    Component,
    Connective,
    ParseState,
    Pipeline,
)
from relata.roles.labels import RoleLabels
from relata.roles.parser import RoleLabeller
from relata.segmentation import detect_language, foreign_writing, segmenter
from relata.syntax.constituents import ConstituentParser, constituent_labels
from relata.syntax.hyphenation import english
from relata.syntax.labels import SyntaxLabels
from relata.syntax.parser import SyntaxParser, TreeReader
from relata.syntax.splitting import with_split_words, with_word_columns

_Item = TypeVar("_Item")

_DEFAULT_COMPONENTS = {
    None: (*SENTENCE_COMPONENTS, "connectives", "explicit", "implicit"),
    CONNECTIVES: ("explicit",),
    ARGUMENTS: ("senses",),
    TYPES: ("senses",),
}
"""Components that run unless others are named, by the layer that documents bring along."""

_LANGUAGE_NAMES = {"en": "English", "zh": "Chinese"}


class Parser:
    """Finds trees, propositions and discourse relations with one model; `relata.load` makes one.

    A text is segmented first. Tokens and sentences of a document are used as they are, and so are its trees
    and propositions, if it has any.
    """

    def __init__(self, model: Model, options: ParserOptions | None = None) -> None:
        self.package: ModelPackage = model.package
        self.options = options or ParserOptions()
        known = model.package.conventions
        named = named_conventions(self.options.conventions, known)
        model = self._model = model.by(conventions_number(named, known))
        self._profile = profile(model.package.language)
        self._algebra = ThreadpoolController()
        self._selection = SenseSelection(
            model.package.senses, self.options.senses, language=model.package.language
        )
        settings = Settings.of(model.package.manifest["settings"], str(model.package.path / MANIFEST), named)
        self.pipeline = _pipeline(model, self.options, settings, self._selection)
        self._requested = frozenset(self.options.only or self.pipeline.names)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the way to load the same parser in another process."""
        from relata.parsing.loading import load_with

        return load_with, (str(self.package.path.resolve()), self.options)

    def __call__(self, text: str | Document) -> Document:
        """Parse a text or a document."""
        return next(self.pipe([text]))

    def pipe(self, texts: Iterable[str | Document], batch_size: int = 32) -> Iterator[Document]:
        """Parse texts and documents in order, a batch at a time; texts are numbered from 1."""
        for batch in batched(numbered(texts), batch_size):
            yield from self.analyse(
                [self.read(item, id) if isinstance(item, str) else item for id, item in batch]
            )

    def read(self, text: str, id: str, detected: str | None = None) -> Document:
        """Segment a text into paragraphs, sentences and tokens; warn if it looks foreign to the model.

        `detected` is the language of the text, if it was detected before.
        """
        language = self.package.language
        segment = segmenter(language)
        if segment is None:
            raise ModelError(f"{self.package.path}: no segmentation of raw text in {language!r} yet")
        if foreign := _foreign_language(text, language, detected):
            message = f"{foreign}, read as {_LANGUAGE_NAMES[language]}"
            warnings.warn(DataWarning(id, message), stacklevel=2)
        segments = segment(text)
        return Document(id, language, segments.tokens(), paragraphs=segments.paragraphs)

    def analyse(self, documents: Sequence[Document]) -> Iterator[Document]:
        """Parse one batch of documents."""
        for document in documents:
            if document.language != self.package.language:
                raise RelataError(
                    f"{document.id}: the document is in {document.language!r}, "
                    f"the model for {self.package.language!r}"
                )
        splitting = self.options.split and self.package.language == "en"
        parses = [
            ParseState(with_split_words(document, english()) if splitting else document)
            for document in documents
        ]
        for parse in parses:
            if self.options.given == CONNECTIVES:
                parse.connectives += _given_connectives(parse.document)
            elif self.options.given == ARGUMENTS:
                parse.document = withheld(parse.document)
        # The matrices of the heads are small: threads of the algebra library would only wait for each other.
        with self._algebra.limit(limits=1, user_api="blas"):
            self._run(parses)
        for parse in parses:
            if splitting:
                parse.document = with_word_columns(parse.document)
            if self._requested.isdisjoint(DISCOURSE_COMPONENTS):
                yield parse.document
            else:
                yield parse.document.with_relations(self._relations(parse))

    def _run(self, parses: Sequence[ParseState]) -> None:
        """Run the components in order; adjacent window components share one pass of the encoder."""
        components = self.pipeline.components
        for windowed, group in groupby(components, lambda item: isinstance(item, WindowComponent)):
            if windowed:
                read_windows(
                    self._model, [item for item in group if isinstance(item, WindowComponent)], parses
                )
            else:
                for component in group:
                    component(parses)

    def _relations(self, parse: ParseState) -> Iterator[DiscourseRelation]:
        """Collect the relations of the requested layers, in the order of the text."""
        min_score = self.options.min_score
        for relation in self._all_relations(parse):
            if relation.score is None or relation.score >= min_score:
                yield relation

    def _all_relations(self, parse: ParseState) -> list[DiscourseRelation]:
        if "senses" in self._requested:
            return [self._selection.mapped(relation, turn=False) for relation in parse.sensed]
        relations: list[DiscourseRelation] = []
        if "explicit" in self._requested:
            relations += parse.explicit
        elif "connectives" in self._requested:
            relations += map(_bare_connective, parse.connectives)
        if "implicit" in self._requested:
            relations += parse.implicit
        if not (self.options.given or self._profile.doubles):
            relations = without_doubles(relations)
        if CONLL2016 in self.options.conventions.split(","):
            relations = [with_bare_arguments(relation) for relation in relations]
        return [self._selection.mapped(relation) for relation in sorted(relations, key=_position)]


def numbered(texts: Iterable[str | Document]) -> Iterator[tuple[str, str | Document]]:
    """Give texts and documents numbers from 1; raise if one is neither."""
    if isinstance(texts, str | bytes | Document):
        raise TypeError(f"expected a list of texts or documents, got one {type(texts).__name__}")
    for number, item in enumerate(texts, start=1):
        if not isinstance(item, str | Document):
            raise TypeError(f"expected a text (str) or a document, got {type(item).__name__}")
        yield str(number), item


def batched(items: Iterable[_Item], size: int) -> Iterator[list[_Item]]:
    """Split items into batches of at most `size`."""
    if size < 1:
        raise ValueError(f"expected a batch of one text at least, got {size}")
    rest = iter(items)
    while batch := list(islice(rest, size)):
        yield batch


def _foreign_language(text: str, language: str, detected: str | None) -> str | None:
    """Name the language or script that a text seems to be in; None if it seems to be in `language`."""
    if not any(map(str.isalpha, text)):
        return None
    if foreign := foreign_writing(text):
        return foreign
    detected = detected or detect_language(text)
    return None if detected == language else f"{_LANGUAGE_NAMES[detected]} text"


def _pipeline(
    model: Model, options: ParserOptions, settings: Settings, selection: SenseSelection
) -> Pipeline:
    """Select the components that the options ask for, and those that provide what these require."""
    trained = (
        *_sentence_components(model, settings),
        *_discourse_components(model, settings, options, selection),
    )
    names = [component.name for component in trained]
    for name in options.only:
        if name not in names:
            known = ", ".join(name for name in COMPONENTS if name in names)
            raise UntrainedError(f"{model.package.path}: was not trained for {name!r}; it does {known}")
    usable = {TREES, *_DEFAULT_COMPONENTS[options.given], *options.only}
    given = {TOKENS} | {ARGUMENTS if options.given == TYPES else options.given or TOKENS}
    pipeline = Pipeline((component for component in trained if component.name in usable), given)
    left_out = {*options.disable}.difference(options.only)
    pipeline = pipeline.disable(*(name for name in pipeline.names if name in left_out))
    requested = options.only or (name for name in pipeline.names if name != TREES)
    return pipeline.select(*requested)


def _sentence_components(model: Model, settings: Settings) -> Iterator[Component]:
    """Build the components of sentences that the model was trained for."""
    labels = model.package.manifest["labels"]
    if syntax := SyntaxLabels.of(labels):
        yield TreeReader(model, syntax)
        yield SyntaxParser(model)
        if constituents := constituent_labels(labels):
            yield ConstituentParser(model, constituents)
        if roles := RoleLabels.of(labels):
            yield RoleLabeller(model, roles, settings)


def _discourse_components(
    model: Model, settings: Settings, options: ParserOptions, selection: SenseSelection
) -> Iterator[Component]:
    """Build the components of relations, if the model was trained for them."""
    if model.package.senses:
        yield ConnectiveTagger(model, settings)
        yield ExplicitParser(model, settings, selection, given=options.given == CONNECTIVES)
        yield NonExplicitParser(model, settings, selection)
        yield SenseClassifier(model, settings, selection, typed=options.given == TYPES)


def _given_connectives(document: Document) -> Iterator[Connective]:
    """Yield each connective of a document's explicit relations once."""
    spans = (relation.connective for relation in document.relations if relation.explicit)
    return (Connective(span, 1.0) for span in dict.fromkeys(spans) if span)


def _bare_connective(connective: Connective) -> DiscourseRelation:
    """Build a relation that has a connective alone."""
    nothing = replace(connective.span, ranges=())
    return DiscourseRelation(
        RelationType.EXPLICIT, nothing, nothing, connective=connective.span, score=round(connective.score, 4)
    )


def _position(relation: DiscourseRelation) -> tuple[int, int]:
    """Sort key in the order of the text: the first token of the connective or Arg2, then of Arg1."""
    signal = relation.connective or relation.arg2
    return signal.ranges[0][0], relation.arg1.ranges[0][0] if relation.arg1 else 0
