"""On the package index, `relata` is another project, which installs a package of the same name."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import relata

SOURCE = Path(relata.__file__).parent
THEIRS = '__version__ = "0.0.1"\n'


@pytest.mark.parametrize("start_of_package", [THEIRS, None], ids=["theirs", "removed with theirs"])
def test_files_of_another_project_are_named(tmp_path: Path, start_of_package: str | None) -> None:
    package = tmp_path / "relata"
    package.mkdir()
    for path in SOURCE.iterdir():
        if path.name not in {"__init__.py", "__pycache__"}:
            (package / path.name).symlink_to(path)
    if start_of_package is not None:
        (package / "__init__.py").write_text(start_of_package)

    command = [sys.executable, "-S", "-c", "from relata.__main__ import main; main()"]
    finished = subprocess.run(
        command,
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(tmp_path)},
    )

    assert finished.returncode == 2
    assert finished.stderr.startswith("error: the installed package `relata` belongs to another project")
    assert len(finished.stderr.splitlines()) == 1
