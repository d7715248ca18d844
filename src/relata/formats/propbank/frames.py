"""Predicates with what fills their roles in a sentence, before the arguments have heads."""

from __future__ import annotations

from dataclasses import dataclass

Piece = tuple[int, ...]
"""Token places in a sentence, from 0, ascending."""


@dataclass(frozen=True, slots=True)
class Filler:
    """What fills a role: one piece, or several that the annotation takes together."""

    role: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """A predicate (a token's place in its sentence), its roleset and its fillers.

    `support` are the words that a nominal's argument reaches it through: "took dozens of" in "Mary took
    dozens of walks". `nominal` says that the annotation is NomBank's.
    """

    predicate: int
    roleset: str
    fillers: tuple[Filler, ...] = ()
    support: Piece = ()
    nominal: bool = False
