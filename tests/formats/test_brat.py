"""brat standoff: every annotation points at the text it quotes, and the configuration declares it."""

from __future__ import annotations

import re
import warnings
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings

from relata.document import Document, Tokens
from relata.document.relations import DiscourseRelation, Proposition, RelationType
from relata.errors import FormatError, UnsupportedWarning
from relata.formats import brat, conll2016
from tests.paths import TESTS
from tests.strategies import documents, names

FIXTURES = TESTS / "fixtures"


@pytest.fixture
def document() -> Document:
    text = "Rain fell\nall day . So we left ."
    offsets = [(0, 4), (5, 9), (10, 13), (14, 17), (18, 19), (20, 22), (23, 25), (26, 30), (31, 32)]
    tokens = Tokens(text, offsets, sentence_starts=[0, 5])
    relation = DiscourseRelation(
        RelationType.EXPLICIT,
        tokens.span(range(4)),
        tokens.span([6, 7]),
        senses=("Contingency.Cause.Result",),
        connective=tokens.span([5]),
    )
    return Document("rain", "en", tokens, relations=(relation,))


def written(document: Document, folder: Path) -> list[str]:
    """The lines of the .ann file."""
    brat.write([document], folder / "out")
    return (folder / "out" / f"{document.id}.ann").read_text(encoding="utf-8").splitlines()


def configuration(folder: Path) -> list[str]:
    return (folder / "out" / "annotation.conf").read_text(encoding="utf-8").splitlines()


def test_a_relation_with_a_connective_is_an_event(document: Document, tmp_path: Path) -> None:
    assert written(document, tmp_path) == [
        "T1\tArg1 0 9;10 17\tRain fell all day",
        "T2\tArg2 23 30\twe left",
        "T3\tExplicit 20 22\tSo",
        "E1\tExplicit:T3 Arg1:T1 Arg2:T2",
        "A1\tSense E1 Contingency.Cause.Result",
    ]


def test_a_relation_without_a_connective_has_its_sense_at_arg2(document: Document, tmp_path: Path) -> None:
    implicit = replace(document.relations[0], type=RelationType.IMPLICIT, connective=None, inserted="so")
    assert written(document.with_relations([implicit]), tmp_path)[2:] == [
        "R1\tImplicit Arg1:T1 Arg2:T2",
        "A1\tSense T2 Contingency.Cause.Result",
        "#1\tAnnotatorNotes R1\tinserted: so",
    ]


def test_a_discontinuous_span_has_its_pieces(document: Document, tmp_path: Path) -> None:
    split = replace(document.relations[0], arg1=document.tokens.span([0, 3]))
    assert written(document.with_relations([split]), tmp_path)[0] == "T1\tArg1 0 4;14 17\tRain day"


def test_what_has_no_line_of_its_own_is_in_a_note(document: Document, tmp_path: Path) -> None:
    mark = document.tokens.span([4])
    full = replace(
        document.relations[0],
        id=3,
        score=0.5,
        provenance="a\tb",
        punctuation=mark,
        punctuation_type="Period",
        sup2=mark,
        second_senses=("Expansion.Alternative.Chosen alternative",),
        extras={"attribution": "Wr"},
    )
    assert written(document.with_relations([full]), tmp_path)[5:] == [
        "A2\tSense2 E1 Expansion.Alternative.Chosen_alternative",
        "T4\tPunctuation 18 19\t.",
        "T5\tSup2 18 19\t.",
        "#1\tAnnotatorNotes E1\tpunctuation: T4; sup2: T5; id: 3; punctuation_type: Period; score: 0.5; "
        "provenance: a b; attribution: Wr",
    ]


def test_the_configuration_declares_what_is_used(tmp_path: Path) -> None:
    with pytest.warns(UnsupportedWarning):
        brat.write(conll2016.read(FIXTURES / "conll2016-zh"), tmp_path / "out")
    assert configuration(tmp_path) == [
        "[entities]",
        "Arg1",
        "Arg2",
        "Punctuation",
        "Sup1",
        "",
        "[relations]",
        "Implicit\tArg1:Arg1, Arg2:Arg2",
        "",
        "[events]",
        "AltLex\tArg+:Arg1|Arg2",
        "Explicit\tArg+:Arg1|Arg2",
        "",
        "[attributes]",
        "Sense\tArg:<EVENT>|Arg2, Value:Causation|Conditional|Contrast",
        "Sense2\tArg:<EVENT>|Arg2, Value:Temporal",
    ]


def test_offsets_count_a_windows_line_end_as_brat_does(tmp_path: Path) -> None:
    tokens = Tokens("a\r\nb\rc", [(0, 1), (3, 4), (5, 6)])
    relation = DiscourseRelation(RelationType.ENTREL, tokens.span([0]), tokens.span([1, 2]))
    assert written(Document("x", "en", tokens, relations=(relation,)), tmp_path)[1] == "T2\tArg2 3 4;5 6\tb c"
    assert (tmp_path / "out" / "x.txt").read_bytes() == b"a \nb\nc"


def test_what_brat_cannot_hold_is_counted_in_one_warning(document: Document, tmp_path: Path) -> None:
    empty = replace(document.relations[0], arg1=document.tokens.span(()))
    tagged = replace(
        document,
        tokens=document.tokens.annotate(tag=["X"] * 9),
        relations=(empty,),
        propositions=(Proposition(document.tokens.span([1])),),
        trees=("(S)", None),
        comments=(("x",), ()),
        nonwords=(("1-2",), ()),
        metadata={"a": "b"},
    )
    with pytest.warns(UnsupportedWarning) as caught:
        brat.write([tagged], tmp_path / "out")
    assert [str(warning.message) for warning in caught] == [
        "brat cannot hold: an empty argument (1 relations), propositions (1 propositions), "
        "annotation of tokens (1 documents), constituent trees (1 sentences), comments (1 documents), "
        "rows that are no words (1 documents), metadata (1 documents)"
    ]


def test_an_id_that_cannot_name_a_file_is_refused(document: Document, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="can name a file"):
        brat.write([replace(document, id="../rain")], tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


@settings(deadline=None, max_examples=50)
@given(documents(ids=names, apart=False))
def test_every_span_quotes_the_text_at_its_offsets(document: Document) -> None:
    with TemporaryDirectory() as room, warnings.catch_warnings():
        warnings.simplefilter("ignore", UnsupportedWarning)
        brat.write([document], Path(room) / "out")
        text = (Path(room) / "out" / f"{document.id}.txt").read_bytes().decode()
        found = (Path(room) / "out" / f"{document.id}.ann").read_bytes().decode().split("\n")[:-1]
    assert len(text) == len(document.text)
    for line in found:
        number, content, *quoted = line.split("\t")
        assert re.fullmatch(r"[TREA#]\d+", number)
        if number.startswith("T"):
            pieces = [piece.split(" ") for piece in content.partition(" ")[2].split(";")]
            fragments = [text[int(begin) : int(end)] for begin, end in pieces]
            assert quoted == [" ".join(fragments).replace("\t", " ")]
            assert not any("\n" in fragment or fragment != fragment.strip() for fragment in fragments)


@settings(deadline=None, max_examples=50)
@given(documents(ids=names))
def test_every_relation_with_two_arguments_is_there(document: Document) -> None:
    with TemporaryDirectory() as room, warnings.catch_warnings():
        warnings.simplefilter("ignore", UnsupportedWarning)
        brat.write([document], Path(room) / "out")
        found = (Path(room) / "out" / f"{document.id}.ann").read_bytes().decode().split("\n")
    whole = [relation for relation in document.relations if relation.arg1 and relation.arg2]
    assert sum(line.startswith(("R", "E")) for line in found) == len(whole)
