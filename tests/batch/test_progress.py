from __future__ import annotations

import sys

import pytest

from relata.batch import progress
from relata.batch.progress import Progress


def test_long_work_writes_a_line_to_a_log_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "SECONDS", 0.0)

    assert list(Progress(logs=True).follow("ab", "trials", total=2)) == ["a", "b"]

    output = capsys.readouterr()
    assert output.err.splitlines() == ["trials: 1 of 2, 0 s, 0 s left", "trials: 2 of 2, 0 s, 0 s left"]
    assert not output.out


def test_the_note_stands_in_the_line_and_finished_items_count(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "SECONDS", 0.0)
    display = Progress(logs=True)
    display.note = "loss 1.5"

    assert list(display.follow("c", "epoch 1", done=2)) == ["c"]

    assert capsys.readouterr().err == "epoch 1: 3, 0 s, loss 1.5\n"


def test_without_a_terminal_or_a_log_nothing_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "SECONDS", 0.0)

    assert list(Progress().follow("ab", "documents", total=2)) == ["a", "b"]

    assert not capsys.readouterr().err


def test_short_work_writes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(Progress(logs=True).follow("ab", "documents")) == ["a", "b"]

    assert not capsys.readouterr().err


@pytest.mark.parametrize("total", [None, 3])
def test_a_terminal_gets_a_bar_with_count_and_rate(
    total: int | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    display = Progress()
    display.note = "loss 1.5"

    assert list(display.follow("bc", "epoch [1/2]", total=total, done=1)) == ["b", "c"]

    shown = capsys.readouterr().err
    assert "epoch [1/2]: 3" + (" of 3" if total else "") in shown
    assert "/s)" in shown
    assert "loss 1.5" in shown


def test_a_closed_standard_error_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    monkeypatch.setattr(progress, "SECONDS", 0.0)

    assert list(Progress(logs=True).follow("ab", "documents")) == ["a", "b"]
