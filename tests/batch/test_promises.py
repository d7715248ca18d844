"""Promises of the page "Limits and promises" that no other test holds."""

from __future__ import annotations

import json
import re
import tracemalloc
from pathlib import Path

import relata
from relata.batch import CorpusSettings, ParsePlan, parse_corpus
from relata.parsing.options import ParserOptions
from tests.paths import REPOSITORY

TEXT = "We left because it rained. All got wet.\n"
KILOBYTES_OF_A_WORD = 1.0


def parts(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in out.glob("part-*")}


def test_parts_are_the_same_bytes_with_any_number_of_processes(tmp_path: Path, rule_model: Path) -> None:
    lines = [json.dumps({"id": str(number), "text": TEXT * (number % 5)}) for number in range(40)]
    (tmp_path / "x.jsonl").write_text("\n".join(lines), encoding="utf-8")
    plan = ParsePlan(str(rule_model), ParserOptions(threads=1))
    for jobs in (1, 3):
        settings = CorpusSettings(str(tmp_path / f"out{jobs}"), jobs, characters=500)
        parse_corpus([tmp_path / "x.jsonl"], plan, settings)

    assert len(parts(tmp_path / "out1")) > 5
    assert parts(tmp_path / "out1") == parts(tmp_path / "out3")


def test_memory_grows_by_less_than_a_kilobyte_a_word(rule_model: Path) -> None:
    nlp = relata.load(str(rule_model), threads=1)
    nlp(TEXT)
    peaks = []
    for count in (200, 1000):
        tracemalloc.start()
        nlp(TEXT * count)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()

    assert (peaks[1] - peaks[0]) / (800 * 10) < KILOBYTES_OF_A_WORD * 1024


def test_every_promise_names_a_test_that_exists() -> None:
    page = (REPOSITORY / "docs" / "explain" / "limits.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ") and "---" not in line]
    names = [name for row in rows for name in re.findall(r"`(tests/[\w/.]+)`", row)]

    assert len(names) > 20
    assert [name for name in names if not (REPOSITORY / name).is_file()] == []
