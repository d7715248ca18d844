"""The labels of a model's semantics: roles and rolesets, in the order of its heads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

NO_ROLE = "_"
"""The first label of the head of roles: a word that fills none."""

MOST_NUMBERED = 24
"""Rolesets are told apart by their numbers, too; there are few beyond this one."""


@dataclass(frozen=True, slots=True)
class RoleLabels:
    """Roles, the first of them `NO_ROLE`, and the rolesets that a model has seen."""

    roles: tuple[str, ...]
    rolesets: tuple[str, ...]

    @classmethod
    def of(cls, labels: Mapping[str, Any]) -> RoleLabels | None:
        """Those of a manifest; None if the model knows no roles."""
        if "roles" not in labels:
            return None
        return cls(tuple(labels["roles"]), tuple(labels["rolesets"]))

    def as_dict(self) -> dict[str, list[str]]:
        """What a manifest says of them."""
        return {"roles": list(self.roles), "rolesets": list(self.rolesets)}


def roleset_number(roleset: str) -> int:
    """The number of a roleset ("lose.02"), 0 if it has none.

    >>> roleset_number("lose.02"), roleset_number("be"), roleset_number("go.LV")
    (2, 0, 0)
    """
    number = roleset.rpartition(".")[2]
    return min(int(number), MOST_NUMBERED) if number.isdecimal() else 0
