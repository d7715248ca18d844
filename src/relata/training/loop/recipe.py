"""Recipe of a training: its settings, the optimiser with its learning rates, and the mean of weights."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from relata.training.network.model import DiscourseModel

_LAYER = re.compile(r"\.layers?\.(\d+)\.")


@dataclass(frozen=True, slots=True)
class Recipe:
    """Settings of a training; the defaults are those of the models that are shipped.

    - `learning_rate` is that of the encoder's last layer; each layer below has `layer_decay` times the rate
      of the one above it.
    - `average` is the number of epochs whose weights are averaged for a checkpoint; with `average_start`, the
      weights before the first epoch count as an epoch.
    - `teacher_weight` is the weight of a teacher's targets, against annotation.
    - `discourse_share` is the share of the instances of arguments, sites and senses that an epoch sees,
      `silver_share` the share of those in silver documents that teachers are asked about.
    - `hidden_words` is the share of words that are masked, differently each time.
    - Training stops after `patience` epochs without gain.
    - Feed-forward layers are narrowed to `width` before training, if it is set.
    """

    seed: int = 1
    epochs: int = 5
    patience: int = 2
    learning_rate: float = 1e-4
    head_learning_rate: float = 1e-3
    layer_decay: float = 1.0
    weight_decay: float = 0.01
    warm_up: float = 0.05
    average: int = 4
    average_start: bool = False
    batch_pieces: int = 1800
    window_pieces: int = 900
    extra_share: float = 1 / 3
    extra_weight: float = 0.5
    teacher_weight: float = 0.5
    discourse_share: float = 1.0
    silver_share: float = 0.1
    hidden_words: float = 0.0
    width: int | None = None

    def rate_at(self, progress: float) -> float:
        """Compute the factor of the learning rates between the begin (0) and the end (1) of a training."""
        return min(progress / self.warm_up if self.warm_up else 1.0, max(0.02, 1 - progress))


def optimizer_of(model: DiscourseModel, recipe: Recipe) -> torch.optim.AdamW:
    """Build AdamW with the recipe's learning rates, which `set_progress` scales."""
    groups: dict[float, list[nn.Parameter]] = {}
    depths = {name: _depth(name) for name, _ in model.named_parameters() if name.startswith("encoder.")}
    top = max(depths.values(), default=0)
    for name, parameter in model.named_parameters():
        rate = recipe.head_learning_rate
        if name in depths:
            rate = recipe.learning_rate * recipe.layer_decay ** (top - depths[name])
        groups.setdefault(rate, []).append(parameter)
    options = [{"params": parameters, "lr": rate, "peak": rate} for rate, parameters in groups.items()]
    return torch.optim.AdamW(options, weight_decay=recipe.weight_decay, fused=True)


def set_progress(optimizer: torch.optim.Optimizer, recipe: Recipe, progress: float) -> None:
    """Set the learning rates for a point between the begin (0) and the end (1) of a training."""
    for group in optimizer.param_groups:
        group["lr"] = group["peak"] * recipe.rate_at(progress)


def _depth(name: str) -> int:
    """Return the layer of an encoder's parameter, from 1; embeddings are at 0."""
    layer = _LAYER.search(name)
    return int(layer[1]) + 1 if layer else 0


class Average:
    """The mean of a model's weights at the ends of its last epochs: it errs less than the last ones."""

    def __init__(self, model: nn.Module, epochs: int) -> None:
        self._parameters: list[Tensor] = list(model.parameters())
        self._epochs = epochs
        self._ends: list[list[Tensor]] = []

    def add(self) -> None:
        """Add the weights at the end of an epoch."""
        self._ends.append([parameter.detach().clone() for parameter in self._parameters])
        del self._ends[: -self._epochs]

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Give the model the mean weights for the duration of the block."""
        self._set([torch.stack(weights).mean(0) for weights in zip(*self._ends, strict=True)])
        try:
            yield
        finally:
            self._set(self._ends[-1])

    def state(self) -> list[list[Tensor]]:
        """Return the weights at the ends of epochs, for a checkpoint."""
        return self._ends

    def load(self, state: list[list[Tensor]]) -> None:
        """Take the weights of a checkpoint."""
        self._ends = state

    def _set(self, weights: list[Tensor]) -> None:
        with torch.no_grad():
            torch._foreach_copy_(self._parameters, weights)
