"""Learning linear classifiers of hashed features: multinomial logistic regression."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import torch
from torch.nn import functional

from relata.model.hashed_linear import BUCKETS
from relata.model.heads import Floats

_STEPS = 100
_FINEST = 1 / 32
"""Weights are multiples of this: a file with few different numbers packs well."""


def learn_hashed(
    rows: Sequence[Sequence[int]], labels: Sequence[int], count: int, strength: float
) -> dict[str, Floats]:
    """The arrays of a `HashedLinear` for cases with these rows and one of `count` labels.

    `strength` is the inverse of how strongly weights are drawn to zero, as scikit-learn counts it.
    """
    weight = torch.zeros(BUCKETS, count, requires_grad=True)
    bias = torch.zeros(count, requires_grad=True)
    if rows:
        _fit(weight, bias, rows, torch.tensor(labels), strength)
    return {"rows": (weight / _FINEST).round().mul(_FINEST).detach().numpy(), "bias": bias.detach().numpy()}


def _fit(
    weight: torch.Tensor,
    bias: torch.Tensor,
    rows: Sequence[Sequence[int]],
    labels: torch.Tensor,
    strength: float,
) -> None:
    active = torch.tensor([row for own in rows for row in own])
    starts = torch.tensor([0, *accumulate(map(len, rows[:-1]))])
    optimiser = torch.optim.LBFGS([weight, bias], max_iter=_STEPS, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimiser.zero_grad()
        scores = functional.embedding_bag(active, weight, starts, mode="sum") + bias
        found = functional.cross_entropy(scores, labels)
        found = found + weight.square().sum() / (2 * strength * len(rows))
        found.backward()
        return found

    optimiser.step(loss)
