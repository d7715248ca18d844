"""Models as wheels: made without network, the same each time, and found once they are installed."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from relata.errors import ModelError
from relata.model.package import ModelPackage
from relata.model.wheel import write_wheel
from tests.paths import REPOSITORY
from tests.toy_model import edit_manifest

VERSION = "0.0"
"""Version of the models of tests."""


def run(script: str, *folders: Path) -> subprocess.CompletedProcess[str]:
    search_path = os.pathsep.join(map(str, [*folders, REPOSITORY / "src"]))
    environment = os.environ | {"PYTHONPATH": search_path}
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment)


def unpacked(wheel: Path, folder: Path) -> Path:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def test_an_installed_model_goes_by_its_name(rule_model: Path, tmp_path: Path) -> None:
    wheel = write_wheel(ModelPackage.load(rule_model), tmp_path, "my-rules")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*command, "--target", str(tmp_path / "site"), str(wheel)], check=True)

    done = run(
        "import relata; print(relata.load('my-rules')('We stayed because it rained.').relations[0].sense); "
        "from relata.parsing.loading import installed; print(*installed())",
        tmp_path / "site",
    )

    assert done.stdout.split("\n")[0] == "Contingency.Cause.Reason", done.stderr
    assert {"en", "zh", "my-rules"} <= set(done.stdout.split("\n")[1].split())


def test_an_installed_model_comes_before_one_that_came_with_relata(rule_model: Path, tmp_path: Path) -> None:
    site = unpacked(write_wheel(ModelPackage.load(rule_model), tmp_path, "en"), tmp_path / "site")

    done = run("from relata.parsing.loading import find_for; print(find_for('en'))", site)

    assert done.stdout.strip() == str(site / "relata_model_en")


def test_no_code_of_a_model_runs(rule_model: Path, tmp_path: Path) -> None:
    site = unpacked(write_wheel(ModelPackage.load(rule_model), tmp_path, "rules"), tmp_path / "site")
    (site / "relata_model_rules" / "__init__.py").write_text("raise SystemExit('ran')", "utf-8")

    done = run("import relata; relata.load('rules'); print('loaded')", site)

    assert (done.stdout, done.stderr) == ("loaded\n", "")


def test_two_models_of_one_name_are_reported(rule_model: Path, tmp_path: Path) -> None:
    package = ModelPackage.load(rule_model)
    first = unpacked(write_wheel(package, tmp_path, "rules"), tmp_path / "first")
    second = unpacked(write_wheel(package, tmp_path, "other"), tmp_path / "second")
    points = second / f"relata_model_other-{VERSION}.dist-info" / "entry_points.txt"
    points.write_text("[relata_models]\nrules = relata_model_other\n", "utf-8")

    done = run("import relata; relata.load('en')", first, second)

    assert "two installed models are called 'rules'" in done.stderr


def test_the_same_model_gives_the_same_wheel(rule_model: Path, tmp_path: Path) -> None:
    package = ModelPackage.load(rule_model)

    one, two = (write_wheel(package, tmp_path / name, "rules") for name in ("one", "two"))

    assert one.read_bytes() == two.read_bytes()
    with zipfile.ZipFile(one) as archive:
        assert "License: " in archive.read(f"relata_model_rules-{VERSION}.dist-info/METADATA").decode()
        assert archive.testzip() is None


@pytest.mark.parametrize("name", ["My Model", "a_b", "../x", ""])
def test_a_name_that_pip_would_change_is_refused(rule_model: Path, tmp_path: Path, name: str) -> None:
    with pytest.raises(ModelError, match="expected small letters"):
        write_wheel(ModelPackage.load(rule_model), tmp_path, name)


def test_a_version_that_pip_refuses_is_named(random_model: Path, tmp_path: Path) -> None:
    copy = ModelPackage.save(
        tmp_path / "copy",
        {path.name: path for path in random_model.iterdir()},
        ModelPackage.load(random_model).manifest,
    )
    edit_manifest(copy.path, version="of today")

    with pytest.raises(ModelError, match="version: expected a number"):
        write_wheel(ModelPackage.load(copy.path), tmp_path, "x")
