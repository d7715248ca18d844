"""A pretrained encoder, fine-tuned on pairs of arguments (Kim et al. 2020)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import torch
from tokenizers import Encoding, Tokenizer
from tokenizers.processors import TemplateProcessing
from torch import Tensor, nn
from transformers import PreTrainedModel

from relata.baselines.torch_networks import padded
from relata.experiments.data import ArgumentPair
from relata.experiments.models.classifiers import Pairs
from relata.experiments.models.networks import PairClassifier
from relata.experiments.systems import ENCODER_SCHEDULE, Schedule
from relata.training.network.encoders import pretrained_classifier

DEFAULT = "minilm"
"""Name of the encoder that is installed as a Python package."""

_MOST_PIECES = 512
_TEMPLATES = (
    ("<cls>", "<sep>", "$A:0 <sep>:0 <cls>:2", "$A:0 <sep>:0 $B:1 <sep>:1 <cls>:2"),  # XLNet
    ("<s>", "</s>", "<s>:0 $A:0 </s>:0", "<s>:0 $A:0 </s>:0 </s>:0 $B:0 </s>:0"),  # RoBERTa
    ("[CLS]", "[SEP]", "[CLS]:0 $A:0 [SEP]:0", "[CLS]:0 $A:0 [SEP]:0 $B:1 [SEP]:1"),  # BERT
)
"""Special pieces and templates of families, for tokenizers that lack a template."""


@dataclass(eq=False, repr=False)
class PairEncoder(PairClassifier):
    """An encoder with the classifier of its architecture, over both arguments or one.

    The tokenizer's template joins the arguments: `[CLS] A [SEP] B [SEP]` for BERT, `A <sep> B <sep> <cls>`
    for XLNet. The classifier reads the piece of its architecture: the first, or the last for XLNet.
    """

    encoder: str = DEFAULT
    span: str = "both"
    seed: int = 0
    schedule: Schedule = ENCODER_SCHEDULE

    def _prepare(self, instances: Pairs, labels: Sequence[str]) -> nn.Module:  # noqa: ARG002
        model, self.tokenizer_ = _pretrained(self.encoder, len(labels))
        _complete_template(self.tokenizer_)
        config = model.config
        positions = getattr(config, "max_position_embeddings", None) or 0
        # RoBERTa counts positions from 2; without a limit, as in XLNet, the number is absent or -1.
        self.tokenizer_.enable_truncation(min(_MOST_PIECES, positions - 2 if positions > 2 else _MOST_PIECES))
        if config.pad_token_id is None:
            config.pad_token_id = 0
        return _EncoderNetwork(model)

    def _optimiser(self, network: nn.Module) -> torch.optim.Optimizer:
        rate = self.schedule.learning_rate
        return torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=0.01, fused=True)

    def _encoded(self, instance: ArgumentPair) -> Encoding:
        first, *second = (list(layers.words) for layers in instance.layers(self.span) if layers)
        return self.tokenizer_.encode(first, second[0] if second else None, is_pretokenized=True)

    def _length(self, encoded: Encoding) -> int:
        return len(encoded)

    def _batch(self, inputs: Sequence[Encoding]) -> tuple[Tensor, ...]:
        network = self.network_
        assert isinstance(network, _EncoderNetwork)
        left = network.reads_last
        return (
            padded([encoded.ids for encoded in inputs], network.padding, left=left),
            padded([encoded.type_ids for encoded in inputs], left=left),
            padded([encoded.attention_mask for encoded in inputs], left=left),
        )


@cache
def check_encoder(name: str) -> None:
    """Load an encoder to refuse one that is missing or unusable."""
    _pretrained(name, 2)


def _pretrained(name: str, labels: int) -> tuple[PreTrainedModel, Tokenizer]:
    return pretrained_classifier(None if name == DEFAULT else name, labels)


def _complete_template(tokenizer: Tokenizer) -> None:
    """Give a tokenizer without template that of the family whose special pieces it has."""
    if tokenizer.num_special_tokens_to_add(is_pair=True):
        return
    for first, separator, single, pair in _TEMPLATES:
        ids = [(piece, tokenizer.token_to_id(piece)) for piece in (first, separator)]
        if all(id is not None for _, id in ids):
            tokenizer.post_processor = TemplateProcessing(single=single, pair=pair, special_tokens=ids)
            return


class _EncoderNetwork(nn.Module):
    """Model of transformers that returns scores of labels alone."""

    def __init__(self, model: PreTrainedModel) -> None:
        super().__init__()
        config = model.config
        self.model = model
        self.reads_last = getattr(config, "summary_type", "first") == "last"
        """True for XLNet, whose classifier reads the last piece: padding goes to the left."""
        self.typed = getattr(config, "type_vocab_size", 0) > 1 or config.model_type == "xlnet"
        self.padding = config.pad_token_id if config.pad_token_id < config.vocab_size else 0

    def forward(self, pieces: Tensor, types: Tensor, mask: Tensor) -> Tensor:
        """Return scores of shape (batch, labels)."""
        segments = {"token_type_ids": types} if self.typed else {}
        logits: Tensor = self.model(input_ids=pieces, attention_mask=mask, **segments).logits
        return logits
