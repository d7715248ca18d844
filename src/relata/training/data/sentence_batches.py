"""Targets of sentences as tensors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from relata.training.data.sentence_targets import IGNORED, RoleTargets, SyntaxTargets


@dataclass(frozen=True, slots=True)
class SyntaxBatch:
    """Targets of syntax, padded."""

    tags: Tensor
    heads: Tensor
    deprels: Tensor


@dataclass(frozen=True, slots=True)
class RoleBatch:
    """Targets of roles: of words, padded, and of predicates, one after the other.

    `rows` and `places` say where a predicate stands: in which input, at which word.
    """

    predicates: Tensor
    rows: Tensor
    places: Tensor
    candidates: Tensor
    numbers: Tensor
    possible: Tensor
    right: Tensor
    roles: Tensor


def syntax_batch(targets: Sequence[SyntaxTargets | None], words: int) -> SyntaxBatch | None:
    """The targets of inputs, padded to so many words; None if there are none at all."""
    if not any(targets):
        return None
    rows = [(each.tags, each.heads, each.deprels) if each else ((), (), ()) for each in targets]
    return SyntaxBatch(*(_padded(column, words) for column in zip(*rows, strict=True)))


def role_batch(targets: Sequence[RoleTargets | None], words: int) -> RoleBatch | None:
    """The targets of inputs, padded to so many words; None if there are no predicates."""
    frames = [(row, frame) for row, each in enumerate(targets) if each for frame in each.frames]
    if not frames:
        return None
    most = max(1, *(len(frame.rows) for _, frame in frames))
    sizes = torch.tensor([len(frame.rows) for _, frame in frames])
    return RoleBatch(
        _padded([each.predicates if each else () for each in targets], words),
        torch.tensor([row for row, _ in frames]),
        torch.tensor([frame.place for _, frame in frames]),
        _padded([frame.rows for _, frame in frames], most, 0),
        _padded([frame.numbers for _, frame in frames], most, 0),
        torch.arange(most) < sizes[:, None],
        torch.tensor([frame.right for _, frame in frames]),
        _padded([frame.roles for _, frame in frames], words),
    )


def _padded(rows: Iterable[Sequence[int]], size: int, filler: int = IGNORED) -> Tensor:
    return torch.tensor([[*row, *[filler] * (size - len(row))] for row in rows])
