"""Layers of an analysis, the state of a parse, and components in an order in which each has its layers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from relata.document import Document, Span, Tokens
from relata.document.relations import DiscourseRelation
from relata.errors import PipelineError

TOKENS, TREES, SYNTAX, CONSTITUENTS, ROLES = "tokens", "trees", "syntax", "constituents", "roles"
CONNECTIVES, ANCHORS, ARGUMENTS, TYPES = "connectives", "anchors", "arguments", "types"
EXPLICIT, IMPLICIT, SENSES = "explicit", "implicit", "senses"
"""Layers of a parse. TREES are the model's own; SYNTAX is on the tokens of the document; CONSTITUENTS are
trees in brackets. ARGUMENTS are those of relations that a document brings along, TYPES these with the types
of the relations. IMPLICIT has all relations without connective."""

SENTENCE_COMPONENTS = (SYNTAX, CONSTITUENTS, ROLES)
DISCOURSE_COMPONENTS = ("connectives", "explicit", "implicit", "senses")
COMPONENTS = (*SENTENCE_COMPONENTS, *DISCOURSE_COMPONENTS)
"""Names of the components that users can choose."""

GIVEN = (CONNECTIVES, ARGUMENTS, TYPES)
"""Layers that documents can bring along."""


@dataclass(frozen=True, slots=True)
class Connective:
    """Words that signal a relation, with the probability that they do."""

    span: Span
    score: float


@dataclass(frozen=True, slots=True)
class Anchor:
    """First token of the later argument of a relation inside a sentence, with its probability."""

    word: int
    score: float


@dataclass(slots=True, eq=False)
class ParseState:
    """A document and the layers added to it.

    `trees` are the document's tokens with the model's own tags and heads; `sensed` are the document's own
    relations with new senses. Tags, heads and propositions go into the document at once.
    """

    document: Document
    trees: Tokens | None = None
    connectives: list[Connective] = field(default_factory=list)
    anchors: list[Anchor] = field(default_factory=list)
    explicit: list[DiscourseRelation] = field(default_factory=list)
    implicit: list[DiscourseRelation] = field(default_factory=list)
    sensed: list[DiscourseRelation] = field(default_factory=list)


class Component(Protocol):
    """One step of an analysis: reads the layers it requires, and adds the layers it provides."""

    @property
    def name(self) -> str:
        """Name of the component."""

    @property
    def requires(self) -> frozenset[str]:
        """Layers that the component reads."""

    @property
    def provides(self) -> frozenset[str]:
        """Layers that the component adds."""

    def __call__(self, parses: Sequence[ParseState]) -> None:
        """Add the layers to parses."""


class Pipeline:
    """Components that run in order; `given` names the layers that documents bring along."""

    def __init__(self, components: Iterable[Component], given: Iterable[str] = ()) -> None:
        self.components = tuple(components)
        self.given = frozenset(given)
        self._check_requirements()

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the components, in order."""
        return tuple(component.name for component in self.components)

    def select(self, *names: str) -> Pipeline:
        """Keep the named components, and those before them that provide what they require."""
        self._check_names(names)
        selected: list[Component] = []
        required: set[str] = set()
        for component in reversed(self.components):
            if component.name in names or required & component.provides:
                selected.append(component)
                required = (required - component.provides) | (component.requires - self.given)
        return Pipeline(reversed(selected), self.given)

    def disable(self, *names: str) -> Pipeline:
        """Leave out the named components; raise if another component requires what they provide."""
        self._check_names(names)
        return Pipeline((item for item in self.components if item.name not in names), self.given)

    def _check_names(self, names: Iterable[str]) -> None:
        for name in names:
            if name not in self.names:
                raise PipelineError(f"no component {name!r}; there is {', '.join(self.names)}")

    def _check_requirements(self) -> None:
        provided = self.given
        for component in self.components:
            if missing := component.requires - provided:
                raise PipelineError(
                    f"component {component.name!r} cannot run here: "
                    f"required: {_listed(component.requires)}; provided: {_listed(provided)}; "
                    f"missing: {_listed(missing)}"
                )
            provided |= component.provides


def _listed(layers: Iterable[str]) -> str:
    return ", ".join(sorted(layers)) or "nothing"
