"""The glossary: every sense in plain words, with examples in English and Chinese."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from relata.errors import SenseError
from relata.senses.inventories import inventory


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """A sense in plain words; examples mark spans as `[Arg1]1 <connective> [Arg2]2`."""

    sense: str
    definition: str
    definition_zh: str
    english: str
    chinese: str


def glossary_entry(sense: str, name: str = "pdtb3") -> GlossaryEntry:
    """Look up a sense of an inventory: the deepest level of pdtb3 or tedcdb, or a CoNLL-2016 sense.

    >>> glossary_entry("Contingency.Cause.Result").definition
    'Arg2 gives the effect of the situation in Arg1.'
    """
    if sense not in inventory(name):
        raise SenseError(f"{name} has no sense {sense!r}")
    hierarchy = name.partition("-l")[0]  # "pdtb3-l3" has the senses of "pdtb3"
    tables = _tables()
    entry = tables.get(hierarchy, {}).get(sense) or tables["pdtb3"].get(sense)
    if entry is None:
        raise SenseError(f"the glossary has no entry for {sense!r} of {name}")
    return entry


@cache
def _tables() -> dict[str, dict[str, GlossaryEntry]]:
    """Entries by inventory and sense."""
    text = files("relata.senses").joinpath("glossary.toml").read_text("utf-8")
    return {
        name: {sense: GlossaryEntry(sense, **fields) for sense, fields in entries.items()}
        for name, entries in tomllib.loads(text).items()
    }
