"""States of words: what heads for words read."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from relata.model.inputs import SHAPES
from relata.training.data.batches import Batch

MIXED = 256
FEATURE = 16


class WordStates(nn.Module):
    """A state for each word: of its first and last piece, with its shape and whether it is marked."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.shapes = nn.Embedding(SHAPES, FEATURE)
        self.marked = nn.Embedding(2, FEATURE)
        self.mix = nn.Linear(2 * hidden + 2 * FEATURE, MIXED)
        self.dropout = nn.Dropout(0.1)

    def forward(self, states: Tensor, batch: Batch) -> Tensor:
        rows = torch.arange(len(states))[:, None]
        parts = (
            states[rows, batch.first],
            states[rows, batch.last],
            self.shapes(batch.shapes),
            self.marked(batch.marked),
        )
        mixed: Tensor = self.dropout(functional.gelu(self.mix(torch.cat(parts, -1))))
        return mixed
