"""`relata completion`: the script that teaches a shell to complete our commands."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of a shell.

    \b
    Example:
      relata completion bash > ~/.local/share/bash-completion/completions/relata
    """
    from relata.cli import cli

    found = get_completion_class(shell)
    assert found is not None, "click completes every shell that the argument admits"
    click.echo(found(cli, {}, "relata", "_RELATA_COMPLETE").source())
