"""Options of the commands of `relata train`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import click

from relata.cli.options import ARGUMENT, PATH, LenientOption, Named, Numbers
from relata.errors import OnError

if TYPE_CHECKING:
    from relata.training.data.corpus import TrainingData

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
    device: Annotated[
        Literal["auto", "cpu", "cuda", "mps"],
        "Device to train on; auto: an accelerator if there is one.",
    ] = "auto"


@dataclass(frozen=True, kw_only=True)
class DiscourseOptions(SelectionOptions, TrainingOptions):
    """The settings and extra data of a training on relations."""

    discogem: Annotated[Path | None, "DiscoGeM, for more senses of implicit relations."] = None
    pairs: Annotated[Path | None, "Table (.tsv) of clauses with relations of other frameworks."] = None
    silver: Annotated[
        Path | None,
        "Documents analysed by `relata parse --format jsonl`, for more senses: their explicit relations, "
        "connectives left out.",
    ] = None
    teacher: Annotated[
        tuple[str, ...], "Model to learn from, named like --start; several count by their mean.", _MODEL
    ] = ()
    silver_share: Annotated[float, "Share of extra data that teachers are asked about.", Numbers(0, 1)] = 0.1
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
class ConstituentOptions:
    """A model to give a head for constituents, and the trees and settings of its training."""

    model: Annotated[str, ARGUMENT]
    data: Annotated[Path, "Corpus of trees: folders train and dev, in each a file or folder for each source."]
    out: Annotated[Path, "Directory of the model."]
    force: Annotated[bool, "Replace OUT if it exists."] = False
    lenient: LenientOption = False
    epochs: Annotated[int, "Epochs.", _COUNT] = 4
    learning_rate: Annotated[float, "Highest learning rate."] = 2e-3
    seed: Annotated[int, "Seed of random numbers."] = 1


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
