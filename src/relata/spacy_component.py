"""Component for spaCy pipelines: `nlp.add_pipe("relata")` fills `doc._.relations`; needs the extra [spacy].

spaCy finds it by the entry point `spacy_factories`. Offsets of characters are kept in `doc.user_data`, and
spans are made when they are read. So any tokenisation will do, documents can be stored and merged, and
nothing refers to tokens that no longer exist.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from relata.errors import optional_module
from relata.parsing.loading import load_with
from relata.parsing.options import ParserOptions
from relata.pipeline import SENTENCE_COMPONENTS

KEY = "relata"
"""Key of the relations in `doc.user_data`; their fields are those of a line of JSON Lines."""

DEFAULTS: dict[str, Any] = {
    "model": None,
    "only": [],
    "disable": list(SENTENCE_COMPONENTS),
    "senses": None,
    "min_score": 0.0,
    "conventions": "model",
}
"""Default settings; spaCy pipelines have tags and trees of their own."""

_LANGUAGES = ("en", "zh")


@dataclass(frozen=True, slots=True)
class DocRelation:
    """Discourse relation of a spaCy `Doc`; `fields` are those of a relation in JSON Lines."""

    doc: Any = field(repr=False)
    fields: Mapping[str, Any]

    @property
    def type(self) -> str:
        """Type: Explicit, Implicit, AltLex, EntRel."""
        return str(self.fields["type"])

    @property
    def sense(self) -> str | None:
        """First sense, None if the relation has none."""
        return next(iter(self.fields["senses"]), None)

    @property
    def score(self) -> float | None:
        """Probability that the relation is right as a whole."""
        score: float | None = self.fields.get("score")
        return score

    @property
    def connective(self) -> list[Any]:
        """Spans of the connective, one a piece; empty if there is none."""
        return self._spans("connective")

    @property
    def arg1(self) -> list[Any]:
        """Spans of Arg1, one a piece."""
        return self._spans("arg1")

    @property
    def arg2(self) -> list[Any]:
        """Spans of Arg2, one a piece."""
        return self._spans("arg2")

    def _spans(self, part: str) -> list[Any]:
        """Return the tokens of the document that hold the characters of a part."""
        pieces = self.fields.get(part, {"spans": ()})["spans"]
        return [self.doc.char_span(begin, end, alignment_mode="expand") for begin, end in pieces]


@dataclass(slots=True)
class RelataComponent:
    """Component that finds the relations of documents; each process loads its own parser at first use."""

    model: str | None
    options: ParserOptions
    _parser: Any = field(default=None, init=False, repr=False)
    _process: int = field(default=0, init=False, repr=False)

    def __call__(self, doc: Any) -> Any:
        """Add the relations of a document."""
        return next(self.pipe([doc]))

    def pipe(self, docs: Iterable[Any], *, batch_size: int = 32) -> Iterator[Any]:
        """Add the relations of documents, a batch at a time."""
        from relata.parsing.parser import batched

        for batch in batched(docs, batch_size):
            yield from self._annotated(batch)

    def to_bytes(self, **_: object) -> bytes:
        """Return nothing: the settings are in the configuration of the pipeline."""
        return b""

    def from_bytes(self, _: bytes, **__: object) -> RelataComponent:
        """Return the component, which the configuration of the pipeline made."""
        return self

    def to_disk(self, _: object, **__: object) -> None:
        """Write nothing: the settings are in the configuration of the pipeline."""

    def from_disk(self, _: object, **__: object) -> RelataComponent:
        """Return the component, which the configuration of the pipeline made."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return RelataComponent, (self.model, self.options)

    def _annotated(self, docs: Sequence[Any]) -> Iterator[Any]:
        for doc, document in zip(docs, self._load().pipe([doc.text for doc in docs]), strict=True):
            doc.user_data[KEY] = document.to_dict().get("relations", [])
            yield doc

    def _load(self) -> Any:
        """Return the parser of this process: the threads of a parser do not survive a fork."""
        if self._process != os.getpid():
            self._parser, self._process = load_with(self.model, self.options), os.getpid()
        return self._parser


def create_component(
    nlp: Any,
    name: str,
    model: str | None,
    only: list[str],
    disable: list[str],
    senses: str | None,
    min_score: float,
    conventions: str,
) -> RelataComponent:
    """Make the component of a pipeline; without a model, that of the pipeline's language or of each text."""
    del name
    extension = optional_module("spacy.tokens", extra="spacy").Doc
    if not extension.has_extension("relations"):
        extension.set_extension("relations", getter=relations_of)
    options = ParserOptions(
        only=only, disable=disable, senses=senses, min_score=min_score, conventions=conventions
    )
    return RelataComponent(model or (nlp.lang if nlp.lang in _LANGUAGES else None), options)


def relations_of(doc: Any) -> list[DocRelation]:
    """Return the relations of a document in the order of its text."""
    return [DocRelation(doc, fields) for fields in doc.user_data.get(KEY, ())]


optional_module("spacy.language", extra="spacy").Language.factory(
    "relata", assigns=["doc._.relations"], default_config=DEFAULTS, func=create_component
)
