"""`relata view`: from a corpus to a page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import REPOSITORY, Relata
from tests.view.conftest import data_of

FIXTURES = REPOSITORY / "tests" / "fixtures"


def test_view_writes_a_page_of_all_documents(relata: Relata, examples: Path, tmp_path: Path) -> None:
    out = tmp_path / "new" / "page.html"
    done = relata("view", examples / "conll2016", "--out", out)
    assert (done.code, done.out) == (0, "")
    assert done.err == f"{out}: 3 documents, 16 relations\n"
    assert [each["id"] for each in data_of(out.read_text(encoding="utf-8"))] == [
        "harbour_ferry",
        "solar_roofs",
        "night_trains",
    ]


@pytest.mark.parametrize("source", ["gdtb", "tedcdb", "pdtb2", "pdtb3"])
def test_view_reads_any_format(relata: Relata, tmp_path: Path, source: str) -> None:
    out = tmp_path / "page.html"
    assert relata("view", FIXTURES / source, "--out", out).code == 0
    assert any(each["relations"] for each in data_of(out.read_text(encoding="utf-8")))


def test_view_is_named_after_its_source(relata: Relata, examples: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    relata("view", examples / "conll2016-zh", "--out", out)
    assert "<title>conll2016-zh</title>" in out.read_text(encoding="utf-8")


def test_view_shows_a_run_in_the_place_of_the_gold(relata: Relata, examples: Path, tmp_path: Path) -> None:
    out, data = tmp_path / "page.html", examples / "conll2016"
    assert relata("view", data, "--relations", data / "run" / "output.json", "--out", out).code == 0
    run = (data / "run" / "output.json").read_text(encoding="utf-8").splitlines()
    shown = data_of(out.read_text(encoding="utf-8"))
    assert sum(len(each["relations"]) for each in shown) == len(run)


@pytest.mark.parametrize("run", ["run", "run/output.json"])
def test_view_compares_a_run_with_the_gold(relata: Relata, examples: Path, tmp_path: Path, run: str) -> None:
    out, data = tmp_path / "page.html", examples / "conll2016"
    assert relata("view", data, "--compare", data / run, "--out", out).code == 0
    shown = data_of(out.read_text(encoding="utf-8"))
    assert {"correct", "missed", "spurious"} <= {r["status"] for each in shown for r in each["relations"]}


def test_view_compares_corpora_of_any_format(relata: Relata, examples: Path, tmp_path: Path) -> None:
    out, same = tmp_path / "page.html", tmp_path / "same.jsonl"
    relata("convert", examples / "conll2016", same, "--to", "jsonl")
    assert relata("view", examples / "conll2016", "--compare", same, "--out", out).code == 0
    shown = data_of(out.read_text(encoding="utf-8"))
    assert {r["status"] for each in shown for r in each["relations"]} == {"correct"}


def test_view_replaces_nothing_unless_told_to(relata: Relata, examples: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    out.write_text("mine", encoding="utf-8")
    done = relata("view", examples / "conll2016", "--out", out)
    assert (done.code, out.read_text(encoding="utf-8")) == (2, "mine")
    assert "--force" in done.err
    assert relata("view", examples / "conll2016", "--out", out, "--force").code == 0
    assert out.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_view_of_relations_needs_their_data_set(relata: Relata, tmp_path: Path) -> None:
    done = relata("view", FIXTURES / "gdtb", "--relations", "run.json", "--out", tmp_path / "page.html")
    assert done.code == 2
    assert "--relations goes with conll2016" in done.err


@pytest.mark.parametrize("name", ["nothing-here", "pyproject.toml"])
def test_view_of_what_is_no_corpus_is_one_clear_line(relata: Relata, tmp_path: Path, name: str) -> None:
    done = relata("view", name, "--out", tmp_path / "page.html")
    assert (done.code, len(done.err.splitlines())) == (2, 1)
    assert name in done.err
    assert not (tmp_path / "page.html").exists()


def test_view_skips_faulty_relations_if_told_to(relata: Relata, examples: Path, tmp_path: Path) -> None:
    corpus, out = tmp_path / "corpus.jsonl", tmp_path / "page.html"
    relata("convert", examples / "conll2016", corpus, "--to", "jsonl")
    lines = corpus.read_text(encoding="utf-8").splitlines()
    document = json.loads(lines[0])
    document["relations"][0]["type"] = "Causal"
    corpus.write_text("\n".join([json.dumps(document), *lines[1:]]), encoding="utf-8")
    assert relata("view", corpus, "--out", out).code == 2
    assert not out.exists()
    done = relata("view", corpus, "--out", out, "--lenient")
    assert done.code == 1
    assert "1 item skipped" in done.err
    assert out.exists()


def test_view_says_that_a_page_cannot_be_written(relata: Relata, examples: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    done = relata("view", examples / "conll2016", "--out", tmp_path / "file" / "page.html")
    assert (done.code, len(done.err.splitlines())) == (2, 1)
    assert "cannot be written" in done.err


def test_view_parses_raw_text_first(relata: Relata, tmp_path: Path) -> None:
    source, out = tmp_path / "article.txt", tmp_path / "page.html"
    source.write_text("It rained, so we left.", encoding="utf-8")

    done = relata("view", source, "--out", out)

    [shown] = data_of(out.read_text(encoding="utf-8"))
    assert done.code == 0
    assert (shown["id"], shown["language"], shown["text"]) == ("article", "en", "It rained, so we left.")
    assert len(shown["relations"]) == 1


def test_view_help_has_an_example(relata: Relata) -> None:
    assert "relata view " in relata("view", "--help").out.split("Example", 1)[1]


def test_view_writes_a_site_with_a_page_for_each_document(
    relata: Relata, examples: Path, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    done = relata("view", examples / "conll2016", "--out", site)
    assert (done.code, done.err) == (0, f"{site}: 3 documents, 16 relations\n")
    index = (site / "index.html").read_text(encoding="utf-8")
    names = [each.name for each in sorted((site / "documents").iterdir())]
    assert names == ["harbour_ferry.html", "night_trains.html", "solar_roofs.html"]
    assert all(f'href="documents/{name}"' in index for name in names)
    page = (site / "documents" / "solar_roofs.html").read_text(encoding="utf-8")
    assert '"previous":"harbour_ferry.html","next":"night_trains.html"' in page
    assert relata("view", examples / "conll2016", "--out", site).code == 2
    assert relata("view", examples / "conll2016", "--out", site, "--force").code == 0


def test_view_shows_several_sources_and_folders_of_texts(relata: Relata, tmp_path: Path) -> None:
    texts, out = tmp_path / "texts", tmp_path / "page.html"
    texts.mkdir()
    (texts / "one.txt").write_text("It rained, so we left.", encoding="utf-8")
    (texts / "two.txt").write_text("If it rains, we stay.", encoding="utf-8")
    assert relata("view", texts, FIXTURES / "tedcdb", "--out", out).code == 0
    shown = [each["id"] for each in data_of(out.read_text(encoding="utf-8"))]
    assert shown[:2] == ["one", "two"]
    assert len(shown) > 2
    done = relata("view", texts, texts, "--compare", texts, "--out", tmp_path / "other.html")
    assert (done.code, "--compare goes with one source" in done.err) == (2, True)
