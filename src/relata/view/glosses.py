"""Senses in plain words for the readers of a page: definitions, examples, and words for a class."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from relata.errors import SenseError
from relata.senses import closest_inventory, inventory, mapping
from relata.senses.glossary import GlossaryEntry, glossary_entry

_FURTHER = ("pdtb3", "tedcdb", "conll2016-en", "conll2016-zh")
"""Inventories that may explain a sense which the inventory of the page does not."""

Gloss = dict[str, str]


def glosses(senses: Iterable[str]) -> dict[str, Gloss]:
    """Return the gloss of each sense: definition and example in two languages, and plain words."""
    labels = sorted(set(senses))
    nearest = closest_inventory(labels)
    return {label: gloss for label in labels if (gloss := _gloss(label, nearest))}


def plain_words(sense: str) -> tuple[str, str] | None:
    """Return the words for a sense in a class, in English and in Chinese.

    >>> plain_words("Contingency.Cause.Reason")
    ('reason', '原因')
    """
    words = _plain_words()
    levels = sense.split(".")
    keys = (".".join(levels[:depth]) for depth in range(len(levels), 0, -1))
    return next((words[key] for key in keys if key in words), None)


def _gloss(sense: str, nearest: str) -> Gloss:
    entries = [entry] if (entry := _entry(sense, nearest)) else _entries_below(sense)
    plain = plain_words(sense)
    gloss = {"plain": plain[0], "plain_zh": plain[1]} if plain else {}
    if entries:
        gloss |= {
            "en": " Or: ".join(entry.definition for entry in entries[:2]),
            "zh": "或者：".join(entry.definition_zh for entry in entries[:2]),
            "example": entries[0].english,
            "example_zh": entries[0].chinese,
        }
    return gloss


def _entry(sense: str, nearest: str) -> GlossaryEntry | None:
    for name in (nearest, *_FURTHER):
        try:
            return glossary_entry(sense, name)
        except SenseError:
            continue
    try:
        coarse = mapping("pdtb2", "conll2016-en").apply(sense)
        return glossary_entry(coarse, "conll2016-en") if coarse else None
    except SenseError:
        return None


def _entries_below(sense: str) -> list[GlossaryEntry]:
    """Return the entries of the senses below a node of the hierarchy."""
    below = (label for label in inventory("tedcdb") if label.startswith(f"{sense}."))
    return [entry for label in below if (entry := _entry(label, "tedcdb"))]


@cache
def _plain_words() -> dict[str, tuple[str, str]]:
    text = files(__package__).joinpath("plain_words.toml").read_text("utf-8")
    return {sense: (english, chinese) for sense, (english, chinese) in tomllib.loads(text).items()}
