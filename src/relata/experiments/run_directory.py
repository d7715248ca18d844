"""Run directories: configuration, instances, folds and predictions, from which all figures come.

run.json          settings, data and versions
instances.jsonl   id, document, genre and gold labels, one instance a line
relations.jsonl   document and label of all relations of the documents, those without label too
folds.json        indices to train on, to tune on and to test on
predictions/      a file for each system, fold and seed
"""

from __future__ import annotations

import json
import math
import platform
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from msgspec.structs import asdict

import relata
from relata.batch.resume import RunFile, differences, require_same_run
from relata.errors import FormatError, ProtocolError
from relata.experiments.splits import Fold
from relata.experiments.tasks import Task
from relata.experiments.trials import ExperimentTrial, TrialOutcome
from relata.formats.encodings import UTF8
from relata.formats.files import read_text, replace_text
from relata.formats.json_lines import convert, parse_object, read_objects

FORMAT = "relata-experiment/2"
CONFIG, FOLDS, PREDICTIONS = "run.json", "folds.json", "predictions"
INSTANCES, RELATIONS = "instances.jsonl", "relations.jsonl"
_LIBRARIES = ("numpy", "scipy", "scikit-learn", "statsmodels", "torch", "transformers")
_GROWING = {"seeds", "restarts"}
"""Settings that may grow when a run is resumed."""


@dataclass(frozen=True, slots=True)
class RunDirectory:
    """The directory of a run."""

    path: Path

    @classmethod
    def begin(
        cls,
        path: Path,
        config: Mapping[str, Any],
        task: Task,
        folds: Sequence[Fold],
        relations: Iterable[Mapping[str, str | None]],
    ) -> RunDirectory:
        """Make a new directory, or resume the same run, possibly with more restarts; refuse another run."""
        run = cls(path)
        if is_resumed(path, config):
            if run.config()["seeds"] < config["seeds"]:
                write_config(path, config)
            return run
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise ProtocolError(f"{path}: exists, and is no run directory; name another --out")
        rows = (
            {"id": pair.id, "document": pair.document, "genre": pair.genre, "gold": gold}
            for pair, gold in zip(task.data.instances, task.gold, strict=True)
        )
        _write(path / INSTANCES, *rows)
        parts = (
            {"name": fold.name} | {name: part.tolist() for name, part in fold.parts.items()} for fold in folds
        )
        _write(path / FOLDS, list(parts))
        _write(path / RELATIONS, *relations)
        write_config(path, config)
        return run

    def config(self) -> dict[str, Any]:
        """Return the configuration; refuse that of another version of Relata."""
        return read_config(self.path, FORMAT)

    def instances(self) -> list[dict[str, Any]]:
        """Return the instances with their gold labels."""
        return [row for _, row in read_objects(self.path / INSTANCES)]

    def relations(self) -> list[dict[str, Any]]:
        """Return document and label of all relations of the documents."""
        return [row for _, row in read_objects(self.path / RELATIONS)]

    def folds(self) -> list[dict[str, Any]]:
        """Return the name and the indices of each fold."""
        folds: list[dict[str, Any]] = json.loads(read_text(self.path / FOLDS, UTF8))
        return folds

    def has(self, trial: ExperimentTrial) -> bool:
        """Check that a trial is complete."""
        return self._file(trial).exists()

    def put(self, trial: ExperimentTrial, outcome: TrialOutcome) -> None:
        """Write the outcome of a trial."""
        _write(self._file(trial), asdict(outcome))

    def get(self, trial: ExperimentTrial, size: int) -> TrialOutcome:
        """Return the outcome of a trial with `size` test instances; refuse an incomplete run."""
        path = self._file(trial)
        if not path.exists():
            raise ProtocolError(
                f"{self.path}: not complete: {trial} is missing; the same command again goes on"
            )
        outcome = convert(parse_object(read_text(path, UTF8), path, 1), TrialOutcome, path, 1)
        if bad := [answer.score for answer in outcome.answers if not math.isfinite(answer.score or 0.0)]:
            raise FormatError(f"expected a finite number, got {bad[0]}", path, field="answers")
        if len(outcome.answers) != size or len(outcome.perturbed) not in (0, size):
            raise FormatError(f"{len(outcome.answers)} predictions for {size} instances to test", path)
        return outcome

    def _file(self, trial: ExperimentTrial) -> Path:
        return self.path / PREDICTIONS / trial.file


def write_config(path: Path, config: Mapping[str, Any]) -> None:
    """Write the configuration into a run directory."""
    RunFile(path / CONFIG).write(config)


def read_config(path: Path, *formats: str) -> dict[str, Any]:
    """Read the configuration of a run directory; refuse that of another version of Relata."""
    config = RunFile(path / CONFIG).read()
    if config is None:
        raise ProtocolError(f"{path}: no run directory: it has no {CONFIG}")
    if formats and config.get("format") not in formats:
        expected = " or ".join(map(repr, formats))
        raise FormatError(f"expected {expected}, got {config.get('format')!r}", path / CONFIG, field="format")
    if (writer := config.get("relata")) != relata.__version__:
        raise ProtocolError(
            f"{path}: results of Relata {writer}, this is {relata.__version__}; run them again"
        )
    return config


def is_resumed(path: Path, config: Mapping[str, Any]) -> bool:
    """Check that a directory holds the same run, or one with fewer restarts; refuse another run."""
    if not (path / CONFIG).exists():
        return False
    before = read_config(path, config["format"])
    changed = differences(before, config, ignored=["command"])
    if not (changed and _GROWING.issuperset(changed) and config["seeds"] > before["seeds"]):
        require_same_run(path, changed, "name another --out", error=ProtocolError)
    return True


def signature(config: Mapping[str, Any]) -> str:
    """Return the settings of a run in one line, to state under a figure."""
    data, labels, policies, split = (config[name] for name in ("data", "labels", "policies", "split"))
    parts = (
        config["protocol"],
        f"data:{data['format']}/{data['fingerprint']}",
        f"types:{'+'.join(data['types'])}",
        f"labels:{labels['name']}({len(labels['counts'])})",
        f"multi:{policies['training']}/{policies['judging']}",
        f"split:{split['name']}/{split['seed']}/{split['fingerprint']}",
        f"seeds:{config['seeds']}",
        f"relata:{config['relata']}",
    )
    return "|".join(parts)


def versions() -> dict[str, str]:
    """Return the versions of Python and of the installed libraries that figures depend on."""
    installed = {"python": platform.python_version()}
    for name in _LIBRARIES:
        with suppress(PackageNotFoundError):
            installed[name] = version(name)
    return installed


def _write(path: Path, *values: object) -> None:
    """Write values as JSON, one a line."""
    lines = (json.dumps(value, ensure_ascii=False, allow_nan=False) + "\n" for value in values)
    replace_text(path, lines)
