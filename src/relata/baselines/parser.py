"""The classical parser: stages of a preset, trained on documents with trees and relations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Self

from threadpoolctl import threadpool_limits

from relata.baselines.explicit import (
    ClassicalConnectiveFinder,
    ClassicalExplicitParser,
    SentenceConventions,
    connective_of,
)
from relata.baselines.features import ParsedDocument, Words
from relata.baselines.learners import State
from relata.baselines.nonexplicit import BetweenSentences, InsideSentence, PairSenses, type_of
from relata.baselines.presets import Preset
from relata.baselines.resources import Lexicons
from relata.baselines.stages import Stage
from relata.document import Document
from relata.document.relations import DiscourseRelation
from relata.errors import ProtocolError
from relata.senses import ENTREL

Follow = Callable[[Iterable[Any], str], Iterator[Any]]
"""Function that yields items and shows their number under a label."""
_Component = (
    ClassicalConnectiveFinder | ClassicalExplicitParser | PairSenses | BetweenSentences | InsideSentence
)


class ClassicalParser:
    """Pipeline of connectives, arguments, senses, and relations without connective."""

    def __init__(
        self, preset: Preset, lexicons: Lexicons | None = None, conventions: SentenceConventions | None = None
    ) -> None:
        self.preset = preset
        self.lexicons = lexicons or Lexicons()
        self._conventions = conventions or SentenceConventions()
        self._connectives = ClassicalConnectiveFinder(preset.connectives)
        self._explicit = ClassicalExplicitParser(preset, self._conventions)
        self._senses = PairSenses(preset.nonexplicit)
        self._between = BetweenSentences(preset.sites, self._conventions, self._senses)
        self._inside = InsideSentence(preset.inside)

    def fit(
        self,
        documents: Iterable[Document | ParsedDocument],
        follow: Follow = lambda items, _: iter(items),
        fitted: Iterable[ClassicalParser] = (),
    ) -> Self:
        """Learn from annotated documents; `follow` shows how many of the components are trained.

        Components with the stages of a parser in `fitted`, trained on the same documents, are taken from it.
        """
        parsed = [self._parsed(document) for document in documents]
        if not any(relation.senses for item in parsed for relation in item.document.relations):
            raise ProtocolError("the training part has no relations with a sense to learn from")
        self._conventions.fit(annotated.document for annotated in parsed)
        # threads would only wait for each other, and their sums would differ between machines
        with self.lexicons.in_use(), threadpool_limits(limits=1):
            for name, component in follow(self._components().items(), "components"):
                stages = self._stages()[name]
                twin = next((other for other in fitted if other._stages()[name] == stages), None)
                if twin:
                    component.restored(twin._components()[name].state())
                else:
                    component.fit(parsed)
        return self

    def __call__(self, document: Document, connectives: Sequence[Words] | None = None) -> Document:
        """Return the document with the relations found in it; `connectives` may be given."""
        parsed = self._parsed(document)
        with self.lexicons.in_use():
            if connectives is None:
                connectives = self._connectives(parsed)
            explicit = list(self._explicit(connectives, parsed))
            relations = [*explicit, *self._between(parsed, explicit), *self._inside(parsed, explicit)]
        return document.with_relations(sorted(relations, key=_position))

    def senses(self, document: Document) -> Document:
        """Return the document with new senses for its relations, whose arguments stay as they are."""
        parsed = self._parsed(document)
        connectives = [connective_of(relation) for relation in document.relations]
        pairs = [
            (relation.arg1, relation.arg2)
            for relation, words in zip(document.relations, connectives, strict=True)
            if not words
        ]
        with self.lexicons.in_use():
            explicit = iter(self._explicit.senses(list(filter(None, connectives)), parsed))
            others = iter(self._senses(parsed, pairs))
        relations = []
        for relation, words in zip(document.relations, connectives, strict=True):
            sense = next(explicit if words else others)
            type = relation.type if relation.explicit else type_of(sense)
            relations.append(replace(relation, type=type, senses=(sense,), second_senses=()))
        return document.with_relations(relations)

    @property
    def sense_labels(self) -> list[str]:
        """Senses that the parser knows."""
        return sorted({*self._explicit.sense_labels, *self._senses.model.labels} - {ENTREL})

    def _parsed(self, document: Document | ParsedDocument) -> ParsedDocument:
        """Return a document with its trees; refuse one without if the preset needs them."""
        parsed = document if isinstance(document, ParsedDocument) else ParsedDocument(document)
        document = parsed.document
        if self.preset.needs_trees and not parsed.has_trees and len(document.tokens):
            raise ProtocolError(
                f"{document.id}: no parse trees, which the system needs: --trees DIR joins some; "
                "a system trained with --syntax MODEL takes the dependencies of a model"
            )
        return parsed

    def _stages(self) -> dict[str, tuple[Stage | None, ...]]:
        """Return the stages that each component depends on."""
        preset = self.preset
        return {
            "connectives": (preset.connectives,),
            "explicit": (preset.positions, preset.arguments, preset.previous, preset.explicit),
            "nonexplicit": (preset.nonexplicit,),
            "between": (preset.sites,),
            "inside": (preset.inside,),
        }

    def _components(self) -> dict[str, _Component]:
        return {
            "connectives": self._connectives,
            "explicit": self._explicit,
            "nonexplicit": self._senses,
            "between": self._between,
            "inside": self._inside,
        }

    def state(self) -> State:
        """Return what `restored` needs."""
        components = {name: component.state() for name, component in self._components().items()}
        return {"conventions": self._conventions.state(), **components}

    def restored(self, state: State) -> Self:
        """Take over the state of a fitted parser."""
        self._conventions.restored(state["conventions"])
        for name, component in self._components().items():
            component.restored(state[name])
        return self


def _position(relation: DiscourseRelation) -> tuple[int, int]:
    signal = relation.connective or relation.arg2
    return signal.ranges[0][0], relation.arg1.ranges[0][0]
