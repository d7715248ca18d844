"""Rows of pipe files: fields and span lists, the dialects of corpora, and the row of a relation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from relata.document import Document, Offsets, Span, Tokens
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import FormatError, SpanError
from relata.formats.warnings import Unsupported
from relata.senses import inventory

_PIECE = re.compile(r"([0-9]{1,18})\.\.([0-9]{1,18})")
_WSJ = re.compile(r"wsj_([0-9]{2})([0-9]{2})")
_BREAKING = re.compile(r"[|\r\n]")
_FEATURES = ("source", "type", "polarity", "determinacy")


def _attribution(owner: str, *pieces: str) -> tuple[str, ...]:
    """Return the attribution fields of a relation or of an argument: four features, then location."""
    return tuple(f"{owner}attribution_{name}" for name in (*_FEATURES, *pieces))


def _located(owner: str) -> tuple[str, ...]:
    return (f"{owner}_spans", f"{owner}_gorn", f"{owner}_text")


SENSES = ("sense1a", "sense1b", "sense2a", "sense2b")
"""First and second sense of the first connective, then of the second."""

SPANS = ("connective_spans", "arg1_spans", "arg2_spans", "sup1_spans", "sup2_spans")
"""Fields for the spans of a relation itself, without attribution."""

FIXED = frozenset(("type", "provenance", *SENSES, *SPANS))
"""Fields that a relation holds itself: extras never override them."""

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
"""Types without senses: the type stands in for one."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """Conventions of a corpus for the content of the fields.

    `spelled`: the field `connective` repeats the text of the connective span. `unconnected` is its value in
    rows without connective, `uninserted` in Implicit rows without an inserted one. `named`: the sense of
    EntRel, NoRel and Hypophora repeats the type. `whole_anchor`: the anchor has all pieces of a connective,
    not only the first. `rough`: spans may cut words and overlap.
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


def parse_spans(value: str) -> tuple[Offsets, ...]:
    """Parse a span list such as "a..b;c..d" into character offsets, end exclusive.

    >>> parse_spans("0..1;15..19")
    ((0, 1), (15, 19))
    """
    pieces: list[Offsets] = []
    for part in value.split(";") if value else ():
        match = _PIECE.fullmatch(part)
        if match is None:
            raise SpanError(f"expected spans such as 12..15;20..31, got {value!r}")
        begin, end = int(match[1]), int(match[2])
        if begin >= end:
            raise SpanError(f"expected a span that ends after it begins, got {part}")
        pieces.append((begin, end))
    return tuple(pieces)


def format_spans(pieces: Iterable[Offsets]) -> str:
    """Write pieces as a span list."""
    return ";".join(f"{begin}..{end}" for begin, end in pieces)


def rows(document: Document, raw: Tokens, dialect: Dialect, unsupported: Unsupported) -> Iterator[str]:
    """Yield the rows of a document's relations; `raw` has its tokens with offsets into the raw file."""
    for relation in document.relations:
        if relation.type is RelationType.ALTLEXC and relation.type not in dialect.types:
            unsupported.add("AltLexC, written as AltLex", "relations")
            relation = replace(relation, type=RelationType.ALTLEX)
        _note_unsupported(relation, dialect, unsupported)
        if relation.type in dialect.types:
            yield "|".join(_row(relation, document, raw, dialect, unsupported))


def derived(relation: DiscourseRelation, doc_id: str, raw: Tokens, dialect: Dialect) -> dict[str, str]:
    """Return the values of the fields that follow from a relation, under the names of all versions."""
    wsj = _WSJ.fullmatch(doc_id)
    spans = {
        "connective": relation.connective,
        "arg1": relation.arg1,
        "arg2": relation.arg2,
        "sup1": relation.sup1,
        "sup2": relation.sup2,
    }
    return {
        **{f"{name}_text": _one_line(span) for name, span in spans.items()},
        **{f"{name}_spans": _pieces(span, raw) for name, span in spans.items()},
        "type": str(relation.type),
        "connective": _connective(relation, dialect),
        "second_connective": relation.second_inserted or "",
        "connective_head": _spelling(relation) if relation.explicit else "",
        "inserted": relation.inserted or "",
        "second_inserted": relation.second_inserted or "",
        "anchor": _anchor(relation, raw, dialect),
        "provenance": relation.provenance or "",
        "section": wsj[1] if wsj else "",
        "file": wsj[2] if wsj else "",
        **_senses(relation, dialect),
    }


def _row(
    relation: DiscourseRelation,
    document: Document,
    raw: Tokens,
    dialect: Dialect,
    unsupported: Unsupported,
) -> Iterator[str]:
    values = derived(relation, document.id, raw, dialect)
    for name, value in relation.extras.items():
        if name not in dialect.fields:
            unsupported.add(f"extra {name}", "relations")
        elif name.endswith("_spans") and name not in FIXED:
            try:
                span = document.tokens.span_at(parse_spans(value), snap=True)
            except SpanError as error:
                raise FormatError(str(error), document.id, field=name) from None
            values[name] = _pieces(span, raw)
        elif name not in FIXED and (name != "anchor" or raw is document.tokens):
            values[name] = value
    for name in dialect.fields:
        value = values.get(name, "")
        if _BREAKING.search(value):
            raise FormatError(f"{dialect.name} cannot hold {value!r}", document.id, field=name)
        yield value


def _pieces(span: Span | None, raw: Tokens) -> str:
    return format_spans(raw.span(span.indices).pieces) if span else ""


def _one_line(span: Span | None) -> str:
    return _BREAKING.sub(" ", span.text) if span else ""


def _spelling(relation: DiscourseRelation) -> str:
    return _one_line(relation.connective).lower()


def _connective(relation: DiscourseRelation, dialect: Dialect) -> str:
    if relation.type is RelationType.IMPLICIT:
        return relation.inserted or dialect.uninserted
    if relation.type in TYPED:
        return dialect.unconnected
    return _spelling(relation) if dialect.spelled else ""


def _anchor(relation: DiscourseRelation, raw: Tokens, dialect: Dialect) -> str:
    """Return the location of a relation: the span of its connective, or else the begin of Arg2."""
    if relation.connective:
        pieces = raw.span(relation.connective.indices).pieces
        return format_spans(pieces if dialect.whole_anchor else pieces[:1])
    return str(raw.begins[relation.arg2.ranges[0][0]]) if relation.arg2 else ""


def _senses(relation: DiscourseRelation, dialect: Dialect) -> dict[str, str]:
    if relation.type in TYPED:
        return {SENSES[0]: str(relation.type) if dialect.named else ""}
    known = inventory(dialect.senses)
    first = [sense for sense in relation.senses if sense in known]
    second = [sense for sense in relation.second_senses if sense in known]
    return dict(zip(SENSES, [*first[:2], *[""] * (2 - len(first)), *second[:2]], strict=False))


def _note_unsupported(relation: DiscourseRelation, dialect: Dialect, unsupported: Unsupported) -> None:
    if relation.type not in dialect.types:
        unsupported.add(str(relation.type), "relations")
        return
    known = inventory(dialect.senses)
    senses = max(len(relation.senses), len(relation.second_senses))
    for feature, lost in (
        (
            f"senses that are not of {dialect.senses}",
            relation.type not in TYPED and any(sense not in known for sense in relation.all_senses),
        ),
        ("more than two senses of a connective", senses > 2),
        ("id", relation.id is not None),
        ("score", relation.score is not None),
        ("punctuation", relation.punctuation is not None),
        ("provenance", bool(relation.provenance) and "provenance" not in dialect.fields),
    ):
        unsupported.add(feature, "relations", lost)
