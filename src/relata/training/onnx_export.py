"""From a trained encoder to the file that the run-time runs: ONNX, its weights in 8 bits."""

from __future__ import annotations

import copy
import logging
import tempfile
import warnings
from pathlib import Path

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn
from torch.nn import functional
from transformers import PreTrainedModel

from relata.errors import ModelError
from relata.training.model import encoded

OPSET = 17
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")
_OUTPUT = "states"
_MOST_IN_FLOATS = 100_000
"""How many weights of one tensor may stay floats: biases and norms, no matrix of a real encoder."""


_PROJECTIONS = {"query", "key", "value", "q", "k", "v", "q_lin", "k_lin", "v_lin"}
"""The layers into attention, by their names in common encoders."""


class _ByRow(nn.Module):
    """A linear layer that scales each row of what it reads, and back: the same numbers, but for rounding.

    Quantised, a matrix is rounded by its largest number. Rows differ much in size, so that each by its own
    largest loses less: a third less on MiniLM, for no time. What goes into attention is better left alone.
    """

    def __init__(self, linear: nn.Linear) -> None:
        super().__init__()
        self.linear = linear

    def forward(self, rows: Tensor) -> Tensor:
        size = rows.abs().amax(-1, keepdim=True).clamp(min=1e-6)
        scaled = functional.linear(rows / size, self.linear.weight) * size
        return scaled if self.linear.bias is None else scaled + self.linear.bias


class _States(nn.Module):
    """The encoder with the inputs and the output that the run-time knows."""

    def __init__(self, encoder: PreTrainedModel) -> None:
        super().__init__()
        self.encoder = copy.deepcopy(encoder)
        for name, layer in list(self.encoder.named_modules()):
            above, _, own = name.rpartition(".")
            if isinstance(layer, nn.Linear) and own not in _PROJECTIONS:
                setattr(self.encoder.get_submodule(above), own, _ByRow(layer))

    def forward(self, pieces: Tensor, mask: Tensor, types: Tensor) -> Tensor:
        # An encoder without segment types must have their input nevertheless.
        return encoded(self.encoder, pieces, mask, types) + 0.0 * types[..., None]


def export_encoder(encoder: PreTrainedModel, path: Path) -> None:
    """Writes an encoder with 8-bit weights."""
    with tempfile.TemporaryDirectory() as room:
        exact = Path(room) / "encoder.onnx"
        _write(encoder, exact)
        _quantise(exact, path)
    _check(path)


def _write(encoder: PreTrainedModel, path: Path) -> None:
    pieces = torch.ones((2, 8), dtype=torch.int64)
    mask = torch.ones_like(pieces)
    mask[0, 5:] = 0  # so that a mask is traced, too
    axes = {name: {0: "batch", 1: "pieces"} for name in (*_INPUTS, _OUTPUT)}
    with warnings.catch_warnings():
        # That it traces, and that it will make way for another exporter.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            _States(encoder).eval(),
            (pieces, mask, torch.zeros_like(pieces)),
            path,
            input_names=list(_INPUTS),
            output_names=[_OUTPUT],
            dynamic_axes=axes,
            opset_version=OPSET,
            dynamo=False,
        )


def _quantise(source: Path, target: Path) -> None:
    """Weights of matrices by column, and of embeddings; activations are scaled as they come.

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
            op_types_to_quantize=["MatMul", "Gemm", "Gather"],
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
