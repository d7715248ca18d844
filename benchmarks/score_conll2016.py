"""How fast the CoNLL-2016 scorer is: made-up documents, a table of times.

python benchmarks/score_conll2016.py --documents 1000 --relations 40
"""

from __future__ import annotations

import argparse
import random
from dataclasses import replace
from time import perf_counter

from rich.console import Console
from rich.table import Table

from relata.scoring.conll2016 import Record, score

SENSES = (
    "Comparison.Contrast",
    "Contingency.Cause.Reason",
    "Contingency.Cause.Result",
    "EntRel",
    "Expansion.Conjunction",
    "Expansion.Restatement",
    "Temporal.Synchrony",
)

Side = list[Record]


def corpus(documents: int, relations: int, rng: random.Random) -> tuple[Side, Side]:
    """Gold relations like those of newspaper text, and predictions as a fair parser would give them."""
    gold = [gold_relation(f"doc{d:05}", 25 * r, rng) for d in range(documents) for r in range(relations)]
    return gold, [guess for record in gold for guess in guesses(record, rng)]


def gold_relation(document: str, start: int, rng: random.Random) -> Record:
    first, second = rng.randint(3, 30), rng.randint(3, 30)
    explicit = rng.random() < 0.45
    begin2 = start + first + 1
    return Record(
        doc_id=document,
        type="Explicit" if explicit else "Implicit",
        senses=tuple(rng.sample(SENSES, 2 if rng.random() < 0.05 else 1)),
        arg1=tuple(range(start, start + first)),
        arg2=tuple(range(begin2, begin2 + second)),
        connective=(start + first,) if explicit else (),
        connective_text="because" if explicit else "",
    )


def guesses(gold: Record, rng: random.Random) -> Side:
    """What a parser makes of a relation: now and then nothing, often a span or a sense that is off."""
    if rng.random() < 0.1:
        return []
    found = replace(gold, senses=(gold.senses[0] if rng.random() < 0.7 else rng.choice(SENSES),))
    if rng.random() < 0.4:
        found = replace(found, arg1=shifted(gold.arg1, rng))
    if rng.random() < 0.3:
        found = replace(found, arg2=shifted(gold.arg2, rng))
    twice = rng.random() < 0.1
    return [found, replace(found, arg1=shifted(gold.arg1, rng))] if twice else [found]


def shifted(span: tuple[int, ...], rng: random.Random) -> tuple[int, ...]:
    begin = max(0, span[0] + rng.randint(-4, 4))
    return tuple(range(begin, max(begin, span[-1] + rng.randint(-4, 4)) + 1))


def dense_document(golds: int, predictions: int, tokens: int, rng: random.Random) -> tuple[Side, Side]:
    """One document in which every argument overlaps with many others."""

    def noise(size: int) -> Side:
        starts = sorted(rng.randint(0, tokens) for _ in range(size))
        drawn = [gold_relation("dense", start, rng) for start in starts]
        return [replace(relation, senses=relation.senses[:1]) for relation in drawn]

    return noise(golds), noise(predictions)


def row(name: str, gold: Side, predicted: Side, mode: str) -> tuple[str, ...]:
    start = perf_counter()
    score(gold, predicted, mode=mode, language="en")
    taken = perf_counter() - start
    return name, f"{len(gold):,}", f"{len(predicted):,}", mode, f"{taken:.2f}", f"{len(gold) / taken:,.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--documents", type=int, default=1000)
    parser.add_argument("--relations", type=int, default=40, help="gold relations a document")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    newspaper = corpus(options.documents, options.relations, rng)
    dense = dense_document(86, 103, 400, rng)
    table = Table("documents", "gold", "predicted", "mode", "seconds", "gold/s")
    table.add_row(*row(f"{options.documents:,}", *newspaper, "corrected"))
    table.add_row(*row(f"{options.documents:,}", *newspaper, "official"))
    table.add_row(*row("1 dense", *dense, "corrected"))
    table.add_row(*row("1 dense", *dense, "official"))
    table.add_row(*row("1 very dense", *dense_document(400, 400, 12, rng), "corrected"))
    Console().print(table)


if __name__ == "__main__":
    main()
