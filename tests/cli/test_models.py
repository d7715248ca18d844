from __future__ import annotations

import json
import re
from pathlib import Path

from relata.parsing.loading import installed
from tests.cli.conftest import Relata
from tests.toy_model import save_rule_model


def test_a_model_is_described_in_one_line(relata: Relata, rule_model: Path) -> None:
    done = relata("models", rule_model)

    assert done.code == 0
    assert re.fullmatch(r"rules  unknown  English  \d+\.\d MB  version \S+  discourse relations\n", done.out)


def test_the_strict_f1_of_a_model_is_named(relata: Relata) -> None:
    lines = relata("models").out.splitlines()

    assert [line.split()[0] for line in lines] == list(installed())
    assert all(re.search(r"  strict F1 \d\d\.\d\d$", line) for line in lines)


def test_the_track_of_a_model_is_told_with_its_resources(relata: Relata, rule_model: Path) -> None:
    assert relata("models", rule_model, "--track").out == "rules: closed track\n  rules, MIT\n"


def test_the_card_of_a_model_is_printed(relata: Relata, rule_model: Path) -> None:
    assert relata("models", rule_model, "--card").out == "# A toy\n\nIt follows rules.\n\n"


def test_json_has_the_whole_manifest(relata: Relata, rule_model: Path) -> None:
    (model,) = json.loads(relata("models", rule_model, "--format", "json").out)

    assert (model["path"], model["damaged"], model["format"]) == (str(rule_model), [], "relata-model/2")


def test_installed_models_are_listed(relata: Relata) -> None:
    done = relata("models", "--format", "json")

    assert [Path(model["path"]).name for model in json.loads(done.out)] == list(installed())


def test_a_damaged_model_is_shown_and_the_file_named(relata: Relata, tmp_path: Path) -> None:
    model = save_rule_model(tmp_path / "model")
    (model / "tokenizer.json").write_text("{}", encoding="utf-8")

    done = relata("models", model)

    assert done.code == 2
    assert "damaged: tokenizer.json" in done.out
    assert f"error: {model}/tokenizer.json: damaged" in done.err


def test_what_is_no_model_is_refused(relata: Relata, tmp_path: Path) -> None:
    done = relata("models", tmp_path)

    assert (done.code, done.out) == (2, "")
    assert "expected the directory of a model" in done.err


def test_a_name_that_is_not_installed_is_refused(relata: Relata) -> None:
    done = relata("models", "xx")

    assert done.code == 2
    assert "no model 'xx'; installed: " in done.err
