"""Runs of experiments on toy data."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from relata.experiments.data import Dataset
from tests.experiments.toy import toy_dataset

RunToy = Callable[..., Path]


@pytest.fixture(scope="session")
def data() -> Dataset:
    return toy_dataset()


@pytest.fixture(scope="session")
def tiny_encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of a BERT of one layer that knows a few words."""
    from tests.training.conftest import make_encoder

    return make_encoder(tmp_path_factory.mktemp("encoders") / "tiny", "Bert", type_vocab_size=2)


@pytest.fixture
def run_toy(data: Dataset, tmp_path: Path) -> RunToy:
    """Runs an experiment into a directory; keywords change the plan."""
    pytest.importorskip("sklearn", reason="needs the extra [experiments]")
    from relata.experiments.running import Experiment
    from tests.experiments.toy import toy_plan

    def run(name: str = "run", **changes: object) -> Path:
        experiment = Experiment(toy_plan(**changes), data)
        directory = experiment.begin(tmp_path / name)
        list(experiment.run(directory))
        return directory.path

    return run
