"""`relata parse --format csv --out relations.csv`: one table of the relations of all inputs."""

from __future__ import annotations

import csv
from functools import partial
from pathlib import Path

import pytest

import relata as package
from relata.formats import tables
from tests.cli.conftest import Outcome, Relata

Parse = partial[Outcome]
TEXT = "We left because it rained. All got wet.\n"


@pytest.fixture
def parse(relata: Relata, rule_model: Path) -> Parse:
    return partial(relata, "parse", "--model", rule_model)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "a.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "corpus" / "b.txt").write_text(TEXT, encoding="utf-8")
    return tmp_path / "corpus"


def test_all_inputs_go_into_one_table(parse: Parse, corpus: Path, tmp_path: Path) -> None:
    table = tmp_path / "relations.csv"

    done = parse(corpus, "--format", "csv", "--out", table)

    assert (done.code, done.out, done.err) == (0, "", f"{table}: 2 documents, 4 relations\n")
    rows = list(csv.DictReader(table.read_text("utf-8").splitlines()))
    assert [(row["document"], row["connective"]) for row in rows] == [
        *(("a", "because"), ("a", "")),
        *(("b", "because"), ("b", "")),
    ]


def test_a_table_is_printed_as_the_library_renders_it(parse: Parse, corpus: Path, rule_model: Path) -> None:
    parser = package.load(rule_model)
    document = next(parser.analyse([parser.read(TEXT, "a")]))

    for form, renderer in tables.RENDERERS.items():
        assert parse(corpus / "a.txt", "--format", form).out == "".join(renderer([document]))


def test_a_table_is_not_replaced_unless_it_is_asked_for(parse: Parse, corpus: Path, tmp_path: Path) -> None:
    table = tmp_path / "relations.csv"
    table.write_text("mine", encoding="utf-8")

    refused = parse(corpus, "--format", "csv", "--out", table)

    assert (refused.code, table.read_text("utf-8")) == (2, "mine")
    assert "--force replaces it" in refused.err
    assert parse(corpus, "--format", "csv", "--out", table, "--force").code == 0
    assert table.read_text("utf-8").startswith("document,")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--format", "xlsx"], "needs --out FILE"),
        (["--format", "csv", "--out", "."], "is a directory"),
        (["--format", "csv", "--only", "syntax"], "shows nothing of what it finds"),
    ],
)
def test_a_table_that_cannot_be_written_is_refused(
    parse: Parse, corpus: Path, options: list[str], message: str
) -> None:
    done = parse(corpus, *options)

    assert (done.code, message in done.err) == (2, True)


def test_an_input_that_cannot_be_read_is_reported_beside_the_table(
    parse: Parse, corpus: Path, tmp_path: Path
) -> None:
    (corpus / "c.txt").write_bytes(b"\xff\xfe\xfa")

    done = parse(corpus, "--format", "tsv", "--out", tmp_path / "table.tsv")

    assert (done.code, len((tmp_path / "table.tsv").read_text("utf-8").splitlines())) == (2, 5)


def test_no_table_is_written_over_an_input(parse: Parse, corpus: Path) -> None:
    done = parse(corpus / "a.txt", "--format", "csv", "--out", corpus / "a.txt", "--force")

    assert (done.code, "is an input" in done.err) == (2, True)
    assert (corpus / "a.txt").read_text("utf-8") == TEXT
