"""Batches: instances of one task and of like length, silver ones apart, padded to tensors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import torch
from torch import Tensor

from relata.training.data.instances import TrainingInstance
from relata.training.data.sentences import IGNORED, RoleTargets, SyntaxTargets

MOST_INSTANCES = 48
_JITTER = 12


@dataclass(frozen=True, slots=True)
class SyntaxBatch:
    """Targets of syntax [inputs, words], padded."""

    tags: Tensor
    heads: Tensor
    deprels: Tensor


@dataclass(frozen=True, slots=True)
class RoleBatch:
    """Targets of roles: of words [inputs, words], padded, and of predicates, one after the other.

    `rows` and `words` say in which input and at which word a predicate stands.
    """

    predicates: Tensor
    rows: Tensor
    words: Tensor
    candidates: Tensor
    numbers: Tensor
    possible: Tensor
    right: Tensor
    roles: Tensor


@dataclass(slots=True)
class Batch:
    """Inputs of one task, padded, with their targets; `soft` are those of a teacher."""

    task: str
    pieces: Tensor
    types: Tensor
    mask: Tensor
    first: Tensor
    last: Tensor
    shapes: Tensor
    marked: Tensor
    arguments: Tensor
    mark: Tensor
    words: Tensor
    sentences: Tensor
    labels: Tensor
    anchors: Tensor
    altlex: Tensor
    kind: Tensor
    sense: Tensor
    syntax: SyntaxBatch | None
    roles: RoleBatch | None
    soft: Mapping[str, Tensor]

    def __len__(self) -> int:
        return len(self.pieces)


def batches(
    items: Iterable[TrainingInstance], pieces: int, random: Random | None = None
) -> list[list[TrainingInstance]]:
    """Group instances into batches of at most so many pieces, padding included.

    With `random`, instances of about the same length meet others each time, and batches come in any order.
    """
    by_task: dict[tuple[str, bool], list[TrainingInstance]] = {}
    for item in items:
        by_task.setdefault((item.task, item.silver), []).append(item)
    groups: list[list[TrainingInstance]] = []
    for same in by_task.values():
        jitter = [random.uniform(0, _JITTER) if random else 0.0 for _ in same]
        order = sorted(range(len(same)), key=lambda number: len(same[number].input) + jitter[number])
        batch: list[TrainingInstance] = []
        longest = 0
        for item in (same[number] for number in order):
            longest = max(longest, len(item.input))
            if batch and ((len(batch) + 1) * longest > pieces or len(batch) == MOST_INSTANCES):
                groups.append(batch)
                batch, longest = [], len(item.input)
            batch.append(item)
        groups.append(batch)
    if random:
        random.shuffle(groups)
    return groups


def batch_of(items: Sequence[TrainingInstance], senses: Mapping[str, int]) -> Batch:
    """Pad instances of one task to a batch; a sense that `senses` lacks is no target."""
    inputs = [item.input for item in items]
    pieces = max(map(len, inputs))
    words = max(len(input.words) for input in inputs)
    sense = [IGNORED if item.sense is None else senses.get(item.sense, IGNORED) for item in items]
    return Batch(
        task=items[0].task,
        pieces=_padded([input.pieces for input in inputs], pieces),
        types=_padded([input.types for input in inputs], pieces),
        mask=_padded([[1] * len(input) for input in inputs], pieces),
        first=_padded([input.first for input in inputs], words),
        last=_padded([input.last for input in inputs], words),
        shapes=_padded([input.shapes for input in inputs], words),
        marked=_padded([input.marked for input in inputs], words),
        arguments=_padded([input.arguments for input in inputs], words),
        mark=torch.tensor([input.mark for input in inputs]),
        words=_padded([[1] * len(input.words) for input in inputs], words),
        sentences=_padded([input.sentences for input in inputs], words, -1),
        labels=_padded([item.labels or () for item in items], words, IGNORED),
        anchors=_padded([item.anchors or () for item in items], words, IGNORED),
        altlex=_padded([item.altlex or () for item in items], words, IGNORED),
        kind=torch.tensor([item.kind or 0 for item in items]),
        sense=torch.tensor(sense),
        syntax=_syntax_batch([item.syntax for item in items], words),
        roles=_role_batch([item.roles for item in items], words),
        soft=_soft_targets(items, words),
    )


def _syntax_batch(targets: Sequence[SyntaxTargets | None], words: int) -> SyntaxBatch | None:
    """Pad the targets of inputs to so many words; None if there are none at all."""
    if not any(targets):
        return None
    rows = [(target.tags, target.heads, target.deprels) if target else ((), (), ()) for target in targets]
    return SyntaxBatch(*(_padded(column, words, IGNORED) for column in zip(*rows, strict=True)))


def _role_batch(targets: Sequence[RoleTargets | None], words: int) -> RoleBatch | None:
    """Pad the targets of inputs to so many words; None if there are no predicates."""
    frames = [(row, frame) for row, target in enumerate(targets) if target for frame in target.frames]
    if not frames:
        return None
    most = max(1, *(len(frame.rows) for _, frame in frames))
    sizes = torch.tensor([len(frame.rows) for _, frame in frames])
    return RoleBatch(
        _padded([target.predicates if target else () for target in targets], words, IGNORED),
        torch.tensor([row for row, _ in frames]),
        torch.tensor([frame.index for _, frame in frames]),
        _padded([frame.rows for _, frame in frames], most),
        _padded([frame.numbers for _, frame in frames], most),
        torch.arange(most) < sizes[:, None],
        torch.tensor([frame.right for _, frame in frames]),
        _padded([frame.roles for _, frame in frames], words, IGNORED),
    )


def _padded(rows: Iterable[Sequence[int]], size: int, filler: int = 0) -> Tensor:
    return torch.tensor([[*row, *[filler] * (size - len(row))] for row in rows])


def _soft_targets(items: Sequence[TrainingInstance], words: int) -> dict[str, Tensor]:
    """Stack the probabilities of a teacher, those of words padded with zeros."""
    targets = [item.soft for item in items if item.soft is not None]
    if len(targets) < len(items):
        return {}
    lengths = {"tags": words, "anchors": words, "labels": words, "changes": words - 1}
    stacked = {}
    for name in targets[0]:
        rows = [soft[name].float() for soft in targets]
        if name in lengths:
            sizes = [(*[0] * (2 * row.dim() - 1), lengths[name] - len(row)) for row in rows]
            rows = [torch.nn.functional.pad(row, size) for row, size in zip(rows, sizes, strict=True)]
        stacked[name] = torch.stack(rows).to(torch.get_default_device())
    return stacked
