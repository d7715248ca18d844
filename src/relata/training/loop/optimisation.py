"""How weights are moved: learning rates by layer, and their mean over epochs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import torch
from torch import Tensor, nn

from relata.training.loop.recipe import Recipe
from relata.training.network.model import DiscourseModel

_LAYER = re.compile(r"\.layers?\.(\d+)\.")


def optimizer_of(model: DiscourseModel, recipe: Recipe) -> torch.optim.AdamW:
    """AdamW with the recipe's learning rates, which `set_progress` scales."""
    groups: dict[float, list[nn.Parameter]] = {}
    depths = {name: _depth(name) for name, _ in model.named_parameters() if name.startswith("encoder.")}
    top = max(depths.values(), default=0)
    for name, parameter in model.named_parameters():
        rate = recipe.head_learning_rate
        if name in depths:
            rate = recipe.learning_rate * recipe.layer_decay ** (top - depths[name])
        groups.setdefault(rate, []).append(parameter)
    given = [{"params": own, "lr": rate, "peak": rate} for rate, own in groups.items()]
    return torch.optim.AdamW(given, weight_decay=recipe.weight_decay, fused=True)


def set_progress(optimizer: torch.optim.Optimizer, recipe: Recipe, progress: float) -> None:
    """Sets the learning rates for a point between the begin (0) and the end (1) of a training."""
    for group in optimizer.param_groups:
        group["lr"] = group["peak"] * recipe.rate_at(progress)


def _depth(name: str) -> int:
    """The layer of an encoder's parameter from 1; embeddings are below, at 0."""
    layer = _LAYER.search(name)
    return int(layer[1]) + 1 if layer else 0


class Average:
    """The mean of a model's weights at the ends of its last epochs: it errs less than the last."""

    def __init__(self, model: nn.Module, epochs: int) -> None:
        self._parameters: list[Tensor] = list(model.parameters())
        self._epochs = epochs
        self._ends: list[list[Tensor]] = []

    def add(self) -> None:
        """Takes in the weights at the end of an epoch."""
        self._ends.append([parameter.detach().clone() for parameter in self._parameters])
        del self._ends[: -self._epochs]

    @contextmanager
    def applied(self) -> Iterator[None]:
        """The model with the mean, for as long as the block runs."""
        self._set([torch.stack(weights).mean(0) for weights in zip(*self._ends, strict=True)])
        try:
            yield
        finally:
            self._set(self._ends[-1])

    def state(self) -> list[list[Tensor]]:
        return self._ends

    def load(self, state: list[list[Tensor]]) -> None:
        self._ends = state

    def _set(self, weights: list[Tensor]) -> None:
        with torch.no_grad():
            torch._foreach_copy_(self._parameters, weights)
