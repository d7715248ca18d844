"""`relata train`: models from a user's own data."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import click

from relata.batch.progress import Progress
from relata.cli.console import emit_table
from relata.cli.options import (
    ARGUMENT,
    PATH,
    LenientOption,
    Named,
    Numbers,
    reading,
    reads_corpora,
    require_absent,
    require_training_libraries,
    takes,
)
from relata.errors import OnError
from relata.model.package import ModelPackage
from relata.parsing.loading import find

if TYPE_CHECKING:
    from relata.training.data.corpus import TrainingData
    from relata.training.session import Session

_COUNT = click.IntRange(min=1)
_MODEL, _NAME = Named("model"), Named("name")

Language = Annotated[Literal["en", "zh"], "Language."]
Encoder = Annotated[str | None, "Encoder to begin with: a hub's name or a folder (./mine).", _NAME]
Width = Annotated[int | None, "Width to narrow feed-forward layers to: a faster, smaller model.", _COUNT]
Layers = Annotated[int | None, "Number of layers to leave the encoder, the lowest ones.", _COUNT]
Checkpoints = Annotated[Path | None, "Folder where a stopped training goes on [default: OUT.checkpoints]."]


@dataclass(frozen=True, kw_only=True)
class CorpusOptions:
    """The corpus to train on, to select on and to tune to, and the model to write."""

    data: Annotated[Path | None, "Corpus: folders train and dev in it, or a PDTB by sections."] = None
    train: Annotated[Path | None, "Part to train on, instead of DATA/train."] = None
    dev: Annotated[Path | None, "Part to select and tune on, instead of DATA/dev."] = None
    out: Annotated[Path, "Directory of the model."]
    force: Annotated[bool, "Replace OUT if it exists."] = False
    lenient: LenientOption = False

    @property
    def has_relations(self) -> bool:
        """True if a corpus of relations is named."""
        return any((self.data, self.train, self.dev))


@dataclass(frozen=True, kw_only=True)
class ModelOptions(CorpusOptions):
    """The language, encoder and licence of a model."""

    language: Language = "en"
    encoder: Encoder = None
    licence: Annotated[str, "Licence of the model, for its card."] = "not stated"
    tolerance: Annotated[float, "Points that export may cost a measure without a warning.", Numbers(0)] = 0.5


@dataclass(frozen=True, kw_only=True)
class SelectionOptions(CorpusOptions):
    """The corpora of relations and sentences by which settings are chosen."""

    exactness: Annotated[
        float, "Weight of strict F1, against partial F1, in the choice of settings.", Numbers(0, 1)
    ] = 0.5
    sentences: Annotated[Path | None, "Corpus of trees and propositions, to learn or tune to as well."] = None
    conventions: Annotated[str, "Name of DATA's conventions [default: the model's first].", _NAME] = ""
    also: Annotated[
        tuple[str, ...],
        "Another corpus of relations, by the name of its conventions: pdtb=wsj-pdtb3/; may be repeated.",
        Named("name=path"),
    ] = ()

    def corpora(self, language: str, on_error: OnError) -> TrainingData:
        """Read the corpora that are named; at least one is expected."""
        from relata.training.data.corpus import TrainingData, read_corpus, read_named, read_sentences

        relations = None
        if self.has_relations or not self.sentences:
            relations = read_corpus(self.data, self.train, self.dev, language=language, on_error=on_error)
            relations = replace(relations, conventions=self.conventions)
        also = tuple(read_named(named, language, on_error=on_error) for named in self.also if relations)
        trees = read_sentences(self.sentences, on_error=on_error) if self.sentences else None
        return TrainingData(relations, trees, exactness=self.exactness, also=also)


@dataclass(frozen=True, kw_only=True)
class TrainingOptions(ModelOptions):
    """The settings of a training."""

    checkpoints: Checkpoints = None
    start: Annotated[
        str | None, "Model to begin with, heads and all: an installed one, a directory, or a best.pt.", _MODEL
    ] = None
    seed: Annotated[int, "Seed of random numbers."] = 1
    epochs: Annotated[int, "Epochs at most.", _COUNT] = 5
    patience: Annotated[int, "Epochs without gain to stop after.", _COUNT] = 2
    learning_rate: Annotated[float, "Learning rate of the encoder."] = 1e-4
    head_learning_rate: Annotated[float, "Learning rate of the heads."] = 1e-3
    average: Annotated[int, "Epochs whose weights are averaged.", _COUNT] = 4
    average_start: Annotated[bool, "Count the weights of --start as an epoch."] = False
    layers: Layers = None
    width: Width = None
    batch_pieces: Annotated[int, "Word pieces in a batch."] = 1800


@dataclass(frozen=True, kw_only=True)
class DiscourseOptions(SelectionOptions, TrainingOptions):
    """The settings and extra data of a training on relations."""

    discogem: Annotated[Path | None, "DiscoGeM, for more senses of implicit relations."] = None
    silver: Annotated[
        Path | None,
        "Documents analysed by `relata parse --format jsonl`, for more senses: their explicit relations, "
        "connectives left out.",
    ] = None
    teacher: Annotated[
        tuple[str, ...], "Model to learn from, named like --start; several count by their mean.", _MODEL
    ] = ()
    silver_share: Annotated[float, "Share of --silver that teachers are asked about.", Numbers(0, 1)] = 0.1
    hidden_words: Annotated[
        float,
        "Share of words, except connectives, that are masked, others each time: against learning by heart.",
        Numbers(0, 1, max_open=True),
    ] = 0.0
    discourse_share: Annotated[
        float,
        "Share of the relations that an epoch sees; it sees all sentences.",
        Numbers(0, 1, min_open=True),
    ] = 1.0


@dataclass(frozen=True, kw_only=True)
class EncoderOptions:
    """The texts and settings of the training of an encoder."""

    texts: Annotated[Path | None, "Texts to learn from: plain text, or any format that Relata reads."] = None
    data: Annotated[Path | None, "Corpus of relations: its part to train on, with its connectives."] = None
    out: Annotated[Path, "Folder of the encoder."]
    force: Annotated[bool, "Replace OUT if it exists."] = False
    lenient: LenientOption = False
    language: Language = "en"
    encoder: Encoder = None
    width: Width = None
    epochs: Annotated[int, "Epochs.", _COUNT] = 1
    learning_rate: Annotated[float, "Learning rate of the encoder."] = 5e-4
    seed: Annotated[int, "Seed of random numbers."] = 1
    checkpoints: Checkpoints = None


@dataclass(frozen=True, kw_only=True)
class ExportOptions(SelectionOptions, ModelOptions):
    """A checkpoint to export, and the data that its settings are chosen by."""

    checkpoint: Annotated[Path, ARGUMENT]


@dataclass(frozen=True, kw_only=True)
class TuneOptions(SelectionOptions):
    """A model to tune, and the data to tune it to."""

    model: Annotated[str, ARGUMENT]


@dataclass(frozen=True, kw_only=True)
class SegmenterOptions:
    """The data and settings of the training of a segmenter."""

    data: Annotated[Path, "Segmented corpus: folders train and dev in it."]
    also: Annotated[tuple[Path, ...], "More segmented text to train on; may be repeated.", PATH] = ()
    lexicon: Annotated[Path | None, "Words and frequencies, a word a line [default: jieba's]."] = None
    out: Annotated[Path, "File of the segmenter (.npz)."]
    force: Annotated[bool, "Replace OUT if it exists."] = False
    seed: Annotated[int, "Seed of random numbers."] = 1
    epochs: Annotated[int, "Epochs.", click.IntRange(min=1)] = 6


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
        _train(options, data, options.discogem, options.teacher)


@train.command()
@takes(TrainingOptions)
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
def _reading(options: CorpusOptions | EncoderOptions) -> Iterator[OnError]:
    """Check the output and the installed libraries, then read data."""
    with reading(lenient=options.lenient) as on_error:
        require_absent(options.out, force=options.force)
        require_training_libraries()
        yield on_error


def _session(
    options: CorpusOptions | EncoderOptions,
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


def _train(
    options: TrainingOptions, data: TrainingData, discogem: Path | None = None, teachers: Iterable[str] = ()
) -> None:
    session = _session(options, data, options.language, options.licence, options.tolerance)
    from relata.training.loop.trainer import Recipe
    from relata.training.session import TrainingInputs

    if options.average_start and not options.start:
        raise click.UsageError("--average-start needs --start")
    values = {each.name: getattr(options, each.name) for each in fields(options)}
    recipe = Recipe(**{each.name: values[each.name] for each in fields(Recipe) if each.name in values})
    start = _model(options.start) if options.start else None
    inputs = TrainingInputs(options.encoder, start, discogem, tuple(map(_model, teachers)))
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
