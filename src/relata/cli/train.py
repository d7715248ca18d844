"""`relata train`: models of one's own."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from relata.cli.console import emit_table
from relata.cli.options import PATH, lenient_option, reading
from relata.errors import OnError, RelataError

if TYPE_CHECKING:
    from relata.neural.package import ModelPackage
    from relata.training.session import Session

Command = Callable[..., Any]


@click.group(short_help="Train models on annotated data.")
def train() -> None:
    """Train models on annotated data (needs `pip install "relata[train]"`)."""


def _data_options(command: Command) -> Command:
    options = (
        click.option(
            "--language", type=click.Choice(["en", "zh"]), default="en", show_default=True, help="Language."
        ),
        click.option("--data", type=PATH, help="Corpus: folders train and dev in it, or a PDTB by sections."),
        click.option("--train", "train_part", type=PATH, help="What to train on, instead of DATA/train."),
        click.option("--dev", "dev_part", type=PATH, help="What to select and tune on, instead of DATA/dev."),
        click.option("--out", type=PATH, required=True, help="Directory of the model."),
        click.option("--force", is_flag=True, help="Replace OUT if it exists."),
        click.option("--encoder", metavar="NAME", help="Encoder to begin with: a hub's name or a folder."),
        click.option("--licence", default="not stated", help="Licence of the model, for its card."),
        click.option(
            "--tolerance",
            type=click.FloatRange(min=0),
            default=0.5,
            show_default=True,
            help="Points that export may cost in any measure.",
        ),
        lenient_option,
    )
    for option in reversed(options):
        command = option(command)
    return command


@train.command()
@_data_options
@click.option("--checkpoints", type=PATH, help="Where a stopped training goes on [default: OUT.checkpoints].")
@click.option("--discogem", type=PATH, help="DiscoGeM, for more senses of implicit relations.")
@click.option("--teacher", type=PATH, help="Checkpoint of a trained model (best.pt) to learn from, too.")
@click.option("--seed", type=int, default=1, show_default=True, help="Where chance begins.")
@click.option("--epochs", type=click.IntRange(min=1), default=5, show_default=True, help="Epochs at most.")
@click.option(
    "--patience",
    type=click.IntRange(min=1),
    default=2,
    show_default=True,
    help="Epochs without gain to stop.",
)
@click.option("--learning-rate", type=float, default=1e-4, show_default=True, help="Of the encoder.")
@click.option(
    "--layer-decay", type=float, default=1.0, show_default=True, help="Of its rate, layer by layer."
)
@click.option(
    "--average",
    type=click.IntRange(1),
    default=4,
    show_default=True,
    help="How many epochs' weights are averaged.",
)
@click.option("--batch-pieces", type=int, default=1800, show_default=True, help="Word pieces in a batch.")
def discourse(
    checkpoints: Path | None,
    discogem: Path | None,
    teacher: Path | None,
    seed: int,
    epochs: int,
    patience: int,
    learning_rate: float,
    layer_decay: float,
    average: int,
    batch_pieces: int,
    out: Path,
    encoder: str | None,
    lenient: bool,
    **given: Any,
) -> None:
    """Train a discourse parser: connectives, arguments, senses, relations without connective.

    The corpus may be in the layout of GDTB, TED-CDB, PDTB-2, PDTB-3, CoNLL-2016 or any other that Relata
    reads. A training that was stopped goes on if the same command is given again.

    \b
    Examples:
      relata train discourse --data gdtb/ --out my-model
      relata train discourse --train conll16-train/ --dev conll16-dev/ --out my-model
      relata train discourse --data pdtb3/ --encoder roberta-base --out my-model
      relata train discourse --language zh --data ted-cdb/ --out my-model
    """
    with reading(lenient=lenient) as on_error:
        session = _session(out, on_error, **given)
        from relata.training.progress import Progress
        from relata.training.recipe import Recipe

        recipe = Recipe(
            seed=seed,
            epochs=epochs,
            patience=patience,
            learning_rate=learning_rate,
            layer_decay=layer_decay,
            average=average,
            batch_pieces=batch_pieces,
        )
        package = session.train(
            checkpoints or out.with_name(f"{out.name}.checkpoints"),
            recipe,
            Progress(),
            encoder=encoder,
            discogem=discogem,
            teacher=teacher,
        )
        _show(package)


@train.command()
@click.argument("checkpoint", type=PATH)
@_data_options
def export(checkpoint: Path, out: Path, encoder: str | None, lenient: bool, **given: Any) -> None:
    """Make a model of a training's CHECKPOINT (best.pt): export, calibrate, evaluate.

    \b
    Example:
      relata train export my-model.checkpoints/best.pt --data gdtb/ --out my-model
    """
    with reading(lenient=lenient) as on_error:
        session = _session(out, on_error, **given)
        from relata.training.progress import Progress

        _show(session.export(checkpoint, Progress(), encoder))


def _session(
    out: Path,
    on_error: OnError,
    *,
    force: bool,
    language: str,
    data: Path | None,
    train_part: Path | None,
    dev_part: Path | None,
    licence: str,
    tolerance: float,
) -> Session:
    if out.exists() and not force:
        raise click.UsageError(f"{out} exists; --force replaces it")
    missing = [name for name in ("torch", "transformers", "onnx") if find_spec(name) is None]
    if missing:
        raise RelataError(f'training needs {", ".join(missing)}: pip install "relata[train]"')
    from relata.training.data import read_corpus

    corpus = read_corpus(data, train_part, dev_part, language=language, on_error=on_error)
    # Before torch is there: else its threads burn the time in which they wait for each other, which more than
    # halves its speed on a machine that does other things, too.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    from relata.training.session import Session

    command = shlex.join(["relata", *sys.argv[1:]])
    return Session(corpus, language, out, licence, command, tolerance)


def _show(package: ModelPackage) -> None:
    scores = package.manifest["scores"]
    rows = [(name, f"{value:.2f}") for name, value in scores.items()]
    emit_table(f"{package.path}: {package.size / 1e6:.1f} MB", ("on dev", ""), rows)
