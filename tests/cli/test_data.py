"""`relata data check`: releases are recognised, counted and compared."""

from __future__ import annotations

import itertools
import json
import shutil
from pathlib import Path

import pytest

from tests.cli.conftest import REPOSITORY, Relata

FIXTURES = REPOSITORY / "tests" / "fixtures"


@pytest.mark.parametrize(
    ("folder", "release", "sizes"),
    [
        (FIXTURES / "pdtb2", "PDTB-2", {"documents": 1, "relations": 7, "Explicit": 3}),
        (FIXTURES / "cdtb", "CDTB 0.5", {"documents": 1, "relations": 8, "Explicit": 4, "words": 68}),
        (FIXTURES / "cdtb" / "data" / "pdtb", "CDTB 0.5", {"documents": 1, "relations": 8, "words": 68}),
        (FIXTURES / "ctb", "Chinese Treebank 5.1", {"documents": 1, "sentences": 8, "words": 68}),
        (FIXTURES / "pdtb3" / "gold" / "99", "PDTB-3", {"documents": 1, "relations": 10, "AltLexC": 1}),
        (
            FIXTURES / "conll2008-release",
            "CoNLL-2008",
            {"train sentences": 1, "devel sentences": 1, "test.wsj sentences": 1, "predicates": 4},
        ),
        (FIXTURES / "conll2009-release", "CoNLL-2009", {"train sentences": 1, "predicates": 2}),
        (FIXTURES / "wsj-merged" / "propbank_1", "PropBank", {"propositions": 5, "arguments": 9}),
        (
            FIXTURES / "wsj-merged" / "bbn-pcet",
            "BBN Entity Types",
            {"documents": 1, "entities": 6, "names": 3},
        ),
        (FIXTURES / "wsj-merged" / "nombank.1.0", "NomBank", {"propositions": 2, "arguments": 2}),
        (
            REPOSITORY / "examples" / "treebank" / "wsj",
            "Penn Treebank",
            {"WSJ files": 2, "WSJ sentences": 6, "WSJ words": 46},
        ),
    ],
)
def test_a_release_is_recognised_at_and_below_a_folder(
    relata: Relata, folder: Path, release: str, sizes: dict[str, int]
) -> None:
    done = relata("data", "check", folder, "--format", "json")
    (row,) = json.loads(done.out)
    assert row["release"] == release
    assert {name: row["sizes"][name]["here"] for name in sizes} == sizes
    assert done.code == 0


def test_several_releases_are_shown_with_their_published_sizes(relata: Relata) -> None:
    done = relata("data", "check", FIXTURES)
    assert "PDTB-2 (LDC2008T05) in" in done.out
    assert "PDTB-3 (LDC2019T05) in" in done.out
    assert "  relations    10     53,631" in done.out


def test_a_chinese_treebank_in_folders_of_pdtb3_is_chinese(relata: Relata, tmp_path: Path) -> None:
    for kind, target in (("pdtb", "gold"), ("raw", "raw")):
        shutil.copytree(FIXTURES / "cdtb" / "data" / kind, tmp_path / "data" / target)
    for folder in (tmp_path, tmp_path / "data" / "gold"):
        (row,) = json.loads(relata("data", "check", folder, "--format", "json").out)
        assert (row["release"], row["sizes"]["words"]["here"]) == ("CDTB 0.5", 68)
        assert ["relations", "8"] in map(str.split, relata("stats", folder).out.splitlines())


def test_a_missing_raw_text_is_named_and_counted(relata: Relata, tmp_path: Path) -> None:
    corpus = shutil.copytree(FIXTURES / "pdtb3", tmp_path / "pdtb3")
    (corpus / "raw" / "99" / "wsj_9901").unlink()
    done = relata("data", "check", corpus)
    assert (done.code, "raw/99/wsj_9901: expected the raw text of" in done.err) == (2, True)
    done = relata("data", "check", corpus, "--lenient")
    assert (done.code, "1 item skipped" in done.err) == (1, True)


def test_a_section_that_is_missing_is_named_and_counted(relata: Relata, tmp_path: Path) -> None:
    """A release has 25 sections; a folder with few of them is a part of one, on purpose."""
    release = FIXTURES / "pdtb3"
    for section in range(20):
        for kind in ("gold", "raw"):
            name = f"wsj_{section:02}01"
            file = tmp_path / kind / f"{section:02}" / name
            file.parent.mkdir(parents=True)
            shutil.copy(release / kind / "99" / "wsj_9901", file)
    done = relata("data", "check", tmp_path)
    assert (done.code, "expected files of the sections 00 to 24, found none of 20" in done.err) == (2, True)
    assert "sections     20         25" in done.out
    done = relata("data", "check", tmp_path, "--lenient")
    assert (done.code, "5 items skipped" in done.err) == (1, True)
    assert relata("data", "check", tmp_path / "gold" / "03").code == 0
    shutil.rmtree(tmp_path / "gold" / "03")
    assert "raw/03: expected relations of these raw texts" in relata("data", "check", tmp_path).err
    for kind, section in itertools.product(("gold", "raw"), range(2, 20)):
        shutil.rmtree(tmp_path / kind / f"{section:02}", ignore_errors=True)
    done = relata("data", "check", tmp_path)
    assert (done.code, "a part of the files of the sections 00 to 24; none of 02, 03," in done.err) == (
        0,
        True,
    )


def test_releases_of_the_shared_tasks_are_counted_by_language_and_part(
    relata: Relata, tmp_path: Path
) -> None:
    for name, language in (("conll16st-en-03-29-16-train", "en"), ("conll16st-zh-01-08-2016-dev", "zh")):
        shutil.copytree(FIXTURES / f"conll2016-{language}", tmp_path / name)
    (row,) = json.loads(relata("data", "check", tmp_path, "--format", "json").out)
    assert (row["release"], row["catalogue"]) == ("CoNLL-2016", "LDC2016E50")
    assert row["sizes"]["en train relations"] == {"here": 4, "published": 32535}
    assert row["sizes"]["zh dev relations"]["published"] == 383
    shutil.rmtree(tmp_path / "conll16st-zh-01-08-2016-dev" / "raw")
    assert "raw: expected a folder of raw texts" in relata("data", "check", tmp_path).err


def test_a_faulty_row_of_a_shared_task_is_named_and_counted(relata: Relata, tmp_path: Path) -> None:
    corpus = shutil.copytree(FIXTURES / "conll2008-release", tmp_path / "release")
    file = corpus / "data" / "devel" / "devel.closed"
    file.write_text(file.read_text("utf-8").replace("row.01\t_", "row.01"), "utf-8")
    done = relata("data", "check", corpus)
    assert (done.code, "devel.closed:3: expected 12 fields, found 11" in done.err) == (2, True)
    assert relata("data", "check", corpus, "--lenient").code == 1


def test_a_folder_without_a_release_is_one_clear_line(relata: Relata, tmp_path: Path) -> None:
    done = relata("data", "check", tmp_path)
    assert (done.code, len(done.err.splitlines())) == (2, 1)
    assert "no release is recognised here; expected one of PDTB-2 (LDC2008T05)" in done.err


def test_trees_give_a_gold_standard_its_raw_texts_and_words(relata: Relata, tmp_path: Path) -> None:
    """PDTB-2 has no raw texts: a command that reads it needs those of the Treebank."""
    gold, trees = FIXTURES / "wsj-release" / "pdtb_v2", FIXTURES / "wsj-release" / "treebank_3"
    run = tmp_path / "run.jsonl"
    assert relata("convert", gold, run, "--to", "jsonl", "--trees", trees).code == 0
    for command in (("score", "conll2016", gold, run), ("compare", gold, run, gold)):
        options = (*command, "--senses", "pdtb2-l2", "--lenient")
        assert "the Treebank has it: --trees DIR" in relata(*options).err
        done = relata(*options, "--trees", trees)
        assert (done.code, "Treebank has it" in done.err) == (1, False)
        assert "expected one sense, found 2" in done.err


def test_a_release_without_its_raw_texts_is_recognised(relata: Relata, tmp_path: Path) -> None:
    shutil.copytree(FIXTURES / "pdtb3" / "gold", tmp_path / "data" / "gold")
    for command in (
        ("data", "check", tmp_path),
        ("convert", tmp_path, tmp_path / "x.jsonl", "--to", "jsonl"),
    ):
        done = relata(*command)
        assert (done.code, "data/raw: expected the raw texts of" in done.err) == (2, True)
