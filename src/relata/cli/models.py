"""`relata models`: list the installed models, print their cards and resources."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import click

from relata.cli.console import aligned, complain, emit, emit_json
from relata.cli.options import FormatOption, declared

if TYPE_CHECKING:
    from relata.baselines.saved import SavedSystem
    from relata.model.package import ModelPackage

    AnyPackage: TypeAlias = ModelPackage | SavedSystem

DAMAGED = 2

_LANGUAGES = {"en": "English", "zh": "Chinese"}
_ABILITIES = {"senses": "discourse relations", "tags": "tags and trees", "roles": "semantic roles"}
"""Abilities of models, by the labels in their manifest."""


@click.command(short_help="List the installed models.")
@click.argument("names", nargs=-1, metavar="[NAME|DIR]...")
@declared
def models(
    names: tuple[str, ...],
    *,
    card: Annotated[bool, "Print the card: data, licence, scores, how the model was made."] = False,
    track: Annotated[bool, "Print the track of the shared task and the resources used."] = False,
    form: FormatOption = "text",
) -> None:
    """List models, one a line: name, trust, language, size, version, abilities, strict F1 on dev data.

    Without NAME or DIR, list the installed models. The sha256 of every file is checked. "Released" models
    came with Relata, "yours" are signed with a key of yours. JSON output has the whole manifest.

    \b
    Examples:
      relata models
      relata models en --card
      relata models --track
    """
    from relata.parsing.loading import described, find, installed

    paths = {name: find(name) for name in names} or installed()
    packages = [described(path) for path in paths.values()]
    damaged = [list(package.damaged()) for package in packages]
    if form == "json":
        emit_json([_facts(package, files) for package, files in zip(packages, damaged, strict=True)])
    elif not packages:
        click.echo("no model is installed")
    elif card or track:
        for package in packages:
            click.echo(package.card()) if card else _show_track(package)
    else:
        labels = [path.name if Path(name) == path else name for name, path in paths.items()]
        rows = [_row(*row) for row in zip(labels, packages, damaged, strict=True)]
        for line in aligned(rows, text_columns=7):
            emit(line)
    for package, files in zip(packages, damaged, strict=True):
        for name in files:
            complain("error", f"{package.path / name}: damaged, its sha256 is not the one in the manifest")
    if any(damaged):
        raise click.exceptions.Exit(DAMAGED)


def _row(name: str, package: AnyPackage, damaged: list[str]) -> list[str]:
    from relata.model.trust import trust_in

    strict_f1 = package.manifest.get("scores", {}).get("strict F1")
    return [
        name,
        trust_in(package).kind,
        _LANGUAGES.get(package.language, package.language),
        f"{package.size / 1e6:.1f} MB",
        f"version {package.manifest['version']}",
        _abilities(package.manifest),
        f"damaged: {', '.join(damaged)}" if damaged else f"strict F1 {strict_f1:.2f}" if strict_f1 else "",
    ]


def _abilities(manifest: Mapping[str, Any]) -> str:
    """Return what a model was trained for; a saved system has a name in place of labels."""
    if "labels" in manifest:
        return ", ".join(ability for name, ability in _ABILITIES.items() if manifest["labels"].get(name))
    return f"{manifest['system']}: {'discourse relations' if manifest['stages'] else 'trees and roles'}"


def _facts(package: AnyPackage, damaged: list[str]) -> dict[str, Any]:
    from relata.model.trust import trust_in

    return {
        "path": str(package.path),
        "trust": str(trust_in(package)),
        "bytes": package.size,
        "damaged": damaged,
        "fingerprint": package.fingerprint,
        **package.manifest,
    }


def _show_track(package: AnyPackage) -> None:
    click.echo(f"{package.path.name}: {package.manifest['track']} track")
    for resource in package.manifest["resources"]:
        values = resource.values() if isinstance(resource, dict) else [resource]
        click.echo(f"  {', '.join(map(str, values))}")
