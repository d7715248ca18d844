"""The head of constituents: scores of brackets, on the states of an encoder that stays as it is."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from relata.model.heads import ATTENTION_SIZE
from relata.training.data.constituents import BracketBatch
from relata.training.data.sentences import IGNORED
from relata.training.network.heads import MIXED, BiaffineLayer, WordLayer

_SPAN, _LABEL = 128, 64
"""The sizes of the projections of words for brackets and for their labels."""


class AttentionLayer(nn.Module):
    """Adds to the state of each word what it attends to in its sentence."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(MIXED)
        self.sides = nn.Linear(MIXED, 3 * MIXED)
        self.out = nn.Linear(MIXED, MIXED)

    def forward(self, words: Tensor) -> Tensor:
        """Compute the states [sentences, words, MIXED] of words of sentences of the same length."""
        sides = self.sides(self.norm(words)).unflatten(-1, (3, -1, ATTENTION_SIZE))
        queries, keys, values = sides.permute(2, 0, 3, 1, 4)
        mixed = functional.scaled_dot_product_attention(queries, keys, values)
        return words + self.out(mixed.transpose(1, 2).flatten(2))


class ConstituentLayer(nn.Module):
    """Scores of spans as brackets, and of the labels of brackets, from their first and last words."""

    def __init__(self, hidden: int, labels: int) -> None:
        super().__init__()
        self.words = WordLayer(hidden)
        self.context = AttentionLayer()
        self.spans = BiaffineLayer(_SPAN, 1)
        self.labels = BiaffineLayer(_LABEL, labels)

    def loss(self, batch: BracketBatch) -> Tensor:
        """Compute the mean over words of the losses of all spans, and of the labels of true brackets."""
        marked = torch.zeros_like(batch.shapes)
        words = self.context(self.words.mixed(batch.edges, batch.shapes, marked))
        scores = self.spans.all_pairs(*self.spans.projections(words, words)).squeeze(-1)
        forward = torch.ones(scores.shape[1:], dtype=torch.bool).triu()
        spans = functional.binary_cross_entropy_with_logits(
            scores[:, forward], batch.brackets[:, forward], reduction="sum"
        )
        first, last = words[batch.rows, batch.first], words[batch.rows, batch.last]
        scored = self.labels.aligned_pairs(*self.labels.projections(first, last))
        labels = functional.cross_entropy(scored, batch.labels, reduction="sum", ignore_index=IGNORED)
        return (spans + labels) / batch.shapes.numel()
