"""What relates to what: discourse relations between spans, and propositions (predicates with their roles)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from relata.document import Span


class RelationType(StrEnum):
    """How a discourse relation is signalled, in the words of the Penn Discourse TreeBank.

    `UNKNOWN` is for corpora that do not say it (DISRPT before 2025, and whatever is not PDTB-style).
    """

    EXPLICIT = "Explicit"
    IMPLICIT = "Implicit"
    ALTLEX = "AltLex"
    ALTLEXC = "AltLexC"
    ENTREL = "EntRel"
    NOREL = "NoRel"
    HYPOPHORA = "Hypophora"
    UNKNOWN = "Unknown"


SENSED = (RelationType.IMPLICIT, RelationType.ALTLEX, RelationType.ALTLEXC)
"""The types without connective that have a sense."""


@dataclass(frozen=True, slots=True)
class DiscourseRelation:
    """Two arguments and what joins them.

    `connective` is the span of an explicit connective or of an AltLex expression; `inserted` is the one that
    annotators put in for an implicit relation. `senses` belong to the first connective, `second_senses` to a
    second one. `sup1` and `sup2` are the supplements of PDTB, `punctuation` the mark between the arguments of
    Chinese data. `extras` are fields of one corpus that have no name here (attribution, say).
    """

    type: RelationType
    arg1: Span
    arg2: Span
    senses: tuple[str, ...] = ()
    connective: Span | None = None
    inserted: str | None = None
    second_inserted: str | None = None
    second_senses: tuple[str, ...] = ()
    punctuation: Span | None = None
    punctuation_type: str | None = None
    sup1: Span | None = None
    sup2: Span | None = None
    score: float | None = None
    provenance: str | None = None
    id: int | None = None
    extras: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "extras", MappingProxyType(dict(self.extras)))

    def __reduce__(self) -> tuple[Any, ...]:
        values = (getattr(self, item.name) for item in fields(self)[:-1])
        return DiscourseRelation, (*values, dict(self.extras))

    @property
    def sense(self) -> str | None:
        """The first sense."""
        return self.senses[0] if self.senses else None

    @property
    def all_senses(self) -> tuple[str, ...]:
        """The senses of both connectives, first connective first."""
        return self.senses + self.second_senses

    @property
    def explicit(self) -> bool:
        """Whether a connective signals it."""
        return self.type is RelationType.EXPLICIT


@dataclass(frozen=True, slots=True)
class Argument:
    """What fills a role of a predicate; `head` is the token index of its syntactic head."""

    role: str
    span: Span
    head: int | None = None


@dataclass(frozen=True, slots=True)
class Proposition:
    """A predicate, its roleset, and the arguments that fill its roles."""

    predicate: Span
    roleset: str | None = None
    arguments: tuple[Argument, ...] = ()
    score: float | None = None

    @property
    def roles(self) -> dict[str, Span]:
        """The arguments by role; of a role that is filled more than once, the first."""
        found: dict[str, Span] = {}
        for argument in self.arguments:
            found.setdefault(argument.role, argument.span)
        return found
