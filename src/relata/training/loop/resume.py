"""Resumption of trainings: their state is saved every few minutes, and a stopped training goes on there.

`relata.batch.resume` compares the facts of the two runs; here is the state of torch.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from torch import nn

from relata.batch.resume import differences, fingerprint, require_same_run
from relata.errors import ModelError
from relata.training.network.trained_model import load_checkpoint, save_checkpoint

LATEST = "latest.pt"
SECONDS = 240.0
"""The time between two checkpoints."""


class TrainingCheckpoint:
    """The latest checkpoint of a training in a folder: weights, optimiser and random state.

    A training goes on from it only if its initial weights and its `facts` are the same.
    """

    def __init__(
        self, folder: Path, facts: Mapping[str, str], model: nn.Module, optimizer: torch.optim.Optimizer
    ) -> None:
        self.path = folder / LATEST
        weights = (tensor.contiguous().reshape(-1).numpy().data for tensor in model.state_dict().values())
        self._facts = {"initial weights": fingerprint(*weights), **facts}
        self._model = model
        self._optimizer = optimizer
        self._saved = time.monotonic()

    @property
    def due(self) -> bool:
        """True if the last checkpoint is some minutes old."""
        return time.monotonic() - self._saved >= SECONDS

    def save(self, progress: Mapping[str, Any]) -> None:
        """Write a checkpoint with the progress of the training."""
        content = {
            "facts": self._facts,
            "model": self._model.state_dict(),
            "optimizer": self._optimizer.state_dict(),
            "random": torch.get_rng_state(),
            **progress,
        }
        save_checkpoint(content, self.path)
        self._saved = time.monotonic()

    def resume(self) -> dict[str, Any] | None:
        """Restore weights, optimiser and random state, and return the content; None without a checkpoint."""
        if not self.path.exists():
            return None
        content = load_checkpoint(self.path)
        names = differences(content.get("facts", {}), self._facts)
        require_same_run(self.path, names, "remove it, or choose other --checkpoints", error=ModelError)
        self._model.load_state_dict(content["model"])
        self._optimizer.load_state_dict(content["optimizer"])
        torch.set_rng_state(content["random"])
        return content
