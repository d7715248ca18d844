"""Check that the names exist which a script or an example imports from this package."""

from __future__ import annotations

import ast
from importlib import import_module

import pytest


def check_imported_names(script: str) -> None:
    """Import all that a script imports from relata; skip the test if an extra is not installed."""
    for statement in ast.walk(ast.parse(script)):
        if isinstance(statement, ast.ImportFrom) and (statement.module or "").startswith("relata"):
            module = _import_or_skip(str(statement.module))
            for name in statement.names:
                if not hasattr(module, name.name):
                    _import_or_skip(f"{statement.module}.{name.name}")


def _import_or_skip(name: str) -> object:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("relata"):
            raise
        return pytest.skip(f"needs {error.name}")
