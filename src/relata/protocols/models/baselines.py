"""Baselines: the most frequent label, and predictions that somebody else made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

from relata.errors import FormatError, ProtocolError
from relata.formats.json_lines import read_objects
from relata.protocols.instances import Instance
from relata.protocols.models.base import Answer, Classifier, Dev


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

    Rows with a fold or a seed are for that fold or that restart alone.
    """

    def __init__(self, path: Path, fold: str, seed: int) -> None:
        self.path = path
        self.fold = fold
        self.seed = seed

    def fit(self, X: Sequence[Instance], y: Sequence[str], dev: Dev | None = None) -> Self:  # noqa: N803
        del X, y, dev
        self.table_: dict[str, Answer] = {}
        for line, row in read_objects(self.path):
            if row.get("fold", self.fold) == self.fold and row.get("seed", self.seed) == self.seed:
                id, answer = _parsed(row, self.path, line)
                if id in self.table_:
                    raise FormatError(f"a second prediction for {id}", self.path, line=line, field="id")
                self.table_[id] = answer
        return self

    def answers(self, X: Sequence[Instance]) -> list[Answer]:  # noqa: N803
        if missing := [each.id for each in X if each.id not in self.table_]:
            raise ProtocolError(
                f"{self.path}: no prediction for {len(missing)} of {len(X)} instances "
                f"of fold {self.fold}, seed {self.seed}; the first is {missing[0]}"
            )
        return [self.table_[each.id] for each in X]


def _parsed(row: dict[str, Any], path: Path, line: int) -> tuple[str, Answer]:
    for name in ("id", "label"):
        if not isinstance(row.get(name), str):
            raise FormatError("expected a string", path, line=line, field=name)
    score = row.get("score")
    if isinstance(score, bool) or not isinstance(score, int | float | None):
        raise FormatError("expected a number", path, line=line, field="score")
    return row["id"], Answer(row["label"], None if score is None else float(score))
