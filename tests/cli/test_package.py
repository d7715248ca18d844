"""`relata package`: wheels of models."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Relata
from tests.toy_model import save_rule_model


def test_a_model_becomes_a_wheel(relata: Relata, tmp_path: Path) -> None:
    save_rule_model(tmp_path / "my-rules")

    done = relata("package", str(tmp_path / "my-rules"), "--out", str(tmp_path / "wheels"))

    assert (done.code, done.err) == (0, "")
    [wheel] = (tmp_path / "wheels").iterdir()
    assert wheel.name.startswith("relata_model_my_rules-")
    assert f"pip install {wheel}" in done.out


def test_what_is_no_model_is_refused_and_nothing_written(relata: Relata, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()

    done = relata("package", str(tmp_path / "empty"), "--out", str(tmp_path / "wheels"))

    assert done.code == 2
    assert "expected the directory of a model" in done.err
    assert not (tmp_path / "wheels").exists()


def test_a_model_is_signed_before(relata: Relata, tmp_path: Path) -> None:
    pytest.importorskip("cryptography", reason="needs the extra [sign]")
    save_rule_model(tmp_path / "rules")

    done = relata("package", str(tmp_path / "rules"), "--sign", str(tmp_path / "no.key"))

    assert done.code == 2
    assert "no key at" in done.err
