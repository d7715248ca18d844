"""Rows of pipe files: spans, fields, and what differs between the corpora."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata.document import Document, Span, Tokens
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import FormatError, Lenient, SpanError, strict
from relata.formats.pdtb import PDTB2, PDTB3, TEDCDB, gdtb
from relata.formats.pdtb.pipe import RowReader, edges, parse_rows
from relata.formats.pdtb.rows import (
    PDTB2_FIELDS,
    PDTB3_FIELDS,
    TYPED,
    Dialect,
    format_spans,
    parse_spans,
    rows,
)
from relata.formats.warnings import Repairs, Unsupported
from relata.senses import inventory

TEXT = "Ann left early , because the last train goes at nine . Then Bob left , too ."
PATH = Path("wsj_0001")

_OFFSETS: list[tuple[int, int]] = []
for _word in TEXT.split(" "):
    _begin = _OFFSETS[-1][1] + 1 if _OFFSETS else 0
    _OFFSETS.append((_begin, _begin + len(_word)))
TOKENS = Tokens(TEXT, _OFFSETS, sentence_starts=[0, 12])
DIALECTS = {
    "pdtb2": PDTB2.dialect,
    "pdtb3": PDTB3.dialect,
    "gdtb": gdtb._DIALECT,
    "tedcdb": TEDCDB.dialect,
}


def read_back(lines: list[str], dialect: Dialect, repairs: Repairs | None = None) -> list[DiscourseRelation]:
    found = parse_rows(PATH, enumerate(lines, start=1), dialect, len(TEXT), strict)
    reader = RowReader(PATH, PATH.name, dialect, TOKENS, TOKENS, repairs or Repairs(PATH))
    return list(reader.relations(found, strict))


def written(relation: DiscourseRelation, dialect: Dialect) -> list[str]:
    document = Document(PATH.name, "en", TOKENS, relations=(relation,))
    return list(rows(document, TOKENS, dialect, Unsupported(dialect.name)))


def row(names: tuple[str, ...] = PDTB3_FIELDS, **values: str) -> str:
    default = {
        "type": "Explicit",
        "connective_spans": "17..24",
        "arg1_spans": "0..14",
        "arg2_spans": "25..52",
    }
    return "|".join((default | values).get(name, "") for name in names)


def test_versions_have_their_fields_where_the_manuals_have_them() -> None:
    assert (len(PDTB2_FIELDS), len(PDTB3_FIELDS)) == (48, 34)
    assert [
        PDTB2_FIELDS.index(name) for name in ("connective_head", "sense1a", "arg1_spans", "arg2_spans")
    ] == [*(8, 11, 22, 32)]
    assert [
        PDTB3_FIELDS.index(name) for name in ("connective", "sense1a", "arg1_spans", "arg2_spans", "link")
    ] == [*(7, 8, 14, 20, 33)]


@given(st.lists(st.integers(0, 10**6), min_size=2, unique=True).map(sorted))
def test_span_lists_are_read_as_they_are_written(numbers: list[int]) -> None:
    pieces = tuple(zip(numbers[::2], numbers[1::2], strict=False))
    assert parse_spans(format_spans(pieces)) == pieces


@pytest.mark.parametrize(
    "value", ["5", "5..", "a..b", "5..3", "5..5", "1..2;", "1-2", "1..2,3..4", "-1..2", "²..³"]
)
def test_what_is_no_span_list_is_refused(value: str) -> None:
    with pytest.raises(SpanError, match="expected"):
        parse_spans(value)


spans = st.sets(st.integers(0, len(TOKENS) - 1), min_size=1, max_size=6).map(TOKENS.span)
names = st.text(alphabet="abc d", min_size=1, max_size=5).map(str.strip).filter(bool)


@st.composite
def relations(draw: st.DrawFn, dialect: Dialect) -> DiscourseRelation:
    type = draw(st.sampled_from(dialect.types))
    labels = st.sampled_from([label for label in inventory(dialect.senses).labels if label != "EntRel"])
    senses = () if type in TYPED else tuple(draw(st.lists(labels, max_size=2, unique=True)))
    implicit = type is RelationType.IMPLICIT
    extras = [
        name
        for name in dialect.fields
        if name.endswith(("_source", "_gorn", "_verb", "_position")) or name == "link"
    ]
    return DiscourseRelation(
        type=type,
        arg1=draw(spans),
        arg2=draw(spans),
        senses=("EntRel",) if type is RelationType.ENTREL else senses,
        connective=None if implicit or type in TYPED else draw(spans),
        inserted=draw(st.none() | names) if implicit else None,
        second_inserted=draw(st.none() | names) if implicit else None,
        second_senses=() if type in TYPED else tuple(draw(st.lists(labels, max_size=2, unique=True))),
        sup1=draw(st.none() | spans),
        sup2=draw(st.none() | spans),
        provenance=draw(st.none() | names) if "provenance" in dialect.fields else None,
        extras=draw(st.dictionaries(st.sampled_from(extras), names)),
    )


@pytest.mark.parametrize("name", DIALECTS)
@given(data=st.data())
def test_relations_are_read_as_they_are_written(name: str, data: st.DataObject) -> None:
    relation = data.draw(relations(DIALECTS[name]))
    assert read_back(written(relation, DIALECTS[name]), DIALECTS[name]) == [relation]


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"type": "explicit"}, r"1: type: expected one of Explicit, .*Hypophora, got 'explicit'"),
        ({"sense1b": "Expansion.List"}, r"1: sense1b: pdtb3 has no sense 'Expansion.List'"),
        ({"arg1_spans": "14..0"}, r"1: arg1_spans: expected a span that ends after it begins, got 14..0"),
        ({"arg1_spans": "0..4;2..9"}, r"1: arg1_spans: the pieces of 0..4;2..9 overlap"),
        ({"arg2_spans": "25..999"}, r"1: arg2_spans: 25..999 goes beyond the raw text of 76 characters"),
        ({"sup1_spans": "x"}, r"1: sup1_spans: expected spans such as 12..15;20..31, got 'x'"),
        ({"arg1_spans": "1..8"}, r"1: arg1_spans: characters 1..8 .* do not fall on token edges"),
        (
            {"type": "NoRel", "sense1a": "Expansion.Conjunction"},
            r"1: sense1a: expected no sense in NoRel row",
        ),
    ],
)
def test_fault_is_named_with_its_line_and_field(values: dict[str, str], fault: str) -> None:
    with pytest.raises(FormatError, match=fault):
        read_back([row(PDTB3_FIELDS, **values)], DIALECTS["pdtb3"])


def test_row_with_another_number_of_fields_is_refused() -> None:
    with pytest.raises(FormatError, match=r"^wsj_0001:2: expected 34 fields between \|, found 33$"):
        read_back([row(), row().removesuffix("|")], DIALECTS["pdtb3"])


def test_types_of_pdtb3_are_unknown_to_pdtb2() -> None:
    with pytest.raises(
        FormatError, match=r"type: expected one of Explicit, Implicit, AltLex, EntRel, NoRel, got"
    ):
        read_back([row(PDTB2_FIELDS, type="Hypophora")], DIALECTS["pdtb2"])


def test_lenient_reading_skips_faulty_rows_and_notes_them() -> None:
    lenient = Lenient()
    lines = enumerate([row(), "a|b", row(type="x"), "", row()], start=1)
    found = parse_rows(PATH, lines, DIALECTS["pdtb3"], len(TEXT), lenient)
    reader = RowReader(PATH, PATH.name, DIALECTS["pdtb3"], TOKENS, TOKENS, Repairs(PATH))
    assert len(list(reader.relations(found, lenient))) == 2
    assert [fault.line for fault in lenient.faults] == [2, 3]


def test_pieces_out_of_order_are_sorted_and_neighbours_are_one() -> None:
    relation = read_back([row(arg1_spans="9..14;0..8")], DIALECTS["pdtb3"])[0]
    assert relation.arg1.pieces == ((0, 14),)


def test_rough_spans_are_set_to_whole_tokens_and_counted() -> None:
    repairs = Repairs(PATH)
    lines = [
        row(connective_spans="18..22", arg1_spans="0..6;4..15", arg2_spans="25..52;52..53", anchor="18..22")
    ]
    relation = read_back(lines, DIALECTS["tedcdb"], repairs)[0]
    assert relation.connective is not None
    assert (relation.connective.text, relation.arg1.text) == ("because", "Ann left early")
    assert relation.extras == {}
    assert repairs.counts == {"spans set to whole tokens": 3}


def test_rough_span_of_blanks_is_left_out() -> None:
    repairs = Repairs(PATH)
    assert read_back([row(connective_spans="3..4")], DIALECTS["tedcdb"], repairs)[0].connective is None
    assert repairs.counts == {"spans of blanks left out": 1}


def test_missing_argument_is_kept_empty_and_said() -> None:
    repairs = Repairs(PATH)
    relation = read_back(
        [row(type="Implicit", connective_spans="", arg2_spans="")], DIALECTS["tedcdb"], repairs
    )[0]
    assert len(relation.arg2) == 0
    assert repairs.counts == {"rows without Arg2": 1}


def test_senses_in_another_spelling_are_put_right_and_said() -> None:
    repairs = Repairs(PATH)
    relation = read_back([row(sense1a="Cmparison.Contrast ")], DIALECTS["pdtb3"], repairs)[0]
    assert relation.senses == ("Comparison.Contrast",)
    assert repairs.counts == {"senses in another spelling": 1}


def test_fields_that_do_not_follow_from_the_relation_are_extras() -> None:
    line = row(
        connective="cuz", attribution_source="Wr", attribution_spans="0..3", anchor="17..24", link="L1"
    )
    relation = read_back([line], DIALECTS["pdtb3"])[0]
    assert relation.extras == {
        "connective": "cuz",
        "attribution_source": "Wr",
        "attribution_spans": "0..3",
        "link": "L1",
    }
    assert written(relation, DIALECTS["pdtb3"]) == [line]


def test_edges_are_those_of_all_spans() -> None:
    found = parse_rows(PATH, [(1, row(attribution_spans="0..3"))], DIALECTS["pdtb3"], len(TEXT), strict)
    assert sorted(set(edges(found))) == [0, 3, 14, 17, 24, 25, 52]


def _relation(**values: object) -> DiscourseRelation:
    span: Span = TOKENS.span([0])
    relation = DiscourseRelation(RelationType.EXPLICIT, span, span, connective=span)
    return replace(relation, **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("relation", "message"),
    [
        (_relation(type=RelationType.HYPOPHORA), "pdtb2 cannot hold: Hypophora (1 relations)"),
        (_relation(type=RelationType.ALTLEXC), "pdtb2 cannot hold: AltLexC, written as AltLex (1 relations)"),
        (_relation(score=0.5, id=3), "pdtb2 cannot hold: id (1 relations), score (1 relations)"),
        (_relation(provenance="x"), "pdtb2 cannot hold: provenance (1 relations)"),
        (_relation(punctuation=TOKENS.span([3])), "pdtb2 cannot hold: punctuation (1 relations)"),
        (_relation(extras={"link": "L1"}), "pdtb2 cannot hold: extra link (1 relations)"),
        (_relation(senses=("Causation",)), "pdtb2 cannot hold: senses that are not of pdtb2 (1 relations)"),
        (
            _relation(senses=("Temporal", "Expansion", "Comparison")),
            "pdtb2 cannot hold: more than two senses of a connective (1 relations)",
        ),
    ],
)
def test_what_rows_cannot_hold_is_counted(relation: DiscourseRelation, message: str) -> None:
    unsupported = Unsupported("pdtb2")
    document = Document(PATH.name, "en", TOKENS, relations=(relation,))
    list(rows(document, TOKENS, DIALECTS["pdtb2"], unsupported))
    assert str(unsupported) == message


def test_value_that_would_break_a_row_is_refused() -> None:
    with pytest.raises(FormatError, match=r"wsj_0001: link: pdtb3 cannot hold 'a\|b'"):
        written(_relation(extras={"link": "a|b"}), DIALECTS["pdtb3"])


@pytest.mark.parametrize("spans", ["here", "9..3", "0..99999"])
def test_extra_spans_that_are_none_are_refused(spans: str) -> None:
    with pytest.raises(FormatError, match="wsj_0001: attribution_spans: "):
        written(_relation(extras={"attribution_spans": spans}), DIALECTS["pdtb3"])


def test_extras_have_no_say_in_what_the_relation_holds() -> None:
    relation = _relation(extras={"arg1_spans": "5..9", "type": "NoRel"})
    assert read_back(written(relation, DIALECTS["pdtb3"]), DIALECTS["pdtb3"]) == [_relation()]


def test_section_and_file_of_pdtb2_follow_from_the_name() -> None:
    assert written(_relation(), DIALECTS["pdtb2"])[0].startswith("Explicit|00|01|0..3||Ann|||ann|")
