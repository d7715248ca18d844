"""A language whose model was left out when Relata was installed."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Relata


def test_what_is_installed_is_told(relata_without_chinese: Relata) -> None:
    done = relata_without_chinese("models", "--format", "json")

    assert [Path(model["path"]).name for model in json.loads(done.out)] == ["en"]


def test_a_text_that_no_model_reads_is_named_and_the_rest_is_parsed(
    relata_without_chinese: Relata, tmp_path: Path
) -> None:
    (tmp_path / "tea.txt").write_text("茶馆一家接一家地关了门。", encoding="utf-8")
    (tmp_path / "rain.txt").write_text("We left because it rained.", encoding="utf-8")

    done = relata_without_chinese("parse", tmp_path / "tea.txt", tmp_path / "rain.txt", "--format", "jsonl")

    assert done.code == 2
    assert [json.loads(line)["id"] for line in done.out.splitlines()] == ["rain"]
    assert "error: tea: no model for texts in 'zh' is installed" in done.err


def test_a_page_of_such_a_text_is_refused(relata_without_chinese: Relata, tmp_path: Path) -> None:
    source = tmp_path / "article.txt"
    source.write_text("下雨了，所以我们走了。", encoding="utf-8")

    done = relata_without_chinese("view", source, "--out", tmp_path / "page.html")

    assert done.code == 2
    assert "no model for texts in 'zh' is installed; installed: en" in done.err
    assert not (tmp_path / "page.html").exists()
