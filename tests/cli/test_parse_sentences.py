from __future__ import annotations

import json
from pathlib import Path

import pytest

from relata.document import Document, Tokens
from relata.document.relations import Proposition
from relata.formats import conll2008, jsonl
from tests.cli.conftest import Relata
from tests.toy_model import save_sentence_model

TEXT = "It rained because all was wet. Then we left.\n"


@pytest.fixture
def article(tmp_path: Path) -> Path:
    path = tmp_path / "a.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(save_sentence_model(tmp_path_factory.mktemp("models") / "toy"))


def test_conll2008_has_trees_and_roles(relata: Relata, model: str, article: Path, tmp_path: Path) -> None:
    result = relata("parse", article, "--model", model, "--format", "conll2008")
    (tmp_path / "out.conll08").write_text(result.out, encoding="utf-8")

    (document,) = conll2008.read(tmp_path / "out.conll08")
    assert [token.head for token in document.sentences[1]] == [4, 4, 4, 0]
    (proposition,) = document.propositions
    assert (proposition.roleset, proposition.arguments[0].role) == ("wet.01", "AM-CAU")
    assert result.err == ""


def test_only_roles_is_shown_as_text(relata: Relata, model: str, article: Path) -> None:
    result = relata("parse", article, "--model", model, "--only", "roles")

    assert result.out.splitlines()[:9] == [
        "a: 2 sentences",
        "",
        "1  It       it       NN  7  DEP",
        "2  rained   rained   NN  7  DEP",
        "3  because  because  NN  7  DEP",
        "4  all      all      NN  7  DEP",
        "5  was      was      NN  7  DEP",
        "6  wet      wet      JJ  7  DEP",
        "7  .        .        .   0  ROOT",
    ]
    assert "    wet (wet.01)  AM-CAU [because]" in result.out


def test_a_proposition_without_predicate_is_not_shown(
    relata: Relata, model: str, article: Path, tmp_path: Path
) -> None:
    tokens = Tokens("It rained .", [(0, 2), (3, 9), (10, 11)])
    given = Document("given", "en", tokens, propositions=(Proposition(tokens.span([]), "rain.01"),))
    jsonl.write([given], tmp_path / "given.jsonl")

    result = relata("parse", tmp_path / "given.jsonl", article, "--model", model, "--only", "roles")

    assert (result.code, result.err) == (0, "")
    assert "rain.01" not in result.out
    assert "wet.01" in result.out


def test_text_shows_relations_and_json_lines_everything(relata: Relata, model: str, article: Path) -> None:
    shown = relata("parse", article, "--model", model).out
    record = json.loads(relata("parse", article, "--model", model, "--format", "jsonl").out)

    assert "Contingency.Cause.Reason" in shown
    assert record["relations"]
    assert record["propositions"]
    assert record["sentences"][0]["tokens"][0]["deprel"] == "DEP"


def test_files_of_sentences_are_written(relata: Relata, model: str, article: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"

    relata("parse", article, "--model", model, "--format", "conll2008", "--out", out)
    relata("parse", article, "--model", model, "--only", "syntax", "--out", f"{out}2")

    assert len(list(conll2008.read(out / "a.conll08"))) == 1
    assert "ROOT" in (tmp_path / "out2" / "a.txt").read_text(encoding="utf-8")


def test_half_a_surrogate_pair_ends_no_batch(
    relata: Relata, model: str, article: Path, tmp_path: Path
) -> None:
    odd, out = tmp_path / "odd.jsonl", tmp_path / "out"
    odd.write_text('{"id": "odd", "text": "It \\ud800 rained."}\n', encoding="utf-8")

    printed = relata("parse", odd, article, "--model", model, "--format", "conll2008")
    relata("parse", odd, article, "--model", model, "--format", "conll2008", "--out", out)

    assert printed.err == "warning: CoNLL-2008 cannot hold: half a surrogate pair (1 tokens)\n"
    written = [(out / f"{name}.conll08").read_text(encoding="utf-8") for name in ("odd", "a")]
    assert printed.out == "".join(written)
    assert "\t\ufffd\t" in written[0]
