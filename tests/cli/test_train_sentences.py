"""`relata train classical` with the systems of CoNLL-2008."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Relata

pytest.importorskip("sklearn", reason="needs the extra [experiments]")

COMMAND = ("train", "classical", "--system")


def test_a_saved_system_parses_a_test_file(relata: Relata, examples: Path, tmp_path: Path) -> None:
    gold, model, blind = examples / "conll2008" / "gold.conll08", tmp_path / "model", tmp_path / "b.conll08"
    trained = relata(*COMMAND, "conll2008-transition", "--train", gold, "--out", model)
    assert (trained.code, trained.err) == (0, "")
    assert "trees and roles" in trained.out
    lines = gold.read_text("utf-8").splitlines()
    blind.write_text("".join("\t".join(line.split("\t")[:8]) + "\n" for line in lines), encoding="utf-8")
    parsed = relata("parse", blind, "--model", model, "--format", "conll2008")
    rows = [line.split("\t") for line in parsed.out.splitlines() if line]
    assert [row[:8] for row in rows] == [line.split("\t")[:8] for line in lines if line]
    assert sum(row[10] != "_" for row in rows) > 5
    roles = relata("parse", blind, "--model", model, "--only", "roles")
    assert "open (open.01)" in roles.out or "opened (open.01)" in roles.out
    refused = relata("parse", blind, "--model", model)
    assert refused.code == 2
    assert refused.err.splitlines() == [
        f"error: {model}: the system finds trees and roles, no relations: --only roles, --only syntax, or "
        "--format conll2008"
    ]


def test_saved_systems_are_listed_and_checked(relata: Relata, examples: Path, tmp_path: Path) -> None:
    model = tmp_path / "model"
    relata(*COMMAND, "conll2008-transition", "--train", examples / "conll2008", "--out", model)
    listed = relata("models", model)
    assert listed.code == 0
    assert "conll2008-transition: trees and roles" in listed.out
    assert "Goldberg and Nivre" in relata("models", model, "--card").out
    assert relata("models", model, "--track").out == "model: closed track\n"
    assert relata("verify", model).code == 1  # nobody vouches for it
    (model / "arrays.npz").write_bytes(b"other")
    assert (
        relata("verify", model).err
        == f"error: {model / 'arrays.npz'}: damaged, its sha256 is not the one that is stated\n"
    )
    assert relata("models", model).code == 2


def test_data_without_trees_are_refused(relata: Relata, tmp_path: Path) -> None:
    plain = tmp_path / "plain.conll08"
    plain.write_text("1\tIt\tit\tPRP\tPRP\tIt\tit\tPRP\n\n", encoding="utf-8")
    outcome = relata(*COMMAND, "conll2008-graph", "--train", plain, "--out", tmp_path / "model")
    assert outcome.code == 2
    assert outcome.err == f"error: {plain}: expected sentences with heads to train with, found none\n"


def test_systems_of_sentences_take_no_resources(relata: Relata, examples: Path, tmp_path: Path) -> None:
    gold = examples / "conll2008" / "gold.conll08"
    options = ("--train", gold, "--out", tmp_path / "model", "--resource", "brown")
    outcome = relata(*COMMAND, "conll2008-graph", *options)
    assert outcome.code == 2
    assert "takes no --resource" in outcome.err
