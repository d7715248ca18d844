"""`relata stats`: counts of a corpus."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import REPOSITORY, Relata


def test_stats_counts_documents_tokens_and_relations(relata: Relata, examples: Path) -> None:
    done = relata("stats", examples / "conll2016", "--format", "json")
    found = json.loads(done.out)
    lines = (examples / "conll2016" / "relations.json").read_text(encoding="utf-8").splitlines()
    parses = json.loads((examples / "conll2016" / "parses.json").read_text(encoding="utf-8"))
    assert found["relations"] == len(lines)
    assert found["documents"] == len(parses)
    assert found["tokens"] == sum(len(s["words"]) for parse in parses.values() for s in parse["sentences"])


def test_stats_prints_tables(relata: Relata, examples: Path) -> None:
    done = relata("stats", examples / "conll2016-zh")
    for title in ("Corpus", "Relations by type", "Senses", "Position of Arg1", "Discontinuous spans"):
        assert title in done.out


def test_stats_of_trees_shows_labels_and_nonprojective_links(relata: Relata) -> None:
    done = relata("stats", REPOSITORY / "examples" / "treebank" / "wsj")
    assert done.code == 0, done.err
    for line in ("Dependency labels", "SBJ    subject", "Nonprojective links", "all                 0 of 46"):
        assert line in done.out


def test_stats_of_conll2008_shows_predicates_and_roles(relata: Relata, examples: Path) -> None:
    done = relata("stats", examples / "conll2008" / "gold.conll08")
    for title in ("Dependency labels", "Predicates by tag", "Roles"):
        assert title in done.out


def test_stats_of_gdtb_dev_are_the_published_ones(relata: Relata, shared: Path) -> None:
    found = json.loads(relata("stats", shared / "data" / "gdtb" / "dev", "--format", "json").out)
    assert (found["documents"], found["tokens"], found["relations"]) == (30, 28_119, 1_729)
    # Arg1 of explicit relations, counted from the token ids of field 32
    assert found["types"]["Explicit"] == 916


@pytest.mark.parametrize("name", ["nothing-here", "README.md"])
def test_stats_of_what_is_no_corpus_is_one_clear_line(relata: Relata, name: str) -> None:
    done = relata("stats", name)
    assert (done.code, len(done.err.splitlines())) == (2, 1)
    assert name in done.err


def test_stats_show_the_conversion_of_arguments(relata: Relata) -> None:
    merged = REPOSITORY / "tests" / "fixtures" / "wsj-merged"
    banks = ("--from", "ptb", "--propbank", merged, "--nombank", merged)
    done = relata("stats", merged / "treebank_3", *banks)
    assert "several heads, split       1    9.1%" in done.out
    done = relata("stats", merged / "treebank_3", *banks, "--split", "--format", "json")
    assert json.loads(done.out)["conversion"] == {
        "arguments": 11,
        "several_heads": 1,
        "discontinuous": 1,
        "merged": 1,
    }
