"""A training from end to end: from corpora and a pretrained encoder to a model package."""

from __future__ import annotations

import hashlib
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

import torch

from relata.errors import DataWarning, ModelError, RelataError
from relata.model.inputs import InputBuilder
from relata.model.package import ModelPackage
from relata.training.data.instances import Instance, fingerprint, senses_of, some, some_inputs
from relata.training.data.training_data import TrainingData, evaluate
from relata.training.export import provenance
from relata.training.export.export import TOLERANCE, About, export
from relata.training.export.narrowing import narrow
from relata.training.export.torch_runtime import running
from relata.training.loop import trained_model as checkpoints
from relata.training.loop.distillation import mean_targets, soft_targets
from relata.training.loop.progress import Progress
from relata.training.loop.recipe import Recipe
from relata.training.loop.trained_model import Trained, load_trained
from relata.training.loop.trainer import Trainer
from relata.training.network.encoders import Pretrained, described, pretrained, save_encoder
from relata.training.network.from_package import trained_of
from relata.training.pretraining.masked_lm import (
    BATCH,
    Course,
    as_inputs,
    connective_words,
    learn_words,
    passages,
)
from relata.training.tuning.tuning import check_senses, retuned

TEACHER = "teacher.pt"
ANNOTATED = 3
"""How often an encoder reads documents of the corpus, beside those that nobody annotated."""


@dataclass(frozen=True, slots=True)
class Session:
    """What is trained with what, and where the model goes; `command` is how a user asked for it."""

    data: TrainingData
    language: str
    out: Path
    licence: str
    command: str
    tolerance: float = TOLERANCE

    def train(
        self,
        folder: Path,
        recipe: Recipe,
        progress: Progress,
        *,
        encoder: str | None = None,
        start: Path | None = None,
        discogem: Path | None = None,
        teachers: Sequence[Path] = (),
    ) -> ModelPackage:
        """Trains a model, or goes on where its checkpoints in `folder` are, and exports the best epoch.

        It begins with a pretrained encoder, or with all that the model `start` has learned: a checkpoint, or
        a package.
        """
        torch.manual_seed(recipe.seed)
        begun = _trained(start, encoder) if start else None
        base = begun.base if begun else pretrained(encoder, self.language)
        builder = InputBuilder(base.tokenizer)
        labels = self.data.labels()
        items = list(self.data.instances(builder, labels))
        extra = list(self.data.extra_instances(builder, discogem))
        sources = {"discogem": discogem, "start": start}
        given: dict[str, Any] = {name: path.name for name, path in sources.items() if path}
        if teachers:
            given["teachers"] = [_named(teacher) for teacher in teachers]
        notes = {**self._notes(base), **given, "seed": recipe.seed, "recipe": asdict(recipe)}
        if begun:
            notes["before"] = begun.notes
        senses = senses_of(items)
        if begun and begun.senses:
            senses = _known(senses, begun.senses, str(start))
        trained = Trained.new(base, senses, senses_of(extra), labels, notes)
        if begun:
            trained.take_over(begun)
            if begun.sentences and not labels:
                progress.say("without --sentences, the model forgets tags, trees and roles")
        if recipe.width:
            progress.say(f"narrowing feed-forward layers to {recipe.width}")
            narrow(trained.model.encoder, recipe.width, some_inputs(items))
        trained.model.bf16 = bf16_pays()
        if teachers:
            silver = list(self.data.silver_instances(builder))
            items += Random(recipe.seed).sample(silver, round(len(silver) * recipe.silver_share))
        progress.say(_summary(items, extra, trained.senses))
        if teachers:
            _teach(items, trained.senses, teachers, folder, recipe, progress)
            items = [item for item in items if item.soft or not item.silver]
        best = Trainer(trained, items, extra, recipe, folder, self._evaluate, progress).run()
        return self._export(load_trained(best), progress)

    def train_encoder(
        self,
        folder: Path,
        progress: Progress,
        *,
        encoder: str | None,
        width: int | None,
        epochs: int,
        learning_rate: float,
        seed: int,
    ) -> None:
        """Trains a pretrained encoder to guess words of all documents, and writes it as a folder.

        It goes on where its checkpoint in `folder` is. Documents of the corpus are read as often as makes
        them count beside many more without annotation.
        """
        base = pretrained(encoder, self.language)
        annotated = self.data.discourse.train.documents if self.data.discourse else ()
        plain = self.data.silver.documents if self.data.silver else ()
        often = connective_words(annotated)
        documents = (*annotated * (ANNOTATED if plain else 1), *plain)
        found = list(passages(documents, InputBuilder(base.tokenizer), often))
        progress.say(f"{len(found)} passages; {len(often)} words of connectives are masked more often")
        if len(found) < BATCH:
            raise RelataError(f"too little text: {len(found)} passages, {BATCH} are needed at least")
        if width:
            progress.say(f"narrowing feed-forward layers to {width}")
            narrow(base.encoder, width, as_inputs(some(found)))
        course = Course(epochs, learning_rate, seed, bf16_pays())
        learn_words(base, found, course, folder, progress)
        about = {"data": self.data.as_dict(), "seed": seed, "commit": provenance.commit()}
        save_encoder(base, self.out, self.command, {**about, "versions": provenance.versions()})

    def export(self, checkpoint: Path, progress: Progress, encoder: str | None = None) -> ModelPackage:
        """Exports the model of a checkpoint; `encoder` is the one it began with, should it not say so."""
        trained = load_trained(checkpoint, encoder)
        if self.data.discourse:
            check_senses(trained.senses, self.data.discourse, checkpoint)
        return self._export(trained, progress)

    def tune(self, package: Path, progress: Progress) -> ModelPackage:
        """Writes a package that has what another one learned, tuned to this session's data."""
        notes = {"command": self.command, "data": self.data.as_dict(), "commit": provenance.commit()}
        with _quiet():
            return retuned(package, self.data, self.out, notes, progress)

    def _export(self, trained: Trained, progress: Progress) -> ModelPackage:
        width = trained.base.config.get("intermediate_size")
        training = {**self._notes(trained.base), **trained.notes, "width": width}
        extra = [f"discogem {training['discogem']}"] if "discogem" in training else []
        extra += [f"teacher {teacher}" for teacher in training.get("teachers", ())]
        silver = training["data"].get("silver")
        if silver and not self.data.silver:  # a checkpoint that learned from it is exported without
            extra.append(f"corpus {silver['source']}")
        corpora = [f"corpus {source}" for source in self.data.sources]
        resources = [f"encoder {described(trained.base.name)}", *corpora, *extra]
        about = About(self.language, self.licence, resources, self.data.lexicons(), training)
        with _quiet():
            return export(trained, self.data, self.out, about, progress, self.tolerance)

    def _evaluate(self, trained: Trained) -> Mapping[str, float]:
        model = running(trained, self.language, self.data.lexicons())
        with _quiet():
            return evaluate(model, self.data)

    def _notes(self, base: Pretrained) -> dict[str, Any]:
        return {
            "command": self.command,
            "encoder": base.name,
            "data": self.data.as_dict(),
            "commit": provenance.commit(),
            "versions": provenance.versions(),
        }


def _trained(model: Path, encoder: str | None = None) -> Trained:
    """The model of a package, or of a checkpoint."""
    return trained_of(model, encoder) if model.is_dir() else load_trained(model, encoder)


def _named(model: Path) -> str:
    """A model as a card names it: a package by its folder, a checkpoint with the folder it is in."""
    return model.name if model.is_dir() else f"{model.absolute().parent.name}/{model.name}"


def _known(senses: Sequence[str], known: tuple[str, ...], source: str) -> tuple[str, ...]:
    """The senses that a model knows, if those of the data are among them."""
    if unknown := sorted({*senses} - {*known}):
        raise ModelError(f"{source}: knows no sense {unknown[0]!r}, which the data have")
    return known


@contextmanager
def _quiet() -> Iterator[None]:
    """Without warnings of odd text: a model that has not learned much finds signals everywhere."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        yield


def bf16_pays() -> bool:
    """Whether the processor has bfloat16; where it has to be imitated, it is ten times slower than floats."""
    known: dict[str, Any] = getattr(torch.cpu, "get_capabilities", dict)()  # an older torch cannot tell
    return any(known.get(name) for name in ("avx512_bf16", "amx_bf16"))


def _teach(
    items: Sequence[Instance],
    senses: Sequence[str],
    teachers: Sequence[Path],
    folder: Path,
    recipe: Recipe,
    progress: Progress,
) -> None:
    """Adds the teachers' targets to instances; they are kept with the checkpoints, since they take long."""
    kept = folder / TEACHER
    key = " ".join(map(_digest, teachers)) + fingerprint(items)
    content = checkpoints.load(kept) if kept.exists() else {}
    if content.get("key") != key:
        opinions = []
        for teacher in teachers:
            trained = _trained(teacher)
            trained.model.bf16 = bf16_pays()
            if not set(senses) & set(trained.senses):
                raise ModelError(f"{teacher}: none of its senses is in the training data")
            opinions.append(soft_targets(trained, items, senses, recipe.batch_pieces, progress))
        content = {"key": key, "soft": mean_targets(opinions)}
        checkpoints.save(content, kept)
    for item, soft in zip(items, content["soft"], strict=True):
        item.soft = soft


def _digest(model: Path) -> str:
    """Of a checkpoint or a package; one that is not there is refused when it is loaded."""
    digest = hashlib.sha256()
    for file in (model, *sorted(model.glob("*"))):
        if file.is_file():
            digest.update(file.read_bytes())
    return digest.hexdigest()


def _summary(items: Sequence[Instance], extra: Sequence[Instance], senses: Sequence[str]) -> str:
    tasks = Counter(item.task for item in (*items, *extra))
    pieces = sum(len(item.input) for item in items)
    shown = ", ".join(f"{count} {task}" for task, count in tasks.items())
    return f"{len(senses)} senses; instances: {shown}; {pieces} word pieces"
