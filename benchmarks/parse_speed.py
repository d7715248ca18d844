"""How fast raw text is parsed, from a cold start and in the long run, and how much memory that takes.

    python benchmarks/parse_speed.py [--model en] [--words 5000 50000 1000000] [--text FILE ...] [--threads 2]
        [--only syntax roles]

Documents of the given sizes are made of the texts (the example article, if none are named) again and again,
and parsed whole, each in a process of its own. Two Chinese characters count as a word. Seconds are those of
a clock: keep the machine quiet.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import cycle, islice
from multiprocessing import get_context
from pathlib import Path

from rich.console import Console
from rich.table import Table

import relata
from relata.segmentation import detect_language

ARTICLE = Path(__file__).parents[1] / "examples" / "article.txt"


@dataclass(frozen=True, slots=True)
class Measure:
    """What parsing a document took."""

    words: int
    relations: int
    loading: float
    seconds: float
    megabytes: float


def main() -> None:
    """Measures and prints two tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--model", default="en")
    parser.add_argument("--words", type=int, nargs="+", default=[5_000, 50_000])
    parser.add_argument("--text", type=Path, nargs="+", default=[ARTICLE])
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--only", nargs="+", default=[], help="these components, and what they require")
    given = parser.parse_args()
    console = Console()
    cold = Table("cold start: relata parse", "words", "seconds")
    for path in given.text[:1]:
        cold.add_row(
            path.name, str(size(path.read_text(encoding="utf-8"))), f"{cold_start(path, given.model):.2f}"
        )
    console.print(cold)
    table = Table("words", "relations", "loading s", "seconds", "words/s", "peak memory MB")
    for words in given.words:
        found = in_process(given.text, words, given.model, given.threads, given.only)
        table.add_row(
            f"{found.words:,}",
            f"{found.relations:,}",
            f"{found.loading:.2f}",
            f"{found.seconds:.1f}",
            f"{found.words / found.seconds:,.0f}",
            f"{found.megabytes:.0f}",
        )
    console.print(table)


def size(text: str) -> int:
    """How many words a text has, or pairs of characters, if it is Chinese."""
    return len("".join(text.split())) // 2 if detect_language(text) == "zh" else len(text.split())


def cold_start(path: Path, model: str) -> float:
    """The seconds from the command to its end, the best of three."""
    command = [sys.executable, "-m", "relata", "parse", str(path), "--model", model, "--format", "jsonl"]
    times = []
    for _ in range(3):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - start)
    return min(times)


def in_process(paths: list[Path], words: int, model: str, threads: int, only: list[str]) -> Measure:
    """What parsing takes in a fresh process, so that the peak of its memory is its own."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(measure, paths, words, model, threads, only).result()


def measure(paths: list[Path], words: int, model: str, threads: int, only: list[str]) -> Measure:
    """Parses a document of so many words."""
    paragraphs = [part for path in paths for part in path.read_text(encoding="utf-8").split("\n\n")]
    average = sum(map(size, paragraphs)) / len(paragraphs)
    text = "\n\n".join(islice(cycle(paragraphs), max(1, round(words / average))))
    start = time.perf_counter()
    nlp = relata.load(model, only=only, threads=threads)
    loaded = time.perf_counter()
    document = nlp(text)
    seconds = time.perf_counter() - loaded
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Measure(size(text), len(document.relations), loaded - start, seconds, peak)


if __name__ == "__main__":
    main()
