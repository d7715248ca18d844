"""Discourse relations between spans, and propositions: predicates with their roles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from relata.document.tokens import Span


class RelationType(StrEnum):
    """Signal of a discourse relation, in the terms of the Penn Discourse TreeBank.

    `UNKNOWN` is for corpora without types (DISRPT before 2025, and corpora in other styles than PDTB).
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
"""Types without connective that have a sense."""


@dataclass(frozen=True, slots=True)
class DiscourseRelation:
    """Two arguments with the connective and the senses that join them.

    `connective` is the span of an explicit connective or of an AltLex expression; `inserted` is the one that
    annotators inserted in an implicit relation. `senses` belong to the first connective, `second_senses` to a
    second one. `sup1` and `sup2` are the supplements of PDTB, `punctuation` the mark between the arguments of
    Chinese data. `extras` are further fields of one corpus (attribution, for example).
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
        """First sense, or None."""
        return self.senses[0] if self.senses else None

    @property
    def all_senses(self) -> tuple[str, ...]:
        """Senses of both connectives, first connective first."""
        return self.senses + self.second_senses

    @property
    def explicit(self) -> bool:
        """True if a connective signals the relation."""
        return self.type is RelationType.EXPLICIT


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a predicate with its role; `head` is the token index of its syntactic head."""

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
        """Spans of the arguments by role; the first if a role is filled more than once."""
        spans: dict[str, Span] = {}
        for argument in self.arguments:
            spans.setdefault(argument.role, argument.span)
        return spans
