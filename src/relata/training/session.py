"""A training from end to end: from corpora and a pretrained encoder to a model package."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import torch

from relata.batch.progress import Progress
from relata.errors import DataWarning, RelataError, RelataWarning
from relata.evaluation.sentences import bare, sentence_components
from relata.model.inputs import InputBuilder
from relata.model.model import Model
from relata.model.package import ModelPackage
from relata.parsing.options import ParserOptions
from relata.parsing.parser import Parser
from relata.training.data.corpus import CorpusPart, SentenceCorpus, TrainingData, evaluate, joined
from relata.training.data.instances import (
    EXPLICIT,
    SENSE,
    TrainingInstance,
    discogem_instances,
    labelled_pair_instances,
    sample,
    sample_inputs,
    sense_questions,
    senses_of,
)
from relata.training.data.sentences import SentenceLabels
from relata.training.export.card import library_versions, source_commit
from relata.training.export.compression import cut_layers, narrow
from relata.training.export.export import TOLERANCE, About, export, running
from relata.training.loop.distillation import teach
from relata.training.loop.trainer import Recipe, Trainer
from relata.training.masked_lm import (
    BATCH,
    MaskedRecipe,
    as_inputs,
    connective_words,
    passages,
    train_masked,
)
from relata.training.network.encoders import Pretrained, add_conventions, described, pretrained, save_encoder
from relata.training.network.trained_model import Trained, load_trained, nearest_senses
from relata.training.network.vocabulary import prune_vocabulary
from relata.training.tuning.tuning import check_senses, retuned

ANNOTATED = 3
"""Number of times that an encoder reads the corpus, if there are documents without annotation as well."""


@dataclass(frozen=True, slots=True)
class TrainingInputs:
    """Models that a training begins with or learns from, and extra data.

    It begins with the pretrained `encoder`, or with all weights of the model `start`: a checkpoint or a
    package. `teachers` are models of the same kinds, `discogem` is a folder, `pairs` a table.
    """

    encoder: str | None = None
    start: Path | None = None
    discogem: Path | None = None
    teachers: tuple[Path, ...] = ()
    pairs: Path | None = None

    def extra_instances(self, data: TrainingData, builder: InputBuilder) -> Iterator[TrainingInstance]:
        """Yield sense instances of other kinds: connectives left out, and other corpora."""
        yield from data.unmarked_instances(builder)
        if self.discogem:
            yield from discogem_instances(self.discogem, "train", builder)
        if self.pairs:
            yield from labelled_pair_instances(self.pairs, builder)

    def as_dict(self) -> dict[str, Any]:
        """Name the models and data for a manifest."""
        names: dict[str, Any] = {"discogem": self.discogem and self.discogem.name}
        names["pairs"] = self.pairs and self.pairs.name
        names["start"] = self.start and self.start.name
        names["teachers"] = [_model_name(teacher) for teacher in self.teachers]
        return {key: value for key, value in names.items() if value}


@dataclass(frozen=True, slots=True)
class Session:
    """The data of a training, the model to write and the device; `command` is the command of the user."""

    data: TrainingData
    language: str
    out: Path
    licence: str
    command: str
    tolerance: float = TOLERANCE
    device: str = "cpu"

    def train(
        self, folder: Path, recipe: Recipe, progress: Progress, inputs: TrainingInputs | None = None
    ) -> ModelPackage:
        """Train a model, or go on from its checkpoints in `folder`, and export the best epoch."""
        inputs = inputs or TrainingInputs()
        torch.manual_seed(recipe.seed)
        start = load_trained(inputs.start, inputs.encoder) if inputs.start else None
        if start and start.sentences and self.data.discourse and not self.data.sentences:
            analysed = replace(self, data=self._with_analyses(start, str(inputs.start), progress))
            return analysed._train(folder, recipe, progress, inputs, start, start.sentences)
        return self._train(folder, recipe, progress, inputs, start, self.data.labels())

    def train_encoder(
        self, folder: Path, recipe: MaskedRecipe, progress: Progress, encoder: str | None = None
    ) -> None:
        """Train a pretrained encoder to predict words of all documents, and write it as a folder.

        The training goes on from its checkpoint in `folder`. Documents of the corpus are read several times
        if there are others, which are usually many more.
        """
        base = pretrained(encoder, self.language)
        annotated = self.data.discourse.train.documents if self.data.discourse else ()
        plain = self.data.silver.documents if self.data.silver else ()
        often = connective_words(annotated)
        documents = (*annotated * (ANNOTATED if plain else 1), *plain)
        cut = list(passages(documents, InputBuilder(base.tokenizer), often))
        progress.write(f"{len(cut)} passages; {len(often)} words of connectives are masked more often")
        if len(cut) < BATCH:
            raise RelataError(f"too little text: {len(cut)} passages, {BATCH} are needed at least")
        if recipe.width:
            progress.write(f"narrowing feed-forward layers to {recipe.width}")
            narrow(base.encoder, recipe.width, as_inputs(sample(cut)))
        train_masked(base, cut, replace(recipe, bf16=bf16_pays()), folder, progress)
        about = {"data": self.data.as_dict(), "seed": recipe.seed, "commit": source_commit()}
        name = f"{base.name}, then `{self.command}`"
        save_encoder(base.encoder, base.tokenizer, self.out, name, {**about, "versions": library_versions()})

    def export(self, checkpoint: Path, progress: Progress, encoder: str | None = None) -> ModelPackage:
        """Export the model of a checkpoint; `encoder` is its pretrained one, if it does not name that."""
        trained = load_trained(checkpoint, encoder)
        check_senses(trained.senses, self.data.corpora, checkpoint)
        return self._export(trained, progress)

    def tune(self, package: Path, progress: Progress) -> ModelPackage:
        """Write a package with the weights of another one, tuned to this session's data."""
        notes = {"command": self.command, "data": self.data.as_dict(), "commit": source_commit()}
        with _without_data_warnings():
            return retuned(package, self.data, self.out, notes, progress)

    def _train(
        self,
        folder: Path,
        recipe: Recipe,
        progress: Progress,
        inputs: TrainingInputs,
        start: Trained | None,
        labels: SentenceLabels | None,
    ) -> ModelPackage:
        base = start.base if start else prune_vocabulary(pretrained(inputs.encoder, self.language))
        conventions = _conventions(self.data, start)
        known = start.conventions if start else ()
        add_conventions(base, range(max(1, len(known)), len(conventions)))
        builder = InputBuilder(base.tokenizer)
        items = list(self.data.instances(builder, labels, conventions))
        extra = list(inputs.extra_instances(self.data, builder))
        notes = {**self._notes(base), **inputs.as_dict(), "seed": recipe.seed, "recipe": asdict(recipe)}
        senses = senses_of(items)
        if start:
            notes["before"] = start.notes
            senses = _widened(start.senses, items, str(inputs.start))
        trained = Trained.new(base, senses, senses_of(extra), labels, notes, conventions)
        if start:
            trained.take_over(start)
        if recipe.layers:
            cut_layers(trained.model.encoder, recipe.layers)
        if recipe.width:
            progress.write(f"narrowing feed-forward layers to {recipe.width}")
            narrow(trained.model.encoder, recipe.width, sample_inputs(items))
        trained.model.bf16 = bf16_pays()
        if inputs.teachers:
            silver = [*self.data.silver_instances(builder), *sense_questions(extra)]
            items += Random(recipe.seed).sample(silver, round(len(silver) * recipe.silver_share))
        progress.write(_summary(items, extra, trained.senses))
        if inputs.teachers:
            pieces, bf16 = recipe.batch_pieces, trained.model.bf16
            teach(items, trained, inputs.teachers, folder, pieces, bf16=bf16, progress=progress)
            items = [item for item in items if item.soft or not item.silver]
        best = Trainer(trained, items, extra, recipe, folder, self._evaluate, progress, self.device).run()
        return self._export(load_trained(best), progress)

    def _with_analyses(self, start: Trained, name: str, progress: Progress) -> TrainingData:
        """Add the trees and roles that the model `start` finds in the corpus to the data.

        Training moves the encoder under the heads for sentences; they keep working if they go on learning.
        """
        assert self.data.discourse is not None
        path = Path(name)
        progress.write(
            f"no --sentences: learning the tags, trees and roles that {path.name} finds in the corpus"
        )
        model = Model.load(path) if path.is_dir() else running(start, self.language, {"nominals": {}})
        parser = Parser(model, ParserOptions(only=sentence_components(model)))
        source = f"agreement with {path.name}"

        def analysed(part: CorpusPart) -> CorpusPart:
            documents = progress.follow(part.documents, "sentences", total=len(part.documents))
            with _without_data_warnings():
                parsed = tuple(parser(bare(document)) for document in documents)
            return CorpusPart(f"{part.source}, analysed by {path.name}", parsed)

        parts = ([getattr(corpus, name) for corpus in self.data.corpora] for name in ("train", "dev"))
        train, dev = (analysed(joined(part)) for part in parts)
        return replace(self.data, sentences=SentenceCorpus({source: train}, {source: dev}))

    def _export(self, trained: Trained, progress: Progress) -> ModelPackage:
        architecture = trained.base.encoder.config.to_diff_dict()
        training = {**self._notes(trained.base), **trained.notes, "architecture": architecture}
        extra = [f"{name} {training[name]}" for name in ("discogem", "pairs") if name in training]
        extra += [f"teacher {teacher}" for teacher in training.get("teachers", ())]
        silver = training["data"].get("silver")
        if silver and not self.data.silver:  # the checkpoint of a training with silver documents
            extra.append(f"corpus {silver['source']}")
        corpora = [f"corpus {source}" for source in self.data.sources]
        resources = [f"encoder {described(trained.base.name)}", *corpora, *extra]
        about = About(self.language, self.licence, resources, self.data.nominals(), training)
        with _without_data_warnings():
            return export(trained, self.data, self.out, about, progress, self.tolerance)

    def _evaluate(self, trained: Trained) -> Mapping[str, float]:
        model = running(trained, self.language, self.data.nominals())
        with _without_data_warnings():
            return evaluate(model, self.data)

    def _notes(self, base: Pretrained) -> dict[str, Any]:
        return {
            "command": self.command,
            "encoder": base.name,
            "data": self.data.as_dict(),
            "commit": source_commit(),
            "versions": library_versions(),
        }


def _conventions(data: TrainingData, start: Trained | None) -> tuple[str, ...]:
    """List the names of conventions: of the model to begin with, and new ones of the corpora."""
    known = start.conventions if start else ()
    named = (corpus.conventions for corpus in data.corpora if corpus.conventions)
    return tuple(dict.fromkeys((*known, *named)))


def _model_name(model: Path) -> str:
    """Name a model for a card: a package by its folder, a checkpoint with the folder that it is in."""
    return model.name if model.is_dir() else f"{model.absolute().parent.name}/{model.name}"


def _widened(known: tuple[str, ...], items: Sequence[TrainingInstance], name: str) -> tuple[str, ...]:
    """Add the senses of instances to those of a model, and warn of new ones."""
    unknown = [sense for sense in senses_of(items) if sense not in known]
    if known and unknown:
        counts = Counter(item.sense for item in items if item.task in (EXPLICIT, SENSE))
        total = sum(counts[sense] for sense in unknown)
        shown = ", ".join(f"{sense} ({counts[sense]}, {_origin(sense, known)})" for sense in unknown)
        warnings.warn(
            RelataWarning(
                f"{name}: {total} relations of the data have {len(unknown)} senses that the model lacks;"
                f" its sense heads are widened, and begin there like those of the nearest senses: {shown}"
            ),
            stacklevel=2,
        )
    return (*known, *unknown)


def _origin(sense: str, known: Sequence[str]) -> str:
    nearest = nearest_senses(sense, known)
    return f"like {nearest[0]}" if len(nearest) == 1 else f"the mean of {len(nearest)}"


@contextmanager
def _without_data_warnings() -> Iterator[None]:
    """Suppress warnings of odd text: a model at the begin of its training finds signals everywhere."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        yield


def bf16_pays() -> bool:
    """Return true if the processor has bfloat16; to imitate it takes ten times longer than floats."""
    capabilities: dict[str, Any] = getattr(torch.cpu, "get_capabilities", dict)()  # absent in an older torch
    return any(capabilities.get(name) for name in ("avx512_bf16", "amx_bf16"))


def _summary(
    items: Sequence[TrainingInstance], extra: Sequence[TrainingInstance], senses: Sequence[str]
) -> str:
    tasks = Counter(item.task for item in (*items, *extra))
    pieces = sum(len(item.input) for item in items)
    counts = ", ".join(f"{count} {task}" for task, count in tasks.items())
    return f"{len(senses)} senses; instances: {counts}; {pieces} word pieces"
