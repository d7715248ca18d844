"""`relata models`: what is installed, of what it was made, and how well it does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from relata.cli.console import complain, emit_json, emit_table
from relata.cli.options import format_option

if TYPE_CHECKING:
    from relata.model.package import ModelPackage

DAMAGED = 2


@click.command(short_help="Show the models that are installed.")
@click.argument("names", nargs=-1, metavar="[NAME|DIR]...")
@click.option("--card", is_flag=True, help="Print the card: data, licence, figures, how to make it again.")
@click.option("--track", is_flag=True, help="Print the track of the shared task and the resources used.")
@format_option("text", "json")
def models(names: tuple[str, ...], card: bool, track: bool, form: str) -> None:
    """Show models: those that are installed, or those named. The sha256 of every file is checked.

    \b
    Examples:
      relata models
      relata models en --card
      relata models --track
    """
    from relata.model.package import ModelPackage
    from relata.parsing.loading import find, installed

    places = [find(name) for name in names] or list(installed().values())
    packages = [ModelPackage.peek(place) for place in places]
    damaged = {package.path: list(package.damaged()) for package in packages}
    if form == "json":
        emit_json([_facts(package, damaged[package.path]) for package in packages])
    elif not packages:
        click.echo("no model is installed")
    for package in packages if form == "text" else ():
        if card:
            click.echo(package.card())
        elif track:
            _show_track(package)
        else:
            _show(package, damaged[package.path])
    for path, files in damaged.items():
        for name in files:
            complain("error", f"{path / name}: damaged, its sha256 is not the one in the manifest")
    if any(damaged.values()):
        raise click.exceptions.Exit(DAMAGED)


def _facts(package: ModelPackage, damaged: list[str]) -> dict[str, Any]:
    return {
        "path": str(package.path),
        "bytes": package.size,
        "damaged": damaged,
        "fingerprint": package.fingerprint,
        **package.manifest,
    }


def _show(package: ModelPackage, damaged: list[str]) -> None:
    manifest = package.manifest
    rows = [
        ("language", package.language),
        ("version", manifest["version"]),
        ("track", manifest["track"]),
        ("licence", manifest["licence"]),
        ("senses", str(len(package.senses))),
        ("size", f"{package.size / 1e6:.1f} MB"),
        ("sha256", "damaged: " + ", ".join(damaged) if damaged else "all files as made"),
        *((f"data: {key}", value) for key, value in _flat(manifest["training"].get("data", {}))),
        ("place", str(package.path)),
    ]
    emit_table(f"Model {package.path.name}", ("", ""), rows, text_columns=2)
    scores = list(_flat(manifest["scores"]))
    if scores:
        emit_table("Scores", ("measure", ""), scores)


def _show_track(package: ModelPackage) -> None:
    click.echo(f"{package.path.name}: {package.manifest['track']} track")
    for resource in package.manifest["resources"]:
        said = ", ".join(map(str, resource.values())) if isinstance(resource, dict) else str(resource)
        click.echo(f"  {said}")


def _flat(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """The leaves of nested objects, each with its path."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flat(inner, f"{name} / {key}" if name else key)
    else:
        yield name, f"{value:.2f}" if isinstance(value, float) else str(value)
