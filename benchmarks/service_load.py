"""Load the service as many clients do, and compare its speed with the library's in the same run.

    python benchmarks/service_load.py                       # the example article, 2 processes, 60 seconds
    python benchmarks/service_load.py --seconds 300 --text TEXTS/*.txt

Prints words a second of `nlp.pipe` with as many threads as the service has processes, and of the service at
16 clients, in turns; the time of requests of 100 words at 4 clients; and what 50 clients get: answers by
status, and the memory of all processes at the start and at the end. Other work on the machine slows both
down, so that the ratio says more than the figures.
"""

from __future__ import annotations

import argparse
import http.client
import re
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path

import relata

ARTICLE = Path(__file__).parents[1] / "examples" / "article.txt"
READY = re.compile(r":(\d+): ready")


@dataclass
class Load:
    """Answers that clients got: seconds and words of each, and the number of each status."""

    seconds: list[float] = field(default_factory=list)
    words: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    total: float = 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--text", type=Path, nargs="+", default=[ARTICLE])
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3, help="turns of the library and the service")
    parser.add_argument("--seconds", type=float, default=60, help="time of the 50 clients")
    given = parser.parse_args()
    texts = [path.read_text(encoding="utf-8") for path in given.text]
    with service(given.workers) as (process, port):
        compare_with_library(texts, port, given.workers, given.rounds)
        short = [part for text in texts for part in pieces(text, 100)]
        load = run_clients(port, short, clients=4, seconds=20)
        print(
            f"4 clients, 100 words: {1000 * statistics.median(load.seconds):.0f} ms median, "
            f"{1000 * statistics.quantiles(load.seconds, n=20)[18]:.0f} ms p95"
        )
        before = megabytes(process.pid)
        load = run_clients(port, texts, clients=50, seconds=given.seconds)
        print(f"50 clients for {given.seconds:.0f} s: answers by status {dict(load.statuses)}")
        print(f"memory of all processes: {before:.0f} MB before, {megabytes(process.pid):.0f} MB after")


def compare_with_library(texts: list[str], port: int, workers: int, rounds: int) -> None:
    nlp = relata.load("en", threads=workers)
    some = list(zip(range(40), cycle(texts), strict=False))
    next(nlp.pipe([texts[0]]))
    ratios = []
    for _ in range(rounds):
        begin = time.perf_counter()
        words = sum(len(document.text.split()) for document in nlp.pipe(text for _, text in some))
        alone = words / (time.perf_counter() - begin)
        load = run_clients(port, texts, clients=16, seconds=time.perf_counter() - begin)
        ratios.append(load.words / load.total / alone)
        print(f"nlp.pipe {alone:,.0f} words/s, service {load.words / load.total:,.0f}: {ratios[-1]:.2f}")
    print(f"16 clients against nlp.pipe: {statistics.median(ratios):.2f} (median of {rounds} turns)")


def run_clients(port: int, texts: list[str], clients: int, seconds: float) -> Load:
    """Send texts from several clients at once, each as soon as its last answer came."""
    load, lock = Load(), threading.Lock()
    begin = time.perf_counter()

    def client(number: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
        for turn in range(number, 1_000_000):
            if time.perf_counter() > begin + seconds:
                return
            text = texts[turn % len(texts)]
            start = time.perf_counter()
            connection.request("POST", "/v1/parse", text.encode(), {"content-type": "text/plain"})
            answer = connection.getresponse()
            answer.read()
            with lock:
                load.statuses[answer.status] += 1
                if answer.status == 200:
                    load.seconds.append(time.perf_counter() - start)
                    load.words += len(text.split())
            if answer.status == 503:
                time.sleep(float(answer.headers["retry-after"]))

    threads = [threading.Thread(target=client, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    load.total = time.perf_counter() - begin
    return load


@contextmanager
def service(workers: int) -> Iterator[tuple[subprocess.Popen[str], int]]:
    command = [sys.executable, "-m", "relata", "serve", "--port", "0", "--no-browser"]
    process = subprocess.Popen(
        [*command, "--workers", str(workers), "--queue", "32"], stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stderr is not None
        port = next(int(match[1]) for line in process.stderr if (match := READY.search(line)))
        threading.Thread(target=process.stderr.read, daemon=True).start()
        yield process, port
    finally:
        process.terminate()
        process.wait()


def megabytes(process: int) -> float:
    """Return the proportional memory of a process and those below it (Linux)."""
    below = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
    own = re.search(r"^Pss:\s+(\d+)", rollup, re.MULTILINE)
    return (int(own[1]) / 1000 if own else 0) + sum(megabytes(int(child)) for child in below)


def pieces(text: str, size: int) -> Iterator[str]:
    words = text.split()
    for begin in range(0, max(1, len(words) - size + 1), size):
        yield " ".join(words[begin : begin + size])


if __name__ == "__main__":
    main()
