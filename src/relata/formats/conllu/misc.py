"""The MISC column of CoNLL-U: `Name=value` items between bars, with escapes for what would end them."""

from __future__ import annotations

import re

_SPECIAL = re.compile(r"[ \t\r\n|\\]")
_ESCAPES = {" ": r"\s", "\t": r"\t", "\r": r"\r", "\n": r"\n", "|": r"\p", "\\": r"\\"}
_ESCAPE = re.compile(r"\\([strnp\\])")
_ESCAPED = {escape[1]: character for character, escape in _ESCAPES.items()}


def escaped(value: str) -> str:
    """A value as it stands in MISC."""
    return _SPECIAL.sub(lambda match: _ESCAPES[match[0]], value)


def unescaped(value: str) -> str:
    """What a value in MISC says."""
    return _ESCAPE.sub(lambda match: _ESCAPED[match[1]], value)


def parse_items(misc: str | None) -> dict[str, str]:
    """The items by name; what has no name is left out.

    >>> parse_items("FORM=York-based|SpaceAfter=No")
    {'FORM': 'York-based', 'SpaceAfter': 'No'}
    """
    pairs = (item.partition("=") for item in (misc or "").split("|"))
    return {name: unescaped(value) for name, mark, value in pairs if mark}
