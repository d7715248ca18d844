"""The scripts in `benchmarks/` import names that exist."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.imported_names import check_imported_names
from tests.paths import REPOSITORY

SCRIPTS = sorted((REPOSITORY / "benchmarks").glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_scripts_import_names_that_exist(script: Path) -> None:
    check_imported_names(script.read_text("utf-8"))
