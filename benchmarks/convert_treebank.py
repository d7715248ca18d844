"""How the dependencies that we make of trees agree with those of another converter, and how fast that goes.

    python benchmarks/convert_treebank.py TREES REFERENCE [--without tags --without traces]

TREES is a directory with `.mrg` files, REFERENCE a file in CoNLL-X columns (plain or `.xz`) with a line
`# doc NAME` before each document. `--without` strips the trees of function tags or empty categories first,
as those of a parser are. Times are processor times on one core and include reading.
"""

from __future__ import annotations

import argparse
import lzma
import re
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from relata.treebank import EMPTY, Dependencies, Tree, parse_trees, to_dependencies

Rows = list[list[str]]


def main() -> None:
    """Converts, compares and prints two tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("trees", type=Path)
    parser.add_argument("reference", type=Path)
    parser.add_argument("--without", action="append", choices=["tags", "traces"], default=[])
    options = parser.parse_args()
    agreement = Agreement()
    seconds = 0.0
    for name, sentences in documents(options.reference):
        start = time.process_time()
        text = (options.trees / f"{name}.mrg").read_text(encoding="utf-8")
        trees = list(parse_trees(text, name))
        seconds += time.process_time() - start
        trees = [stripped(tree, options.without) or tree for tree in trees]
        start = time.process_time()
        found = [to_dependencies(tree) for tree in trees]
        seconds += time.process_time() - start
        for dependencies, rows in zip(found, sentences, strict=True):
            agreement.add(dependencies, rows)
    agreement.show(seconds)


class Agreement:
    """Counts words whose head, and whose head and label, are those of the reference."""

    def __init__(self) -> None:
        self.sentences = self.whole = self.heads = 0
        self.labels: Counter[str] = Counter()
        self.both: Counter[str] = Counter()
        self.ours: Counter[str] = Counter()

    def add(self, found: Dependencies, rows: Rows) -> None:
        """Counts a sentence in."""
        self.sentences += 1
        before = self.both.total()
        for head, label, row in zip(found.heads, found.labels, rows, strict=True):
            self.labels[row[7]] += 1
            self.ours[label] += 1
            self.heads += str(head) == row[6]
            self.both[row[7]] += (str(head), label) == (row[6], row[7])
        self.whole += self.both.total() - before == len(rows)

    def show(self, seconds: float) -> None:
        """Prints what was counted."""
        words = self.labels.total()
        summary = Table("what", "value")
        for name, value in (
            ("sentences", f"{self.sentences:,}"),
            ("words", f"{words:,}"),
            ("heads as in the reference (UAS)", f"{self.heads / words:.2%}"),
            ("heads and labels (LAS)", f"{self.both.total() / words:.2%}"),
            ("sentences without a difference", f"{self.whole / self.sentences:.2%}"),
            ("sentences a second", f"{self.sentences / seconds:,.0f}"),
        ):
            summary.add_row(name, value)
        by_label = Table("label", "reference", "ours", "agreement")
        for label, count in self.labels.most_common():
            by_label.add_row(label, f"{count:,}", f"{self.ours[label]:,}", f"{self.both[label] / count:.2%}")
        console = Console()
        console.print(summary)
        console.print(by_label)


def documents(path: Path) -> Iterator[tuple[str, list[Rows]]]:
    """The documents of the reference: their names, and their sentences as rows."""
    data = path.read_bytes()
    text = (lzma.decompress(data) if path.suffix == ".xz" else data).decode("utf-8")
    for block in text.split("# doc ")[1:]:
        name, _, rest = block.partition("\n")
        sentences = rest.strip().split("\n\n")
        yield name, [[line.split("\t") for line in sentence.splitlines()] for sentence in sentences]


def stripped(tree: Tree, without: Sequence[str]) -> Tree | None:
    """The tree without its function tags, or without its empty categories and indices."""
    if tree.word is not None:
        return None if tree.label == EMPTY and "traces" in without else tree
    children = tuple(child for each in tree.children if (child := stripped(each, without)))
    label = tree.label
    if "traces" in without:
        label = re.sub(r"[-=]\d+", "", label)
    if "tags" in without:
        label = re.sub(r"-[A-Z]+", "", label)
    return Tree(label, children) if children else None


if __name__ == "__main__":
    main()
