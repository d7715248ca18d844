"""Names of roles: those of PropBank as the CoNLL-2008 task writes them."""

from __future__ import annotations

import re

_NUMBERED = re.compile(r"ARG([0-9])(?:-.*)?")
_PREFIX = re.compile(r"[CR]-")


def role_name(label: str) -> str | None:
    """The task's name of a role; None for what is no argument (the predicate itself).

    A second tag of a numbered argument (a preposition, DSP of newer data) is left out. Adjuncts keep
    their name, those that PropBank has added since among them (ADJ, LVB, PRR, GOL, PRP for PNC).

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
