from __future__ import annotations

import json
from pathlib import Path

import pytest

from relata.errors import ModelError
from relata.model.package import FILES, ModelPackage
from tests.toy_model import SENSES, edit_manifest, save_rule_model


@pytest.fixture
def package(tmp_path: Path) -> Path:
    return save_rule_model(tmp_path / "model")


def test_a_saved_package_loads(package: Path) -> None:
    loaded = ModelPackage.load(package)

    assert (loaded.language, loaded.senses) == ("en", SENSES)


def test_saving_fills_in_format_and_sums(package: Path) -> None:
    manifest = json.loads((package / "manifest.json").read_text(encoding="utf-8"))

    assert manifest["format"] == "relata-model/2"
    assert set(manifest["files"]) == set(FILES)


def test_the_size_counts_all_files(package: Path) -> None:
    assert ModelPackage.load(package).size == sum(file.stat().st_size for file in package.iterdir())


def test_the_card_can_be_read(package: Path) -> None:
    assert ModelPackage.load(package).card().startswith("# A toy")


def test_another_manifest_has_another_fingerprint(package: Path) -> None:
    before = ModelPackage.load(package).fingerprint

    edit_manifest(package, version="0.1")

    assert ModelPackage.load(package).fingerprint != before


@pytest.mark.parametrize("name", FILES)
def test_a_damaged_file_is_named(package: Path, name: str) -> None:
    data = bytearray((package / name).read_bytes())
    data[len(data) // 2] ^= 1
    (package / name).write_bytes(data)

    with pytest.raises(ModelError, match=f"{name}: damaged, its sha256"):
        ModelPackage.load(package)


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_is_named(package: Path, name: str) -> None:
    (package / name).unlink()

    with pytest.raises(ModelError, match=f"{name}: missing from the model"):
        ModelPackage.load(package)


def test_a_foreign_directory_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(
        ModelError, match=r"manifest\.json: cannot be read.*expected the directory of a model"
    ):
        ModelPackage.load(tmp_path)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("{", "broken JSON"),
        ("[]", "format: expected 'relata-model/2', got None"),
        ('{"format": "relata-model/1"}', "format: expected 'relata-model/2', got 'relata-model/1'"),
        ('{"format": "relata-model/2"}', "language: is missing"),
    ],
)
def test_a_manifest_of_another_kind_is_refused(package: Path, content: str, complaint: str) -> None:
    (package / "manifest.json").write_text(content, encoding="utf-8")

    with pytest.raises(ModelError, match=complaint):
        ModelPackage.load(package)


def test_a_manifest_has_to_vouch_for_every_file(package: Path) -> None:
    edit_manifest(package, files={})

    with pytest.raises(ModelError, match=r"files: expected the sha256 of encoder\.onnx"):
        ModelPackage.load(package)


@pytest.mark.parametrize("senses", [None, ["Expansion", 3]])
def test_the_senses_of_a_manifest_are_names(package: Path, senses: object) -> None:
    edit_manifest(package, labels={"senses": senses})

    with pytest.raises(ModelError, match=r"labels\.senses(\[1\])?: expected a (list|string), got"):
        ModelPackage.load(package)


@pytest.mark.parametrize("rates", [3, {"n": {"price": 2}}, {"n": {"price": "often"}}, {"n": [0.5]}])
def test_the_rates_of_nominals_are_shares(package: Path, rates: object) -> None:
    edit_manifest(package, labels={"senses": ["Expansion"], "nominals": rates})

    with pytest.raises(ModelError, match=r"labels\.nominals.*: expected an? (object|number)"):
        ModelPackage.load(package)


def test_a_manifest_has_to_name_senses_or_tags(package: Path) -> None:
    edit_manifest(package, labels={"senses": []})

    with pytest.raises(ModelError, match="labels: expected senses or tags"):
        ModelPackage.load(package)


def test_heads_that_numpy_does_not_read_are_refused(package: Path) -> None:
    (package / "heads.npz").write_bytes(b"PK\x03\x04 no archive")

    with pytest.raises(ModelError, match=r"heads\.npz: no arrays that numpy reads"):
        ModelPackage.peek(package).heads()
