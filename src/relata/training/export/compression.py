"""Compression of encoders: fewer or narrower layers, and rounded weights.

Columns of a layer are removed or rounded one after the other; the other columns make up for the error, so
that little is lost on sample inputs. By how much is computed from the products of the numbers that the layer
reads in samples.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

import torch
from torch import Tensor, nn
from transformers import PreTrainedModel

from relata.model.inputs import Input
from relata.training.network.encoders import EncoderError
from relata.training.network.model import encoded

LEVELS = 64
"""The number of steps from 0 to the largest weight of a row: 7 of 8 bits, see `onnx_export`."""

_DAMPING = 0.01
_TINY = 1e-9
_TINY_COST = 1e-12
_STEPS = 256
"""The most steps in which columns are removed: each takes as long as reading all products once."""
_UNUSUAL = "the encoder's feed-forward layers are not built as others are, and cannot be narrowed"


@dataclass(slots=True)
class LayerInputs:
    """Inputs of the linear layers with these names, which read the same.

    `sizes` [columns] are the largest absolute values, `products` [columns, columns] the sums of products.
    """

    layers: list[str]
    sizes: Tensor
    products: Tensor

    def add(self, rows: Tensor) -> None:
        """Add the inputs [rows, columns] of a sample."""
        self.sizes = torch.maximum(self.sizes, rows.abs().amax(0))
        self.products += rows.T @ rows


def layer_inputs(encoder: PreTrainedModel, samples: Iterable[Input]) -> list[LayerInputs]:
    """Record the inputs of an encoder's linear layers, together for layers that read the same."""
    records: list[LayerInputs] = []
    by_layer: dict[str, LayerInputs] = {}
    by_tensor: dict[int, tuple[Tensor, LayerInputs]] = {}

    def record(name: str, tensor: Tensor) -> None:
        if id(tensor) in by_tensor:
            same = by_tensor[id(tensor)][1]
            if name not in by_layer:
                same.layers.append(name)
                by_layer[name] = same
            return
        rows = tensor.flatten(0, -2)
        if name not in by_layer:
            width = rows.shape[1]
            by_layer[name] = LayerInputs([name], torch.zeros(width), torch.zeros(width, width))
            records.append(by_layer[name])
        by_layer[name].add(rows)
        by_tensor[id(tensor)] = tensor, by_layer[name]  # the tensor is kept, so that no other gets its id

    hooks = [
        layer.register_forward_pre_hook(lambda _, inputs, name=name: record(name, inputs[0]))
        for name, layer in encoder.named_modules()
        if isinstance(layer, nn.Linear)
    ]
    try:
        with torch.no_grad():
            for sample in samples:
                pieces = torch.tensor([sample.pieces])
                encoded(encoder, pieces, torch.ones_like(pieces), torch.tensor([sample.types]))
                by_tensor.clear()
    finally:
        for hook in hooks:
            hook.remove()
    return records


def cut_layers(encoder: PreTrainedModel, layers: int) -> None:
    """Leave an encoder its lowest layers, so many of them."""
    before = int(encoder.config.num_hidden_layers)
    stacks = [
        module for module in encoder.modules() if isinstance(module, nn.ModuleList) and len(module) == before
    ]
    if len(stacks) != 1:
        raise EncoderError("the encoder's layers are not built as others are, and cannot be cut")
    if layers > before:
        raise EncoderError(f"{layers} layers are not to be had: the encoder has {before}")
    del stacks[0][layers:]
    encoder.config.num_hidden_layers = layers


def narrow(encoder: PreTrainedModel, width: int, samples: Iterable[Input]) -> None:
    """Narrow an encoder's feed-forward layers to so many columns (Hassibi et al. 1993).

    These layers hold two thirds of an encoder's weights and take most of its time.
    """
    before = getattr(encoder.config, "intermediate_size", None)
    if before is None:
        raise EncoderError(_UNUSUAL)
    if not 0 < width <= before:
        raise EncoderError(
            f"a width of {width} is not to be had: the encoder's feed-forward layers are {before} wide"
        )
    if width == before:
        return
    training = encoder.training
    records = layer_inputs(encoder.eval(), samples)
    encoder.train(training)
    layers = {
        name: cast(nn.Linear, encoder.get_submodule(name)) for inputs in records for name in inputs.layers
    }
    above = [layer for layer in layers.values() if layer.out_features == before]
    below = [inputs for inputs in records if len(inputs.products) == before]
    if not above or len(above) != len(below) or any(len(inputs.layers) > 1 for inputs in below):
        raise EncoderError(_UNUSUAL)
    for first, inputs in zip(above, below, strict=True):
        second = layers[inputs.layers[0]]
        columns, weight = _without_columns(second.weight.detach(), inputs.products, before - width)
        first.weight = nn.Parameter(first.weight.detach()[columns])
        if first.bias is not None:
            first.bias = nn.Parameter(first.bias.detach()[columns])
        second.weight = nn.Parameter(weight)
        first.out_features = second.in_features = width
    encoder.config.intermediate_size = width


def _without_columns(weight: Tensor, products: Tensor, count: int) -> tuple[Tensor, Tensor]:
    """Remove columns of weights [out, in], and return the numbers and new weights of the others.

    In each step those columns go whose loss the others can best make up for: one, or a few of many.
    """
    weights, inverse = weight.double().clone(), _damped_inverse(products.double())
    alive = torch.ones(weights.shape[1], dtype=torch.bool)
    for step in torch.arange(count).tensor_split(min(count, _STEPS)):
        costs = weights.square().sum(0) / inverse.diagonal().clamp(min=_TINY_COST)
        costs[~alive] = torch.inf
        columns = costs.topk(len(step), largest=False).indices
        alive[columns] = False
        rows = inverse[columns]
        shares = torch.linalg.solve(rows[:, columns], rows)
        weights -= weights[:, columns] @ shares
        inverse -= rows.T @ shares
        inverse[columns, columns] = 1  # no part in the next steps
    columns = alive.nonzero()[:, 0]
    return columns, weights[:, columns].to(weight.dtype)


def rounded_weights(weight: Tensor, products: Tensor) -> Tensor:
    """Round weights [out, in] to multiples of each row's largest weight / `LEVELS` (Frantar et al. 2023).

    `products` [in, in] are the sums of products of the layer's inputs. Columns are rounded one after the
    other, the most read first; the rest makes up for the error. The largest weight of a row stays as it is,
    so that a second rounding finds the same multiples.
    """
    order = torch.argsort(products.diagonal(), descending=True)
    weights = weight.double()[:, order]
    largest = weights.abs().amax(1, keepdim=True).clamp(min=_TINY)
    is_largest = weights.abs() >= largest
    steps = largest / LEVELS
    factors = torch.linalg.cholesky(_damped_inverse(products.double()[order][:, order]), upper=True)
    for column in range(weights.shape[1]):
        exact = weights[:, column, None]
        near = (exact / steps).round().clamp(-LEVELS, LEVELS) * steps
        near = torch.where(is_largest[:, column, None], exact.sign() * largest, near)
        error = (exact - near) / factors[column, column]
        weights[:, column, None] = near
        weights[:, column + 1 :] -= error * factors[column, column + 1 :]
    return weights[:, torch.argsort(order)].to(weight.dtype)


def _damped_inverse(products: Tensor) -> Tensor:
    """Invert products of inputs; the inverse shows how columns make up for each other."""
    damping = _DAMPING * products.diagonal().mean() + _TINY
    damped = products + damping * torch.eye(len(products), dtype=products.dtype)
    return torch.cholesky_inverse(torch.linalg.cholesky(damped))
