"""Scoring two texts in the columns of CoNLL-2008."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from relata.errors import OnError, strict
from relata.scoring.conll2008 import DependencyScore, Options, score_files
from tests.conll2008_files import put

Scorer = Callable[..., DependencyScore]


@pytest.fixture
def score(tmp_path: Path) -> Scorer:
    """Scores the text of a system against that of the gold."""

    def run(gold: str, system: str, *, on_error: OnError = strict, **options: bool | str) -> DependencyScore:
        files = put(tmp_path, gold, "gold.conll"), put(tmp_path, system, "system.conll")
        return score_files(*files, options=Options(**options), on_error=on_error)  # type: ignore[arg-type]

    return run
