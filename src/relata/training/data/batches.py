"""Batches: instances of one task and of like length, silver ones apart, padded to tensors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import torch
from torch import Tensor

from relata.training.data.instances import Instance
from relata.training.data.sentence_batches import RoleBatch, SyntaxBatch, role_batch, syntax_batch
from relata.training.data.sentence_targets import IGNORED

MOST_INSTANCES = 48
_JITTER = 12


@dataclass(slots=True)
class Batch:
    """Inputs of one task, padded, with their targets; `soft` are a teacher's."""

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


def batches(items: Iterable[Instance], pieces: int, random: Random | None = None) -> list[list[Instance]]:
    """Instances in batches of at most so many pieces, padding included.

    With `random`, instances of about the same length meet others each time, and batches come in any order.
    """
    alike: dict[tuple[str, bool], list[Instance]] = {}
    for item in items:
        alike.setdefault((item.task, item.silver), []).append(item)
    found: list[list[Instance]] = []
    for group in alike.values():
        jitter = [random.uniform(0, _JITTER) if random else 0.0 for _ in group]
        order = sorted(range(len(group)), key=lambda place: len(group[place].input) + jitter[place])
        batch: list[Instance] = []
        longest = 0
        for item in (group[place] for place in order):
            longest = max(longest, len(item.input))
            if batch and ((len(batch) + 1) * longest > pieces or len(batch) == MOST_INSTANCES):
                found.append(batch)
                batch, longest = [], len(item.input)
            batch.append(item)
        found.append(batch)
    if random:
        random.shuffle(found)
    return found


def batch_of(items: Sequence[Instance], senses: Mapping[str, int]) -> Batch:
    """A batch of instances of one task; a sense that `senses` lacks is no target."""
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
        syntax=syntax_batch([item.syntax for item in items], words),
        roles=role_batch([item.roles for item in items], words),
        soft=_soft(items, words),
    )


def _padded(rows: Sequence[Sequence[int]], size: int, filler: int = 0) -> Tensor:
    return torch.tensor([[*row, *[filler] * (size - len(row))] for row in rows])


def _soft(items: Sequence[Instance], words: int) -> dict[str, Tensor]:
    """A teacher's probabilities, those of words padded with zeros."""
    given = [item.soft for item in items if item.soft is not None]
    if len(given) < len(items):
        return {}
    lengths = {"tags": words, "anchors": words, "labels": words, "changes": words - 1}
    found = {}
    for name in given[0]:
        rows = [soft[name].float() for soft in given]
        if name in lengths:
            sizes = [(*[0] * (2 * row.dim() - 1), lengths[name] - len(row)) for row in rows]
            rows = [torch.nn.functional.pad(row, size) for row, size in zip(rows, sizes, strict=True)]
        found[name] = torch.stack(rows)
    return found
