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


@pytest.fixture(scope="session")
def rule_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny model that follows rules (see `tests.toy_model`)."""
    from tests.toy_model import save_rule_model

    return save_rule_model(tmp_path_factory.mktemp("models") / "rules")


@pytest.fixture(scope="session")
def random_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny model of random numbers, which finds something everywhere."""
    from tests.toy_model import save_random_model

    return save_random_model(tmp_path_factory.mktemp("models") / "random", seed=3)
