"""A pretrained encoder, fine-tuned on pairs of arguments (Kim et al. 2020)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import torch
from torch import Tensor, nn
from transformers import PreTrainedModel

from relata.experiments.instances import Instance, joined_tokens
from relata.experiments.models.pair_models import PairClassifier, Schedule, padded
from relata.model.inputs import Input, InputBuilder
from relata.training.network.encoders import Pretrained, pretrained

DEFAULT = "minilm"
"""The name of the encoder that comes in a Python package."""

SCHEDULE = Schedule(epochs=10, learning_rate=5e-5, batch_size=16, patience=3)


class PairEncoder(PairClassifier):
    """A linear layer on the first state of an encoder that reads both arguments, or one."""

    def __init__(
        self, encoder: str = DEFAULT, span: str = "both", seed: int = 0, schedule: Schedule = SCHEDULE
    ) -> None:
        self.encoder = encoder
        self.span = span
        self.seed = seed
        self.schedule = schedule

    def _prepare(self, instances: Sequence[Instance], labels: Sequence[str]) -> nn.Module:
        del instances
        base = _base(self.encoder)
        self.builder_ = InputBuilder(base.tokenizer)
        return _Network(base.encoder, len(labels))

    def _optimiser(self, network: nn.Module) -> torch.optim.Optimizer:
        rate = self.schedule.learning_rate
        return torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=0.01, fused=True)

    def _encoded(self, instance: Instance) -> Input:
        tokens, border = joined_tokens(instance)
        left, right = range(border), range(border, len(tokens))
        if self.span == "both":
            return self.builder_.pair(tokens, left, right)
        return self.builder_.window(tokens, left if self.span == "arg1" else right)

    def _length(self, encoded: Input) -> int:
        return len(encoded)

    def _batch(self, inputs: Sequence[Input]) -> tuple[Tensor, ...]:
        return (
            padded([each.pieces for each in inputs]),
            padded([each.types for each in inputs]),
            padded([[1] * len(each) for each in inputs]),
        )


@cache
def check_encoder(name: str) -> None:
    """Refuses an encoder that is not there or cannot be used, by loading it."""
    _base(name)


def _base(name: str) -> Pretrained:
    return pretrained(None if name == DEFAULT else name)


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
