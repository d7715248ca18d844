"""Ctrl-C while a command starts: it ends without a traceback, and so do its processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import REPOSITORY, heed_interrupts

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")


def interrupted(after: float, *arguments: str | Path) -> tuple[int, bytes]:
    """Run a command and send Ctrl-C to all its processes, as a terminal does."""
    with subprocess.Popen(
        [sys.executable, "-m", "relata", *map(str, arguments)],
        cwd=REPOSITORY,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=heed_interrupts,
    ) as process:
        time.sleep(after)
        os.killpg(process.pid, signal.SIGINT)
        assert process.stderr is not None
        err = process.stderr.read()
    return process.returncode, err


@pytest.mark.parametrize("after", [0.2, 0.3, 0.45])
def test_an_interrupt_during_imports_shows_no_traceback(after: float) -> None:
    code, err = interrupted(after, "parse", "--language", "en", "examples/article.txt", "--format", "json")

    assert b"Traceback" not in err
    assert code in {-signal.SIGINT, 130, 0}


@pytest.mark.parametrize("after", [0.6, 1.0])
def test_processes_that_start_ignore_an_interrupt(after: float, rule_model: Path, tmp_path: Path) -> None:
    for number in range(200):
        (tmp_path / f"{number}.txt").write_text("We left because it rained. " * 50, encoding="utf-8")

    code, err = interrupted(after, "parse", "--model", rule_model, tmp_path, "--jobs", "2")

    assert b"Traceback" not in err
    assert code in {-signal.SIGINT, 130}
