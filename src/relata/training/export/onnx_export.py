"""From a trained encoder to the file that the run-time runs: ONNX, its weights in 8 bits."""

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
from relata.training.export.layer_inputs import Read, layer_reads
from relata.training.export.rounding import rounded
from relata.training.network.model import encoded

OPSET = 17
JOINED = "joined"
"""What a file says of itself: the layers that are one in it, with their widths, by the first of them."""
_INPUTS = ("input_ids", "attention_mask", "token_type_ids")
_OUTPUT = "states"
_MOST_IN_FLOATS = 100_000
"""How many weights of one tensor may stay floats: biases and norms, no matrix of a real encoder."""
_TINY = 1e-6

_FROM_STATES = 0.7
"""How much the size of a column is taken from the states that are read, how much from the weights."""


class _Joined(nn.Module):
    """Linear layers that read the same, as one that scales what it reads and back: the same but for rounding.

    Quantised, a matrix is rounded by its largest number. Encoders have a few columns that are ten times
    larger than all others (SmoothQuant, Xiao et al. 2023): with columns of about the same size, the weights
    making up for it, less is lost. Rows are brought to one size where they differ much: behind an activation,
    in the layers that narrow what they read (their largest number is 5 times the usual one, elsewhere 2).
    """

    def __init__(self, linears: Sequence[nn.Linear], read: Read) -> None:
        super().__init__()
        weight = torch.cat([linear.weight.detach() for linear in linears])
        own = weight.abs().amax(0).clamp(min=_TINY)
        factors = read.sizes.clamp(min=_TINY) ** _FROM_STATES / own ** (1 - _FROM_STATES)
        factors = factors / factors.mean()
        self.weight = nn.Parameter(rounded(weight * factors, read.products / factors / factors[:, None]))
        self.factors = nn.Parameter(1 / factors)
        self.bias = nn.Parameter(torch.cat([_bias(linear) for linear in linears]))
        self.by_row = weight.shape[0] < weight.shape[1]
        self.found: Tensor | None = None

    def forward(self, rows: Tensor) -> Tensor:
        even = rows * self.factors
        if self.by_row:
            size = even.abs().amax(-1, keepdim=True).clamp(min=_TINY)
            return functional.linear(even / size, self.weight) * size + self.bias
        return functional.linear(even, self.weight) + self.bias


class _Share(nn.Module):
    """What one of several joined layers finds; the first of them has all of it computed."""

    def __init__(self, joined: _Joined, places: slice) -> None:
        super().__init__()
        self.joined = joined
        self.places = places

    def forward(self, rows: Tensor) -> Tensor:
        if self.places.start == 0:
            self.joined.found = self.joined(rows)
        assert self.joined.found is not None, "layers are joined in the order in which they read"
        return self.joined.found[..., self.places]


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

    def __init__(self, encoder: PreTrainedModel, reads: Iterable[Read]) -> None:
        super().__init__()
        self.encoder = encoder
        self.joined: dict[str, dict[str, int]] = {}
        for read in reads:
            linears = [cast(nn.Linear, encoder.get_submodule(name)) for name in read.layers]
            joined, start = _Joined(linears, read), 0
            self.joined[read.layers[0]] = {
                name: linear.out_features for name, linear in zip(read.layers, linears, strict=True)
            }
            for name, linear in zip(read.layers, linears, strict=True):
                end = start + linear.out_features
                self._put(name, _Share(joined, slice(start, end)) if len(linears) > 1 else joined)
                start = end
        for name, layer in list(encoder.named_modules()):
            if isinstance(layer, nn.Embedding) and layer.weight.numel() > _MOST_IN_FLOATS:
                self._put(name, _Rows(layer))

    def forward(self, pieces: Tensor, mask: Tensor, types: Tensor) -> Tensor:
        # An encoder without segment types must have their input nevertheless.
        return encoded(self.encoder, pieces, mask, types) + 0.0 * types[..., None]

    def _put(self, name: str, module: nn.Module) -> None:
        above, _, own = name.rpartition(".")
        setattr(self.encoder.get_submodule(above), own, module)


def export_encoder(encoder: PreTrainedModel, path: Path, samples: Iterable[Input]) -> None:
    """Writes an encoder with 8-bit weights; what it makes of samples says which numbers are large in it."""
    own = copy.deepcopy(encoder).eval()
    with tempfile.TemporaryDirectory() as room:
        exact = Path(room) / "encoder.onnx"
        states = _States(own, layer_reads(own, samples))
        _write(states, exact)
        _quantise(exact, path)
    _note(path, states.joined)
    _check(path)


def _bias(linear: nn.Linear) -> Tensor:
    return torch.zeros(linear.out_features) if linear.bias is None else linear.bias.detach()


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


def _note(path: Path, joined: Mapping[str, Mapping[str, int]]) -> None:
    """Puts into a file which layers were joined, so that they can be told apart again."""
    model = onnx.load(path)
    onnx.helper.set_model_props(model, {JOINED: json.dumps(joined)})
    onnx.save(model, path)


def _check(path: Path) -> None:
    """Refuses a file in which large weights stayed floats: an encoder that is not built as others are."""
    for tensor in onnx.load(path).graph.initializer:
        size = 1
        for dimension in tensor.dims:
            size *= dimension
        if tensor.data_type == onnx.TensorProto.FLOAT and size > _MOST_IN_FLOATS:
            raise ModelError(f"{path}: {tensor.name}: {size} weights could not be brought to 8 bits")
