"""Trained models before export: new, from a checkpoint, or from a package.

The 8-bit weights of a package become floats again; its heads are floats as they are.
"""

from __future__ import annotations

import json
import pickle
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from tokenizers import Tokenizer
from torch import Tensor

from relata.errors import FormatError, ModelError
from relata.formats.files import replacing
from relata.model.heads import Floats
from relata.model.package import ENCODER, MANIFEST, TOKENIZER, ModelPackage, conventions_of
from relata.training.data.sentences import SentenceLabels
from relata.training.network.encoders import DEFAULTS, Pretrained, pretrained, rebuilt
from relata.training.network.model import DiscourseModel

JOINED = "joined"
"""The key of an ONNX file's metadata for joined layers: their widths, by the first of them."""

_SENSE_ROWS = re.compile(r"(?:explicit_)?sense\.out\.(?:weight|bias)")
_MODIFIER = re.compile(r"\+\w+")

_PREFIX = "encoder."
_LAYER = "/MatMul_quant"
"""The end of the names of operators of linear layers; the name of the layer is before it."""
_FLOATS, _ROWS, _QUANTIZED = (".weight", ".bias"), ".rows", "_quantized"
"""The ends of names of arrays: floats, embeddings rounded by row, and matrices that onnxruntime rounded."""


@dataclass(frozen=True, slots=True)
class Trained:
    """A model with all that is needed to use it; `notes` describe its training."""

    model: DiscourseModel
    base: Pretrained
    senses: tuple[str, ...]
    extra_senses: tuple[str, ...]
    sentences: SentenceLabels | None = None
    notes: Mapping[str, Any] = field(default_factory=dict)
    conventions: tuple[str, ...] = ()

    @property
    def labels(self) -> dict[str, Any]:
        """The labels of its heads, as a manifest has them."""
        labels = {"senses": list(self.senses), **(self.sentences.as_dict() if self.sentences else {})}
        return {**labels, "conventions": list(self.conventions)} if self.conventions else labels

    @classmethod
    def new(
        cls,
        base: Pretrained,
        senses: tuple[str, ...],
        extra_senses: tuple[str, ...],
        sentences: SentenceLabels | None = None,
        notes: Mapping[str, Any] | None = None,
        conventions: tuple[str, ...] = (),
    ) -> Trained:
        """Build a model with heads of random weights."""
        model = DiscourseModel(base.encoder, max(1, len(senses)), max(1, len(extra_senses)), sentences)
        return cls(model, base, senses, extra_senses, sentences, notes or {}, conventions)

    def take_over(self, other: Trained) -> None:
        """Copy the weights of another model, as far as both have heads for the same labels.

        The rows of senses that the other model lacks begin as the mean of those of the nearest senses.
        """
        different = set()
        if not other.senses:
            different |= {"explicit_sense", "sense"}
        if self.extra_senses != other.extra_senses:
            different.add("extra_sense")
        if self.sentences != other.sentences:
            different |= {"syntax", "roles"}
        state = self.model.state_dict()
        for name, weights in other.model.state_dict().items():
            if name.partition(".")[0] in different or name not in state:
                continue
            if _SENSE_ROWS.fullmatch(name):
                weights = _rows_of(self.senses, weights, other.senses)
            if state[name].shape == weights.shape:
                state[name] = weights
        self.model.load_state_dict(state)

    def content(self) -> dict[str, Any]:
        """Describe the model as plain values and tensors."""
        base = {
            "name": self.base.name,
            "config": json.dumps(self.base.config),
            "tokenizer": self.base.tokenizer.to_str(),
        }
        return {
            "state": self.model.state_dict(),
            "senses": self.senses,
            "esenses": self.extra_senses,
            "sentences": self.sentences.as_dict() if self.sentences else None,
            "base": base,
            "notes": json.dumps(self.notes),
            "conventions": self.conventions,
        }


def nearest_senses(sense: str, known: Sequence[str]) -> list[str]:
    """Choose the known senses that are most like a sense.

    These are the sense itself; or it without `+SpeechAct` and the like; or all that share its first levels;
    or all known senses.

    >>> nearest_senses("Comparison.Contrast+Belief", ["Comparison.Contrast", "Comparison.Similarity"])
    ['Comparison.Contrast']
    """
    plain = _MODIFIER.sub("", sense)
    for name in (sense, plain):
        if name in known:
            return [name]
    levels = plain.split(".")
    for depth in range(len(levels), 0, -1):
        if near := [
            other for other in known if _MODIFIER.sub("", other).split(".")[:depth] == levels[:depth]
        ]:
            return near
    return list(known)


def _rows_of(senses: Sequence[str], weights: Tensor, known: Sequence[str]) -> Tensor:
    """Make the rows of a sense head from those of another one with the senses `known`."""
    rows = [[known.index(near) for near in nearest_senses(sense, known)] for sense in senses]
    return torch.stack([weights[row].mean(0) for row in rows])


def load_trained(path: Path, encoder: str | None = None) -> Trained:
    """Load the model of a package (a directory) or of a checkpoint.

    `encoder` is the encoder that its training began with, if the model does not name it or names another.
    """
    return _from_package(path, encoder) if path.is_dir() else _from_checkpoint(path, encoder)


def save_checkpoint(content: dict[str, Any], path: Path) -> None:
    """Write a checkpoint, all of it or nothing."""
    with replacing(path) as fresh:
        try:
            torch.save(content, fresh)
        except RuntimeError as error:  # torch's error for a full disk
            raise FormatError(f"cannot be written: {str(error).splitlines()[0]}", path) from None


def load_checkpoint(path: Path) -> dict[str, Any]:
    """Load a checkpoint: tensors and plain values, never code."""
    try:
        content: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    except OSError as error:
        raise ModelError(f"{path}: cannot be read: {error.strerror}") from None
    except (RuntimeError, EOFError, ValueError, pickle.UnpicklingError):
        raise ModelError(f"{path}: damaged, or no checkpoint") from None
    return content


def _from_checkpoint(path: Path, encoder: str | None) -> Trained:
    content = load_checkpoint(path)
    try:
        senses, extra_senses, state = tuple(content["senses"]), tuple(content["esenses"]), content["state"]
    except (KeyError, TypeError):
        raise ModelError(f"{path}: expected a checkpoint of a trained model") from None
    saved = content.get("base")
    if saved is None:
        base = pretrained(encoder)
    else:
        base = rebuilt(saved["name"], json.loads(saved["config"]), saved["tokenizer"])
    labels = content.get("sentences")
    sentences = SentenceLabels.from_dict(labels) if labels else None
    notes = json.loads(content.get("notes", "{}"))
    conventions = tuple(content.get("conventions", ())) or conventions_of(notes)
    trained = Trained.new(base, senses, extra_senses, sentences, notes, conventions)
    try:
        trained.model.load_state_dict(state)
    except RuntimeError:
        raise ModelError(f"{path}: its weights are not those of a model on {base.name}") from None
    return trained


def _from_package(path: Path, encoder: str | None) -> Trained:
    package = ModelPackage.load(path)
    try:
        name = encoder or str(package.manifest["training"]["encoder"])
    except KeyError:
        raise ModelError(f"{path / MANIFEST}: training.encoder: missing; name it with --encoder") from None
    training = package.manifest["training"]
    base = _package_base(name, package, training)
    labels = package.manifest["labels"]
    sentences = SentenceLabels.from_dict(labels) if "tags" in labels else None
    trained = Trained.new(base, package.senses, (), sentences, training, package.conventions)
    weights = {name: torch.from_numpy(array) for name, array in package.heads().items()}
    weights |= {f"{_PREFIX}{name}": tensor for name, tensor in encoder_weights(path / ENCODER).items()}
    state = trained.model.state_dict()
    missing = [name for name in state if name not in weights and name.startswith(_PREFIX)]
    if missing or any(weights[name].shape != state[name].shape for name in state if name in weights):
        raise ModelError(f"{path / ENCODER}: its weights are not those of a model on {base.name}")
    trained.model.load_state_dict({name: weights.get(name, tensor) for name, tensor in state.items()})
    return trained


def _package_base(name: str, package: ModelPackage, training: Mapping[str, Any]) -> Pretrained:
    """Build the encoder of a package, with the package's tokenizer.

    An older package does not describe it: the encoder is loaded that its training began with, as wide as the
    package's.
    """
    tokenizer = Tokenizer.from_file(str(package.path / TOKENIZER))
    if "architecture" in training:
        return rebuilt(name, training["architecture"], tokenizer.to_str())
    width = training.get("width")
    languages = [language for language, default in DEFAULTS.items() if name.startswith(default.package)]
    base = replace(pretrained(None, languages[0]), name=name) if languages else pretrained(name)
    if width not in (None, base.config.get("intermediate_size")):
        return rebuilt(base.name, {**base.config, "intermediate_size": width}, tokenizer.to_str())
    if tokenizer.get_vocab_size() > base.encoder.config.vocab_size:  # it has marks of conventions
        base.encoder.resize_token_embeddings(tokenizer.get_vocab_size(), mean_resizing=False)
    return Pretrained(base.name, base.encoder, tokenizer)


def encoder_weights(path: Path, prefix: str = _PREFIX) -> dict[str, Tensor]:
    """Load the weights of an encoder in 8 bits as floats, by their names before export behind `prefix`."""
    model = onnx.load(path)
    graph = model.graph
    arrays: dict[str, Floats] = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    weights: dict[str, Floats] = {}
    for name, array in arrays.items():
        if not name.startswith(prefix):
            continue
        if name.endswith(_FLOATS):
            weights[name] = array
        elif name.endswith(_QUANTIZED):
            weights[name.removesuffix(_QUANTIZED)] = _dequantized(arrays, name)
        elif name.endswith(_ROWS):
            layer = name.removesuffix(_ROWS)
            weights[f"{layer}.weight"] = array * arrays[f"{layer}.scales"]
    for node in graph.node:
        if node.op_type == "MatMulInteger" and node.name.endswith(_LAYER):
            layer = node.name.removesuffix(_LAYER).strip("/").replace("/", ".")
            factors = arrays.get(f"{layer}.factors", np.float32(1))
            weights[f"{layer}.weight"] = _dequantized(arrays, node.input[1]).T * factors
    for first, widths in _joined_layers(model).items():
        _split_layer(weights, f"{_PREFIX}{first}", widths)
    return {
        name.removeprefix(prefix): torch.from_numpy(np.array(array, dtype=np.float32))
        for name, array in weights.items()
    }


def _joined_layers(model: onnx.ModelProto) -> dict[str, dict[str, int]]:
    """Read the widths of layers that export joined, by the first of them; in an older file, none."""
    notes = {entry.key: entry.value for entry in model.metadata_props}
    layers: dict[str, dict[str, int]] = json.loads(notes.get(JOINED, "{}"))
    return {first: widths for first, widths in layers.items() if len(widths) > 1}


def _split_layer(weights: dict[str, Floats], first: str, widths: Mapping[str, int]) -> None:
    """Replace the weights and biases of joined layers by those of each layer."""
    ends = np.cumsum(list(widths.values()))
    for kind in _FLOATS:
        parts = np.split(weights.pop(f"{first}.{JOINED}{kind}"), ends[:-1])
        weights |= {f"{_PREFIX}{name}{kind}": part for name, part in zip(widths, parts, strict=True)}


def _dequantized(arrays: Mapping[str, Floats], name: str) -> Floats:
    """Compute the floats of a matrix that onnxruntime rounded, by its scale and its zero point."""
    matrix = name.removesuffix(_QUANTIZED)
    zero = arrays[f"{matrix}_zero_point"].astype(np.float32)
    floats: Floats = (arrays[name].astype(np.float32) - zero) * arrays[f"{matrix}_scale"]
    return floats
