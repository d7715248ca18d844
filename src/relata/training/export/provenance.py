"""Where a model comes from: the source that trained it, and the libraries it did so with."""

from __future__ import annotations

import platform
import subprocess
from importlib.metadata import version
from pathlib import Path

import relata

_LIBRARIES = ("torch", "transformers", "tokenizers", "onnx", "onnxruntime", "numpy")


def commit() -> str:
    """The commit of the source that runs, marked if files differ from it; "unknown" outside a checkout."""
    try:
        found = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"],
            cwd=Path(relata.__file__).parent,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return found.stdout.strip()


def versions() -> dict[str, str]:
    """The versions of all that a result depends on."""
    own = {"relata": relata.__version__, "python": platform.python_version()}
    return own | {name: version(name) for name in _LIBRARIES}
