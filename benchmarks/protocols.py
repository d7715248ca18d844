"""Processor time of splitting and scoring: `python benchmarks/protocols.py [--instances 20000]`."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

from relata.experiments.contrasts import contrast
from relata.experiments.results import SystemResults
from relata.experiments.splits import splitter
from relata.experiments.statistics import scores


def main() -> None:
    """Print the processor time of each job."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--instances", type=int, default=20_000)
    size = arguments.parse_args().instances
    rng = np.random.default_rng(0)
    labels = [f"label {number}" for number in rng.integers(0, 14, size)]
    documents = [f"wsj_{section:02}{file:02}" for section, file in rng.integers(0, (25, 80), (size, 2))]
    sections = [int(document[4:6]) for document in documents]
    names = sorted(set(labels))
    gold = [(label,) for label in labels]
    predicted = [names[number] for number in rng.integers(0, 14, size)]
    other = [names[number] for number in rng.integers(0, 14, size)]
    systems = [
        SystemResults(name, [[each]], [], [gold], tuple(names))
        for name, each in (("a", predicted), ("b", other))
    ]
    work: dict[str, Callable[[], object]] = {
        "12 folds of sections": lambda: splitter("sections-12").folds(labels, sections),
        "12 folds of documents": lambda: splitter("documents-12").folds(labels, documents),
        "10 balanced folds": lambda: splitter("instances-10").folds(labels, documents),
        "accuracy and F1": lambda: scores(gold, predicted, names),
        "all tests of two systems": lambda: contrast(systems[0], systems[1], documents),
    }
    for name, task in work.items():
        task()  # libraries are loaded by the first call
        start = time.process_time()
        task()
        print(f"{name:28}{time.process_time() - start:8.3f} s")


if __name__ == "__main__":
    main()
