"""What the README and the docs show is what happens."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import REPOSITORY

CONSOLE = re.compile(r"```console\n\$ (?P<command>[^\n]*)\n(?P<shown>.*?)```", re.DOTALL)


def pages() -> list[Path]:
    return [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_python_examples_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)
    results = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert results.failed == 0


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        match.group("command", "shown")
        for page in pages()
        for match in CONSOLE.finditer(page.read_text("utf-8"))
    ],
)
def test_console_examples_show_what_they_say(command: str, shown: str) -> None:
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", f"{command} 2>&1"], capture_output=True, text=True, cwd=REPOSITORY, env=environment
    )
    assert _without_scores(done.stdout) == _without_scores(shown)


def _without_scores(text: str) -> str:
    """Text without a parser's probabilities, which processors compute to the last digit each in its way."""
    return re.sub(r"\d+%", "%", text)


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\((?!http)([^)#]+)", page.read_text(encoding="utf-8"))
    missing = [target for target in targets if not (page.parent / target).exists()]
    assert not missing
