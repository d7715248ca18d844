"""Fixtures that all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

# Examples may take long on a busy machine; on CI they are the same every time.
settings.register_profile("relata", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("relata")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with corpora and golden cases that a developer has; tests that need it skip without it."""
    place = Path(os.environ.get("RELATA_SHARED", Path(__file__).parents[2] / "shared"))
    if not place.is_dir():
        pytest.skip(f"needs the developers' corpora and golden cases, absent here: {place}")
    return place
