from __future__ import annotations

import sys

import pytest

from relata.training.loop import progress
from relata.training.loop.progress import Progress


def test_a_pipe_gets_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "_SECONDS", 0.0)
    shown = Progress()
    shown.note = "tags 1.5"

    found = list(shown.follow("abc", "epoch 1/2", done=1))

    assert found == ["b", "c"]
    first, second = capsys.readouterr().err.splitlines()
    assert first.startswith("epoch 1/2: 2/3, ")
    assert second.endswith("tags 1.5")


def test_a_pipe_is_left_alone_meanwhile(capsys: pytest.CaptureFixture[str]) -> None:
    list(Progress().follow("abc", "epoch 1/2"))

    assert capsys.readouterr().err == ""


def test_a_terminal_gets_a_bar(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "100")

    found = list(Progress().follow("abc", "epoch 1/2", done=1))

    assert found == ["b", "c"]
    assert "epoch 1/2" in capsys.readouterr().err
