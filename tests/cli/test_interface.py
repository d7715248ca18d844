"""The command line as a whole: help, completion, terminals, pipes."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from relata.cli import cli
from tests.cli.conftest import REPOSITORY, Relata

COMMANDS = [
    ("score", "conll2016"),
    ("score", "conll2008"),
    ("score", "disrpt"),
    ("compare",),
    ("validate", "conll2016"),
    ("evaluate",),
    ("convert",),
    ("stats",),
    ("completion",),
    ("parse",),
    ("view",),
    ("models",),
    ("train", "discourse"),
    ("train", "sentence"),
    ("train", "export"),
    ("train", "tune"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_of_every_command_has_an_example(relata: Relata, command: tuple[str, ...]) -> None:
    done = relata(*command, "--help")
    assert done.code == 0
    assert f"relata {' '.join(command)} " in done.out.split("Example", 1)[1]


def test_help_lists_the_commands_in_groups(relata: Relata) -> None:
    done = relata("--help")

    titles = [line for line in done.out.splitlines() if line.endswith(":") and not line.startswith(" ")]
    assert titles == ["Options:", "Analyse:", "Score:", "Data:", "Train and experiment:", "Other:"]
    commands = done.out.split("Analyse:")[1]
    assert [line.split()[0] for line in commands.splitlines()[1:3]] == ["parse", "view"]
    assert set(cli.commands) <= set(commands.split())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(relata: Relata, shell: str) -> None:
    assert "_RELATA_COMPLETE" in relata("completion", shell).out


def test_bash_completes_commands() -> None:
    environment = os.environ | {
        "_RELATA_COMPLETE": "bash_complete",
        "COMP_WORDS": "relata co",
        "COMP_CWORD": "1",
    }
    script = "from relata.cli import cli; cli(prog_name='relata')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment)
    assert done.stdout.split() == [*("plain,compare", "plain,completion", "plain,convert", "plain,corpus")]


def test_version_is_the_package_s(relata: Relata) -> None:
    import relata as package

    assert relata("--version").out.strip().endswith(package.__version__)


def test_usage_errors_exit_2(relata: Relata) -> None:
    assert relata("score", "conll2016").code == 2
    assert relata("no-such-command").code == 2


def test_a_terminal_gets_drawn_tables(examples: Path) -> None:
    out = on_terminal("score", "conll2016", str(examples / "conll2016"), str(examples / "conll2016" / "run"))
    assert "━" in out or "─" in out
    assert "conll2016|mode:corrected" in out


def test_a_closed_pipe_is_no_error(examples: Path) -> None:
    command = f"{sys.executable} -m relata stats {examples / 'conll2016'} | head -n 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=REPOSITORY)
    assert (done.stdout.strip(), done.stderr) == ("Corpus", "")


def on_terminal(*arguments: str) -> str:
    """What a command shows on a terminal."""
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "relata", *arguments]
    environment = os.environ | {"COLUMNS": "160", "TERM": "xterm"}
    with subprocess.Popen(command, stdout=slave, stderr=slave, cwd=REPOSITORY, env=environment) as process:
        os.close(slave)
        shown = b""
        while True:
            try:
                chunk = os.read(master, 65536)
            except OSError:  # Linux ends a terminal so
                break
            if not chunk:
                break
            shown += chunk
    os.close(master)
    assert process.returncode == 0
    return shown.decode("utf-8")
