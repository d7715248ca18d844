"""Export of a trained encoder to the file that the run-time runs: ONNX, with weights of 8 bits."""

from __future__ import annotations

import copy
import json
import logging
import tempfile
import warnings
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import cast

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn
from torch.nn import functional
from transformers import PreTrainedModel

from relata.errors import ModelError
from relata.model.inputs import Input
from relata.training.export.compression import LayerInputs, layer_inputs, rounded_weights
from relata.training.network.model import encoded
from relata.training.network.trained_model import JOINED

OPSET = 17
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")
_OUTPUT = "states"
_MOST_IN_FLOATS = 100_000
"""The most weights of a tensor that stays floats: biases and norms, no matrix of a real encoder."""
_TINY = 1e-6

_FROM_INPUTS = 0.7
"""The share of the inputs, against that of the weights, in the size of a column."""


class _JoinedLinear(nn.Module):
    """Linear layers that read the same, joined to one that scales its inputs and its weights.

    Quantised, a matrix is rounded by its largest number. Encoders have a few columns that are ten times
    larger than all others: with inputs of about the same size, and weights that make up for it, less is lost
    (SmoothQuant, Xiao et al. 2023). Rows are scaled to one size where they differ much: behind an activation,
    in the layers that narrow their inputs (their largest number is 5 times the usual one, elsewhere 2).
    """

    def __init__(self, linears: Sequence[nn.Linear], inputs: LayerInputs) -> None:
        super().__init__()
        weight = torch.cat([linear.weight.detach() for linear in linears])
        sizes = weight.abs().amax(0).clamp(min=_TINY)
        factors = inputs.sizes.clamp(min=_TINY) ** _FROM_INPUTS / sizes ** (1 - _FROM_INPUTS)
        factors = factors / factors.mean()
        products = inputs.products / factors / factors[:, None]
        self.weight = nn.Parameter(rounded_weights(weight * factors, products))
        self.factors = nn.Parameter(1 / factors)
        self.bias = nn.Parameter(torch.cat([_bias(linear) for linear in linears]))
        self.by_row = weight.shape[0] < weight.shape[1]
        self.output: Tensor | None = None

    def forward(self, rows: Tensor) -> Tensor:
        even = rows * self.factors
        if self.by_row:
            size = even.abs().amax(-1, keepdim=True).clamp(min=_TINY)
            return functional.linear(even / size, self.weight) * size + self.bias
        return functional.linear(even, self.weight) + self.bias


class _JoinedPart(nn.Module):
    """The output of one of several joined layers; the first of them computes that of all."""

    def __init__(self, joined: _JoinedLinear, columns: slice) -> None:
        super().__init__()
        self.joined = joined
        self.columns = columns

    def forward(self, rows: Tensor) -> Tensor:
        if self.columns.start == 0:
            self.joined.output = self.joined(rows)
        assert self.joined.output is not None, "layers are joined in the order in which they read"
        return self.joined.output[..., self.columns]


class _RoundedEmbedding(nn.Module):
    """Embeddings in 8 bits, with a scale for each row."""

    rows: Tensor
    scales: Tensor

    def __init__(self, embedding: nn.Embedding) -> None:
        super().__init__()
        weight = embedding.weight.detach()
        scales = weight.abs().amax(1, keepdim=True).clamp(min=_TINY) / 127
        self.register_buffer("rows", (weight / scales).round().to(torch.int8))
        self.register_buffer("scales", scales)

    def forward(self, pieces: Tensor) -> Tensor:
        return self.rows[pieces].float() * self.scales[pieces]


class _ExportedEncoder(nn.Module):
    """The encoder with the inputs and the output that the run-time knows, prepared for 8 bits."""

    def __init__(self, encoder: PreTrainedModel, records: Iterable[LayerInputs]) -> None:
        super().__init__()
        self.encoder = encoder
        self.joined: dict[str, dict[str, int]] = {}
        for inputs in records:
            linears = [cast(nn.Linear, encoder.get_submodule(name)) for name in inputs.layers]
            joined, start = _JoinedLinear(linears, inputs), 0
            self.joined[inputs.layers[0]] = {
                name: linear.out_features for name, linear in zip(inputs.layers, linears, strict=True)
            }
            for name, linear in zip(inputs.layers, linears, strict=True):
                end = start + linear.out_features
                self._put(name, _JoinedPart(joined, slice(start, end)) if len(linears) > 1 else joined)
                start = end
        for name, layer in list(encoder.named_modules()):
            if isinstance(layer, nn.Embedding) and layer.weight.numel() > _MOST_IN_FLOATS:
                self._put(name, _RoundedEmbedding(layer))

    def forward(self, pieces: Tensor, mask: Tensor, types: Tensor) -> Tensor:
        # An encoder without segment types must have their input nevertheless.
        return encoded(self.encoder, pieces, mask, types) + 0.0 * types[..., None]

    def _put(self, name: str, module: nn.Module) -> None:
        parent, _, attribute = name.rpartition(".")
        setattr(self.encoder.get_submodule(parent), attribute, module)


def export_encoder(encoder: PreTrainedModel, path: Path, samples: Iterable[Input]) -> None:
    """Write an encoder with 8-bit weights, scaled and rounded by the inputs of its layers in samples."""
    copied = copy.deepcopy(encoder).eval()
    with tempfile.TemporaryDirectory() as room:
        exact = Path(room) / "encoder.onnx"
        exported = _ExportedEncoder(copied, layer_inputs(copied, samples))
        _write(exported, exact)
        _quantise(exact, path)
    _note_joined(path, exported.joined)
    _check(path)


def _bias(linear: nn.Linear) -> Tensor:
    return torch.zeros(linear.out_features) if linear.bias is None else linear.bias.detach()


def _write(encoder: _ExportedEncoder, path: Path) -> None:
    pieces = torch.ones((2, 8), dtype=torch.int64)
    mask = torch.ones_like(pieces)
    mask[0, 5:] = 0  # so that the mask is traced
    axes = {name: {0: "batch", 1: "pieces"} for name in (*_INPUTS, _OUTPUT)}
    with warnings.catch_warnings():
        # Warnings about tracing, and about the exporter's end.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            encoder.eval(),
            (pieces, mask, torch.zeros_like(pieces)),
            path,
            input_names=list(_INPUTS),
            output_names=[_OUTPUT],
            dynamic_axes=axes,
            opset_version=OPSET,
            dynamo=False,
        )


def _quantise(source: Path, target: Path) -> None:
    """Quantise the weights of matrices by column; inputs are quantised at run time.

    Weights take 7 of the 8 bits: processors without VNNI add two products in 16 bits, which would overflow
    with 8. M3E-small lost most of its accuracy by that, and results differed between processors.
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


def _note_joined(path: Path, joined: Mapping[str, Mapping[str, int]]) -> None:
    """Note in a file which layers were joined, so that they can be separated again."""
    model = onnx.load(path)
    onnx.helper.set_model_props(model, {JOINED: json.dumps(joined)})
    onnx.save(model, path)


def _check(path: Path) -> None:
    """Refuse a file with large weights in floats: its encoder is not built as others are."""
    for tensor in onnx.load(path).graph.initializer:
        size = 1
        for dimension in tensor.dims:
            size *= dimension
        if tensor.data_type == onnx.TensorProto.FLOAT and size > _MOST_IN_FLOATS:
            raise ModelError(f"{path}: {tensor.name}: {size} weights could not be brought to 8 bits")
