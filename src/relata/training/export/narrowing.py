"""Narrower encoders: feed-forward layers lose the columns that matter least (Hassibi et al. 1993).

They hold two thirds of an encoder's weights and take most of its time.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

import torch
from torch import Tensor, nn
from transformers import PreTrainedModel

from relata.model.inputs import Input
from relata.training.export.layer_inputs import damped_inverse, layer_reads
from relata.training.network.encoders import EncoderError

_TINY = 1e-12
_BUILT_OTHERWISE = "the encoder's feed-forward layers are not built as others are, and cannot be narrowed"


def narrow(encoder: PreTrainedModel, width: int, samples: Iterable[Input]) -> None:
    """Leaves an encoder's feed-forward layers so many columns, chosen by what samples give them to read."""
    before = getattr(encoder.config, "intermediate_size", None)
    if before is None:
        raise EncoderError(_BUILT_OTHERWISE)
    if not 0 < width <= before:
        raise EncoderError(
            f"a width of {width} is not to be had: the encoder's feed-forward layers are {before} wide"
        )
    if width == before:
        return
    training = encoder.training
    reads = layer_reads(encoder.eval(), samples)
    encoder.train(training)
    layers = {name: cast(nn.Linear, encoder.get_submodule(name)) for read in reads for name in read.layers}
    above = [layer for layer in layers.values() if layer.out_features == before]
    below = [read for read in reads if len(read.products) == before]
    if not above or len(above) != len(below) or any(len(read.layers) > 1 for read in below):
        raise EncoderError(_BUILT_OTHERWISE)
    for first, read in zip(above, below, strict=True):
        second = layers[read.layers[0]]
        kept, weight = _without(second.weight.detach(), read.products, before - width)
        first.weight = nn.Parameter(first.weight.detach()[kept])
        if first.bias is not None:
            first.bias = nn.Parameter(first.bias.detach()[kept])
        second.weight = nn.Parameter(weight)
        first.out_features = second.in_features = width
    encoder.config.intermediate_size = width


def _without(weight: Tensor, products: Tensor, count: int) -> tuple[Tensor, Tensor]:
    """Which columns of weights [out, in] stay if so many go, one after the other, and their new weights.

    Each time that column goes whose loss the others can best make up for.
    """
    left, inverse = weight.double().clone(), damped_inverse(products.double())
    alive = torch.ones(left.shape[1], dtype=torch.bool)
    for _ in range(count):
        costs = left.square().sum(0) / inverse.diagonal().clamp(min=_TINY)
        costs[~alive] = torch.inf
        column = int(costs.argmin())
        alive[column] = False
        own = inverse[column].clone()
        left.addr_(left[:, column] / own[column], own, alpha=-1)
        inverse.addr_(own / own[column], own, alpha=-1)
        inverse[column, column] = 1  # it has no part in what follows
    kept = alive.nonzero()[:, 0]
    return kept, left[:, kept].to(weight.dtype)
