"""Commands that the pages for users show have only options that exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from relata.cli import cli
from tests.docs.console import pages
from tests.paths import REPOSITORY

LAB = REPOSITORY / "docs" / "lab"
COMMAND = re.compile(r"^(?:    |\$ )(?:[^\n|&;]*[|;] )*?(relata (?:[^\n\\]|\\\n)*)", re.MULTILINE)
USER_PAGES = [page for page in [*pages(), REPOSITORY / "CONTRIBUTING.md"] if LAB not in page.parents]


@pytest.mark.parametrize("page", USER_PAGES, ids=lambda page: str(page.relative_to(REPOSITORY)))
def test_pages_show_commands_and_options_that_exist(page: Path) -> None:
    for line in COMMAND.findall(page.read_text("utf-8")):
        words = re.split(r"\s(?:[|;#]|&&|2?>)", line.replace("\\\n", " "))[0]
        command, arguments = _resolve(shlex.split(words)[1:])
        known = {option for parameter in command.params for option in parameter.opts} | {"--help", "-h"}
        unknown = [word for word in arguments if re.match(r"--?[a-z]", word) and word not in known]
        assert unknown == [], line


def _resolve(words: list[str]) -> tuple[click.Command, list[str]]:
    """Follow groups of commands; return the command and the arguments that are left."""
    command: click.Command = cli
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        command = command.commands[words.pop(0)]
    return command, words
