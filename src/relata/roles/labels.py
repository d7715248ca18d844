"""Inventories of roles: a model's roles and rolesets, and the parts of their names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

NO_ROLE = "_"
"""The first label of the head of roles: no role."""

MOST_NUMBERED = 24
"""Limit of the number of a roleset that the head of rolesets distinguishes; few are higher."""


@dataclass(frozen=True, slots=True)
class RoleLabels:
    """The roles (the first is `NO_ROLE`) and rolesets of a model, in the order of its heads."""

    roles: tuple[str, ...]
    rolesets: tuple[str, ...]

    @classmethod
    def of(cls, labels: Mapping[str, Any]) -> RoleLabels | None:
        """Read the labels of a manifest; None for a model without roles."""
        if "roles" not in labels:
            return None
        return cls(tuple(labels["roles"]), tuple(labels["rolesets"]))


def roleset_number(roleset: str) -> int:
    """Parse the number of a roleset ("lose.02"); 0 without one.

    >>> roleset_number("lose.02"), roleset_number("be"), roleset_number("go.LV")
    (2, 0, 0)
    """
    number = roleset.rpartition(".")[2]
    return min(int(number), MOST_NUMBERED) if number.isdecimal() else 0


def base_role(role: str) -> str:
    """Remove the mark of a continuation (C-) or reference (R-) from a role.

    >>> base_role("R-A0"), base_role("C-AM-TMP"), base_role("A1")
    ('A0', 'AM-TMP', 'A1')
    """
    return role[2:] if role.startswith(("R-", "C-")) else role


def is_core(role: str) -> bool:
    """Check for a role that the predicate's roleset describes.

    >>> is_core("A1"), is_core("AA"), is_core("AM-TMP")
    (True, True, False)
    """
    return role.startswith("A") and not role.startswith("AM")
