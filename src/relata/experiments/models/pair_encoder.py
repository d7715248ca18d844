"""A pretrained encoder, fine-tuned on pairs of arguments (Kim et al. 2020)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import torch
from torch import Tensor, nn
from transformers import PreTrainedModel

from relata.experiments.data import ArgumentPair
from relata.experiments.models.classifiers import Pairs
from relata.experiments.models.networks import PairClassifier, Schedule, padded
from relata.model.inputs import Input, InputBuilder
from relata.training.network.encoders import Pretrained, pretrained

DEFAULT = "minilm"
"""Name of the encoder that is installed as a Python package."""

_SCHEDULE = Schedule(epochs=10, learning_rate=5e-5, batch_size=16, patience=3)


@dataclass(eq=False, repr=False)
class PairEncoder(PairClassifier):
    """A linear layer on the first state of an encoder over both arguments, or one."""

    encoder: str = DEFAULT
    span: str = "both"
    seed: int = 0
    schedule: Schedule = _SCHEDULE

    def _prepare(self, instances: Pairs, labels: Sequence[str]) -> nn.Module:  # noqa: ARG002
        base = _pretrained(self.encoder)
        self.builder_ = InputBuilder(base.tokenizer)
        return _EncoderNetwork(base.encoder, len(labels))

    def _optimiser(self, network: nn.Module) -> torch.optim.Optimizer:
        rate = self.schedule.learning_rate
        return torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=0.01, fused=True)

    def _encoded(self, instance: ArgumentPair) -> Input:
        tokens, border = instance.joined_tokens()
        left, right = range(border), range(border, len(tokens))
        if self.span == "both":
            return self.builder_.pair(tokens, left, right)
        return self.builder_.window(tokens, left if self.span == "arg1" else right)

    def _length(self, encoded: Input) -> int:
        return len(encoded)

    def _batch(self, inputs: Sequence[Input]) -> tuple[Tensor, ...]:
        return (
            padded([encoded.pieces for encoded in inputs]),
            padded([encoded.types for encoded in inputs]),
            padded([[1] * len(encoded) for encoded in inputs]),
        )


@cache
def check_encoder(name: str) -> None:
    """Load an encoder to refuse one that is missing or unusable."""
    _pretrained(name)


def _pretrained(name: str) -> Pretrained:
    return pretrained(None if name == DEFAULT else name)


class _EncoderNetwork(nn.Module):
    def __init__(self, encoder: PreTrainedModel, labels: int) -> None:
        super().__init__()
        self.encoder = encoder
        self.segments = getattr(encoder.config, "type_vocab_size", 0) > 1
        self.dropout = nn.Dropout(0.1)
        self.output = nn.Linear(encoder.config.hidden_size, labels)

    def forward(self, pieces: Tensor, types: Tensor, mask: Tensor) -> Tensor:
        segments = {"token_type_ids": types} if self.segments else {}
        states = self.encoder(input_ids=pieces, attention_mask=mask, **segments).last_hidden_state
        logits: Tensor = self.output(self.dropout(states[:, 0]))
        return logits
