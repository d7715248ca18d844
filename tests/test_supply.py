"""Supply: locked versions with hashes, and wheels that are the same bit for bit, without git history."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.paths import REPOSITORY

PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCK = REPOSITORY / "requirements.lock"


def locked() -> dict[str, tuple[tuple[int, ...], list[str]]]:
    """Version and hashes by the name of each package that is locked."""
    packages = re.findall(
        r"(?m)^([\w.-]+)==([\d.]+)\S*((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", LOCK.read_text()
    )
    return {name: (_version(version), hashes.split("\\\n")[1:]) for name, version, hashes in packages}


def _version(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))


def test_every_dependency_is_locked_with_hashes() -> None:
    packages = locked()
    lines = [line for line in LOCK.read_text(encoding="utf-8").splitlines() if not line.startswith("    ")]

    assert len(packages) == len(lines)
    for dependency in PROJECT["dependencies"]:
        name, lowest = re.match(r"([\w.-]+)>=([\d.]+)$", dependency).groups()  # type: ignore[union-attr]
        assert packages[name][0] >= _version(lowest)
    assert all(hashes for _, hashes in packages.values())


def test_locked_versions_name_no_host() -> None:
    assert not re.search(r"https?:|file:|index-url|find-links|trusted-host", LOCK.read_text(encoding="utf-8"))


def test_wheels_are_reproducible_without_git_history(tmp_path: Path) -> None:
    pytest.importorskip("hatchling")
    wheels = [built(tmp_path / name, umask) for name, umask in (("one", 0o022), ("two", 0o077))]

    digests = {hashlib.sha256(wheel.read_bytes()).hexdigest() for wheel in wheels}
    assert len(digests) == 1
    names = zipfile.ZipFile(wheels[0]).namelist()
    assert {"relata/__init__.py", "relata/models/en/manifest.json"} <= set(names)
    assert not [name for name in names if name.endswith(".pyc")]


def built(tree: Path, umask: int) -> Path:
    """Build a wheel of a copy of the source, whose times and modes are those of now; models are left out."""
    before = os.umask(umask)
    try:
        for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
            tree.mkdir(exist_ok=True)
            shutil.copyfile(REPOSITORY / name, tree / name)
        left_out = shutil.ignore_patterns("__pycache__", "models")
        shutil.copytree(REPOSITORY / "src", tree / "src", copy_function=shutil.copyfile, ignore=left_out)
        model = tree / "src" / "relata" / "models" / "en"
        model.mkdir(parents=True)
        shutil.copyfile(REPOSITORY / "src/relata/models/en/manifest.json", model / "manifest.json")
        (tree / "src" / "relata" / "__pycache__").mkdir()
        (tree / "src" / "relata" / "__pycache__" / "x.pyc").write_bytes(os.urandom(9))
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
        environment = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
        subprocess.run(command, cwd=tree, check=True, capture_output=True, env=environment)
    finally:
        os.umask(before)
    (wheel,) = (tree / "dist").glob("*.whl")
    return wheel
