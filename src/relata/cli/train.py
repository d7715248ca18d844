"""`relata train`: models from a user's own data."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from relata.batch.progress import Progress
from relata.cli.console import emit_table
from relata.cli.options import (
    reading,
    reads_corpora,
    require_absent,
    require_training_libraries,
    takes,
)
from relata.cli.train_options import (
    ConstituentOptions,
    CorpusOptions,
    DiscourseOptions,
    EncoderOptions,
    ExportOptions,
    SegmenterOptions,
    TrainingOptions,
    TuneOptions,
)
from relata.errors import OnError
from relata.model.package import ModelPackage
from relata.parsing.loading import find

if TYPE_CHECKING:
    from relata.training.data.corpus import TrainingData
    from relata.training.session import Session


@click.group(short_help="Train models on annotated data.")
def train() -> None:
    """Train models on annotated data (needs `pip install "relata-nlp[train]"`)."""


@train.command()
@takes(DiscourseOptions)
@reads_corpora
def discourse(options: DiscourseOptions) -> None:
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
    with _reading(options) as on_error:
        data = options.corpora(options.language, on_error)
        if options.silver:
            from relata.training.data.corpus import read_part

            silver = read_part(options.silver, language=options.language, on_error=on_error)
            data = replace(data, silver=silver)
        _train(options, data)


@train.command()
@takes(TrainingOptions)
@reads_corpora
def sentence(options: TrainingOptions) -> None:
    """Train a parser of sentences: tags, dependencies, predicates and their roles.

    The corpus has folders train and dev, in each of them a file or a folder for each source (wsj.conll08,
    ewt.jsonl), in a format that holds heads: CoNLL-2008, CoNLL-U, JSON Lines. Tags and labels are those of
    the corpus; roles are learned from documents with propositions.

    \b
    Example:
      relata train sentence --data sentences/ --out my-model
    """
    if options.data is None or options.train or options.dev:
        raise click.UsageError("name the corpus with --data: a folder with train and dev in it")
    with _reading(options) as on_error:
        from relata.training.data.corpus import TrainingData, read_sentences

        _train(options, TrainingData(None, read_sentences(options.data, on_error=on_error)))


@train.command()
@takes(EncoderOptions)
def encoder(options: EncoderOptions) -> None:
    """Train an encoder on plain text: to predict masked words, connectives above all.

    It begins with a pretrained encoder, and `--encoder OUT` has a parser begin with the result. Texts may be
    plain text (a file, or a folder of .txt files) or documents in any format that Relata reads.

    \b
    Example:
      relata train encoder --language zh --texts texts/ --data ted-cdb/ --width 1024 --out ./my-encoder
      relata train discourse --language zh --data ted-cdb/ --encoder ./my-encoder --out my-model
    """
    if not (options.texts or options.data):
        raise click.UsageError("name what to learn from: --texts, --data, or both")
    with _reading(options) as on_error:
        from relata.training.data.corpus import TrainingData, read_corpus, read_texts

        language = options.language
        corpus = read_corpus(options.data, language=language, on_error=on_error) if options.data else None
        texts = read_texts(options.texts, language, on_error=on_error) if options.texts else None
        session = _session(options, TrainingData(corpus, silver=texts), language)
        from relata.training.masked_lm import MaskedRecipe

        recipe = MaskedRecipe(options.epochs, options.learning_rate, options.seed, options.width)
        session.train_encoder(_checkpoints(options), recipe, Progress(logs=True), options.encoder)


@train.command()
@takes(ExportOptions)
@reads_corpora
def export(options: ExportOptions) -> None:
    """Make a model of a training's CHECKPOINT (best.pt): export, calibrate, evaluate.

    \b
    Example:
      relata train export my-model.checkpoints/best.pt --data gdtb/ --out my-model
    """
    if not (options.has_relations or options.sentences):
        raise click.UsageError("name what to choose its settings by: --data, --sentences, or both")
    with _reading(options) as on_error:
        data = options.corpora(options.language, on_error)
        session = _session(options, data, options.language, options.licence, options.tolerance)
        _show(session.export(options.checkpoint, Progress(logs=True), options.encoder))


@train.command()
@takes(TuneOptions)
@reads_corpora
def tune(options: TuneOptions) -> None:
    """Tune a MODEL, by name or directory, to data: thresholds, probabilities and linear classifiers.

    The encoder and its heads stay as they are, so this takes minutes. The classifiers of words and trees and
    the rates of nouns that are predicates are learned from the training part, the rest from the development
    part.

    \b
    Example:
      relata train tune en --data my-corpus/ --out my-model
    """
    if not (options.has_relations or options.sentences):
        raise click.UsageError("name what to tune to: --data, --sentences, or both")
    path = find(options.model)
    language = ModelPackage.peek(path).language
    with _reading(options) as on_error:
        data = options.corpora(language, on_error)
        _show(_session(options, data, language).tune(path, Progress(logs=True)))


@train.command()
@takes(ConstituentOptions)
@reads_corpora
def constituents(options: ConstituentOptions) -> None:
    """Teach a MODEL, by name or directory, to find constituents: trees in brackets.

    Its encoder and its other heads stay as they are, so this takes minutes. Trees are those of the corpus
    that `relata resources sentences` makes, or of any format that holds trees.

    \b
    Example:
      relata train constituents en --data sentences/ --out my-model
    """
    with _reading(options) as on_error:
        from relata.training.data.corpus import TrainingData, read_sentences

        corpus = read_sentences(options.data, on_error=on_error)
        path = find(options.model)
        session = _session(options, TrainingData(None, corpus), ModelPackage.peek(path).language)
        from relata.training.constituents import ConstituentRecipe, train_constituents

        recipe = ConstituentRecipe(options.epochs, options.learning_rate, options.seed)
        progress = Progress(logs=True)
        _show(train_constituents(path, corpus, options.out, recipe, session.command, progress))


@train.command(short_help="Train the segmenter of Chinese text.")
@takes(SegmenterOptions)
def segmenter(options: SegmenterOptions) -> None:
    """Train the segmenter of Chinese text, which finds the ends of words.

    The corpora may be in any format that Relata reads. The same data, lexicon and seed give the same file.

    \b
    Example:
      relata train segmenter --data ted-cdb/ --out chinese.npz
    """
    out = options.out
    require_absent(out, force=options.force)
    from relata.training.segmenter import SegmenterRecipe, train_segmenter

    recipe = SegmenterRecipe(options.seed, options.epochs)
    with reading(lenient=False) as on_error:
        tagger, f1 = train_segmenter(options.data, options.also, options.lexicon, recipe, on_error)
    tagger.save(out)
    emit_table(f"{out}: {out.stat().st_size / 1e6:.1f} MB", ("on dev", ""), [("word F1", f"{f1:.2f}")])


@contextmanager
def _reading(options: CorpusOptions | EncoderOptions | ConstituentOptions) -> Iterator[OnError]:
    """Check the output and the installed libraries, then read data."""
    with reading(lenient=options.lenient) as on_error:
        require_absent(options.out, force=options.force)
        require_training_libraries()
        yield on_error


def _session(
    options: CorpusOptions | EncoderOptions | ConstituentOptions,
    data: TrainingData,
    language: str,
    licence: str = "",
    tolerance: float = 0.0,
) -> Session:
    # Before torch is imported: else its threads spend processor time on waiting for each other, which more
    # than halves its speed on a busy machine.
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    from relata.training.session import Session

    command = shlex.join(["relata", *_portable(sys.argv[1:])])
    return Session(data, language, options.out, licence, command, tolerance)


def _portable(words: Iterable[str]) -> Iterator[str]:
    """Shorten a command for a card: without --checkpoints, and without the folders of absolute paths."""
    remaining = iter(words)
    for word in remaining:
        if word == "--checkpoints":
            next(remaining, None)
        elif not word.startswith("--checkpoints="):
            option, sign, value = word.partition("=") if word.startswith("--") else ("", "", word)
            yield option + sign + (Path(value).name if Path(value).is_absolute() else value)


def _train(options: TrainingOptions, data: TrainingData) -> None:
    session = _session(options, data, options.language, options.licence, options.tolerance)
    from relata.training.loop.device import find_device
    from relata.training.loop.trainer import Recipe
    from relata.training.session import TrainingInputs

    session = replace(session, device=find_device(options.device).type)
    if options.average_start and not options.start:
        raise click.UsageError("--average-start needs --start")
    values = {each.name: getattr(options, each.name) for each in fields(options)}
    recipe = Recipe(**{each.name: values[each.name] for each in fields(Recipe) if each.name in values})
    start = _model(options.start) if options.start else None
    inputs = TrainingInputs(options.encoder, start)
    if isinstance(options, DiscourseOptions):
        teachers = tuple(map(_model, options.teacher))
        inputs = replace(inputs, discogem=options.discogem, pairs=options.pairs, teachers=teachers)
    _show(session.train(_checkpoints(options), recipe, Progress(logs=True), inputs))


def _checkpoints(options: TrainingOptions | EncoderOptions) -> Path:
    return options.checkpoints or options.out.with_name(f"{options.out.name}.checkpoints")


def _model(name: str) -> Path:
    """Find a checkpoint, a directory, or an installed model."""
    return Path(name) if Path(name).is_file() else find(name)


def _show(package: ModelPackage) -> None:
    scores = package.manifest["scores"]
    rows = [(name, f"{value:.2f}") for name, value in scores.items()]
    emit_table(f"{package.path}: {package.size / 1e6:.1f} MB", ("on dev", ""), rows)
