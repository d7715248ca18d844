"""Distillation: what trained teachers, often larger ones, make of the training instances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import torch
from torch import Tensor

from relata.model.inputs import InputBuilder
from relata.training.data.batches import Batch, batch_of, batches
from relata.training.data.instances import EXTRA, Instance
from relata.training.loop.progress import Progress
from relata.training.loop.trained_model import Trained
from relata.training.network.losses import log_partition
from relata.training.network.model import Scores

Soft = dict[str, Tensor]


def soft_targets(
    teacher: Trained, items: Sequence[Instance], senses: Sequence[str], pieces: int, progress: Progress
) -> list[Soft | None]:
    """The teacher's probabilities for each instance, over the `senses` of the student.

    The teacher reads the same words with its own tokenizer. Extra instances have a head of their own, of
    which a teacher says nothing.
    """
    builder = InputBuilder(teacher.base.tokenizer)
    asked = {
        place: replace(item, input=item.view(builder))
        for place, item in enumerate(items)
        if item.task != EXTRA
    }
    places = {id(item): place for place, item in asked.items()}
    order = [teacher.senses.index(sense) if sense in teacher.senses else None for sense in senses]
    found: list[Soft | None] = [None] * len(items)
    teacher.model.eval()
    for group in progress.follow(batches(asked.values(), pieces), "teacher"):
        for item, soft in zip(group, _soft(teacher, group, order), strict=True):
            place = places[id(item)]
            if (
                item.input.words == items[place].input.words
            ):  # not if the teacher's pieces filled its input sooner
                found[place] = soft
    return found


def mean_targets(opinions: Sequence[Sequence[Soft | None]]) -> list[Soft | None]:
    """What several teachers say of each instance in the mean; nothing if one of them says nothing."""
    return [_mean(said) for said in zip(*opinions, strict=True)]


def _mean(said: Sequence[Soft | None]) -> Soft | None:
    known = [soft for soft in said if soft is not None]
    if len(known) < len(said):
        return None
    return {name: torch.stack([soft[name].float() for soft in known]).mean(0).half() for name in known[0]}


def _soft(teacher: Trained, group: Sequence[Instance], order: Sequence[int | None]) -> list[Soft]:
    batch = batch_of(group, {})
    with torch.no_grad():
        scores = teacher.model(batch)
    whole = _probabilities(scores, batch, order)
    lengths = [len(item.input.words) for item in group]
    return [
        {name: _cut(name, values[row], length).half() for name, values in whole.items()}
        for row, length in enumerate(lengths)
    ]


def _probabilities(scores: Scores, batch: Batch, order: Sequence[int | None]) -> dict[str, Tensor]:
    found: dict[str, Tensor] = {}
    if scores.tags is not None and scores.anchors is not None:
        found |= {"tags": scores.tags.softmax(-1), "anchors": scores.anchors.sigmoid()}
    if scores.labels is not None and scores.changes is not None:
        found |= _marginals(scores.labels, scores.changes, batch.words)
    if scores.kind is not None:
        found["kind"] = scores.kind.softmax(-1)
    if scores.sense is not None:
        found["sense"] = _in_order(scores.sense, order).softmax(-1)
    return found


def _marginals(labels: Tensor, changes: Tensor, words: Tensor) -> Mapping[str, Tensor]:
    """The probabilities of a linear chain's labels and changes: the gradients of its log partition."""
    labels, changes = labels.detach().requires_grad_(), changes.detach().requires_grad_()
    total = log_partition(labels, changes, words).sum()
    of_labels, of_changes = torch.autograd.grad(total, (labels, changes), allow_unused=True)
    return {"labels": of_labels, "changes": torch.zeros_like(changes) if of_changes is None else of_changes}


def _in_order(scores: Tensor, order: Sequence[int | None]) -> Tensor:
    """The scores of the student's senses; one that the teacher does not know is out of the question."""
    lowest = torch.full_like(scores[:, 0], float("-inf"))
    return torch.stack([lowest if place is None else scores[:, place] for place in order], 1)


def _cut(name: str, values: Tensor, words: int) -> Tensor:
    """What belongs to the words of an input, without those of padding."""
    if name in {"tags", "anchors", "labels"}:
        return values[:words]
    return values[: max(0, words - 1)] if name == "changes" else values
