"""Analyses of a run beyond its scores: labels that follow each other, and genres."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from relata.experiments.measures import right
from relata.experiments.results import Run, SystemResults


@dataclass(frozen=True, slots=True)
class Transitions:
    """How often a label follows another in a document; `pairs` counts (previous, next)."""

    labels: tuple[str, ...]
    pairs: Mapping[tuple[str, str], int]

    def probability(self, following: str, previous: str) -> float | None:
        """P(following | previous); None if nothing follows `previous`."""
        total = sum(self.pairs.get((previous, label), 0) for label in self.labels)
        return self.pairs.get((previous, following), 0) / total if total else None

    def base_rate(self, following: str) -> float:
        """How often a label follows any."""
        total = sum(self.pairs.values())
        return sum(self.pairs.get((label, following), 0) for label in self.labels) / total if total else 0.0


def transitions(run: Run) -> Transitions:
    """The first gold labels of consecutive instances of a document."""
    pairs: Counter[tuple[str, str]] = Counter()
    labelled = [each for each in run.instances if each["gold"]]
    for before, after in pairwise(labelled):
        if before["document"] == after["document"]:
            pairs[before["gold"][0], after["gold"][0]] += 1
    return Transitions(run.labels, pairs)


def genre_accuracy(run: Run, system: SystemResults) -> dict[str, tuple[float, int]]:
    """The accuracy over all folds and restarts for each genre, and how many instances it has."""
    genres = run.column("genre")
    gold = [own for part in system.gold for own in part]
    hits, sizes = Counter[str](), Counter(genres)
    for restart in system.restarts:
        outcome = right(gold, [label for part in restart for label in part])
        for genre, hit in zip(genres, outcome, strict=True):
            hits[genre] += int(hit)
    return {
        genre: (hits[genre] / (len(system.restarts) * size), size)
        for genre, size in sorted(sizes.items())
        if genre
    }
