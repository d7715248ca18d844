"""What settings of onnxruntime do to the speed of a model's encoder, side by side.

    python benchmarks/encoder_options.py [--model en] [--text FILE ...] [--rounds 5]

All that parsing the texts (the example article, if none are named) has the encoder read is read again on
one thread, each input with one setting after the other. Seconds are those of the processor, the least of all
rounds for each input; their ratio to the first line tells more than they do, since a busy machine slows all.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime as ort
from rich.console import Console
from rich.table import Table

from relata.model import encoder
from relata.model.encoder import Encoder, Floats
from relata.model.inputs import Input
from relata.model.model import Model
from relata.model.package import ENCODER
from relata.parsing.loading import find
from relata.parsing.parser import Parser

ARTICLE = Path(__file__).parents[1] / "examples" / "article.txt"
OTHERS: dict[str, Callable[[ort.SessionOptions], object]] = {
    "all fusions": lambda options: setattr(
        options, "graph_optimization_level", ort.GraphOptimizationLevel.ORT_ENABLE_ALL
    ),
    "no fusions": lambda options: setattr(
        options, "graph_optimization_level", ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    ),
    "a memory arena": lambda options: setattr(options, "enable_cpu_mem_arena", True),
    "no memory pattern": lambda options: setattr(options, "enable_mem_pattern", False),
    "tiny numbers as zero": lambda options: options.add_session_config_entry(
        "session.set_denormal_as_zero", "1"
    ),
    "exact gelu": lambda options: options.add_session_config_entry(encoder._FAST_GELU[0], "0"),
}
"""Settings that differ from ours in one thing, and in leaving no fusion out."""


class Noting(Encoder):
    """Notes what it reads."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self.threads = 1
        self.inputs: list[Input] = []

    def __call__(self, input: Input) -> Floats:
        self.inputs.append(input)
        return self._encoder(input)


def main() -> None:
    """Measures and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--model", default="en")
    parser.add_argument("--text", type=Path, nargs="+", default=[ARTICLE])
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    path = find(given.model)
    model = Model.load(path, threads=1)
    noting = Noting(model.encoder)
    nlp = Parser(replace(model, encoder=noting))
    texts = [text.read_text(encoding="utf-8") for text in given.text]
    for text in texts:
        nlp(text)
    words = sum(len(text.split()) for text in texts)
    pieces = sum(map(len, noting.inputs))
    sessions = {"ours": encoder._session(path / ENCODER)}
    sessions |= {name: session(path / ENCODER, change) for name, change in OTHERS.items()}
    best = {name: sum(seconds) for name, seconds in race(sessions, noting.inputs, given.rounds).items()}
    table = Table(f"{words:,} words, {pieces:,} pieces", "seconds", "pieces/s", "ratio")
    for name, taken in best.items():
        table.add_row(name, f"{taken:.2f}", f"{pieces / taken:,.0f}", f"{taken / best['ours']:.3f}")
    Console().print(table)


def session(path: Path, change: Callable[[ort.SessionOptions], object]) -> Any:
    """A session with one setting changed."""
    options = ort.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.add_session_config_entry(*encoder._FAST_GELU)
    options.log_severity_level = 4  # that a setting is given twice
    change(options)
    return ort.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def race(sessions: Mapping[str, Any], inputs: list[Input], rounds: int) -> dict[str, list[float]]:
    """The least of the processor's time that each session took for each input."""
    best = {name: [float("inf")] * len(inputs) for name in sessions}
    for _ in range(rounds):
        for place, input in enumerate(inputs):
            pieces = np.array([input.pieces], dtype=np.int64)
            types = np.array([input.types], dtype=np.int64)
            feed = {"input_ids": pieces, "attention_mask": np.ones_like(pieces), "token_type_ids": types}
            for name, session in sessions.items():
                start = time.thread_time()
                session.run(["states"], feed)
                best[name][place] = min(best[name][place], time.thread_time() - start)
    return best


if __name__ == "__main__":
    main()
