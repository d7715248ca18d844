"""Distillation: targets of instances from trained teachers, often larger models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import torch
from torch import Tensor

from relata.batch.progress import Progress
from relata.batch.resume import fingerprint
from relata.errors import ModelError
from relata.model.inputs import InputBuilder
from relata.training.data.batches import Batch, batch_of, batches
from relata.training.data.instances import EXTRA, TrainingInstance, instance_digest
from relata.training.network.model import HeadScores, log_partition
from relata.training.network.trained_model import Trained, load_checkpoint, load_trained, save_checkpoint

TEACHER = "teacher.pt"

SoftTargets = dict[str, Tensor]
"""The probabilities that a teacher gives to the labels of an instance, by the name of the head."""


def teach(
    items: Sequence[TrainingInstance],
    student: Trained,
    teachers: Sequence[Path],
    folder: Path,
    pieces: int,
    *,
    bf16: bool,
    progress: Progress,
) -> None:
    """Add the mean targets of teachers to instances, read in batches of so many pieces.

    The targets take long to compute and are kept in the folder of checkpoints.
    """
    path = folder / TEACHER
    key = fingerprint(*map(_model_digest, teachers), instance_digest(items))
    content = load_checkpoint(path) if path.exists() else {}
    if content.get("key") != key:
        targets = []
        for teacher in teachers:
            trained = load_trained(teacher)
            trained.model.bf16 = bf16
            if not set(student.senses) & set(trained.senses):
                raise ModelError(f"{teacher}: none of its senses is in the training data")
            known = student.senses, pieces, progress, student.conventions
            targets.append(soft_targets(trained, items, *known))
        content = {"key": key, "soft": mean_targets(targets)}
        save_checkpoint(content, path)
    for item, soft in zip(items, content["soft"], strict=True):
        item.soft = soft


def soft_targets(
    teacher: Trained,
    items: Sequence[TrainingInstance],
    senses: Sequence[str],
    pieces: int,
    progress: Progress,
    conventions: Sequence[str] = (),
) -> list[SoftTargets | None]:
    """Compute the teacher's probabilities for each instance, over the senses of the student.

    The teacher reads the same words with its own tokenizer, by the student's `conventions` if it knows them.
    Extra instances get no targets, since they have a head that teachers lack.
    """
    builder, known = InputBuilder(teacher.base.tokenizer), teacher.conventions
    builders = [builder.by(known.index(name) if name in known else 0) for name in conventions]
    questions = {
        number: replace(item, input=item.view(builders[item.input.conventions] if builders else builder))
        for number, item in enumerate(items)
        if item.task != EXTRA
    }
    numbers = {id(item): number for number, item in questions.items()}
    order = [teacher.senses.index(sense) if sense in teacher.senses else None for sense in senses]
    targets: list[SoftTargets | None] = [None] * len(items)
    teacher.model.eval()
    groups = batches(questions.values(), pieces)
    for group in progress.follow(groups, "teacher", total=len(groups)):
        for item, soft in zip(group, _batch_targets(teacher, group, order), strict=True):
            number = numbers[id(item)]
            # The teacher's input has fewer words where its pieces fill the window sooner.
            if item.input.words == items[number].input.words:
                targets[number] = soft
    return targets


def mean_targets(targets: Sequence[Sequence[SoftTargets | None]]) -> list[SoftTargets | None]:
    """Average the targets of several teachers; None where a teacher has none."""
    return [_mean(teachers) for teachers in zip(*targets, strict=True)]


def _mean(targets: Sequence[SoftTargets | None]) -> SoftTargets | None:
    complete = [soft for soft in targets if soft is not None]
    if len(complete) < len(targets):
        return None
    return {
        name: torch.stack([soft[name].float() for soft in complete]).mean(0).half() for name in complete[0]
    }


def _batch_targets(
    teacher: Trained, group: Sequence[TrainingInstance], order: Sequence[int | None]
) -> list[SoftTargets]:
    batch = batch_of(group, {})
    with torch.no_grad():
        scores = teacher.model(batch)
    padded = _probabilities(scores, batch, order)
    lengths = [len(item.input.words) for item in group]
    return [
        {name: _unpadded(name, values[row], length).half() for name, values in padded.items()}
        for row, length in enumerate(lengths)
    ]


def _probabilities(scores: HeadScores, batch: Batch, order: Sequence[int | None]) -> SoftTargets:
    probabilities: SoftTargets = {}
    if scores.tags is not None and scores.anchors is not None:
        probabilities |= {"tags": scores.tags.softmax(-1), "anchors": scores.anchors.sigmoid()}
    if scores.labels is not None and scores.changes is not None:
        probabilities |= _marginals(scores.labels, scores.changes, batch.words)
    if scores.kind is not None:
        probabilities["kind"] = scores.kind.softmax(-1)
    if scores.sense is not None:
        probabilities["sense"] = _in_order(scores.sense, order).softmax(-1)
    return probabilities


def _marginals(labels: Tensor, changes: Tensor, words: Tensor) -> Mapping[str, Tensor]:
    """Compute the probabilities of a chain's labels and changes: the gradients of its log partition."""
    labels, changes = labels.detach().requires_grad_(), changes.detach().requires_grad_()
    total = log_partition(labels, changes, words).sum()
    of_labels, of_changes = torch.autograd.grad(total, (labels, changes), allow_unused=True)
    return {"labels": of_labels, "changes": torch.zeros_like(changes) if of_changes is None else of_changes}


def _in_order(scores: Tensor, order: Sequence[int | None]) -> Tensor:
    """Order scores by the student's senses; a sense that the teacher lacks has the probability 0."""
    lowest = torch.full_like(scores[:, 0], float("-inf"))
    return torch.stack([lowest if index is None else scores[:, index] for index in order], 1)


def _unpadded(name: str, values: Tensor, words: int) -> Tensor:
    """Cut off the values of padding."""
    if name in {"tags", "anchors", "labels"}:
        return values[:words]
    return values[: max(0, words - 1)] if name == "changes" else values


def _model_digest(model: Path) -> str:
    """Compute a digest of a checkpoint or a package; a missing one is refused when it is loaded."""
    files = [file for file in (model, *sorted(model.glob("*"))) if file.is_file()]
    return fingerprint(*(file.read_bytes() for file in files))
