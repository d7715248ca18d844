"""A package as a model to train on: its 8-bit weights back as floats, its heads as they are."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from tokenizers import Tokenizer
from torch import Tensor

from relata.errors import ModelError
from relata.model.heads import Floats
from relata.model.package import ENCODER, MANIFEST, TOKENIZER, ModelPackage
from relata.training.data.sentence_targets import SentenceLabels
from relata.training.export.onnx_export import JOINED
from relata.training.loop.trained_model import Trained
from relata.training.network.encoders import DEFAULTS, Pretrained, pretrained, rebuilt

_PREFIX = "encoder."
_LAYER = "/MatMul_quant"
"""How the operators of linear layers end; what is before it is the layer's place in the encoder."""
_WHOLE, _ROWS, _QUANTIZED = (".weight", ".bias"), ".rows", "_quantized"
"""How the names of arrays end: floats, embeddings rounded each by itself, and what onnxruntime rounded."""


def trained_of(path: Path, encoder: str | None = None) -> Trained:
    """The model of a package; `encoder` is what it began with, should that have another name here."""
    package = ModelPackage.load(path)
    try:
        began = encoder or str(package.manifest["training"]["encoder"])
    except KeyError:
        raise ModelError(f"{path / MANIFEST}: training.encoder: missing; name it with --encoder") from None
    base = _base(began, package, package.manifest["training"].get("width"))
    labels = package.manifest["labels"]
    sentences = SentenceLabels.from_dict(labels) if "tags" in labels else None
    trained = Trained.new(base, package.senses, (), sentences, package.manifest["training"])
    known = {name: torch.from_numpy(array) for name, array in package.heads().items()}
    known |= {f"{_PREFIX}{name}": weights for name, weights in encoder_weights(path / ENCODER).items()}
    own = trained.model.state_dict()
    missing = [name for name in own if name not in known and name.startswith(_PREFIX)]
    if missing or any(known[name].shape != own[name].shape for name in own if name in known):
        raise ModelError(f"{path / ENCODER}: its weights are not those of a model on {base.name}")
    trained.model.load_state_dict({name: known.get(name, weights) for name, weights in own.items()})
    return trained


def encoder_weights(path: Path) -> dict[str, Tensor]:
    """The weights of an exported encoder as floats, by the names they had before export."""
    model = onnx.load(path)
    graph = model.graph
    arrays: dict[str, Floats] = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    found: dict[str, Floats] = {}
    for name, array in arrays.items():
        if not name.startswith(_PREFIX):
            continue
        if name.endswith(_WHOLE):
            found[name] = array
        elif name.endswith(_ROWS):
            place = name.removesuffix(_ROWS)
            found[f"{place}.weight"] = array * arrays[f"{place}.scales"]
    for node in graph.node:
        if node.op_type == "MatMulInteger" and node.name.endswith(_LAYER):
            place = node.name.removesuffix(_LAYER).strip("/").replace("/", ".")
            factors = arrays.get(f"{place}.factors", np.float32(1))
            found[f"{place}.weight"] = _exact(arrays, node.input[1]).T * factors
    for first, widths in _joined(model).items():
        _part(found, f"{_PREFIX}{first}", widths)
    return {
        name.removeprefix(_PREFIX): torch.from_numpy(np.array(array, dtype=np.float32))
        for name, array in found.items()
    }


def _joined(model: onnx.ModelProto) -> dict[str, dict[str, int]]:
    """The layers that export made one, with their widths, by the first of them; in an older file, none."""
    notes = {each.key: each.value for each in model.metadata_props}
    found: dict[str, dict[str, int]] = json.loads(notes.get(JOINED, "{}"))
    return {first: widths for first, widths in found.items() if len(widths) > 1}


def _part(found: dict[str, Floats], first: str, widths: Mapping[str, int]) -> None:
    """Gives layers that were one their own weights and biases back."""
    ends = np.cumsum(list(widths.values()))
    for kind in _WHOLE:
        parts = np.split(found.pop(f"{first}.{JOINED}{kind}"), ends[:-1])
        found |= {f"{_PREFIX}{name}{kind}": part for name, part in zip(widths, parts, strict=True)}


def _exact(arrays: Mapping[str, Floats], name: str) -> Floats:
    """Weights that onnxruntime rounded, by their scale and the number that stands for zero."""
    own = name.removesuffix(_QUANTIZED)
    zero = arrays[f"{own}_zero_point"].astype(np.float32)
    exact: Floats = (arrays[name].astype(np.float32) - zero) * arrays[f"{own}_scale"]
    return exact


def _base(name: str, package: ModelPackage, width: int | None) -> Pretrained:
    """The encoder that a package began with, as wide as the package's, and the package's tokenizer."""
    known = [language for language, default in DEFAULTS.items() if name.startswith(default.package)]
    base = replace(pretrained(None, known[0]), name=name) if known else pretrained(name)
    tokenizer = Tokenizer.from_file(str(package.path / TOKENIZER))
    if width not in (None, base.config.get("intermediate_size")):
        return rebuilt(base.name, {**base.config, "intermediate_size": width}, tokenizer.to_str())
    return Pretrained(base.name, base.encoder, tokenizer)
