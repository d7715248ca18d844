"""Published sizes and label counts, to check that data are those of a paper, and published results."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
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


class PublishedRow(NamedTuple):
    """A row of a table of results: its part of the table by key, such as the language, and its cells."""

    keys: dict[str, str]
    system: str
    cells: tuple[str, ...]


class ResultTable(NamedTuple):
    """Results of a paper; `columns` maps the names of columns to the measures that they hold.

    A cell begins with its number, or is "-".
    """

    number: int
    source: str
    title: str
    notes: tuple[str, ...]
    columns: dict[str, str]
    rows: tuple[PublishedRow, ...]


def published_results(paper: str) -> list[ResultTable]:
    """Return the tables of results of a paper, such as "kim2020", by number."""
    folder = files(__package__).joinpath("scoreboards")
    tables = (
        _result_table(int(path.name.removesuffix(".tsv").rpartition("-")[2]), path.read_text("utf-8"))
        for path in folder.iterdir()
        if path.name.startswith(f"{paper}-")
    )
    return sorted(tables)


def _result_table(number: int, text: str) -> ResultTable:
    """Read a table: lines of `# field: value`, a row of columns, a row of their measures, the systems."""
    fields: dict[str, list[str]] = {"source": [], "title": [], "note": []}
    for name, value in _fields(text):
        fields[name].append(value)
    header, measures, *rows = (line.split("\t") for line in text.splitlines() if not line.startswith("# "))
    width = header.index("system")
    return ResultTable(
        number,
        fields["source"][0],
        fields["title"][0],
        tuple(fields["note"]),
        dict(zip(header[width + 1 :], measures[width + 1 :], strict=True)),
        tuple(
            PublishedRow(
                dict(zip(header[:width], row[:width], strict=True)), row[width], tuple(row[width + 1 :])
            )
            for row in rows
        ),
    )


def _fields(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        if line.startswith("# "):
            name, _, value = line.removeprefix("# ").partition(": ")
            yield name, value
