"""What CoNLL-2008 says of a token that has no column of its own in a document, kept as items of MISC.

These are the unsplit word a token is a part of (`FORM=York-based|LEMMA=...|PPOS=JJ`, and `FORM=_` on the
parts after the first), the gold tag of that word (`GPOS=JJ`), and the columns of the open track. Of the word,
what is as on the token itself is left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from relata.formats.conll2008.rows import EMPTY, FORM, GPOS, LEMMA, PPOS, PPOSS, SPLIT_FORM, SPLIT_LEMMA, Row
from relata.formats.conllu.comments import escaped, parse_items

OPEN = ("CONLL2003", "BBN", "WNSS", "MALT_HEAD", "MALT_DEPREL")
"""The columns of the open track's file."""

_WORD = {"FORM": FORM, "LEMMA": LEMMA, "GPOS": GPOS, "PPOS": PPOS}
_UNSPACED = "SpaceAfter=No"
_NAMES = {*_WORD, *OPEN, "SpaceAfter", "SpacesAfter"}


def encode(row: Row, open_row: Sequence[str], *, spaced: bool) -> str | None:
    """The MISC of a token; `spaced` says that a blank follows."""
    usual = _usual(row[FORM], row[SPLIT_FORM], row[SPLIT_LEMMA], row[PPOSS])
    items = [f"{name}={escaped(row[column])}" for name, column in _WORD.items() if row[column] != usual[name]]
    items += [
        f"{name}={escaped(value)}" for name, value in zip(OPEN, open_row, strict=False) if value != EMPTY
    ]
    if not spaced:
        items.append(_UNSPACED)
    return "|".join(items) or None


def word_columns(misc: str | None, form: str, lemma: str, tag: str) -> Row:
    """The columns from FORM to PPOS of a token."""
    known = parse_items(misc)
    word = known.get("FORM", form)
    usual = _usual(word, form, lemma, tag)
    return [word, *(known.get(name, usual[name]) for name in ("LEMMA", "GPOS", "PPOS"))]


def open_columns(misc: str | None) -> Row:
    """The columns of the open track of a token; "_" where it has none."""
    known = parse_items(misc)
    return [known.get(name, EMPTY) for name in OPEN]


def joined(before: str | None, after: str | None) -> bool:
    """Whether two tokens with these MISC stand side by side, as parts of a word."""
    return parse_items(after).get("FORM") == EMPTY and parse_items(before).get("SpaceAfter") == "No"


def has_open(misc: str | None) -> bool:
    """Whether a token has columns of the open track."""
    return not parse_items(misc).keys().isdisjoint(OPEN)


def has_others(misc: str | None) -> bool:
    """Whether MISC says what CoNLL-2008 has no place for."""
    return any(item.partition("=")[0] not in _NAMES for item in misc.split("|")) if misc else False


def _usual(word: str, form: str, lemma: str, tag: str) -> dict[str, str]:
    """What need not be said: a word is its only part, a part after the first has nothing of the word."""
    if word == EMPTY != form:
        return {"FORM": form, "LEMMA": EMPTY, "GPOS": EMPTY, "PPOS": EMPTY}
    return {"FORM": form, "LEMMA": lemma, "GPOS": EMPTY, "PPOS": tag}
