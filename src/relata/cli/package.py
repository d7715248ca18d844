"""`relata package`: make a wheel of a model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import click

from relata.cli.options import Named, declared


@click.command(short_help="Make an installable wheel of a model.")
@click.argument("model", metavar="NAME|DIR")
@declared
def package(
    model: str,
    *,
    name: Annotated[
        str | None, "Name for relata.load [default: that of the model or its directory].", Named("name")
    ] = None,
    out: Annotated[Path, "Directory to write the wheel to."] = Path(),
    sign: Annotated[
        Path | None, "Sign the model with this private key of Ed25519 (PEM) first; needs the extra [sign]."
    ] = None,
) -> None:
    """Make a wheel of a model: pip installs it, and relata.load finds it by its name.

    No network is used. The same model gives the same wheel, bit for bit. An installed model comes before one
    with the same name that came with Relata.

    \b
    Examples:
      relata package my-model/ --out wheels/
      relata package my-model/ --name news --sign my.key
    """
    from relata.model.package import ModelPackage
    from relata.model.trust import sign_model
    from relata.model.wheel import write_wheel
    from relata.parsing.loading import find

    folder = find(model)
    chosen = ModelPackage.load(folder)
    if sign is not None:
        sign_model(folder, sign)
    default = model if folder.name != Path(model).name else folder.resolve().name
    wheel = write_wheel(chosen, out, name or default)
    click.echo(f"{wheel}: {wheel.stat().st_size / 1e6:.1f} MB; pip install {wheel}")
