"""An encoder is taken out of a package: its weights, its configuration and its tokenizer."""

from __future__ import annotations

import hashlib
import io
import json
import tarfile
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from relata.cli.resources import resources
from tests.training.conftest import WITHOUT_TORCH, make_encoder

torch = pytest.importorskip("torch", reason=WITHOUT_TORCH)
pytest.importorskip("transformers", reason=WITHOUT_TORCH)
pytest.importorskip("onnx", reason=WITHOUT_TORCH)

from onnxruntime.quantization import QuantType, quantize_dynamic
from transformers import AutoModel

from relata.errors import FormatError
from relata.resources import encoders
from relata.resources.encoders import PACKAGED, PackagedEncoder, build_encoder
from relata.training.network.encoders import pretrained

FOLDER = "package/model"


class Wrapped(torch.nn.Module):
    """A module with another one by a name, as others export encoders."""

    def __init__(self, name: str, part: Any) -> None:
        super().__init__()
        self.part = name
        self.add_module(name, part)

    def forward(self, pieces: Any) -> Any:
        return getattr(self, self.part)(pieces)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the encoder in the package."""
    folder = make_encoder(tmp_path_factory.mktemp("source") / "tiny", "Bert", type_vocab_size=2)
    bert = AutoModel.from_pretrained(folder)
    for parameter in bert.parameters():  # biases that are all the same are one in a file
        parameter.data += 0.1 * torch.rand_like(parameter)
    bert.save_pretrained(folder)
    return folder


@pytest.fixture
def archive(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package whose encoder is known."""
    bert = AutoModel.from_pretrained(source).eval()
    exact, path = tmp_path / "exact.onnx", tmp_path / "model.onnx"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        whole = Wrapped("wrapped", Wrapped("bert", bert))
        torch.onnx.export(whole, (torch.ones((1, 5), dtype=torch.int64),), exact, dynamo=False)
    quantize_dynamic(exact, path, weight_type=QuantType.QInt8)
    settings = json.loads((source / "config.json").read_text()) | {"id2label": {"0": "no", "1": "yes"}}
    files = {
        "config.json": json.dumps(settings).encode(),
        "model.onnx": path.read_bytes(),
        "tokenizer.json": (source / "tokenizer.json").read_bytes(),
    }
    pinned = {name: hashlib.sha256(content).hexdigest() for name, content in files.items()}
    toy = PackagedEncoder("toy@1", "MIT", FOLDER, "model.onnx", "wrapped.bert.", pinned)
    monkeypatch.setattr(encoders, "PACKAGED", (toy,))
    return write_archive(tmp_path / "toy.tgz", files)


def write_archive(path: Path, files: dict[str, bytes]) -> Path:
    """Write a package of these files."""
    with tarfile.open(path, "w:gz") as opened:
        for name, content in files.items():
            member = tarfile.TarInfo(f"{FOLDER}/{name}")
            member.size = len(content)
            opened.addfile(member, io.BytesIO(content))
    return path


def test_an_encoder_has_the_weights_of_the_package(archive: Path, source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"

    outcome = CliRunner().invoke(resources, ["encoder", str(archive), str(out)], catch_exceptions=False)

    assert outcome.output == f"{out}: toy@1 (MIT)\n"
    found, exact = pretrained(str(out)), pretrained(str(source))
    assert found.name == "toy@1 (MIT)"
    assert found.tokenizer.to_str() == exact.tokenizer.to_str()
    assert "yes" not in found.encoder.config.id2label.values()
    weights = found.encoder.state_dict()
    for name, tensor in exact.encoder.state_dict().items():
        assert torch.allclose(weights[name], tensor, atol=float(tensor.abs().max()) / 100), name


def test_another_file_than_the_pinned_one_is_refused(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    toy = encoders.PACKAGED[0]
    monkeypatch.setattr(encoders, "PACKAGED", (replace(toy, files={**toy.files, "model.onnx": "0" * 64}),))

    with pytest.raises(FormatError, match=r"model\.onnx is not the file of toy@1"):
        build_encoder(archive, tmp_path / "out")

    assert not (tmp_path / "out").exists()


def test_another_package_is_refused(tmp_path: Path) -> None:
    other = write_archive(tmp_path / "other.tgz", {"index.js": b"{}"})

    with pytest.raises(FormatError, match=f"with an encoder: {PACKAGED[0].package}"):
        build_encoder(other, tmp_path / "out")


def test_a_file_that_is_no_archive_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text.tgz").write_text("no archive")

    with pytest.raises(FormatError, match="cannot be read as an archive"):
        build_encoder(tmp_path / "text.tgz", tmp_path / "out")
