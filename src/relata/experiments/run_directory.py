"""Run directories: configuration, instances, folds and predictions, from which all figures come.

run.json          what was run, on what, with which versions
instances.jsonl   id, document, genre and gold labels, one instance a line
folds.json        who trained, who tuned, who was tested
predictions/      a file for each system, fold and seed
"""

from __future__ import annotations

import json
import math
import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import relata
from relata.errors import FormatError, ProtocolError
from relata.experiments.folds import Fold
from relata.experiments.models.base import Answer
from relata.experiments.tasks import Task
from relata.experiments.trials import Cell, Outcome
from relata.formats.files import read_text, replacing, write_text
from relata.formats.json_lines import read_objects

FORMAT = "relata-experiment/1"
CONFIG, INSTANCES, FOLDS, PREDICTIONS = "run.json", "instances.jsonl", "folds.json", "predictions"
_LIBRARIES = ("numpy", "scipy", "scikit-learn", "statsmodels", "torch", "transformers")
_UNCOMPARED = ("command",)
"""What may differ when a run goes on."""
_GROWING = {"seeds", "restarts"}
"""What a run that goes on may have more of."""


@dataclass(frozen=True, slots=True)
class RunDirectory:
    """The directory of a run."""

    path: Path

    @classmethod
    def begin(cls, path: Path, config: Mapping[str, Any], task: Task, folds: Sequence[Fold]) -> RunDirectory:
        """A new directory, or that of the same run, which goes on, with more restarts if so told.

        That of another run is refused.
        """
        run = cls(path)
        if goes_on(path, config):
            if run.config()["seeds"] < config["seeds"]:
                run._write_config(config)
            return run
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            raise ProtocolError(f"{path}: exists, and is no run directory; name another --out")
        rows = zip(task.data.instances, task.gold, strict=True)
        run._write(
            INSTANCES,
            "".join(
                _json({"id": each.id, "document": each.document, "genre": each.genre, "gold": gold}) + "\n"
                for each, gold in rows
            ),
        )
        parts = (
            {"name": fold.name} | {name: part.tolist() for name, part in fold.parts.items()} for fold in folds
        )
        run._write(FOLDS, _json(list(parts)) + "\n")
        run._write_config(config)
        return run

    def config(self) -> dict[str, Any]:
        """What was run; refused if another version of Relata did it."""
        return read_config(self.path, FORMAT)

    def instances(self) -> list[dict[str, Any]]:
        """The instances, with their gold labels."""
        return [row for _, row in read_objects(self.path / INSTANCES)]

    def folds(self) -> list[dict[str, Any]]:
        """The folds."""
        folds: list[dict[str, Any]] = _value(self.path / FOLDS)
        return folds

    def has(self, cell: Cell) -> bool:
        """Whether a cell has been computed."""
        return self._place(cell).exists()

    def put(self, cell: Cell, outcome: Outcome) -> None:
        """Keeps the outcome of a cell."""
        value = {
            "answers": outcome.answers,
            "perturbed": outcome.perturbed,
            "seconds": round(outcome.seconds, 2),
        }
        self._write(f"{PREDICTIONS}/{cell.file}", _json(value) + "\n")

    def get(self, cell: Cell, size: int) -> Outcome:
        """The outcome of a cell, which must cover the `size` instances of its test part."""
        path = self._place(cell)
        value = _object(path)
        answers = list(_answers(value.get("answers"), path))
        perturbed = value.get("perturbed", [])
        if len(answers) != size or len(perturbed) not in (0, size):
            raise FormatError(f"{len(answers)} predictions for {size} instances to test", path)
        return Outcome(answers, perturbed, value.get("seconds", 0.0))

    def _place(self, cell: Cell) -> Path:
        return self.path / PREDICTIONS / cell.file

    def _write_config(self, config: Mapping[str, Any]) -> None:
        self._write(CONFIG, json.dumps(config, ensure_ascii=False, indent=2) + "\n")

    def _write(self, name: str, text: str) -> None:
        place = self.path / name
        with replacing(place) as fresh:
            write_text(fresh, [text], place)


def read_config(path: Path, *formats: str) -> dict[str, Any]:
    """What was run in a directory; refused if another version of Relata did it."""
    file = path / CONFIG
    if not file.exists():
        raise ProtocolError(f"{path}: no run directory: it has no {CONFIG}")
    value = _object(file)
    if value.get("format") not in formats:
        expected = " or ".join(map(repr, formats))
        raise FormatError(f"expected {expected}, got {value.get('format')!r}", file, field="format")
    if (found := value.get("relata")) != relata.__version__:
        raise ProtocolError(
            f"{path}: results of Relata {found}, this is {relata.__version__}; run them again"
        )
    return value


def goes_on(path: Path, config: Mapping[str, Any]) -> bool:
    """Whether a directory is that of the same run, or of one with fewer restarts; any other is refused."""
    if not (path / CONFIG).exists():
        return False
    before = read_config(path, config["format"])
    changed = [key for key in config if key not in _UNCOMPARED and before.get(key) != config[key]]
    more = bool(changed) and _GROWING.issuperset(changed) and config["seeds"] > before["seeds"]
    if changed and not more:
        raise ProtocolError(f"{path}: holds another run (other {', '.join(changed)}); name another --out")
    return True


def versions() -> dict[str, str]:
    """The versions of all that numbers depend on, as far as it is installed."""
    found = {"python": platform.python_version()}
    for name in _LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def _answers(rows: object, path: Path) -> Iterator[Answer]:
    if not isinstance(rows, list):
        raise FormatError("expected a list of labels with scores", path, field="answers")
    for row in rows:
        match row:
            case [str(label), None]:
                yield Answer(label)
            case [str(label), int() | float() as score] if math.isfinite(score):
                yield Answer(label, float(score))
            case _:
                raise FormatError(
                    f"expected a label with a score that is a number, got {row}", path, field="answers"
                )


def _object(path: Path) -> dict[str, Any]:
    value = _value(path)
    if not isinstance(value, dict):
        raise FormatError("expected a JSON object", path)
    return value


def _value(path: Path) -> Any:
    try:
        return json.loads(read_text(path))
    except json.JSONDecodeError as error:
        raise FormatError(f"broken JSON: {error.msg}", path, line=error.lineno) from None


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
