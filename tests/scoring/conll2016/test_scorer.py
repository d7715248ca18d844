"""Scoring runs by the public functions: modes, languages, label sets, the sense-only task, signatures."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

import relata
from relata import DiscourseRelation, Document, RelationType, Tokens
from relata.errors import RejectedError, ScoringError, SenseError
from relata.scoring.conll2016 import Counts, Record, records, score, score_files
from relata.scoring.conll2016.labels import label_set, official_language
from tests.paths import TESTS

MICRO = TESTS / "fixtures" / "conll2016"
CONTRAST, REASON, CONJUNCTION = "Comparison.Contrast", "Contingency.Cause.Reason", "Expansion.Conjunction"


def record(*senses: str, start: int = 0, type: str = "Implicit", id: int | None = None) -> Record:
    arg1, arg2 = tuple(range(start, start + 3)), tuple(range(start + 4, start + 7))
    connective = (start + 3,) if type == "Explicit" else ()
    text = "but" if connective else ""
    return Record("d", type, senses, arg1, arg2, connective, text, id=id)


GOLD = [record(CONTRAST, start=0, type="Explicit"), record(REASON, start=10), record("EntRel", start=20)]


@pytest.mark.parametrize("mode", ["corrected", "official"])
def test_gold_against_itself_is_perfect(mode: str) -> None:
    assert set(score(GOLD, GOLD, mode=mode).measures.values()) == {1.0}


@pytest.mark.parametrize("mode", ["corrected", "official"])
def test_nothing_against_nothing_is_perfect(mode: str) -> None:
    assert set(score([], [], mode=mode).measures.values()) == {1.0}


def test_keys_are_those_of_the_task_in_its_order() -> None:
    written = (MICRO / "micro_b01_neg_neg" / "expected.prototext").read_text(encoding="utf-8")

    assert list(score(GOLD, GOLD).measures) == re.findall('key: "(.*)"', written)


def test_scores_without_partial_ones_have_45_keys() -> None:
    result = score(GOLD, GOLD, partial=False)

    assert len(result.measures) == 45
    assert result.partial is None


def test_the_official_mode_can_leave_partial_scores_out() -> None:
    assert score(GOLD, GOLD, mode="official", partial=False).partial is None


def test_a_cutoff_moves_the_border_of_partial_matches() -> None:
    run = [replace(GOLD[1], arg1=(10, 11))]

    found = {cutoff: score(GOLD[1:2], run, cutoff=cutoff).measures for cutoff in ("0.8", "0.81", "4/5")}

    assert [values["All (partial match) Arg1 extraction f1"] for values in found.values()] == [1.0, 0.0, 1.0]


def test_a_cutoff_may_be_a_float() -> None:
    assert score(GOLD, GOLD, cutoff=0.7).cutoff == "0.7"


@pytest.mark.parametrize("cutoff", ["0", "1.1", "-1", "x", "", "1/0", "nan"])
def test_a_cutoff_that_is_none_is_refused(cutoff: str) -> None:
    with pytest.raises(ScoringError, match="cutoff must be a number above 0 and at most 1"):
        score(GOLD, GOLD, cutoff=cutoff)


def test_an_unknown_mode_is_refused() -> None:
    with pytest.raises(ScoringError, match="no mode 'strict'; expected one of corrected, official"):
        score(GOLD, GOLD, mode="strict")


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ScoringError, match="no language 'de'; expected one of en, zh"):
        score(GOLD, GOLD, language="de")


def test_an_unknown_label_set_is_refused() -> None:
    with pytest.raises(SenseError, match="no sense inventory 'l2'"):
        score(GOLD, GOLD, senses="l2")


@pytest.mark.parametrize(
    ("senses", "language"),
    [
        (["EntRel", "EntRel", "Conjunction"], "en"),
        (["EntRel", "Conjunction"], "zh"),
        (["Expansion", "Expansion.Conjunction"], "zh"),
        (["Foo"], "zh"),
        ([], "zh"),
        ([CONTRAST], "en"),
    ],
)
def test_the_official_language_is_counted_from_first_senses(senses: list[str], language: str) -> None:
    assert official_language([record(sense, CONTRAST) for sense in senses]) == language


def test_the_language_is_told_by_senses_that_only_one_has() -> None:
    assert score([record("EntRel"), record("Causation", start=10)], []).language == "zh"
    assert score([record("EntRel"), record(REASON, start=10)], []).language == "en"


def test_senses_that_do_not_tell_the_language_mean_english_with_a_warning() -> None:
    result = score([record("EntRel")], [record("EntRel")])

    assert result.language == "en"
    assert result.warnings == ("the senses of the gold do not tell its language; English is assumed",)


def test_a_given_language_is_not_guessed() -> None:
    result = score([record("EntRel")], [record("EntRel")], language="zh")

    assert (result.language, result.senses, result.warnings) == ("zh", "conll2016-zh", ())


def test_a_label_set_of_the_task_tells_the_language() -> None:
    assert score([record("EntRel")], [], senses="conll2016-zh").language == "zh"


def test_the_official_mode_warns_of_another_language() -> None:
    result = score(GOLD, GOLD, mode="official", language="zh")

    assert result.language == "en"
    assert result.warnings == ("mode official takes the language from the gold, which makes it en, not zh",)


def test_the_official_mode_has_no_other_senses() -> None:
    with pytest.raises(ScoringError, match="mode official knows the task's own senses only, not pdtb3-l2"):
        score(GOLD, GOLD, mode="official", senses="pdtb3-l2")


def test_other_label_sets_truncate_both_sides() -> None:
    gold = [record("Contingency.Cause.Reason"), record("Comparison.Concession.Arg2-as-denier", start=10)]
    run = [record("Contingency.Cause.Result"), record("Comparison.Contrast", start=10)]

    second, first = (score(gold, run, senses=name) for name in ("pdtb3-l2", "pdtb3-l1"))

    assert second.strict["All"].parser == Counts(1, 2, 2)
    assert first.strict["All"].parser == Counts(2, 2, 2)


def test_entrel_counts_in_every_label_set() -> None:
    gold = [record("EntRel", type="EntRel"), record("Contingency.Cause.Reason", start=10)]

    assert score(gold, gold, senses="pdtb3-l2").strict["All"].parser == Counts(2, 2, 2)


def test_chinese_of_another_scheme_is_told_by_its_connectives() -> None:
    gold = [replace(record("Comparison.Contrast", type="Explicit"), connective_text="但是")]

    assert score(gold, gold, senses="tedcdb-l2").language == "zh"


def test_a_label_set_that_does_not_fit_is_warned_of_with_one_that_does() -> None:
    gold = [record("Expansion.Level-of-detail.Arg2-as-detail"), record("Contingency.Purpose.Arg2-as-goal")]

    warnings = score(gold, [], language="en").warnings

    assert warnings[0] == (
        "only 0% of the gold relations have a sense of conll2016-en; the senses pdtb3 fit 100% of it"
    )


def test_senses_that_fit_no_label_set_are_warned_of() -> None:
    assert score([record("Foo")], [], language="en").warnings[0] == (
        "only 0% of the gold relations have a sense of conll2016-en"
    )


@pytest.mark.parametrize(
    ("faulty", "message"),
    [
        (record("Foo"), "predictions:2: Sense: expected a sense of conll2016-en, found 'Foo'"),
        (record(), "predictions:2: Sense: expected one sense, found 0"),
        (record(CONTRAST, REASON), "predictions:2: Sense: expected one sense, found 2"),
        (record(CONTRAST, type="NoRel"), "predictions:2: Type: expected Explicit or Implicit or AltLex or"),
        (replace(record("Foo"), line=7), "predictions:7: Sense"),
    ],
)
@pytest.mark.parametrize("mode", ["corrected", "official"])
def test_predictions_that_the_task_minds_are_rejected(mode: str, faulty: Record, message: str) -> None:
    with pytest.raises(RejectedError, match=message):
        score(GOLD, [GOLD[0], faulty], mode=mode)


def test_predictions_in_documents_without_gold_are_warned_of() -> None:
    stray = replace(GOLD[1], doc_id="e")

    assert score(GOLD, [stray], partial=False).warnings == (
        "1 predictions are in documents without gold, first 'e'",
    )


@pytest.mark.parametrize("tokens", [(11, 10), (10, 10)])
def test_ids_out_of_order_are_warned_of(tokens: tuple[int, ...]) -> None:
    assert score(GOLD, [replace(GOLD[1], arg2=tokens)]).warnings == (
        "1 predictions have token ids that are not ascending or come twice, first in document 'd'",
    )


# The sense-only task


def numbered(*senses: str) -> list[Record]:
    return [record(sense, start=10 * n, id=n) for n, sense in enumerate(senses)]


def test_the_sense_only_task_pairs_by_id_and_takes_the_types_of_the_gold() -> None:
    gold = [replace(each, type="AltLex") for each in numbered(CONTRAST, REASON, CONJUNCTION)]
    run = [replace(each, type="Explicit") for each in reversed(numbered(CONTRAST, CONTRAST, CONJUNCTION))]

    result = score(gold, run, supplementary=True)

    assert result.strict["Non-explicit only"].parser == Counts(2, 3, 3)
    assert result.strict["Explicit only"].parser == Counts(0, 0, 0)
    assert len(result.measures) == 45


def test_the_sense_only_task_needs_ids_in_the_gold() -> None:
    with pytest.raises(ScoringError, match="gold relations with integer IDs"):
        score(GOLD, GOLD, supplementary=True)


@pytest.mark.parametrize("number", [None, 0, 9])
def test_the_sense_only_task_needs_each_id_once(number: int | None) -> None:
    gold = numbered(CONTRAST, REASON)
    run = [gold[0], replace(gold[1], id=number)]

    with pytest.raises(RejectedError, match=f"predictions:2: ID: expected the ID .* found {number}"):
        score(gold, run, supplementary=True)


def test_the_sense_only_task_needs_all_relations() -> None:
    with pytest.raises(
        RejectedError, match="predictions: expected as many relations as the gold has, 2, found 1"
    ):
        score(numbered(CONTRAST, REASON), numbered(CONTRAST), supplementary=True)


# Documents


def document(sense: str, language: str = "en", type: RelationType = RelationType.EXPLICIT) -> Document:
    text = "It rained but\nthen we left"
    tokens = Tokens(text, [match.span() for match in re.finditer(r"\S+", text)])
    relation = DiscourseRelation(
        type,
        arg1=tokens.span([0, 1]),
        arg2=tokens.span([4, 5]),
        senses=(sense,) if sense else (),
        connective=tokens.span([2, 3]) if type is RelationType.EXPLICIT else None,
    )
    return Document("d", language, tokens, relations=(relation,))


def test_documents_are_scored_like_records() -> None:
    gold = document(CONTRAST)

    assert score([gold], [document(REASON)]) == score(records([gold]), records([document(REASON)]))


def test_documents_tell_their_language() -> None:
    assert score([document("EntRel", "zh")], []).language == "zh"


def test_the_record_of_a_connective_has_its_text_and_forms() -> None:
    found = records([document(CONTRAST)])[0]

    assert (found.connective, found.connective_text, found.connective_forms) == (
        (2, 3),
        "butthen",
        ("but", "then"),
    )


def test_entrel_without_a_sense_has_its_name_for_one() -> None:
    assert records([document("", type=RelationType.ENTREL)])[0].senses == ("EntRel",)


def test_norel_is_no_relation_to_score() -> None:
    assert records([document("", type=RelationType.NOREL)]) == []


# What a score tells


def test_a_signature_says_what_was_computed() -> None:
    assert re.fullmatch(
        r"conll2016\|mode:official\|lang:en\|senses:conll2016-en\|cutoff:0\.7\|gold:[0-9a-f]{8}\|pred:[0-9a-f]{8}"
        rf"\|relata:{re.escape(relata.__version__)}",
        score(GOLD, GOLD, mode="official").signature,
    )


def test_the_signature_of_the_sense_only_task_says_so_and_has_no_cutoff() -> None:
    gold = numbered(CONTRAST)

    assert score(gold, gold, supplementary=True).signature.startswith(
        "conll2016|mode:corrected|task:sense-only|lang:en|senses:conll2016-en|gold:"
    )


def test_fingerprints_tell_data_apart() -> None:
    same, other = score(GOLD, GOLD), score(GOLD, GOLD[:2])

    assert same.gold == same.predicted == other.gold != other.predicted


def test_scores_are_ready_for_json() -> None:
    result = score(GOLD, [GOLD[0], record(CONTRAST, start=40)])

    shown = json.loads(json.dumps(result.as_dict()))

    assert {
        name: shown[name] for name in ("scorer", "mode", "language", "senses", "cutoff", "supplementary")
    } == {
        "scorer": "conll2016",
        "mode": "corrected",
        "language": "en",
        "senses": "conll2016-en",
        "cutoff": "0.7",
        "supplementary": False,
    }
    assert (shown["version"], shown["signature"]) == (relata.__version__, result.signature)
    assert shown["measures"] == result.measures
    assert shown["tables"]["All"]["measures"]["Parser"] == {
        "tp": 1,
        "pred": 2,
        "gold": 3,
        "precision": 0.5,
        "recall": 0.3333,
        "f1": 0.4,
    }
    assert shown["tables"]["All (partial match)"]["senses"][REASON]["gold"] == 1
    assert shown["warnings"] == []


def test_corrected_tables_round_in_one_way() -> None:
    place = MICRO / "micro_rounding_thirtyseconds"
    files = (place / "gold.json", place / "pred.json")

    tables = {mode: score_files(*files, mode=mode).text() for mode in ("corrected", "official")}

    assert " 0.0312 " in tables["official"]
    assert "0.0312" not in tables["corrected"]
    assert "0.0313" in tables["corrected"]


def test_corrected_tables_speak_of_no_timeout() -> None:
    assert "time out" not in score(GOLD, GOLD).text()


def test_tables_without_partial_scores_end_with_the_strict_ones() -> None:
    assert "partial" not in score(GOLD, GOLD, partial=False).text()


def test_label_sets_are_truncated_each_label_once() -> None:
    given = [record("Contingency.Cause.Reason", "Contingency.Cause.Result", "Foo")]

    assert label_set("pdtb3-l2").applied(given)[0].senses == ("Contingency.Cause", "Foo")
