"""The scripts in `benchmarks/` import names that exist."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

from tests.paths import REPOSITORY

SCRIPTS = sorted((REPOSITORY / "benchmarks").glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_scripts_import_names_that_exist(script: Path) -> None:
    for statement in ast.walk(ast.parse(script.read_text("utf-8"))):
        if isinstance(statement, ast.ImportFrom) and (statement.module or "").startswith("relata"):
            module = _import_or_skip(str(statement.module))
            for name in statement.names:
                if not hasattr(module, name.name):
                    _import_or_skip(f"{statement.module}.{name.name}")


def _import_or_skip(name: str) -> object:
    """Import a module of ours; skip the test if the module needs an extra that is not installed."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("relata"):
            raise
        return pytest.skip(f"needs {error.name}")
