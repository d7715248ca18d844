"""How fast CoNLL-2016 datasets and JSON Lines are read and written, and how much memory that takes.

    python benchmarks/conll2016_io.py [--megabytes 100]

A dataset of that size is made up on the fly. Each measurement runs in a process of its own, so that the peak
of memory is its own; times are processor times on one core.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from rich.console import Console
from rich.table import Table

from relata import DiscourseRelation, Document, RelationType, Tokens
from relata.formats import conll2016, jsonl

WORDS = (
    "the",
    "market",
    "fell",
    "because",
    "rates",
    "rose",
    ",",
    "although",
    "traders",
    "expected",
    "a",
    "calm",
)
SENSES = ("Contingency.Cause.Reason", "Comparison.Contrast", "Expansion.Conjunction", "Temporal.Synchrony")
NO_SENSES = "relations-no-senses.json"
MEGABYTES_A_DOCUMENT = 0.3
"""About what a document below takes up in parses.json and the two files of relations."""


def main() -> None:
    """Measures and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=100)
    documents = int(parser.parse_args().megabytes / MEGABYTES_A_DOCUMENT)
    table = Table("what", "MB", "seconds", "MB/s", "peak memory MB")
    with tempfile.TemporaryDirectory() as room:
        dataset, lines = Path(room) / "dataset", Path(room) / "documents.jsonl"
        read = [dataset / "parses.json", dataset / "relations.json"]
        for name, work, places in (
            ("write conll2016", partial(write_dataset, documents, dataset), [*read, dataset / NO_SENSES]),
            ("read conll2016", partial(read_dataset, dataset), read),
            ("write jsonl", partial(write_lines, documents, lines), [lines]),
            ("read jsonl", partial(read_lines, lines), [lines]),
        ):
            seconds, memory = measured(work)
            size = sum(place.stat().st_size for place in places) / 1e6
            table.add_row(name, f"{size:.0f}", f"{seconds:.1f}", f"{size / seconds:.1f}", f"{memory:.0f}")
    Console().print(table)


def measured(work: Callable[[], None]) -> tuple[float, float]:
    """The seconds and the peak megabytes that a fresh process needs."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(_measure, work).result()


def _measure(work: Callable[[], None]) -> tuple[float, float]:
    begin = time.process_time()
    work()
    seconds = time.process_time() - begin
    unit = 1 if sys.platform == "darwin" else 1024  # bytes there, kilobytes elsewhere
    return seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def write_dataset(documents: int, place: Path) -> None:
    conll2016.write(made_up(documents), place)


def read_dataset(place: Path) -> None:
    for _ in conll2016.read(place):
        pass


def write_lines(documents: int, place: Path) -> None:
    jsonl.write(made_up(documents), place)


def read_lines(place: Path) -> None:
    for _ in jsonl.read(place):
        pass


def made_up(documents: int) -> Iterator[Document]:
    """Documents of 40 sentences with tags, dependencies, trees and a relation for each pair of sentences."""
    template = made_up_document()
    for number in range(documents):
        yield Document(
            f"made_up_{number}",
            "en",
            template.tokens,
            template.paragraphs,
            template.relations,
            trees=template.trees,
        )


def made_up_document() -> Document:
    chance = random.Random(2016)
    sentences = [[*chance.choices(WORDS, k=chance.randint(10, 35)), "."] for _ in range(40)]
    words = [word for sentence in sentences for word in sentence]
    starts, ends, at = [], [], 0
    for word in words:
        starts.append(at)
        ends.append(at + len(word))
        at = ends[-1] + 1
    firsts = [sum(map(len, sentences[:number])) for number in range(len(sentences) + 1)]
    tokens = Tokens(
        " ".join(words),
        zip(starts, ends, strict=True),
        sentence_starts=firsts[:-1],
        heads=[number for sentence in sentences for number in range(len(sentence))],
        deprel=["dep"] * len(words),
        tag=["NN"] * len(words),
    )
    relations = [
        DiscourseRelation(
            RelationType.IMPLICIT if number % 2 else RelationType.EXPLICIT,
            tokens.span(range(firsts[number], firsts[number + 1] - 1)),
            tokens.span(range(firsts[number + 1] + 1, firsts[number + 2] - 1)),
            senses=(chance.choice(SENSES),),
            connective=None if number % 2 else tokens.span([firsts[number + 1]]),
            inserted="so" if number % 2 else None,
        )
        for number in range(len(sentences) - 1)
    ]
    trees = tuple(f"( (S {' '.join(f'(NN {word})' for word in sentence)}) )" for sentence in sentences)
    return Document("", "en", tokens, ((0, len(tokens.text)),), tuple(relations), trees=trees)


if __name__ == "__main__":
    main()
