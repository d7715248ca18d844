"""Where a training stands: written from time to time, so that one that was stopped can go on."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from torch import nn

from relata.errors import ModelError
from relata.training.loop import trained_model as checkpoints

LATEST = "latest.pt"
SECONDS = 240.0
"""How long to wait from one checkpoint to the next."""


class Standing:
    """The checkpoint of a training in a folder: weights, optimiser, chance, and what else it needs.

    Its `identity` is what the training's result depends on: another training does not go on from there.
    """

    def __init__(
        self, folder: Path, identity: str, model: nn.Module, optimizer: torch.optim.Optimizer
    ) -> None:
        self.path = folder / LATEST
        self._identity = identity
        self._model = model
        self._optimizer = optimizer
        self._saved = time.monotonic()

    @property
    def due(self) -> bool:
        """Whether the last checkpoint is some minutes old."""
        return time.monotonic() - self._saved >= SECONDS

    def save(self, more: Mapping[str, Any]) -> None:
        """Writes a checkpoint."""
        content = {
            "identity": self._identity,
            "model": self._model.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "random": torch.get_rng_state(),
            **more,
        }
        checkpoints.save(content, self.path)
        self._saved = time.monotonic()

    def resume(self) -> dict[str, Any] | None:
        """Takes over what the checkpoint has, if there is one, and gives its content."""
        if not self.path.exists():
            return None
        content = checkpoints.load(self.path)
        if content.get("identity") != self._identity:
            raise ModelError(
                f"{self.path}: of a training with other data or settings; "
                "remove it, or choose other --checkpoints"
            )
        self._model.load_state_dict(content["model"])
        self._optimizer.load_state_dict(content["optimizer"])
        torch.set_rng_state(content["random"])
        return content


def digest(model: nn.Module, *others: str) -> str:
    """Tells trainings apart: by the weights that they begin with, and what else is told of them."""
    found = hashlib.sha256()
    for other in others:
        found.update(other.encode())
    for weights in model.state_dict().values():
        found.update(weights.contiguous().numpy().data)
    return found.hexdigest()
