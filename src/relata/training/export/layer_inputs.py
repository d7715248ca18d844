"""What the linear layers of an encoder read: by it they can be rounded and narrowed without losing much."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from transformers import PreTrainedModel

from relata.model.inputs import Input
from relata.training.network.model import encoded

_DAMPING = 0.01
_TINY = 1e-9


@dataclass(slots=True)
class Read:
    """What linear layers with these names read of samples, all the same: `sizes` of columns, `products`."""

    layers: list[str]
    sizes: Tensor
    products: Tensor

    def add(self, rows: Tensor) -> None:
        """Counts what was read in a sample [rows, columns]."""
        self.sizes = torch.maximum(self.sizes, rows.abs().amax(0))
        self.products += rows.T @ rows


def damped_inverse(products: Tensor) -> Tensor:
    """The inverse of products of what a layer reads: it says how its columns make up for each other."""
    damping = _DAMPING * products.diagonal().mean() + _TINY
    damped = products + damping * torch.eye(len(products), dtype=products.dtype)
    return torch.cholesky_inverse(torch.linalg.cholesky(damped))


def layer_reads(encoder: PreTrainedModel, samples: Iterable[Input]) -> list[Read]:
    """What the linear layers of an encoder read, those together that read the same."""
    found: list[Read] = []
    by_layer: dict[str, Read] = {}
    by_tensor: dict[int, tuple[Tensor, Read]] = {}

    def note(name: str, tensor: Tensor) -> None:
        if id(tensor) in by_tensor:
            read = by_tensor[id(tensor)][1]
            if name not in by_layer:
                read.layers.append(name)
                by_layer[name] = read
            return
        rows = tensor.flatten(0, -2)
        if name not in by_layer:
            width = rows.shape[1]
            by_layer[name] = Read([name], torch.zeros(width), torch.zeros(width, width))
            found.append(by_layer[name])
        by_layer[name].add(rows)
        by_tensor[id(tensor)] = tensor, by_layer[name]  # kept, so that its id stays its own

    hooks = [
        layer.register_forward_pre_hook(lambda _, read, name=name: note(name, read[0]))
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
    return found
