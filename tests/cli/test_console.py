from __future__ import annotations

import pytest

from relata.cli import console


def test_long_work_tells_a_log_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(console, "SECONDS", 0.0)

    assert list(console.progress("ab", "cells", total=2)) == ["a", "b"]

    said = capsys.readouterr()
    assert said.err.splitlines() == ["cells: 1 of 2, 0 s", "cells: 2 of 2, 0 s"]
    assert not said.out


def test_short_work_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(console.progress("ab", "documents")) == ["a", "b"]

    assert not capsys.readouterr().err
