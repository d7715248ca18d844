"""Training of the head of constituents for a finished package, whose encoder stays as it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import torch

from relata.batch.progress import Progress
from relata.errors import RelataError
from relata.evaluation.sentences import measure_constituents
from relata.model.heads import Floats
from relata.model.model import Model
from relata.model.package import CARD, ENCODER, HEADS, TOKENIZER, ModelPackage
from relata.training.data.constituents import (
    BracketedSentence,
    bracket_batch,
    bracket_batches,
    bracket_labels,
    bracketed_sentences,
)
from relata.training.data.corpus import SentenceCorpus
from relata.training.export.card import card_of, source_commit
from relata.training.network.constituents import ConstituentLayer
from relata.training.tuning.thresholds import with_arrays
from relata.training.tuning.tuning import packed, rounded

_HEAD = "constituents."
_WARM_UP = 0.1
"""Share of the steps in which the learning rate rises."""

_STEEPEST = 5.0
"""Greatest norm of a gradient."""

_GRAIN = 1 / 256
"""Weights are multiples of this: a file with few different numbers compresses well."""


@dataclass(frozen=True, slots=True)
class ConstituentRecipe:
    """The settings of a training of the head of constituents."""

    epochs: int = 4
    learning_rate: float = 2e-3
    seed: int = 1


def train_constituents(
    path: Path, corpus: SentenceCorpus, out: Path, recipe: ConstituentRecipe, command: str, progress: Progress
) -> ModelPackage:
    """Write the package of a model with a head for constituents, learned from the trees of a corpus."""
    model = Model.load(path)
    if "tags" not in model.package.manifest["labels"]:
        raise RelataError(f"{path}: no head for tags, which trees need; train it on sentences first")
    torch.manual_seed(recipe.seed)
    documents = corpus.documents
    following = progress.follow(documents, "documents", total=len(documents))
    sentences = list(bracketed_sentences(model, following))
    labels = bracket_labels(sentences)
    if not labels:
        raise RelataError("expected documents with trees to learn from, found none")
    progress.write(f"{len(sentences)} sentences with trees, {len(labels)} labels")
    layer = _train(sentences, labels, recipe, progress)
    arrays = {name: array for name, array in model.weights.arrays.items() if not name.startswith(_HEAD)}
    arrays |= {f"{_HEAD}{name}": in_grains(tensor.numpy()) for name, tensor in layer.state_dict().items()}
    manifest = _manifest(model, labels, corpus, {"command": command, "recipe": asdict(recipe)})
    draft = replace(with_arrays(model, arrays), package=replace(model.package, manifest=manifest))
    progress.write("evaluating")
    manifest["scores"] |= rounded(measure_constituents(draft, corpus.dev))
    return _save(model.package.path, out, arrays, manifest)


def in_grains(weights: Floats) -> Floats:
    """Round weights to the grain."""
    rounded: Floats = (weights / _GRAIN).round() * _GRAIN
    return rounded


def _train(
    sentences: list[BracketedSentence],
    labels: tuple[str, ...],
    recipe: ConstituentRecipe,
    progress: Progress,
) -> ConstituentLayer:
    random = Random(recipe.seed)
    numbers = {label: number for number, label in enumerate(labels)}
    layer = ConstituentLayer(sentences[0].edges.shape[1] // 2, len(labels))
    optimizer = torch.optim.AdamW(layer.parameters(), lr=recipe.learning_rate)
    steps = recipe.epochs * len(bracket_batches(sentences, Random(recipe.seed)))
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, recipe.learning_rate, total_steps=steps, pct_start=_WARM_UP
    )

    def batches() -> Iterator[list[BracketedSentence]]:
        for _ in range(recipe.epochs):
            yield from bracket_batches(sentences, random)

    layer.train()
    for batch in progress.follow(batches(), "batches", total=steps):
        loss = layer.loss(bracket_batch(batch, numbers))
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(layer.parameters(), _STEEPEST)
        optimizer.step()
        schedule.step()
        progress.note = f"loss {loss.item():.3f}"
    return layer.eval()


def _manifest(
    model: Model, labels: tuple[str, ...], corpus: SentenceCorpus, notes: Mapping[str, Any]
) -> dict[str, Any]:
    """Describe the head in the manifest of the package."""
    manifest = model.package.manifest
    resources = manifest["resources"]
    sources = [f"corpus {part.source}" for part in corpus.train.values()]
    data = {
        name: {source: part.as_dict() for source, part in parts.items()}
        for name, parts in (("train", corpus.train), ("dev", corpus.dev))
    }
    return {
        **manifest,
        "labels": {**manifest["labels"], "constituents": list(labels)},
        "scores": dict(manifest["scores"]),
        "resources": [*resources, *(source for source in sources if source not in resources)],
        "training": {
            **manifest["training"],
            "constituents": {**notes, "data": data, "commit": source_commit()},
        },
    }


def _save(start: Path, out: Path, arrays: Mapping[str, Floats], manifest: Mapping[str, Any]) -> ModelPackage:
    files: dict[str, bytes | Path] = {
        ENCODER: start / ENCODER,
        TOKENIZER: start / TOKENIZER,
        HEADS: packed(arrays),
        CARD: card_of(manifest).encode(),
    }
    return ModelPackage.save(out, files, manifest)
