"""What a system output is turned down for, and what it is warned of."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from relata.errors import FormatError, RejectedError
from relata.scoring.conll2016 import Report, label_set, read_predictions, validate_output

ENGLISH = label_set("conll2016-en")
MISSING = object()


def relation(**changes: Any) -> dict[str, Any]:
    """A sound predicted relation with some fields changed or, with MISSING, left out."""
    sound = {
        "DocID": "d",
        "Type": "Explicit",
        "Sense": ["Comparison.Contrast"],
        "Arg1": {"TokenList": [0, 1]},
        "Arg2": {"TokenList": [3, 4]},
        "Connective": {"TokenList": [2]},
    }
    return {name: value for name, value in (sound | changes).items() if value is not MISSING}


def write(path: Path, *relations: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in relations), "utf-8")
    return path


def check(folder: Path, *relations: dict[str, Any]) -> Report:
    return validate_output(write(folder / "output.json", *relations), ENGLISH)


def places(faults: tuple[FormatError, ...]) -> list[tuple[int | None, str | None]]:
    return [(fault.line, fault.field) for fault in faults]


def test_a_sound_output_is_valid(tmp_path: Path) -> None:
    report = check(tmp_path, relation(), relation(Type="EntRel", Sense=["EntRel"], More=1))

    assert report == Report(relations=2, malformed=(), rejected=(), warnings=())
    assert report.valid


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        ({"Type": MISSING}, "Type", "found no such field"),
        ({"Type": "NoRel"}, "Type", "found 'NoRel'"),
        ({"Type": ["Explicit"]}, "Type", "expected Explicit or Implicit or AltLex or EntRel"),
        ({"Type": "AltLexC"}, "Type", "found 'AltLexC'"),
        ({"Sense": MISSING}, "Sense", "expected a list of strings, found no such field"),
        ({"Sense": "Comparison.Contrast"}, "Sense", "expected a list of strings"),
        ({"Sense": []}, "Sense", "expected one sense, found 0"),
        ({"Sense": ["Comparison.Contrast", "EntRel"]}, "Sense", "expected one sense, found 2"),
        ({"Sense": ["Foo"]}, "Sense", "expected a sense of conll2016-en, found 'Foo'"),
        ({"Sense": ["Contrast"]}, "Sense", "found 'Contrast', a sense of conll2016-zh"),
        ({"Sense": ["Contingency.Purpose"]}, "Sense", "'Contingency.Purpose', a sense of pdtb3 and tedcdb"),
        ({"Sense": [["EntRel"]]}, "Sense", "expected a list of strings"),
        ({"Arg1": MISSING}, "Arg1", "expected an object with a TokenList, found no such field"),
        ({"Arg2": [3, 4]}, "Arg2", "expected an object with a TokenList"),
        ({"Arg2": {}}, "Arg2.TokenList", "expected a list of tokens, found no such field"),
        ({"Connective": {"TokenList": "2"}}, "Connective.TokenList", "expected a list of tokens"),
        ({"Connective": MISSING}, "Connective", "found no such field"),
    ],
)
def test_what_the_task_minds_is_rejected(
    tmp_path: Path, changes: dict[str, Any], field: str, message: str
) -> None:
    report = check(tmp_path, relation(), relation(**changes))

    assert places(report.rejected) == [(2, field)]
    assert message in report.rejected[0].message
    assert not report.malformed
    assert not report.valid


@pytest.mark.parametrize(
    ("changes", "field", "message"),
    [
        ({"DocID": 7}, "DocID", "expected a string, found 7"),
        ({"DocID": MISSING}, "DocID", "expected a string, found no such field"),
        ({"Arg1": {"TokenList": [[0, 4, 0, 0, 0]]}}, "Arg1.TokenList", "gold-style token list"),
        ({"Arg2": {"TokenList": [3, -1]}}, "Arg2.TokenList", "integers from 0, found -1"),
        ({"Arg2": {"TokenList": [3, 4.0]}}, "Arg2.TokenList[1]", "expected a document token id, found 4.0"),
        ({"Arg2": {"TokenList": [True]}}, "Arg2.TokenList[0]", "expected a document token id, found True"),
        (
            {"Connective": {"TokenList": ["2"]}},
            "Connective.TokenList[0]",
            "expected a document token id, found '2'",
        ),
    ],
)
def test_what_nobody_can_score_is_malformed(
    tmp_path: Path, changes: dict[str, Any], field: str, message: str
) -> None:
    report = check(tmp_path, relation(), relation(**changes))

    assert places(report.malformed) == [(2, field)]
    assert message in report.malformed[0].message
    assert not report.rejected
    assert not report.valid


def test_all_faults_of_all_relations_are_found(tmp_path: Path) -> None:
    file = write(tmp_path / "output.json", relation(Type="NoRel", Sense=[], DocID=1))
    with file.open("a", encoding="utf-8") as output:
        output.write("{broken\n\n" + json.dumps(relation(Arg1=MISSING, Arg2=MISSING)) + "\n")

    report = validate_output(file, ENGLISH)

    assert places(report.malformed) == [(1, "DocID"), (2, None)]
    assert places(report.rejected) == [(1, "Type"), (1, "Sense"), (4, "Arg1"), (4, "Arg2")]


def test_long_values_are_shortened_in_messages(tmp_path: Path) -> None:
    report = check(tmp_path, relation(Sense=["x" * 1000]))

    assert len(report.rejected[0].message) < 150


def test_unsorted_and_repeated_ids_are_warned_of(tmp_path: Path) -> None:
    report = check(
        tmp_path, relation(Arg1={"TokenList": [1, 0]}), relation(), relation(Arg2={"TokenList": [3, 3]})
    )

    assert places(report.warnings) == [(1, "Arg1.TokenList"), (3, "Arg2.TokenList")]
    assert report.valid


def test_documents_and_tokens_that_do_not_exist_are_warned_of(tmp_path: Path) -> None:
    words = [[form, {}] for form in ("It", "rained", "but", "we", "left")]
    (tmp_path / "parses.json").write_text(json.dumps({"d": {"sentences": [{"words": words}]}}), "utf-8")
    file = write(
        tmp_path / "output.json", relation(), relation(DocID="e"), relation(Arg2={"TokenList": [4, 5]})
    )

    report = validate_output(file, ENGLISH, gold=tmp_path)

    assert [str(warning).removeprefix(f"{file}:") for warning in report.warnings] == [
        "2: DocID: unknown document 'e'",
        "3: Arg2.TokenList: token 5 is outside the document of 5 tokens",
    ]


def test_gold_relations_alone_tell_documents_and_not_their_length(tmp_path: Path) -> None:
    gold = write(tmp_path / "relations.json", relation())
    file = write(tmp_path / "output.json", relation(DocID="e"), relation(Arg2={"TokenList": [4, 500]}))

    report = validate_output(file, ENGLISH, gold=gold)

    assert places(report.warnings) == [(1, "DocID")]


def test_reading_raises_the_first_malformed_relation(tmp_path: Path) -> None:
    file = write(tmp_path / "output.json", relation(Type="NoRel"), relation(DocID=3))

    with pytest.raises(FormatError, match=r"output\.json:2: DocID"):
        read_predictions(file, ENGLISH)


def test_reading_raises_all_that_is_rejected_at_once(tmp_path: Path) -> None:
    file = write(tmp_path / "output.json", relation(Type="NoRel"), relation(), relation(Sense=["Foo"]))

    with pytest.raises(RejectedError) as rejection:
        read_predictions(file, ENGLISH)

    assert places(tuple(rejection.value.faults)) == [(1, "Type"), (3, "Sense")]
    assert str(rejection.value).endswith("(and 1 more)")


def test_reading_without_labels_takes_any_sense_and_type_of_the_penn_discourse_treebank(
    tmp_path: Path,
) -> None:
    file = write(tmp_path / "output.json", relation(Sense=["Comparison.Similarity"], Type="AltLexC"))

    assert read_predictions(file)[0].senses == ("Comparison.Similarity",)


def test_other_label_sets_take_senses_that_fall_under_their_labels(tmp_path: Path) -> None:
    file = write(
        tmp_path / "output.json", relation(Sense=["Contingency.Cause.Reason"]), relation(Sense=["Foo"])
    )

    report = validate_output(file, label_set("pdtb3-l2"))

    assert places(report.rejected) == [(2, "Sense")]
