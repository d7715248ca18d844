"""Baselines: the most frequent label, and predictions that somebody else made."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Self

from relata.errors import DataWarning, FormatError, ProtocolError
from relata.experiments.instances import Instance
from relata.experiments.labels import LabelSet
from relata.experiments.models.base import Answer, Classifier, Dev
from relata.experiments.tasks import Task
from relata.formats.json_lines import read_objects


class Majority(Classifier):
    """Always says the label that is most frequent in training; of several, the first by name."""

    def fit(self, X: Sequence[Instance], y: Sequence[str], dev: Dev | None = None) -> Self:  # noqa: N803
        del X, dev
        counts = Counter(y)
        self.label_ = min(counts, key=lambda label: (-counts[label], label))
        return self

    def answers(self, X: Sequence[Instance]) -> list[Answer]:  # noqa: N803
        return [Answer(self.label_)] * len(X)


class GivenPredictions(Classifier):
    """Labels from a JSON Lines file: `{"id": ..., "label": ...}`, with "score", "fold" and "seed" if need be.

    Rows with a fold or a seed are for that fold or that restart alone. A sense is cut to the label that it
    falls under.
    """

    def __init__(self, path: Path, labels: LabelSet, fold: str, seed: int) -> None:
        self.path = path
        self.labels = labels
        self.fold = fold
        self.seed = seed

    def fit(self, X: Sequence[Instance], y: Sequence[str], dev: Dev | None = None) -> Self:  # noqa: N803
        del X, y, dev
        self.table_: dict[str, Answer] = {}
        for line, row in _rows(self.path):
            if row.get("fold", self.fold) == self.fold and row.get("seed", self.seed) == self.seed:
                if row["id"] in self.table_:
                    raise FormatError(
                        f"a second prediction for {row['id']}", self.path, line=line, field="id"
                    )
                self.table_[row["id"]] = self._answer(row)
        return self

    def answers(self, X: Sequence[Instance]) -> list[Answer]:  # noqa: N803
        if missing := [each.id for each in X if each.id not in self.table_]:
            raise ProtocolError(
                f"{self.path}: no prediction for {len(missing)} of {len(X)} instances "
                f"of fold {self.fold}, seed {self.seed}; the first is {missing[0]}"
            )
        return [self.table_[each.id] for each in X]

    def _answer(self, row: dict[str, Any]) -> Answer:
        score = row.get("score")
        return Answer(
            self.labels.label(row["label"]) or row["label"], None if score is None else float(score)
        )


def check_predictions(path: Path, task: Task) -> None:
    """Refuses labels that are none of the task's and no senses of its data; says how many ids it lacks."""
    rows = [row for _, row in _rows(path)]
    senses, labels = task.senses, Counter(row["label"] for row in rows)
    unknown = [label for label, _ in labels.most_common() if not task.labels.covers(label, senses)]
    if unknown:
        listed = ", ".join(f"{label} ({labels[label]})" for label in unknown[:3])
        more = ", ..." if len(unknown) > 3 else ""
        raise ProtocolError(
            f"{path}: {sum(labels[label] for label in unknown)} of {len(rows)} labels are not in "
            f"{task.labels.name} and no senses of the data: {listed}{more}"
        )
    ids = set(task.data.ids)
    if strange := sum(row["id"] not in ids for row in rows):
        warnings.warn(DataWarning(path, "predictions for no instance of the task", strange), stacklevel=2)


def _rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rows of a file of predictions with their line numbers, checked."""
    for line, row in read_objects(path):
        for name in ("id", "label"):
            if not isinstance(row.get(name), str):
                raise FormatError("expected a string", path, line=line, field=name)
        if not isinstance(row.get("fold", ""), str):
            raise FormatError("expected a string", path, line=line, field="fold")
        seed, score = row.get("seed", 0), row.get("score")
        if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
            raise FormatError("expected a whole number from 0", path, line=line, field="seed")
        if isinstance(score, bool) or not isinstance(score, int | float | None):
            raise FormatError("expected a number", path, line=line, field="score")
        yield line, row
