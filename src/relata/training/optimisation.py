"""How weights are moved: learning rates by layer, and their moving average."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor, nn

from relata.training.model import DiscourseModel
from relata.training.recipe import Recipe

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
    """The exponential moving average of a model's weights."""

    def __init__(self, model: nn.Module, decay: float) -> None:
        self._parameters: list[Tensor] = list(model.parameters())
        self._decay = decay
        self._weights = [parameter.detach().clone() for parameter in self._parameters]
        self._steps = 0

    def update(self) -> None:
        """Takes in the weights after a step; at first the average runs with few, so that it catches up."""
        self._steps += 1
        decay = min(self._decay, self._steps / (self._steps + 10))
        torch._foreach_lerp_(self._weights, [parameter.detach() for parameter in self._parameters], 1 - decay)

    @contextmanager
    def applied(self) -> Iterator[None]:
        """The model with the averaged weights, for as long as the block runs."""
        own = [parameter.detach().clone() for parameter in self._parameters]
        self._set(self._weights)
        try:
            yield
        finally:
            self._set(own)

    def state(self) -> dict[str, Any]:
        return {"weights": self._weights, "steps": self._steps}

    def load(self, state: dict[str, Any]) -> None:
        self._weights, self._steps = state["weights"], state["steps"]

    def _set(self, weights: list[Tensor]) -> None:
        with torch.no_grad():
            torch._foreach_copy_(self._parameters, weights)
