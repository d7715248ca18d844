"""Console examples of the documentation: blocks of `$ command` lines, each with the output that it prints.

`python -m tests.docs.console PAGE ...` runs the examples of pages and writes what they print into the pages.
A fence ```` ```console experiments ```` marks examples that run only where that extra is installed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.paths import REPOSITORY

MODULES_OF_EXTRAS = {"": "relata", "experiments": "sklearn", "train": "torch"}

FENCE = re.compile(r"^```console(?P<mark>[^\n]*)\n(?P<body>.*?)^```", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ConsoleExample:
    """A command, the output that a page shows for it, and the extra that it needs ("" for none)."""

    command: str
    output: str
    extra: str


def pages() -> list[Path]:
    """List the README and all pages of the documentation."""
    return [REPOSITORY / "README.md", *sorted((REPOSITORY / "docs").rglob("*.md"))]


def console_examples(text: str) -> Iterator[ConsoleExample]:
    """Read the console examples of a page, in order."""
    for block in FENCE.finditer(text):
        for example in re.split(r"^\$ ", block["body"], flags=re.MULTILINE)[1:]:
            command, _, output = re.split(r"(?<!\\)(\n)", example, maxsplit=1)
            yield ConsoleExample(command, output, block["mark"].strip())


def can_run(example: ConsoleExample) -> bool:
    """Test if the extra that an example needs is installed."""
    return find_spec(MODULES_OF_EXTRAS[example.extra]) is not None


def run_console_example(command: str, folder: Path) -> str:
    """Run a command in a folder; return standard output and standard error as one text."""
    search_path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": search_path, "COLUMNS": "100"}
    finished = subprocess.run(
        ["bash", "-c", f"{{ {command}\n}} 2>&1"], capture_output=True, text=True, cwd=folder, env=environment
    )
    return finished.stdout


def prepare_folder(folder: Path) -> Path:
    """Put the examples of the repository into the folder that a page's commands run in."""
    (folder / "examples").symlink_to(REPOSITORY / "examples")
    return folder


def without_probabilities(text: str) -> str:
    """Remove probabilities, and counts that depend on them: processors round the last digit differently."""
    text = re.sub(r"\d+%|\d+(?= relations?\b)", "", text)
    return re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE).strip("\n")


def write_outputs(page: Path) -> None:
    """Replace the outputs that a page shows by those that its commands print."""

    def run_block(block: re.Match[str]) -> str:
        shown = [
            f"$ {example.command}\n{run_console_example(example.command, folder)}"
            for example in console_examples(block[0])
        ]
        return f"```console{block['mark']}\n{''.join(shown).rstrip()}\n```"

    with TemporaryDirectory() as name:
        folder = prepare_folder(Path(name))
        text = page.read_text("utf-8")
        page.write_text(FENCE.sub(run_block, text), "utf-8")


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        write_outputs(Path(argument))
