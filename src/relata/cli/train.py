"""`relata train`: models of one's own."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from relata.cli.console import emit_table
from relata.cli.options import PATH, Numbers, lenient_option, reading
from relata.errors import OnError, RelataError
from relata.model.package import ModelPackage
from relata.parsing.loading import find

if TYPE_CHECKING:
    from relata.training.loop.session import Session

Command = Callable[..., Any]


@click.group(short_help="Train models on annotated data.")
def train() -> None:
    """Train models on annotated data (needs `pip install "relata-nlp[train]"`)."""


def _data_options(command: Command) -> Command:
    options = (
        click.option("--data", type=PATH, help="Corpus: folders train and dev in it, or a PDTB by sections."),
        click.option("--train", "train_part", type=PATH, help="What to train on, instead of DATA/train."),
        click.option("--dev", "dev_part", type=PATH, help="What to select and tune on, instead of DATA/dev."),
        click.option("--out", type=PATH, required=True, help="Directory of the model."),
        click.option("--force", is_flag=True, help="Replace OUT if it exists."),
        lenient_option,
    )
    return _with(command, options)


_exactness = click.option(
    "--exactness",
    type=Numbers(0, 1),
    default=0.5,
    show_default=True,
    help="How much strict F1 counts, against partial F1, where settings are chosen.",
)


_language = click.option(
    "--language", type=click.Choice(["en", "zh"]), default="en", show_default=True, help="Language."
)
_encoder = click.option(
    "--encoder", metavar="NAME", help="Encoder to begin with: a hub's name or a folder (./mine)."
)
_width = click.option(
    "--width",
    type=click.IntRange(min=1),
    help="Narrow the encoder's feed-forward layers to this first: a faster and smaller model.",
)


def _model_options(command: Command) -> Command:
    options = (
        _language,
        _encoder,
        click.option("--licence", default="not stated", help="Licence of the model, for its card."),
        click.option(
            "--tolerance",
            type=Numbers(min=0),
            default=0.5,
            show_default=True,
            help="Points that export may cost in any measure.",
        ),
    )
    return _with(command, options)


_checkpoints = click.option(
    "--checkpoints", type=PATH, help="Where a stopped training goes on [default: OUT.checkpoints]."
)


def _training_options(command: Command) -> Command:
    options = (
        _checkpoints,
        click.option(
            "--start",
            metavar="MODEL",
            help="Model to begin with, heads and all: one that is installed, a directory, or a best.pt.",
        ),
        click.option("--seed", type=int, default=1, show_default=True, help="Where chance begins."),
        click.option(
            "--epochs", type=click.IntRange(min=1), default=5, show_default=True, help="Epochs at most."
        ),
        click.option(
            "--patience",
            type=click.IntRange(min=1),
            default=2,
            show_default=True,
            help="Epochs without gain to stop.",
        ),
        click.option("--learning-rate", type=float, default=1e-4, show_default=True, help="Of the encoder."),
        click.option(
            "--head-learning-rate", type=float, default=1e-3, show_default=True, help="Of the heads."
        ),
        click.option(
            "--layer-decay", type=float, default=1.0, show_default=True, help="Of its rate, layer by layer."
        ),
        click.option(
            "--average",
            type=click.IntRange(1),
            default=4,
            show_default=True,
            help="How many epochs' weights are averaged.",
        ),
        click.option(
            "--average-start",
            is_flag=True,
            help="What --start has learned counts as one of them.",
        ),
        _width,
        click.option(
            "--batch-pieces", type=int, default=1800, show_default=True, help="Word pieces in a batch."
        ),
    )
    return _with(command, options)


def _with(command: Command, options: Sequence[Callable[[Command], Command]]) -> Command:
    for option in reversed(options):
        command = option(command)
    return command


@train.command()
@_data_options
@_model_options
@_training_options
@_exactness
@click.option("--sentences", type=PATH, help="Corpus of trees and propositions, to be learned as well.")
@click.option("--discogem", type=PATH, help="DiscoGeM, for more senses of implicit relations.")
@click.option(
    "--silver",
    type=PATH,
    help="Documents analysed by `relata parse --format jsonl`, for more senses (their explicit relations, "
    "connectives left out), and to ask teachers about.",
)
@click.option(
    "--teacher",
    "teachers",
    metavar="MODEL",
    multiple=True,
    help="Trained model to learn from, too: named like --start; several by their mean.",
)
@click.option(
    "--silver-share",
    type=Numbers(0, 1),
    default=0.1,
    show_default=True,
    help="Part of what is in --silver that teachers are asked about.",
)
@click.option(
    "--hidden-words",
    type=Numbers(0, 1, max_open=True),
    default=0.0,
    show_default=True,
    help="Part of the words that is masked each time, but for connectives, against learning by heart.",
)
@click.option(
    "--discourse-share",
    type=Numbers(0, 1, min_open=True),
    default=1.0,
    show_default=True,
    help="Part of the relations that an epoch sees, beside all sentences.",
)
def discourse(
    discogem: Path | None,
    teachers: Sequence[str],
    sentences: Path | None,
    silver: Path | None,
    out: Path,
    lenient: bool,
    **given: Any,
) -> None:
    """Train a discourse parser: connectives, arguments, senses, relations without connective.

    The corpus may be in the layout of GDTB, TED-CDB, PDTB-2, PDTB-3, CoNLL-2016 or any other that Relata
    reads. With --sentences, the same model learns tags, dependencies and roles (see `relata train sentence`).
    A training that was stopped goes on if the same command is given again.

    \b
    Examples:
      relata train discourse --data gdtb/ --out my-model
      relata train discourse --train conll16-train/ --dev conll16-dev/ --out my-model
      relata train discourse --data pdtb3/ --encoder roberta-base --out my-model
      relata train discourse --language zh --data ted-cdb/ --out my-model
    """
    with reading(lenient=lenient) as on_error:
        session, training = _session(out, on_error, sentences, silver, discourse=True, **given)
        _train(session, training, discogem=discogem, teachers=teachers)


@train.command()
@_data_options
@_model_options
@_training_options
def sentence(data: Path | None, out: Path, lenient: bool, **given: Any) -> None:
    """Train a parser of sentences: tags, dependencies, predicates and their roles.

    The corpus has folders train and dev, in each of them a file or a folder for each source (wsj.conll08,
    ewt.jsonl), in a format that holds heads: CoNLL-2008, CoNLL-U, JSON Lines. Tags and labels are those that
    the corpus has; roles are learned from documents with propositions.

    \b
    Example:
      relata train sentence --data sentences/ --out my-model
    """
    if data is None or given["train_part"] or given["dev_part"]:
        raise click.UsageError("name the corpus with --data: a folder with train and dev in it")
    with reading(lenient=lenient) as on_error:
        session, training = _session(out, on_error, data, discourse=False, data=None, **given)
        _train(session, training)


@train.command()
@click.option("--texts", type=PATH, help="Documents that nobody annotated, in a format that Relata reads.")
@click.option(
    "--data", type=PATH, help="Corpus of relations: its part to train on, too, with its connectives."
)
@click.option("--out", type=PATH, required=True, help="Folder of the encoder.")
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
@lenient_option
@_language
@_encoder
@_width
@click.option("--epochs", type=click.IntRange(min=1), default=1, show_default=True, help="Epochs.")
@click.option("--learning-rate", type=float, default=5e-4, show_default=True, help="Of the encoder.")
@click.option("--seed", type=int, default=1, show_default=True, help="Where chance begins.")
@_checkpoints
def encoder(texts: Path | None, data: Path | None, out: Path, lenient: bool, **given: Any) -> None:
    """Train an encoder on plain text: to guess words that were masked, connectives above all.

    It begins with a pretrained one. `--encoder OUT` has a parser begin with what comes of it.

    \b
    Example:
      relata parse texts/ --only explicit --format jsonl --out analysed/
      relata train encoder --language zh --texts analysed/ --data ted-cdb/ --width 1024 --out ./my-encoder
      relata train discourse --language zh --data ted-cdb/ --encoder ./my-encoder --out my-model
    """
    if not (texts or data):
        raise click.UsageError("name what to learn from: --texts, --data, or both")
    with reading(lenient=lenient) as on_error:
        corpus: dict[str, Any] = {"data": data, "train_part": None, "dev_part": None}
        session, training = _session(out, on_error, None, texts, discourse=bool(data), **corpus, **given)
        from relata.training.loop.progress import Progress

        session.train_encoder(_folder(session, training), Progress(), **training)


@train.command()
@click.argument("checkpoint", type=PATH)
@_data_options
@_model_options
@_exactness
@click.option("--sentences", type=PATH, help="Corpus of trees and propositions, if it learned from one.")
def export(
    checkpoint: Path, out: Path, encoder: str | None, sentences: Path | None, lenient: bool, **given: Any
) -> None:
    """Make a model of a training's CHECKPOINT (best.pt): export, calibrate, evaluate.

    \b
    Example:
      relata train export my-model.checkpoints/best.pt --data gdtb/ --out my-model
    """
    discourse = any(given[name] for name in ("data", "train_part", "dev_part"))
    if not discourse and sentences is None:
        raise click.UsageError("name what to choose its settings by: --data, --sentences, or both")
    with reading(lenient=lenient) as on_error:
        session, _ = _session(out, on_error, sentences, discourse=discourse, encoder=encoder, **given)
        from relata.training.loop.progress import Progress

        _show(session.export(checkpoint, Progress(), encoder))


@train.command()
@click.argument("model")
@_data_options
@_exactness
@click.option("--sentences", type=PATH, help="Corpus of trees and propositions, to tune to as well.")
def tune(model: str, out: Path, sentences: Path | None, lenient: bool, **given: Any) -> None:
    """Tune a MODEL, by name or directory, to data: scores, thresholds, and what single words say.

    The encoder and its heads stay as they are, so this takes minutes. What single words say (which sense a
    connective has, which nouns are predicates) is learned from the training part, the rest is chosen on the
    development part.

    \b
    Example:
      relata train tune en --data my-corpus/ --out my-model
    """
    discourse = any(given[name] for name in ("data", "train_part", "dev_part"))
    if not discourse and sentences is None:
        raise click.UsageError("name what to tune to: --data, --sentences, or both")
    path = find(model)
    language = ModelPackage.peek(path).language
    with reading(lenient=lenient) as on_error:
        session, _ = _session(out, on_error, sentences, discourse=discourse, language=language, **given)
        from relata.training.loop.progress import Progress

        _show(session.tune(path, Progress()))


def _session(
    out: Path,
    on_error: OnError,
    sentences: Path | None,
    silver: Path | None = None,
    *,
    discourse: bool,
    force: bool,
    language: str,
    data: Path | None,
    train_part: Path | None,
    dev_part: Path | None,
    licence: str = "",
    tolerance: float = 0.0,
    exactness: float = 0.5,
    **training: Any,
) -> tuple[Session, dict[str, Any]]:
    """What is to be trained, and the options of the training itself."""
    if out.exists() and not force:
        raise click.UsageError(f"{out} exists; --force replaces it")
    missing = [name for name in ("torch", "transformers", "onnx") if find_spec(name) is None]
    if missing:
        raise RelataError(f'training needs {", ".join(missing)}: pip install "relata-nlp[train]"')
    from relata.training.data.corpus import check_language, read_corpus, read_part
    from relata.training.data.sentence_corpus import read_sentences

    relations = None
    if discourse:
        relations = read_corpus(data, train_part, dev_part, language=language, on_error=on_error)
    trees = read_sentences(sentences, on_error=on_error) if sentences else None
    analysed = read_part(silver, on_error=on_error) if silver else None
    if analysed:
        check_language(analysed, language)
    # Before torch is there: else its threads burn the time in which they wait for each other, which more than
    # halves its speed on a machine that does other things, too.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    from relata.training.data.training_data import TrainingData
    from relata.training.loop.session import Session

    command = shlex.join(["relata", *_told(sys.argv[1:])])
    known = TrainingData(relations, trees, analysed, exactness)
    return Session(known, language, out, licence, command, tolerance), training


def _told(words: Iterable[str]) -> Iterator[str]:
    """A command as a card tells it: without where checkpoints were, and the folders above other paths."""
    given = iter(words)
    for word in given:
        if word == "--checkpoints":
            next(given, None)
        elif not word.startswith("--checkpoints="):
            option, sign, value = word.partition("=") if word.startswith("--") else ("", "", word)
            yield option + sign + (Path(value).name if Path(value).is_absolute() else value)


def _train(
    session: Session, training: dict[str, Any], *, discogem: Path | None = None, teachers: Sequence[str] = ()
) -> None:
    from relata.training.loop.progress import Progress
    from relata.training.loop.recipe import Recipe

    encoder, start = (training.pop(name) for name in ("encoder", "start"))
    if training["average_start"] and not start:
        raise click.UsageError("--average-start needs --start")
    package = session.train(
        _folder(session, training),
        Recipe(**training),
        Progress(),
        encoder=encoder,
        start=start and _model(start),
        discogem=discogem,
        teachers=[_model(teacher) for teacher in teachers],
    )
    _show(package)


def _folder(session: Session, training: dict[str, Any]) -> Path:
    """Takes from the options of a training where its checkpoints are."""
    given: Path | None = training.pop("checkpoints")
    return given or session.out.with_name(f"{session.out.name}.checkpoints")


def _model(name: str) -> Path:
    """A model that is installed, a directory, or a checkpoint."""
    return Path(name) if Path(name).is_file() else find(name)


def _show(package: ModelPackage) -> None:
    scores = package.manifest["scores"]
    rows = [(name, f"{value:.2f}") for name, value in scores.items()]
    emit_table(f"{package.path}: {package.size / 1e6:.1f} MB", ("on dev", ""), rows)
