"""Tables of data sets: labels, their shares by part, sizes, and transitions, with the published counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from relata.experiments.published import published_labels, published_sizes
from relata.experiments.statistics import OTHER
from relata.experiments.tables import ReportTable

Config = Mapping[str, Any]
"""Configuration of a run, as run.json has it."""
RelationRow = Mapping[str, Any]
"""Relation of a document: "document", and "label" if it is an instance with a label."""


def labels_table(config: Config) -> ReportTable:
    """Return the number of instances with each label, and what was dropped."""
    labels, data = config["labels"], config["data"]
    dropped = ", ".join(f"{sense} {count}" for sense, count in labels["dropped"].items()) or "none"
    types = ", ".join(data["types"])
    notes = [
        f"{data['source']} ({data['format']}): {data['instances']} instances of type {types}",
        f"dropped, for they have no label: {dropped}",
    ]
    rows = [[label, str(count)] for label, count in labels["counts"].items()]
    header = ["label", "instances"]
    if published := published_labels(data["format"], labels["name"], config["policies"]["training"]):
        header.append("published")
        rows = [[*row, str(published.counts.get(row[0], ""))] for row in rows]
        notes.append(f"instances by label: {published.agreement(labels['counts'])}")
    return ReportTable(f"Labels: {labels['name']}", header, rows, notes)


def split_notes(config: Config) -> Iterator[str]:
    """Yield lines on the sizes of a split, and on documents that stand in several parts."""
    split = config["split"]
    folds = len(split["sizes"])
    means = _mean_sizes(config)
    line = (
        f"split {split['name']}: {folds} fold{'s' * (folds > 1)}; "
        "examples to train on, instances to tune on, to test on: "
        f"{' / '.join(str(round(mean)) for mean in means.values())}"
    )
    published = published_sizes(*_place(config))
    yield f"{line}, {published.agreement(means)}" if published else line
    if split["instance_level"]:
        yield (
            "the split is at instance level: in the mean over folds, "
            f"{split['documents_on_both_sides']} documents stand on both sides"
        )


def sizes_table(configs: Sequence[Config]) -> ReportTable:
    """Return the sizes of the parts of splits (Kim et al. 2020, table 6)."""
    rows, notes = [], ["examples to train on, instances to tune on and to test on; mean over folds"]
    for config in configs:
        means = _mean_sizes(config)
        name = f"{config['labels']['name']}, {config['split']['name']}"
        rows.append([name, *(str(round(mean)) for mean in means.values())])
        if published := published_sizes(*_place(config)):
            notes.append(f"{name}: {published.agreement(means)}")
    return ReportTable("Sizes", ["labels, split", "train", "dev", "test"], rows, notes)


def shares_table(configs: Sequence[Config]) -> ReportTable:
    """Return numbers and shares of labels in training and test parts, splits side by side.

    So does table 1 of Shi and Demberg (2017). All configurations have the same label set.
    """
    labels = configs[0]["labels"]
    columns: dict[str, list[str]] = {}
    notes = ["numbers are means over folds; train: training examples"]
    for config in configs:
        name = config["split"]["name"]
        for part in ("train", "test"):
            counts: dict[str, float] = config["split"]["labels"][part]
            total = sum(counts.values())
            cells = [f"{count:.0f} ({100 * count / total:.2f}%)" for count in counts.values()]
            columns[f"{name} {part}"] = [*cells, f"{total:.0f}"]
            if published := published_labels(*_place(config), part):
                notes.append(f"{name} {part}: {published.agreement(counts)}")
        sums: Counter[str] = Counter()
        for part_counts in config["split"]["labels"].values():
            sums.update(part_counts)
        if published := published_labels(*_place(config)):
            notes.append(f"{name}, all parts: {published.agreement(sums)}")
    names = [*labels["counts"], "total"]
    rows = [list(row) for row in zip(names, *columns.values(), strict=True)]
    return ReportTable(f"Label shares: {labels['name']}", ["label", *columns], rows, notes)


def transitions(labels: Sequence[str], rows: Iterable[RelationRow]) -> npt.NDArray[np.intp]:
    """Count relations of documents, and pairs of relations where one follows the other.

    The result has the shape (labels + 2, labels + 1). Rows are labels of the previous relation, columns those
    of the next one; the last column is for relations without label, such as explicit ones, and so is the last
    row but one. The last row has the number of relations with each label.
    """
    index = {label: number for number, label in enumerate(labels)}
    counts = np.zeros((len(labels) + 2, len(labels) + 1), dtype=np.intp)
    places = [(row["document"], index.get(row["label"], len(labels))) for row in rows]
    for _, place in places:
        counts[-1, place] += 1
    for (document, before), (other, after) in pairwise(places):
        if document == other:
            counts[before, after] += 1
    return counts


def transitions_table(labels: Sequence[str], rows: Sequence[RelationRow]) -> ReportTable:
    """Return probabilities of labels after labels, among all relations of documents."""
    counts = transitions(labels, rows)
    names = [*labels, OTHER, "any"]
    cells = []
    for name, row in zip(names, counts, strict=True):
        total = row.sum()
        cells.append([name, *(f"{100 * count / total:.1f}" if total else "" for count in row[:-1])])
    notes = [
        f"per cent of all {len(rows)} relations of the documents, first labels; "
        f"{OTHER}: relations that are no instances, such as explicit ones",
        "any: the share of the label among all relations, wherever they stand",
    ]
    header = ["previous", *(label.rpartition(".")[2] for label in labels)]
    return ReportTable("Transitions: P(label | previous label)", header, cells, notes)


def _mean_sizes(config: Config) -> dict[str, float]:
    means = np.mean(config["split"]["sizes"], axis=0).tolist()
    return dict(zip(("train", "dev", "test"), means, strict=True))


def _place(config: Config) -> tuple[str, str, str, str]:
    """Return corpus, label set, policy and split, under which counts are published."""
    names = config["data"]["format"], config["labels"]["name"], config["policies"]["training"]
    return (*names, config["split"]["name"])
