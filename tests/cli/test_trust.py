"""Trust in models: a manifest counts if a release or a key of the user vouches for it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from relata.errors import FormatError, ModelError, RelataError
from relata.model import trust
from relata.model.package import ModelPackage
from relata.model.trust import KEYS, SIGNATURE, sign_model, trust_in
from relata.parsing.loading import installed
from tests.cli.conftest import Relata
from tests.toy_model import edit_manifest, save_rule_model


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(KEYS, str(tmp_path / "keys"))
    return save_rule_model(tmp_path / "model")


@pytest.fixture
def key(tmp_path: Path) -> Path:
    return write_key(tmp_path / "my.key")


def write_key(path: Path) -> Path:
    ed25519 = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ed25519")
    serialization = pytest.importorskip("cryptography.hazmat.primitives.serialization")
    pem, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    key = ed25519.Ed25519PrivateKey.generate()
    path.write_bytes(key.private_bytes(pem, form, serialization.NoEncryption()))
    return path


@pytest.mark.parametrize("name", installed())
def test_models_that_ship_are_pinned(name: str) -> None:
    found = str(trust_in(ModelPackage.peek(installed()[name])))

    assert found == "released", "the model has changed: run `python .ci/pin_models.py`"


def test_a_released_model_with_another_manifest_is_unknown(tmp_path: Path) -> None:
    model = tmp_path / "en"
    shutil.copytree(installed()["en"], model)
    assert str(trust_in(ModelPackage.peek(model))) == "released"

    labels = json.loads((model / "manifest.json").read_text(encoding="utf-8"))["labels"]
    labels["senses"][:2] = reversed(labels["senses"][:2])
    edit_manifest(model, labels=labels)

    assert str(trust_in(ModelPackage.load(model))) == "unknown"


def test_a_signed_model_is_yours(package: Path, key: Path, relata: Relata) -> None:
    assert str(trust_in(ModelPackage.peek(package))) == "unknown"

    sign_model(package, key)

    assert str(trust_in(ModelPackage.peek(package))).startswith("yours (key ")
    assert relata("models", package).out.startswith("model  yours  English")
    done = relata("verify", package)
    assert (done.code, "yours (key " in done.out) == (0, True)


def test_a_changed_manifest_under_a_signature_is_refused(package: Path, key: Path, relata: Relata) -> None:
    sign_model(package, key)
    edit_manifest(package, scores={"strict F1": 99.9})

    done = relata("verify", package)

    assert done.code == 2
    assert "signature.json: no signature of this manifest.json, which has changed since" in done.err


def test_the_signature_of_another_is_unknown(
    package: Path, key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, relata: Relata
) -> None:
    sign_model(package, key)
    (public,) = (tmp_path / "keys").iterdir()
    monkeypatch.setenv(KEYS, str(tmp_path / "no keys"))

    done = relata("verify", package)

    assert done.code == 1
    assert f"unknown (signed with key {public.stem}, which is not among yours)" in done.out
    assert "nobody vouches for the manifest" in done.err


def test_a_key_of_yours_with_the_signature_of_another_is_refused(
    package: Path, key: Path, tmp_path: Path
) -> None:
    sign_model(package, key)
    mine = json.loads((package / SIGNATURE).read_text(encoding="utf-8"))
    sign_model(package, write_key(tmp_path / "other.key"))
    theirs = json.loads((package / SIGNATURE).read_text(encoding="utf-8"))
    (package / SIGNATURE).write_text(json.dumps({**theirs, "key": mine["key"]}), encoding="utf-8")

    with pytest.raises(ModelError, match="no signature of this manifest"):
        trust_in(ModelPackage.peek(package))


@pytest.mark.parametrize(
    "content", ["{", "[]", '{"algorithm": "Ed25519", "key": "zz", "signature": ""}', "[" * 9999]
)
def test_a_signature_that_is_none_is_refused(package: Path, content: str) -> None:
    (package / SIGNATURE).write_text(content, encoding="utf-8")

    with pytest.raises(ModelError, match=r"signature\.json: no signature"):
        trust_in(ModelPackage.peek(package))


def test_a_damaged_model_is_not_signed(package: Path, key: Path) -> None:
    (package / "CARD.md").write_text("better", encoding="utf-8")

    with pytest.raises(ModelError, match=r"CARD\.md: damaged"):
        sign_model(package, key)


def test_what_is_no_key_is_refused(package: Path, tmp_path: Path) -> None:
    pytest.importorskip("cryptography")
    with pytest.raises(RelataError, match="make one: openssl genpkey -algorithm ed25519 -out"):
        sign_model(package, tmp_path / "no.key")
    (tmp_path / "my.key").write_text("secret", encoding="utf-8")
    with pytest.raises(FormatError, match="expected a private key of Ed25519 in PEM"):
        sign_model(package, tmp_path / "my.key")


def test_without_the_extra_a_signed_model_is_unknown(
    package: Path, key: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_model(package, key)

    def missing(name: str, *, extra: str) -> object:
        raise RelataError(f"{name} is not installed: [{extra}]")

    monkeypatch.setattr(trust, "optional_module", missing)

    assert "is not installed: [sign]" in str(trust_in(ModelPackage.peek(package)))
