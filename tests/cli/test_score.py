"""`relata score conll2016`: the shared task's figures, in every form."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Relata


def test_score_official_prototext_is_the_official_program_s(relata: Relata, golden: Path) -> None:
    case = golden / "micro_rounding_thirtyseconds"
    done = relata(
        "score",
        "conll2016",
        case / "gold.json",
        case / "pred.json",
        "--mode",
        "official",
        "--format",
        "prototext",
    )
    assert done.out == (case / "expected.prototext").read_text(encoding="utf-8")


def test_score_corrected_is_the_default_and_signed(relata: Relata, golden: Path) -> None:
    case = golden / "micro_b01_neg_neg"
    done = relata("score", "conll2016", case / "gold.json", case / "pred.json", "--format", "json")
    found = json.loads(done.out)
    assert found["measures"]["All Parser precision"] == 0.3333
    assert "mode:corrected|lang:en|senses:conll2016-en|cutoff:0.7" in found["signature"]


def test_score_text_in_a_pipe_is_plain_and_ends_with_the_signature(relata: Relata, golden: Path) -> None:
    case = golden / "micro_conn_heads"
    done = relata("score", "conll2016", case / "gold.json", case / "pred.json")
    assert "\x1b" not in done.out
    assert "Explicit connectives         : Precision 0.5000 Recall 0.5455 F1 0.5217" in done.out
    assert done.out.rstrip().splitlines()[-1].startswith("conll2016|mode:corrected|")


def test_score_takes_directories(relata: Relata, examples: Path) -> None:
    done = relata("score", "conll2016", examples / "conll2016", examples / "conll2016" / "run")
    assert done.code == 0, done.err


def test_score_supplementary_has_45_measures(relata: Relata, tmp_path: Path) -> None:
    gold = {"DocID": "d", "ID": 7, "Type": "Implicit", "Sense": ["Expansion.Conjunction"]}
    spans = {"Arg1": {"TokenList": [0]}, "Arg2": {"TokenList": [1]}, "Connective": {"TokenList": []}}
    (tmp_path / "gold.json").write_text(json.dumps(gold | spans), encoding="utf-8")
    (tmp_path / "pred.json").write_text(json.dumps(gold | spans), encoding="utf-8")
    done = relata(
        "score",
        "conll2016",
        tmp_path / "gold.json",
        tmp_path / "pred.json",
        "--supplementary",
        "--format",
        "prototext",
    )
    assert done.out.count("measure {") == 45


@pytest.mark.parametrize("mode", ["official", "corrected"])
def test_score_of_a_rejected_run_exits_1_and_names_the_line(relata: Relata, golden: Path, mode: str) -> None:
    case = golden / "micro_b10_norel"
    done = relata("score", "conll2016", case / "gold.json", case / "pred.json", "--mode", mode)
    assert (done.code, done.out) == (1, "")
    assert "pred.json:1: Type: expected" in done.err


def test_score_of_gold_style_tokens_exits_2(relata: Relata, golden: Path) -> None:
    case = golden / "micro_b11_gold_style_tokens"
    done = relata("score", "conll2016", case / "gold.json", case / "pred.json")
    assert done.code == 2
    assert "gold-style token list" in done.err
    assert len(done.err.splitlines()) == 1


def test_score_lenient_skips_broken_lines_and_exits_1(relata: Relata, golden: Path, tmp_path: Path) -> None:
    case = golden / "micro_b01_neg_neg"
    broken = tmp_path / "pred.json"
    broken.write_text((case / "pred.json").read_text(encoding="utf-8") + '{"DocID": \n', encoding="utf-8")
    done = relata("score", "conll2016", case / "gold.json", broken, "--lenient", "--format", "json")
    assert done.code == 1
    assert json.loads(done.out)["measures"]["All Parser precision"] == 0.3333
    assert "1 item skipped" in done.err


def test_score_names_the_senses_that_fit(relata: Relata, tmp_path: Path) -> None:
    relation = {"DocID": "d", "ID": 1, "Type": "Implicit", "Sense": ["Contingency.Purpose.Arg2-as-goal"]}
    spans = {"Arg1": {"TokenList": [0]}, "Arg2": {"TokenList": [1]}, "Connective": {"TokenList": []}}
    file = tmp_path / "relations.json"
    file.write_text(json.dumps(relation | spans), encoding="utf-8")
    done = relata("score", "conll2016", file, file, "--senses", "pdtb3-l2", "--format", "json")
    found = json.loads(done.out)
    assert found["measures"]["All Parser f1"] == 1.0
    assert found["tables"]["All"]["senses"]["Contingency.Purpose"]["tp"] == 1


def test_score_refuses_an_unknown_label_set(relata: Relata, golden: Path) -> None:
    case = golden / "micro_b01_neg_neg"
    done = relata("score", "conll2016", case / "gold.json", case / "pred.json", "--senses", "pdtb9")
    assert done.code == 2
    assert "no sense inventory 'pdtb9'" in done.err


@pytest.mark.parametrize("cutoff", ["0", "1.5", "x"])
def test_score_refuses_a_senseless_cutoff(relata: Relata, golden: Path, cutoff: str) -> None:
    case = golden / "micro_b01_neg_neg"
    done = relata("score", "conll2016", case / "gold.json", case / "pred.json", "--cutoff", cutoff)
    assert done.code == 2
    assert "cutoff" in done.err
