"""Taking a JSON value apart, with errors that name the field."""

from __future__ import annotations

import math
from collections.abc import Set
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from relata.errors import FormatError


class Field(NamedTuple):
    """A value and where it stands: the name of the field, the file and the line."""

    value: Any
    name: str
    path: str | Path
    line: int

    def __bool__(self) -> bool:
        """Whether the field is there and not null."""
        return self.value is not None

    def refuse(self, message: str) -> NoReturn:
        """Raises what is wrong with the field."""
        raise FormatError(message, self.path, line=self.line, field=self.name or None)

    def at(self, key: str) -> Field:
        """A member of an object."""
        name = f"{self.name}.{key}" if self.name else key
        return Field(self.value.get(key), name, self.path, self.line)

    def required(self) -> Field:
        """The field itself, which must be there."""
        if not self:
            self.refuse("is missing")
        return self

    def check_object(self, keys: Set[str]) -> None:
        """Refuses anything but an object with some of these keys."""
        if not isinstance(self.value, dict):
            self.refuse("expected an object")
        if not self.value.keys() <= keys:
            unknown = min(self.value.keys() - keys)
            self.refuse(f"unknown field {unknown!r}; expected {', '.join(sorted(keys))}")

    def items(self) -> list[Field]:
        """The elements of a list; an absent one has none."""
        if not self:
            return []
        if not isinstance(self.value, list):
            self.refuse("expected a list")
        return [
            Field(item, f"{self.name}[{place}]", self.path, self.line)
            for place, item in enumerate(self.value)
        ]

    def string(self) -> str:
        if not isinstance(self.value, str):
            self.refuse("expected a string")
        return self.value

    def optional_string(self) -> str | None:
        return self.string() if self else None

    def strings(self) -> tuple[str, ...]:
        return tuple(item.string() for item in self.items())

    def mapping(self) -> dict[str, str]:
        """An object of strings; an absent one is empty."""
        if not self:
            return {}
        if not isinstance(self.value, dict):
            self.refuse("expected an object of strings")
        return {key: self.at(key).string() for key in self.value}

    def optional_integer(self) -> int | None:
        if self and type(self.value) is not int:
            self.refuse("expected an integer")
        return self.value  # type: ignore[no-any-return]

    def optional_number(self) -> float | None:
        if not self:
            return None
        try:
            number = float(self.value) if type(self.value) in (int, float) else math.nan
        except OverflowError:  # an integer of hundreds of digits
            number = math.inf
        if not math.isfinite(number):
            self.refuse("expected a finite number")
        return number

    def pair(self) -> tuple[int, int]:
        """Two integers: where something begins and ends."""
        if not _is_pair(self.value):
            self.refuse("expected [begin, end]")
        begin, end = self.value
        return begin, end

    def pairs(self) -> list[tuple[int, int]]:
        """A list of two integers each; an absent one is empty."""
        if isinstance(self.value, list) and all(map(_is_pair, self.value)):
            return [(begin, end) for begin, end in self.value]
        return [item.pair() for item in self.items()]


def _is_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and type(value[0]) is type(value[1]) is int
