"""The command line, run as users run it."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from unittest import mock

import pytest

import relata as relata_package
from relata.__main__ import main
from tests.paths import REPOSITORY

_PROGRESS = re.compile(r"^\w+: \d+(?: of \d+)?, \d+ s\n", re.MULTILINE)
"""Progress, which appears on a busy machine only; its tests are in `tests/batch/test_progress.py`."""


@dataclass(frozen=True)
class Outcome:
    """What a command left behind."""

    code: int
    out: str
    err: str


Relata = Callable[..., Outcome]


@pytest.fixture(scope="session")
def relata() -> Relata:
    """Run `relata` with arguments, in this process; an exception that it lets through fails the test.

    Signals, terminals, closed pipes and other encodings have tests with processes.
    """

    def run(*arguments: str | Path) -> Outcome:
        out, err = (TextIOWrapper(BytesIO(), "utf-8", errors="backslashreplace") for _ in range(2))
        handler = signal.getsignal(signal.SIGTERM)
        with (
            mock.patch.object(sys, "argv", ["relata", *map(str, arguments)]),
            contextlib.chdir(REPOSITORY),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            warnings.catch_warnings(),
        ):
            warnings.simplefilter("ignore")
            try:
                main()
            except SystemExit as end:
                code = end.code
            else:
                code = None
            finally:
                signal.signal(signal.SIGTERM, handler)
        assert code is None or isinstance(code, int)
        for stream in (out, err):
            stream.seek(0)
        return Outcome(code or 0, out.read(), _PROGRESS.sub("", err.read()))

    return run


@pytest.fixture(scope="session")
def relata_process() -> Relata:
    """Run `relata` with arguments in a process of its own."""
    return _process_runner({})


@pytest.fixture(scope="session")
def relata_without_chinese(tmp_path_factory: pytest.TempPathFactory) -> Relata:
    """Run `relata` in a process, from a copy of Relata without its Chinese model."""
    place = tmp_path_factory.mktemp("packages")

    def left_out(folder: str, names: list[str]) -> list[str]:
        return [name for name in names if Path(folder).name == "models" and name == "zh"]

    source = Path(relata_package.__file__).parent
    shutil.copytree(source, place / "relata", ignore=left_out, copy_function=os.symlink)
    return _process_runner({"PYTHONPATH": str(place)})


def _process_runner(variables: Mapping[str, str]) -> Relata:
    """Return a function that runs `relata` with arguments in a process; no traceback may ever show."""

    def run(*arguments: str | Path) -> Outcome:
        command = [sys.executable, "-m", "relata", *map(str, arguments)]
        environment = os.environ | {"PYTHONIOENCODING": "utf-8"} | variables
        done = subprocess.run(command, capture_output=True, encoding="utf-8", cwd=REPOSITORY, env=environment)
        assert "Traceback" not in done.stderr
        return Outcome(done.returncode, done.stdout, _PROGRESS.sub("", done.stderr))

    return run


@pytest.fixture
def examples() -> Path:
    """The example data of the repository."""
    return REPOSITORY / "examples"


@pytest.fixture
def golden() -> Path:
    """The golden cases of the CoNLL-2016 scorer that are ours to keep."""
    return REPOSITORY / "tests" / "fixtures" / "conll2016"


def heed_interrupts() -> None:
    """For processes that are to be interrupted: what runs in the background was told to ignore that."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
