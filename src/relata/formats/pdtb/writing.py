"""Relations as rows of a pipe file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from relata.document import Document, Span, Tokens
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import FormatError, SpanError
from relata.formats.pdtb.fields import SENSES, SPANS, TYPED, Dialect, format_spans, parse_spans
from relata.formats.unsupported import Unsupported
from relata.senses import inventory

FIXED = frozenset(("type", "provenance", *SENSES, *SPANS))
"""Fields that a relation holds itself: extras never override them."""

_WSJ = re.compile(r"wsj_([0-9]{2})([0-9]{2})")
_BREAKING = re.compile(r"[|\r\n]")


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
