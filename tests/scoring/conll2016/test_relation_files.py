"""Reading gold relations and system output for scoring."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata.errors import FormatError, Lenient, RelataError
from relata.formats import conll2016
from relata.scoring.conll2016 import Record, read_gold, read_predictions, records
from tests.paths import TESTS

MICRO = TESTS / "fixtures" / "conll2016"


def span(*tokens: int, text: str | None = None) -> dict[str, Any]:
    tuples = [[10 * token, 10 * token + 5, token, 0, token] for token in tokens]
    return {"TokenList": tuples} | ({} if text is None else {"RawText": text})


def gold(**changes: Any) -> dict[str, Any]:
    return {
        "DocID": "d",
        "ID": 5,
        "Type": "Explicit",
        "Sense": ["Comparison.Contrast"],
        "Arg1": span(0, 1),
        "Arg2": span(3, 4),
        "Connective": span(2, text="But"),
    } | changes


def write(path: Path, *relations: Any) -> Path:
    path.write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in relations), "utf-8")
    return path


def test_gold_is_read_from_5_tuples(tmp_path: Path) -> None:
    assert read_gold(write(tmp_path / "gold.json", gold())) == [
        Record("d", "Explicit", ("Comparison.Contrast",), (0, 1), (3, 4), (2,), "But", id=5, line=1)
    ]


def test_gold_is_read_from_flat_ids(tmp_path: Path) -> None:
    flat = gold(
        Arg1={"TokenList": [0, 1]},
        Arg2={"TokenList": [3, 4]},
        Connective={"TokenList": [2], "RawText": "But"},
    )

    assert read_gold(write(tmp_path / "flat.json", flat)) == read_gold(write(tmp_path / "gold.json", gold()))


def test_an_inserted_connective_is_no_text_of_tokens(tmp_path: Path) -> None:
    file = write(tmp_path / "gold.json", gold(Type="Implicit", Connective=span(text="because")))

    assert read_gold(file)[0].connective_text == ""


@pytest.mark.parametrize("language", ["en", "zh"])
def test_files_and_documents_give_the_same_relations_to_score(shared: Path, language: str) -> None:
    place = shared / "data" / "conll2016-trial" / language

    found = [replace(record, line=None) for record in read_gold(place)]

    assert found == [replace(record, connective_forms=None) for record in records(conll2016.read(place))]


def test_predictions_are_read_from_flat_ids(tmp_path: Path) -> None:
    file = write(
        tmp_path / "out.json",
        gold(Arg1={"TokenList": [1, 0]}, Arg2={"TokenList": []}, Connective={"TokenList": [2]}, ID="x"),
    )

    assert read_predictions(file) == [
        Record("d", "Explicit", ("Comparison.Contrast",), (1, 0), (), (2,), line=1)
    ]


def test_directories_stand_for_the_files_in_them(tmp_path: Path) -> None:
    write(tmp_path / "relations.json", gold())
    run = tmp_path / "run"
    run.mkdir()
    flat = gold(Arg1={"TokenList": [0]}, Arg2={"TokenList": [3]}, Connective={"TokenList": [2]})
    write(run / "output.json", flat, flat)
    write(run / "relations.json", flat)

    assert len(read_gold(tmp_path)) == 1
    assert len(read_predictions(run)) == 2


def test_a_run_may_call_its_output_relations(tmp_path: Path) -> None:
    write(
        tmp_path / "relations.json",
        gold(Arg1={"TokenList": [0]}, Arg2={"TokenList": [3]}, Connective={"TokenList": [2]}),
    )

    assert len(read_predictions(tmp_path)) == 1


def test_a_directory_without_relations_says_what_it_lacks(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"expected relations\.json or pdtb-data\.json in this"):
        read_gold(tmp_path)
    with pytest.raises(FormatError, match=r"expected output\.json or relations\.json or pdtb-data"):
        read_predictions(tmp_path)


def test_a_missing_file_is_a_format_error(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"nothing\.json: cannot be read"):
        read_gold(tmp_path / "nothing.json")


def test_byte_order_mark_crlf_and_empty_lines_are_taken(tmp_path: Path) -> None:
    file = tmp_path / "gold.json"
    lines = [json.dumps(gold()), "", "  ", json.dumps(gold(ID=6))]
    file.write_bytes(b"\xef\xbb\xbf" + "\r\n".join(lines).encode())

    assert [(record.id, record.line) for record in read_gold(file)] == [(5, 1), (6, 4)]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"DocID": "d", "Arg1": {"Tok', r"gold\.json:1: broken JSON at column \d+: Unterminated string"),
        (b"[1, 2]", r"gold\.json:1: expected one JSON object a line"),
        (b"{}\n", r"gold\.json:1: DocID: expected a string"),
        (b"\xff\xfe{\x00", r"gold\.json:1: expected UTF-8, this looks like UTF-16"),
        (b'{"a": "\xe9"}', r"gold\.json:1: expected UTF-8, found byte 0xe9"),
        (b"[" * 100_000, r"gold\.json:1: no usable JSON"),
        (b'{"a": ' + b"1" * 5000 + b"}", r"gold\.json:1: no usable JSON"),
    ],
)
def test_broken_files_say_where(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "gold.json"
    file.write_bytes(content)

    with pytest.raises(FormatError, match=message):
        read_gold(file)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"DocID": 1}, "DocID: expected a string"),
        ({"Type": ""}, "Type: expected Explicit or Implicit"),
        ({"Type": None}, "Type: expected Explicit or Implicit"),
        ({"Type": []}, "Type: expected Explicit or Implicit"),
        ({"Sense": "EntRel"}, "Sense: expected a list of strings"),
        ({"Sense": [1]}, "Sense: expected a list of strings"),
        ({"Arg1": None}, "Arg1: expected an object with a TokenList, found None"),
        ({"Arg2": {"TokenList": {}}}, r"Arg2\.TokenList: expected a list of tokens"),
        ({"Arg2": {"TokenList": [[0, 5, 3, 0]]}}, r"Arg2\.TokenList\[0\]: expected \[charBegin"),
        (
            {"Arg2": {"TokenList": [[0, 5, 3, 0, 3], 4]}},
            r"Arg2\.TokenList\[1\]: expected \[charBegin, charEnd",
        ),
        (
            {"Arg2": {"TokenList": [4, [0, 5, 3, 0, 3]]}},
            r"Arg2\.TokenList\[1\]: expected a document token id",
        ),
        (
            {"Arg2": {"TokenList": [[0, 5, "3", 0, 3]]}},
            r"Arg2\.TokenList\[0\]: expected \[charBegin, charEnd",
        ),
        ({"Connective": {"TokenList": [], "RawText": 1}}, r"Connective\.RawText: expected a string"),
    ],
)
def test_gold_with_wrong_fields_says_which(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    file = write(tmp_path / "gold.json", gold(), gold(**changes))

    with pytest.raises(FormatError, match=r"gold\.json:2: " + message):
        read_gold(file)


def test_relations_without_senses_are_no_gold(tmp_path: Path) -> None:
    file = write(tmp_path / "relations-no-senses.json", gold(Type="", Sense=[]))

    with pytest.raises(FormatError, match="Type: expected Explicit"):
        read_gold(file)


def test_lenient_reading_skips_faulty_relations(tmp_path: Path) -> None:
    lenient = Lenient()
    file = write(tmp_path / "gold.json", gold(DocID=1), gold(), [1])

    records = read_gold(file, on_error=lenient)

    assert [record.line for record in records] == [2]
    assert [fault.line for fault in lenient.faults] == [1, 3]


def test_lenient_reading_skips_faulty_predictions_and_notes_each_once(tmp_path: Path) -> None:
    lenient = Lenient()
    flat = gold(Arg1={"TokenList": [0]}, Arg2={"TokenList": [3]}, Connective={"TokenList": [2]})
    file = write(tmp_path / "output.json", gold(), flat, flat | {"Type": "NoRel", "Sense": []})

    records = read_predictions(file, on_error=lenient)

    assert [record.line for record in records] == [2]
    assert [(fault.line, fault.field) for fault in lenient.faults] == [(1, "Arg1.TokenList"), (3, "Type")]


def dataset(folder: Path, *relations: dict[str, Any], **documents: str) -> Path:
    """A directory with gold relations and with parses of documents given as their words."""
    write(folder / "relations.json", *relations)
    parses = {
        doc_id: {"sentences": [{"words": [[form, {}] for form in words.split()]}]}
        for doc_id, words in documents.items()
    }
    (folder / "parses.json").write_text(json.dumps(parses, ensure_ascii=False), encoding="utf-8")
    return folder


def test_forms_are_looked_up_where_words_of_a_connective_are_not_its_tokens(tmp_path: Path) -> None:
    place = dataset(
        tmp_path,
        gold(),
        gold(DocID="e", Connective=span(0, 1, 2, text="Typically, if")),
        gold(DocID="e", Connective=span(3, 4, text="虽然但是")),
        d="We came but they left",
        e="Typically , if 虽然 但是",
    )

    assert [record.connective_forms for record in read_gold(place)] == [
        None,
        ("Typically", ",", "if"),
        ("虽然", "但是"),
    ]


def test_a_connective_outside_its_document_is_refused(tmp_path: Path) -> None:
    place = dataset(tmp_path, gold(Connective=span(8, 9, 10, text="Typically, if")), d="So short")

    with pytest.raises(FormatError, match=r"relations\.json:1: Connective\.TokenList: token 10 is outside"):
        read_gold(place)


def test_lenient_reading_does_without_forms_of_connectives_outside_their_document(tmp_path: Path) -> None:
    lenient = Lenient()
    place = dataset(tmp_path, gold(Connective=span(8, 9, 10, text="Typically, if")), d="So short")

    assert read_gold(place, on_error=lenient)[0].connective_forms is None
    assert [fault.field for fault in lenient.faults] == ["Connective.TokenList"]


def test_parses_of_other_documents_leave_forms_unknown(tmp_path: Path) -> None:
    place = dataset(tmp_path, gold(Connective=span(0, 1, 2, text="Typically, if")), other="So short")

    assert read_gold(place)[0].connective_forms is None


def test_parses_without_words_are_refused(tmp_path: Path) -> None:
    place = dataset(tmp_path, gold(Connective=span(0, 1, 2, text="Typically, if")))
    (place / "parses.json").write_text('{"d": {"sentences": [[]]}}', encoding="utf-8")

    with pytest.raises(FormatError, match=r"parses\.json: d: expected sentences with words"):
        read_gold(place)


@pytest.mark.parametrize("parses", ['{"d": {"sentences": [[]]}}', '{"d": {"sent'])
def test_lenient_reading_does_without_parses_that_are_broken(tmp_path: Path, parses: str) -> None:
    lenient = Lenient()
    place = dataset(tmp_path, gold(Connective=span(0, 1, 2, text="Typically, if")))
    (place / "parses.json").write_text(parses, encoding="utf-8")

    assert read_gold(place, on_error=lenient)[0].connective_forms is None
    assert len(lenient.faults) == 1


@given(st.data())
def test_whatever_happens_to_a_file_only_our_errors_are_raised(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    content = bytearray((MICRO / "micro_conn_heads" / "pred.json").read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(content) - 1))
        piece = data.draw(
            st.sampled_from([b"", b"[", b"}", b'"', b"-1", b"null", b"\n", b"\xff", b"{}", b"1e9"])
        )
        content[place : place + data.draw(st.integers(0, 30))] = piece
    file = tmp_path_factory.mktemp("fuzz") / "output.json"
    file.write_bytes(content)

    for read in (read_gold, read_predictions):
        with suppress(RelataError):
            assert all(type(token) is int for record in read(file) for token in record.arg1)
