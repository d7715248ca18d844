"""What is particular to English discourse."""

from __future__ import annotations

_FIRST_PARTS = {
    "then": ("if",),
    "or": ("either", "whether"),
    "nor": ("neither",),
    "and": ("both",),
    "but": ("not",),
    "also": ("not",),
    "hand": ("hand",),
}
"""The words that open a discontinuous connective, by one that its second part holds."""


def belongs_together(first: str, second: str) -> bool:
    """Whether two stretches of text are parts of one connective: "if" and "then".

    >>> belongs_together("On the one hand", "on the other hand")
    True
    """
    opening = first.lower().split()
    return any(word in opening for part in second.lower().split() for word in _FIRST_PARTS.get(part, ()))
