from __future__ import annotations

from pathlib import Path

import pytest

from relata.batch.resume import RunFile, differences, fingerprint, require_same_run
from relata.errors import FormatError, ProtocolError

FACTS = {"model": "ab12", "only": ("syntax",), "min_score": 0.5}


def test_facts_that_were_written_are_those_of_the_same_run(tmp_path: Path) -> None:
    run = RunFile(tmp_path / "run.json")
    assert run.read() is None

    run.write(FACTS)

    before = run.read()
    assert before is not None
    assert differences(before, FACTS) == []


def test_facts_that_differ_are_named() -> None:
    before = {"model": "ab12", "only": ["syntax"], "min_score": 0.5, "command": "relata"}
    now = {**FACTS, "model": "cd34", "senses": "pdtb3-l2", "command": "relata parse"}

    assert differences(before, now, ignored=("command",)) == ["model", "senses"]


def test_another_run_is_refused_in_one_line() -> None:
    with pytest.raises(ProtocolError) as caught:
        require_same_run(Path("out"), ["model", "only"], "name another --out", error=ProtocolError)

    expected = "out: holds outputs of another run (with another model, only); name another --out"
    assert str(caught.value) == expected


@pytest.mark.parametrize(
    ("text", "message"), [("{", "run.json:1: broken JSON"), ("[]", "expected a JSON object")]
)
def test_a_damaged_file_is_refused(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(FormatError, match=message):
        RunFile(path).read()


def test_fingerprints_differ_by_content_order_and_borders() -> None:
    prints = {fingerprint("a", "b"), fingerprint("b", "a"), fingerprint("ab"), fingerprint("a", "b", "")}

    assert len(prints) == 4
    assert fingerprint("a", "b") == fingerprint("a", b"b")
