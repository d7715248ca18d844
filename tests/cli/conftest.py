"""The command line, run as users run it: in a process of its own."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

import relata as relata_package
from tests.paths import REPOSITORY

_PROGRESS = re.compile(r"^\w+: \d+(?: of \d+)?, \d+ s\n", re.MULTILINE)
"""How far work is, which a busy machine says and an idle one does not; `test_console.py` is about it."""


@dataclass(frozen=True)
class Outcome:
    """What a command left behind."""

    code: int
    out: str
    err: str


Relata = Callable[..., Outcome]


@pytest.fixture(scope="session")
def relata() -> Relata:
    """Run `relata` with arguments; no command may ever show a traceback."""
    return _runner({})


@pytest.fixture(scope="session")
def relata_without_chinese(tmp_path_factory: pytest.TempPathFactory) -> Relata:
    """The same from a copy of Relata without its Chinese model."""
    place = tmp_path_factory.mktemp("packages")

    def left_out(folder: str, names: list[str]) -> list[str]:
        return [name for name in names if Path(folder).name == "models" and name == "zh"]

    source = Path(relata_package.__file__).parent
    shutil.copytree(source, place / "relata", ignore=left_out, copy_function=os.symlink)
    return _runner({"PYTHONPATH": str(place)})


def _runner(variables: dict[str, str]) -> Relata:
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
