"""Rounding of weights that keeps what a layer finds, rather than each weight (GPTQ, Frantar et al. 2023)."""

from __future__ import annotations

import torch
from torch import Tensor

from relata.training.export.layer_inputs import damped_inverse

LEVELS = 64
"""The whole numbers that weights are rounded to, on either side of 0: 7 of 8 bits, see `onnx_export`."""
_TINY = 1e-9


def rounded(weight: Tensor, products: Tensor) -> Tensor:
    """The weights [out, in] of a linear layer, each a whole multiple of its row's largest through `LEVELS`.

    `products` [in, in] are the sums of the products of any two numbers that the layer reads. Weights are
    rounded one column after the other, the most read first; those that are left make up for the error.
    The largest of a row stays as it is, so that who rounds these weights again finds the same multiples.
    """
    order = torch.argsort(products.diagonal(), descending=True)
    left = weight.double()[:, order]
    largest = left.abs().amax(1, keepdim=True).clamp(min=_TINY)
    kept = left.abs() >= largest
    steps = largest / LEVELS
    factors = _factors(products.double()[order][:, order])
    for column in range(left.shape[1]):
        own = left[:, column, None]
        near = (own / steps).round().clamp(-LEVELS, LEVELS) * steps
        near = torch.where(kept[:, column, None], own.sign() * largest, near)
        error = (own - near) / factors[column, column]
        left[:, column, None] = near
        left[:, column + 1 :] -= error * factors[column, column + 1 :]
    return left[:, torch.argsort(order)].to(weight.dtype)


def _factors(products: Tensor) -> Tensor:
    """The upper Cholesky factor of the inverse, which says how an error in a column is made up for."""
    return torch.linalg.cholesky(damped_inverse(products), upper=True)
