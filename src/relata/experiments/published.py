"""Published sizes and label counts, to check that data are those of a paper."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple

Counts = Mapping[str, float]
"""Numbers by label, or by part."""


class PublishedTable(NamedTuple):
    """Counts of a paper; `source` names the table."""

    source: str
    counts: dict[str, int]

    def agreement(self, counts: Counts) -> str:
        """Return a line on how far counts, rounded, are those of the paper."""
        rounded = {name: round(count) for name, count in counts.items()}
        differing = [
            f"{name} {rounded.get(name, 0)} (published: {count})"
            for name, count in self.counts.items()
            if rounded.get(name, 0) != count
        ]
        return f"not as in {self.source}: {', '.join(differing)}" if differing else f"as in {self.source}"


@cache
def _tables() -> dict[tuple[str, ...], PublishedTable]:
    text = files(__package__).joinpath("published.json").read_text(encoding="utf-8")
    names = ("corpus", "labels", "policy", "split", "part")
    return {
        tuple(row[name] for name in names): PublishedTable(row["source"], row["counts"])
        for row in json.loads(text)
    }


def published_labels(
    corpus: str, labels: str, policy: str, split: str = "", part: str = ""
) -> PublishedTable | None:
    """Return the number of relations with each label in a part of a split, or in the whole corpus."""
    return _tables().get((corpus, labels, policy, split, part))


def published_sizes(corpus: str, labels: str, policy: str, split: str) -> PublishedTable | None:
    """Return the number of examples to train on, and of instances to tune on and to test on."""
    return _tables().get((corpus, labels, policy, split, "sizes"))


def published_label_sets(corpus: str, policy: str) -> list[str]:
    """Return the label sets with published counts of a corpus."""
    return list(dict.fromkeys(key[1] for key in _tables() if key[0] == corpus and key[2] == policy))


def published_splits(corpus: str, labels: str, policy: str) -> list[str]:
    """Return the splits with published counts of a corpus and a label set."""
    return list(dict.fromkeys(key[3] for key in _tables() if key[:3] == (corpus, labels, policy) and key[3]))
