"""Values and fields in messages about faulty relations."""

from __future__ import annotations

from collections.abc import Mapping
from reprlib import Repr
from typing import Any

_SHORT = Repr()
_SHORT.maxstring = 60


def shown(value: object) -> str:
    """A value in a message: short, whatever a file holds."""
    return _SHORT.repr(value)


def expected(what: str, holder: Mapping[str, Any], field: str) -> str:
    """That a field should be something else than it is, or be there."""
    return f"expected {what}, found {shown(holder[field]) if field in holder else 'no such field'}"
