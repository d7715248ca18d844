"""Parse states: what the components of a pipeline hand on to each other."""

from __future__ import annotations

from dataclasses import dataclass, field

from relata.document import Document, Span, Tokens
from relata.document.relations import DiscourseRelation

TOKENS, TREES, SYNTAX, ROLES = "tokens", "trees", "syntax", "roles"
CONNECTIVES, ANCHORS, ARGUMENTS = "connectives", "anchors", "arguments"
EXPLICIT, IMPLICIT, SENSES = "explicit", "implicit", "senses"
"""The layers of a parse. TREES are the model's own, SYNTAX is what the document gets of them; ARGUMENTS are
those of relations that a document brings along; IMPLICIT stands for all relations without connective."""

SENTENCE_COMPONENTS = (SYNTAX, ROLES)
DISCOURSE_COMPONENTS = ("connectives", "explicit", "implicit", "senses")
COMPONENTS = (*SENTENCE_COMPONENTS, *DISCOURSE_COMPONENTS)
GIVEN = (CONNECTIVES, ARGUMENTS)
"""The components of the pipeline, and the layers that documents can bring along."""


@dataclass(frozen=True, slots=True)
class Connective:
    """Words that signal a relation, with the probability that they do."""

    span: Span
    score: float


@dataclass(frozen=True, slots=True)
class Anchor:
    """A word inside a sentence that a relation without connective stands before, and how likely it does."""

    word: int
    score: float


@dataclass(slots=True, eq=False)
class ParseState:
    """A document and what has been found in it; `sensed` are its own relations, with senses.

    `trees` are the document's tokens with the model's own tags and heads, whatever the document has. What is
    found inside of sentences goes into the document at once: tags and heads of its tokens, and its
    propositions.
    """

    document: Document
    trees: Tokens | None = None
    connectives: list[Connective] = field(default_factory=list)
    anchors: list[Anchor] = field(default_factory=list)
    explicit: list[DiscourseRelation] = field(default_factory=list)
    implicit: list[DiscourseRelation] = field(default_factory=list)
    sensed: list[DiscourseRelation] = field(default_factory=list)
