"""A pretrained encoder, fine-tuned on pairs of arguments (Kim et al. 2020)."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from transformers import PreTrainedModel

from relata.neural.inputs import Input, InputBuilder
from relata.protocols.instances import Instance, joined_tokens
from relata.training.encoders import pretrained
from relata.training.pair_models import PairClassifier, padded

DEFAULT = "minilm"
"""The name of the encoder that comes in a Python package."""


class PairEncoder(PairClassifier):
    """A linear layer on the first state of an encoder that reads both arguments, or one."""

    def __init__(
        self,
        encoder: str = DEFAULT,
        span: str = "both",
        seed: int = 0,
        epochs: int = 10,
        learning_rate: float = 5e-5,
        batch_size: int = 16,
        patience: int = 3,
    ) -> None:
        self.encoder = encoder
        self.span = span
        self.seed = seed
        self.epochs = epochs
        self.learning_rate = learning_rate
        self.batch_size = batch_size
        self.patience = patience

    def _prepare(self, instances: Sequence[Instance], labels: Sequence[str]) -> nn.Module:
        del instances
        base = pretrained(None if self.encoder == DEFAULT else self.encoder)
        self.builder_ = InputBuilder(base.tokenizer)
        return _Network(base.encoder, len(labels))

    def _optimiser(self, network: nn.Module) -> torch.optim.Optimizer:
        return torch.optim.AdamW(network.parameters(), lr=self.learning_rate, weight_decay=0.01)

    def _encoded(self, instance: Instance) -> Input:
        tokens, border = joined_tokens(instance)
        left, right = range(border), range(border, len(tokens))
        if self.span == "both":
            return self.builder_.pair(tokens, left, right)
        return self.builder_.window(tokens, left if self.span == "arg1" else right)

    def _batch(self, inputs: Sequence[Input]) -> tuple[Tensor, ...]:
        return (
            padded([each.pieces for each in inputs]),
            padded([each.types for each in inputs]),
            padded([[1] * len(each) for each in inputs]),
        )


class _Network(nn.Module):
    def __init__(self, encoder: PreTrainedModel, labels: int) -> None:
        super().__init__()
        self.encoder = encoder
        self.segments = getattr(encoder.config, "type_vocab_size", 0) > 1
        self.dropout = nn.Dropout(0.1)
        self.output = nn.Linear(encoder.config.hidden_size, labels)

    def forward(self, pieces: Tensor, types: Tensor, there: Tensor) -> Tensor:
        more = {"token_type_ids": types} if self.segments else {}
        states = self.encoder(input_ids=pieces, attention_mask=there, **more).last_hidden_state
        logits: Tensor = self.output(self.dropout(states[:, 0]))
        return logits
