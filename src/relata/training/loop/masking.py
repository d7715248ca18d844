"""Hidden words: what is masked of an input, by chance, so that a model does not learn it by heart."""

from __future__ import annotations

import torch
from torch import Tensor

from relata.model.inputs import CONNECTIVE_BEGIN, CONNECTIVE_END
from relata.training.data.batches import Batch
from relata.training.data.instances import TAGS
from relata.training.network.encoders import EncoderError, Pretrained

_MASKS = ("[MASK]", "<mask>")
_NO_WORDS = ("[PAD]", "<pad>", "[CLS]", "<s>", "[SEP]", "</s>", CONNECTIVE_BEGIN, CONNECTIVE_END)


class Hiding:
    """Masks a `share` of the pieces of words each time that they are read.

    What signals a relation is never hidden: a connective whose arguments are sought, or that is to be found.
    """

    def __init__(self, base: Pretrained, share: float) -> None:
        known = base.tokenizer.token_to_id
        self._mask = mask_of(base)
        self._share = share
        self._kept = torch.tensor([piece for name in _NO_WORDS if (piece := known(name)) is not None])

    def __call__(self, batch: Batch) -> Tensor:
        """The pieces of a batch, some of them masked."""
        hidden = (torch.rand(batch.pieces.shape) < self._share) & ~torch.isin(batch.pieces, self._kept)
        signals = batch.labels > 0 if batch.task == TAGS else batch.marked > 0
        for row, word in signals.nonzero().tolist():
            hidden[row, batch.first[row, word] : batch.last[row, word] + 1] = False
        return batch.pieces.masked_fill(hidden, self._mask)


def mask_of(base: Pretrained) -> int:
    """The piece that stands for a masked one."""
    masks = (base.tokenizer.token_to_id(name) for name in _MASKS)
    found = next((piece for piece in masks if piece is not None), None)
    if found is None:
        raise EncoderError(f"{base.name}: its tokenizer has no {_MASKS[0]} to hide words behind")
    return int(found)
