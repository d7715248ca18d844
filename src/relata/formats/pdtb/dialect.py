"""The fields of PDTB-2 and PDTB-3 rows by name, and what differs between the corpora that use them."""

from __future__ import annotations

from dataclasses import dataclass

from relata.document.relations import RelationType

_FEATURES = ("source", "type", "polarity", "determinacy")


def _attribution(owner: str, *pieces: str) -> tuple[str, ...]:
    """The attribution of a relation or of an argument: four features, then where it stands."""
    return tuple(f"{owner}attribution_{name}" for name in (*_FEATURES, *pieces))


def _located(owner: str) -> tuple[str, ...]:
    return (f"{owner}_spans", f"{owner}_gorn", f"{owner}_text")


SENSES = ("sense1a", "sense1b", "sense2a", "sense2b")
"""First and second sense of the first connective, then of the second."""

SPANS = ("connective_spans", "arg1_spans", "arg2_spans", "sup1_spans", "sup2_spans")
"""The spans that a relation holds itself."""

PDTB2_FIELDS = (
    *("type", "section", "file"),
    *_located("connective"),
    *("string_position", "sentence_number", "connective_head", "inserted", "second_inserted"),
    *SENSES,
    *_attribution("", "spans", "gorn", "text"),
    *_located("arg1"),
    *_attribution("arg1_", "spans", "gorn", "text"),
    *_located("arg2"),
    *_attribution("arg2_", "spans", "gorn", "text"),
    *_located("sup1"),
    *_located("sup2"),
)

PDTB3_FIELDS = (
    *("type", "connective_spans"),
    *_attribution("", "spans"),
    *("connective", *SENSES[:2], "second_connective", *SENSES[2:]),
    *("sup1_spans", "arg1_spans"),
    *_attribution("arg1_", "spans"),
    "arg2_spans",
    *_attribution("arg2_", "spans"),
    "sup2_spans",
    *("adjudication_reason", "adjudication_disagreement", "propbank_role", "propbank_verb"),
    *("anchor", "provenance", "link"),
)

PDTB3_TYPES = (
    RelationType.EXPLICIT,
    RelationType.IMPLICIT,
    RelationType.ALTLEX,
    RelationType.ALTLEXC,
    RelationType.ENTREL,
    RelationType.NOREL,
    RelationType.HYPOPHORA,
)

PDTB2_TYPES = tuple(
    type for type in PDTB3_TYPES if type not in (RelationType.ALTLEXC, RelationType.HYPOPHORA)
)

TYPED = (RelationType.ENTREL, RelationType.NOREL, RelationType.HYPOPHORA)
"""Types that have no sense beside themselves."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """A corpus's way to fill the fields.

    `spelled`: the field `connective` repeats the text of the connective span. `unconnected` is what it holds
    where there is no connective, `uninserted` in an Implicit row without an inserted one. `named`: the sense
    of EntRel, NoRel and Hypophora repeats the type. `whole_anchor`: the anchor has all pieces of a
    connective, not the first alone. `rough`: spans may cut words and overlap.
    """

    name: str
    fields: tuple[str, ...]
    senses: str
    types: tuple[RelationType, ...] = PDTB3_TYPES
    spelled: bool = True
    unconnected: str = ""
    uninserted: str = ""
    named: bool = False
    whole_anchor: bool = False
    rough: bool = False
