"""The parser: text or a document in, the same with its sentences analysed and its relations out."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count, groupby, islice
from typing import TypeVar

from threadpoolctl import ThreadpoolController

from relata.discourse.argument_style import AUTO, CONVENTIONS, as_in_shared_task, with_bare_arguments
from relata.discourse.connectives import ConnectiveTagger
from relata.discourse.deduplication import without_doubles
from relata.discourse.explicit.parser import ExplicitParser
from relata.discourse.given_arguments import SenseClassifier
from relata.discourse.languages import language as profile
from relata.discourse.nonexplicit.parser import NonExplicitParser
from relata.discourse.sense_selection import SenseChoice
from relata.document import Document
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import DataWarning, ModelError, PipelineError, RelataError, UntrainedError
from relata.model.model import Model
from relata.model.package import MANIFEST, ModelPackage
from relata.model.settings import Settings
from relata.model.windows import WindowComponent, read_windows
from relata.pipeline.components import Component, Pipeline
from relata.pipeline.state import (
    ARGUMENTS,
    COMPONENTS,
    CONNECTIVES,
    DISCOURSE_COMPONENTS,
    GIVEN,
    SENTENCE_COMPONENTS,
    TOKENS,
    TREES,
    Connective,
    ParseState,
)
from relata.roles.labels import RoleLabels
from relata.roles.parser import RoleLabeller
from relata.segmentation import detect_language, foreign_writing, segmenter
from relata.syntax.labels import SyntaxLabels
from relata.syntax.parser import SyntaxParser, TreeReader

Text = TypeVar("Text", bound=str | Document)

_CALLED_FOR = {
    None: (TREES, *SENTENCE_COMPONENTS, "connectives", "explicit", "implicit"),
    CONNECTIVES: (TREES, "explicit"),
    ARGUMENTS: (TREES, "senses"),
}
"""The components that run, by what is given, if none is asked for by name; trees, if another needs them."""

_FINDS = {CONNECTIVES: ("connectives",), ARGUMENTS: ("connectives", "explicit", "implicit")}
"""The components that find, by what is given, what is there already."""

_NAMES = {"en": "English", "zh": "Chinese"}
"""What warnings call the languages that raw text can be read in."""


class Parser:
    """Finds trees, propositions and discourse relations of texts and documents; `relata.load` makes one.

    A text is cut into words and sentences first; the words and sentences of a document are used as they are,
    and so are its trees and propositions if it has any. With `greedy`, words inside a sentence get their best
    heads and roles by themselves: a decoder to compare with. `conventions` say what belongs to an argument
    (`relata.discourse.argument_style`).
    """

    def __init__(
        self,
        model: Model,
        *,
        only: Collection[str] = (),
        disable: Collection[str] = (),
        given: str | None = None,
        senses: str | None = None,
        min_score: float = 0.0,
        greedy: bool = False,
        conventions: str = AUTO,
    ) -> None:
        self.package: ModelPackage = model.package
        self._model = model
        self._given = given
        self._min_score = min_score
        self._conventions = conventions
        self._algebra = ThreadpoolController()
        if conventions not in CONVENTIONS:
            raise PipelineError(f"no conventions {conventions!r}; there is {', '.join(CONVENTIONS)}")
        for name in (*only, *disable):
            if name not in COMPONENTS:
                raise PipelineError(f"no component {name!r}; there is {', '.join(COMPONENTS)}")
        pipeline = _pipeline(model, only, given, senses, greedy)
        # What a model was not trained for, or what is given, need not be disabled.
        idle = set(COMPONENTS) - set(pipeline.names)
        pipeline = pipeline.disable(*(name for name in disable if name not in idle))
        self._wanted = frozenset(only or pipeline.names) - {TREES}
        self.pipeline = pipeline.select(*self._wanted)

    def __call__(self, text: str | Document) -> Document:
        """A text or document with its relations."""
        return next(self.pipe([text]))

    def pipe(self, texts: Iterable[str | Document], batch_size: int = 32) -> Iterator[Document]:
        """The same for many, so many at a time; texts are numbered from 1."""
        numbers = count(1)
        for batch in in_batches(texts, batch_size):
            documents = (self._document(item, str(next(numbers))) for item in batch)
            yield from self._analysed([ParseState(document) for document in documents])

    def read(self, text: str, id: str) -> Document:
        """A text cut into paragraphs, sentences and words."""
        language = self.package.language
        segment = segmenter(language)
        if segment is None:
            raise ModelError(f"{self.package.path}: no segmentation of raw text in {language!r} yet")
        if other := _other_than(language, text):
            warnings.warn(DataWarning(id, f"{other}, read as {_NAMES[language]}"), stacklevel=2)
        segments = segment(text)
        return Document(id, language, segments.tokens(), paragraphs=segments.paragraphs)

    def _document(self, item: str | Document, id: str) -> Document:
        if isinstance(item, str):
            return self.read(item, id)
        if item.language != self.package.language:
            languages = f"the document is in {item.language!r}, the model for {self.package.language!r}"
            raise RelataError(f"{item.id}: {languages}")
        return item

    def _analysed(self, parses: Sequence[ParseState]) -> Iterator[Document]:
        if self._given == CONNECTIVES:
            for parse in parses:
                parse.connectives += _given_connectives(parse.document)
        # The matrices of the heads are small: threads of the algebra library would only wait for each other.
        with self._algebra.limit(limits=1, user_api="blas"):
            self._run(parses)
        for parse in parses:
            kept = (relation for relation in self._found(parse) if self._passes(relation))
            related = self._wanted & set(DISCOURSE_COMPONENTS)
            yield parse.document.with_relations(kept) if related else parse.document

    def _run(self, parses: Sequence[ParseState]) -> None:
        """Runs the components; those that read windows, beside each other, in one pass of the encoder."""
        for windows, own in groupby(self.pipeline.components, lambda each: isinstance(each, WindowComponent)):
            if windows:
                together = [each for each in own if isinstance(each, WindowComponent)]
                read_windows(self._model, together, parses)
            else:
                for component in own:
                    component(parses)

    def _found(self, parse: ParseState) -> list[DiscourseRelation]:
        if "senses" in self._wanted:
            return parse.sensed
        found: list[DiscourseRelation] = []
        if "explicit" in self._wanted:
            found += parse.explicit
        elif "connectives" in self._wanted:
            found += map(_bare, parse.connectives)
        if "implicit" in self._wanted:
            found += parse.implicit
        if not (self._given or profile(self.package.language).doubles):
            found = without_doubles(found)
        if as_in_shared_task(parse.document.id, self._conventions):
            found = [with_bare_arguments(relation) for relation in found]
        return sorted(found, key=_place)

    def _passes(self, relation: DiscourseRelation) -> bool:
        return relation.score is None or relation.score >= self._min_score


def _other_than(language: str, text: str) -> str | None:
    """What a text looks like if not like one in a language; None if it does, or has no letters."""
    if not any(map(str.isalpha, text)):
        return None
    looks = detect_language(text)
    return foreign_writing(text) or (None if looks == language else f"{_NAMES[looks]} text")


def in_batches(texts: Iterable[Text], size: int) -> Iterator[list[Text]]:
    """Texts, so many at a time."""
    if size < 1:
        raise ValueError(f"expected a batch of one text at least, got {size}")
    if isinstance(texts, str | bytes | Document):
        raise TypeError(f"expected a list of texts or documents, got one {type(texts).__name__}")
    items = map(_checked, texts)
    while batch := list(islice(items, size)):
        yield batch


def _checked(item: Text) -> Text:
    if not isinstance(item, str | Document):
        raise TypeError(f"expected a text (str) or a document, got {type(item).__name__}")
    return item


def _pipeline(
    model: Model, only: Collection[str], given: str | None, senses: str | None, greedy: bool
) -> Pipeline:
    """The components that what is given calls for, and those that are asked for by name."""
    if given not in _CALLED_FOR:
        raise PipelineError(f"no layer {given!r} that documents can give; there is {', '.join(GIVEN)}")
    for name in only:
        if given and name in _FINDS[given]:
            raise PipelineError(f"component {name!r} finds what is given: {given}")
    settings = Settings.of(model.package.manifest["settings"], str(model.package.path / MANIFEST))
    components = (*_of_sentences(model, settings, greedy), *_of_discourse(model, settings, given, senses))
    names = {component.name for component in components}
    for name in only:
        if name in COMPONENTS and name not in names:
            does = ", ".join(each for each in COMPONENTS if each in names)
            raise UntrainedError(f"{model.package.path}: was not trained for {name!r}; it does {does}")
    chosen = (each for each in components if each.name in {*_CALLED_FOR[given], *only})
    return Pipeline(chosen, {TOKENS} if given is None else {TOKENS, given})


def _of_sentences(model: Model, settings: Settings, greedy: bool) -> Iterator[Component]:
    """The components for what is inside sentences, as far as the model was trained for it."""
    labels = model.package.manifest["labels"]
    if syntax := SyntaxLabels.of(labels):
        yield TreeReader(model, syntax, greedy=greedy)
        yield SyntaxParser(model)
        if roles := RoleLabels.of(labels):
            yield RoleLabeller(model, roles, settings, greedy=greedy)


def _of_discourse(
    model: Model, settings: Settings, given: str | None, senses: str | None
) -> Iterator[Component]:
    """The components for relations, if the model was trained for them."""
    package = model.package
    if package.senses:
        choice = SenseChoice(package.senses, senses, language=package.language)
        yield ConnectiveTagger(model, settings)
        yield ExplicitParser(model, settings, choice, given=given == CONNECTIVES)
        yield NonExplicitParser(model, settings, choice)
        yield SenseClassifier(model, settings, choice)


def _given_connectives(document: Document) -> Iterator[Connective]:
    """The connectives of a document's explicit relations, each once."""
    spans = (relation.connective for relation in document.relations if relation.explicit)
    return (Connective(span, 1.0) for span in dict.fromkeys(spans) if span)


def _bare(connective: Connective) -> DiscourseRelation:
    """A connective as a relation of which nothing else is known."""
    nothing = replace(connective.span, ranges=())
    return DiscourseRelation(
        RelationType.EXPLICIT, nothing, nothing, connective=connective.span, score=round(connective.score, 4)
    )


def _place(relation: DiscourseRelation) -> tuple[int, int]:
    """Where a relation stands in the order of a document: where its signal or its second argument begins."""
    signal = relation.connective or relation.arg2
    return signal.ranges[0][0], relation.arg1.ranges[0][0] if relation.arg1 else 0
