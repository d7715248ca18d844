"""How fast CoNLL-2008 files are read, written and scored: made-up sentences, a table of processor time.

python benchmarks/score_conll2008.py --sentences 2400
"""

from __future__ import annotations

import argparse
import random
import warnings
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from rich.console import Console
from rich.table import Table

from relata.errors import RelataWarning
from relata.formats import conll2008 as files
from relata.scoring import conll2008

TAGS = ("NN", "NNS", "NNP", "IN", "DT", "JJ", "VBD", "VBN", "VB", "RB", "CC", ".")
LABELS = ("NMOD", "PMOD", "SBJ", "OBJ", "ADV", "P", "COORD")
ROLES = ("A0", "A1", "A2", "AM-TMP")
NOISE = 0.1


def corpus(sentences: int, rng: random.Random) -> tuple[str, str, int]:
    """A gold file like newspaper text, a system's with errors in it, and how many tokens they have."""
    gold, system, tokens = [], [], 0
    for _ in range(sentences):
        size = rng.randint(5, 43)
        tokens += size
        tags = [rng.choice(TAGS) for _ in range(size)]
        heads = [0, *(rng.randint(max(1, n - 5), n - 1) for n in range(2, size + 1))]
        labels = [rng.choice(LABELS) for _ in range(size)]
        predicates = [n for n in range(size) if tags[n].startswith("VB") or rng.random() < 0.03]
        roles = [{rng.randrange(size): rng.choice(ROLES) for _ in range(2)} for _ in predicates]
        gold.append(rows(tags, heads, labels, predicates, roles))
        noisy = [head if rng.random() > NOISE else rng.randint(0, size) for head in heads]
        relabelled = [label if rng.random() > NOISE else rng.choice(LABELS) for label in labels]
        found = [n for n in predicates if rng.random() > NOISE]
        system.append(rows(tags, noisy, relabelled, found, roles[: len(found)]))
    return "".join(gold), "".join(system), tokens


def rows(
    tags: list[str], heads: list[int], labels: list[str], predicates: list[int], roles: list[dict[int, str]]
) -> str:
    lines = []
    for n, tag in enumerate(tags):
        word = f"word{n}"
        pred = f"{word}.01" if n in predicates else "_"
        given = [str(n + 1), word, word, tag, tag, word, word, tag]
        cells = [own.get(n, "_") for own in roles]
        lines.append("\t".join([*given, str(heads[n]), labels[n], pred, *cells]))
    return "\n".join(lines) + "\n\n"


def timed(work: Callable[[], object], tokens: int) -> tuple[str, str]:
    start = process_time()
    work()
    taken = process_time() - start
    return f"{taken:.2f}", f"{tokens / taken:,.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sentences", type=int, default=2400, help="the task's WSJ test set has 2,399")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    warnings.simplefilter("ignore", RelataWarning)
    with TemporaryDirectory() as place:
        gold, system = Path(place) / "gold.conll08", Path(place) / "system.conll08"
        texts = corpus(options.sentences, random.Random(options.seed))
        tokens = texts[2]
        gold.write_text(texts[0], encoding="utf-8")
        system.write_text(texts[1], encoding="utf-8")
        documents = list(files.read(gold))
        official = conll2008.Options("official")
        table = Table(f"{tokens:,} tokens", "seconds", "tokens/s")
        table.add_row("read", *timed(lambda: list(files.read(gold)), tokens))
        table.add_row("write", *timed(lambda: files.write(documents, Path(place) / "out.conll08"), tokens))
        table.add_row("score, corrected", *timed(lambda: conll2008.score_files(gold, system), tokens))
        table.add_row(
            "score, official", *timed(lambda: conll2008.score_files(gold, system, options=official), tokens)
        )
    Console().print(table)


if __name__ == "__main__":
    main()
