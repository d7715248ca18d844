"""From a trained encoder to the file that the run-time runs: ONNX, its weights in 8 bits."""

from __future__ import annotations

import copy
import logging
import tempfile
import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn
from torch.nn import functional
from transformers import PreTrainedModel

from relata.errors import ModelError
from relata.neural.inputs import Input
from relata.training.model import encoded

OPSET = 17
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")
_OUTPUT = "states"
_MOST_IN_FLOATS = 100_000
"""How many weights of one tensor may stay floats: biases and norms, no matrix of a real encoder."""
_TINY = 1e-6

_FROM_STATES = 0.7
"""How much the size of a column is taken from the states that are read, how much from the weights."""


class _Scaled(nn.Module):
    """A linear layer that scales what it reads, by column and by row, and back: the same but for rounding.

    Quantised, a matrix is rounded by its largest number. Encoders have a few columns that are ten times
    larger than all others (SmoothQuant, Xiao et al. 2023), and rows differ much, too: with columns of about
    the same size, the weights making up for it, and each row by its own largest, less is lost.
    """

    def __init__(self, linear: nn.Linear, sizes: Tensor) -> None:
        super().__init__()
        weight = linear.weight.detach()
        own = weight.abs().amax(0).clamp(min=_TINY)
        factors = sizes.clamp(min=_TINY) ** _FROM_STATES / own ** (1 - _FROM_STATES)
        factors = factors / factors.mean()
        self.weight = nn.Parameter(weight * factors)
        self.factors = nn.Parameter(1 / factors)
        self.bias = linear.bias

    def forward(self, rows: Tensor) -> Tensor:
        even = rows * self.factors
        size = even.abs().amax(-1, keepdim=True).clamp(min=_TINY)
        found = functional.linear(even / size, self.weight) * size
        return found if self.bias is None else found + self.bias


class _Rows(nn.Module):
    """Embeddings in 8 bits, each with a scale of its own."""

    rows: Tensor
    scales: Tensor

    def __init__(self, embedding: nn.Embedding) -> None:
        super().__init__()
        weight = embedding.weight.detach()
        scales = weight.abs().amax(1, keepdim=True).clamp(min=_TINY) / 127
        self.register_buffer("rows", (weight / scales).round().to(torch.int8))
        self.register_buffer("scales", scales)

    def forward(self, places: Tensor) -> Tensor:
        return self.rows[places].float() * self.scales[places]


class _States(nn.Module):
    """The encoder with the inputs and the output that the run-time knows, made ready for 8 bits."""

    def __init__(self, encoder: PreTrainedModel, sizes: Mapping[str, Tensor]) -> None:
        super().__init__()
        self.encoder = encoder
        for name, layer in list(self.encoder.named_modules()):
            above, _, own = name.rpartition(".")
            if name in sizes and isinstance(layer, nn.Linear):
                setattr(self.encoder.get_submodule(above), own, _Scaled(layer, sizes[name]))
            elif isinstance(layer, nn.Embedding) and layer.weight.numel() > _MOST_IN_FLOATS:
                setattr(self.encoder.get_submodule(above), own, _Rows(layer))

    def forward(self, pieces: Tensor, mask: Tensor, types: Tensor) -> Tensor:
        # An encoder without segment types must have their input nevertheless.
        return encoded(self.encoder, pieces, mask, types) + 0.0 * types[..., None]


def export_encoder(encoder: PreTrainedModel, path: Path, samples: Iterable[Input]) -> None:
    """Writes an encoder with 8-bit weights; what it makes of samples says which numbers are large in it."""
    own = copy.deepcopy(encoder).eval()
    with tempfile.TemporaryDirectory() as room:
        exact = Path(room) / "encoder.onnx"
        _write(_States(own, _sizes(own, samples)), exact)
        _quantise(exact, path)
    _check(path)


def _sizes(encoder: PreTrainedModel, samples: Iterable[Input]) -> dict[str, Tensor]:
    """The largest number in each column that the linear layers of an encoder read, by their names."""
    found: dict[str, Tensor] = {}

    def note(name: str, read: Tensor) -> None:
        largest = read.abs().flatten(0, -2).amax(0)
        found[name] = torch.maximum(found[name], largest) if name in found else largest

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
    finally:
        for hook in hooks:
            hook.remove()
    return found


def _write(states: _States, path: Path) -> None:
    pieces = torch.ones((2, 8), dtype=torch.int64)
    mask = torch.ones_like(pieces)
    mask[0, 5:] = 0  # so that a mask is traced, too
    axes = {name: {0: "batch", 1: "pieces"} for name in (*_INPUTS, _OUTPUT)}
    with warnings.catch_warnings():
        # That it traces, and that it will make way for another exporter.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            states.eval(),
            (pieces, mask, torch.zeros_like(pieces)),
            path,
            input_names=list(_INPUTS),
            output_names=[_OUTPUT],
            dynamic_axes=axes,
            opset_version=OPSET,
            dynamo=False,
        )


def _quantise(source: Path, target: Path) -> None:
    """Weights of matrices by column; what they are multiplied with is scaled as it comes.

    Weights take 7 of the 8 bits: processors without VNNI add two products in 16 bits, which larger ones
    overflow. With all 8, that cost M3E-small most of what it knew, and other processors gave other numbers.
    """
    advice = logging.getLogger()
    level = advice.level
    advice.setLevel(logging.ERROR)  # onnxruntime recommends a preprocessing that changes nothing here
    try:
        quantize_dynamic(
            source,
            target,
            op_types_to_quantize=["MatMul", "Gemm"],
            per_channel=True,
            reduce_range=True,
            weight_type=QuantType.QInt8,
            extra_options={"DefaultTensorType": onnx.TensorProto.FLOAT},
        )
    finally:
        advice.setLevel(level)


def _check(path: Path) -> None:
    """Refuses a file in which large weights stayed floats: an encoder that is not built as others are."""
    for tensor in onnx.load(path).graph.initializer:
        size = 1
        for dimension in tensor.dims:
            size *= dimension
        if tensor.data_type == onnx.TensorProto.FLOAT and size > _MOST_IN_FLOATS:
            raise ModelError(f"{path}: {tensor.name}: {size} weights could not be brought to 8 bits")
