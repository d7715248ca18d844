"""Predicates with the fillers of their roles in a sentence, before the arguments have heads."""

from __future__ import annotations

import re
from dataclasses import dataclass

Piece = tuple[int, ...]
"""Token indices in a sentence, from 0, ascending."""

_NUMBERED = re.compile(r"ARG([0-9])(?:-.*)?")
_PREFIX = re.compile(r"[CR]-")


@dataclass(frozen=True, slots=True)
class Filler:
    """A role and the pieces of text that fill it together."""

    role: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """A predicate (a token's index in its sentence), its roleset and its fillers.

    `support` has the words between a nominal and its argument: "took dozens of" in "Mary took dozens of
    walks". `nominal` is true of NomBank's annotation.
    """

    predicate: int
    roleset: str
    fillers: tuple[Filler, ...] = ()
    support: Piece = ()
    nominal: bool = False


def role_name(label: str) -> str | None:
    """Translate PropBank's label of a role to the CoNLL-2008 task's; None for the predicate itself.

    A second tag of a numbered argument (a preposition, DSP of newer data) is dropped. Adjuncts keep their
    name, including PropBank's later ones (ADJ, LVB, PRR, GOL, PRP for PNC).

    >>> [role_name(label) for label in ("ARG0", "ARGM-TMP", "R-ARG1", "ARG2-with", "ARGA", "C-V")]
    ['A0', 'AM-TMP', 'R-A1', 'A2', 'AA', None]
    """
    prefix = match[0] if (match := _PREFIX.match(label)) else ""
    base = label.removeprefix(prefix)
    if base in ("V", "rel"):
        return None
    if numbered := _NUMBERED.fullmatch(base):
        return f"{prefix}A{numbered[1]}"
    if base.startswith("ARGM"):
        return f"{prefix}AM{base[4:]}"
    return f"{prefix}AA" if base.startswith("ARGA") else f"{prefix}{base}"
