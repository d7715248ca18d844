"""The project `relata` of the package index, which installs files into a package of the same name."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import relata

ADVICE = "pip uninstall relata; pip install --force-reinstall relata-nlp"
THEIRS = {
    "__init__.py": 'from relata.frontend.gcc_phat import compute_gcc_phat\n\n__version__ = "0.0.1"\n',
    "config.py": "EPSILON: float = 1e-10\n",
    "models.py": "class TDOAPair:\n    pass\n",
    "frontend/__init__.py": "from relata.frontend.gcc_phat import compute_gcc_phat\n",
    "frontend/gcc_phat.py": "def compute_gcc_phat():\n    pass\n",
}


@pytest.fixture
def site_packages(tmp_path: Path) -> Path:
    """A folder with our package, as an installation leaves it."""
    package = tmp_path / "relata"
    package.mkdir()
    for entry in Path(relata.__file__).parent.iterdir():
        (package / entry.name).symlink_to(entry)
    return package


def install_theirs(package: Path, *, keep: tuple[str, ...] = ()) -> None:
    """Write the files of the other project, but for those of ours that are to be kept."""
    for name, content in THEIRS.items():
        if name not in keep:
            path = package / name
            path.parent.mkdir(exist_ok=True)
            path.unlink(missing_ok=True)
            path.write_text(content, encoding="utf-8")


def run(package: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(package.parent), "PYTHONSAFEPATH": "1"}
    command = [sys.executable, "-S", *arguments]  # without the site-packages that this test runs in
    return subprocess.run(command, capture_output=True, text=True, env=environment)


def test_the_command_says_that_another_project_replaced_ours(site_packages: Path) -> None:
    install_theirs(site_packages)

    done = run(site_packages, "-m", "relata", "models")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: files of this package are missing or mixed")
    assert done.stderr.endswith(f"{ADVICE}\n")
    assert done.stderr.count("\n") == 1


def test_the_command_says_that_the_other_project_took_ours_along(site_packages: Path) -> None:
    (site_packages / "__init__.py").unlink()  # after `pip uninstall relata`

    done = run(site_packages, "-m", "relata", "models")

    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.endswith(f"{ADVICE}\n")


def test_the_import_warns_of_files_of_the_other_project(site_packages: Path) -> None:
    install_theirs(site_packages, keep=("__init__.py",))

    done = run(site_packages, "-c", "import relata; print(relata.load.__name__)")

    assert (done.returncode, done.stdout) == (0, "load\n")
    assert done.stderr.count("\n") == 1
    assert done.stderr.endswith(f"{ADVICE}\n")


def test_the_first_use_names_a_module_that_is_missing(site_packages: Path) -> None:
    (site_packages / "parsing").unlink()

    done = run(site_packages, "-c", "import relata; relata.load")

    assert done.returncode == 1
    last_line = done.stderr.splitlines()[-1]
    assert last_line.startswith("ImportError: no module relata.parsing: files of this package are missing")
    assert last_line.endswith(ADVICE)


def test_the_import_takes_little_time(site_packages: Path) -> None:
    script = "import time; begin = time.process_time(); import relata; print(time.process_time() - begin)"

    seconds = min(float(run(site_packages, "-c", script).stdout) for _ in range(3))

    assert seconds < 0.1
