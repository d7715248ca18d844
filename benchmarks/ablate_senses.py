"""What helps to tell the senses of relations without connective: part-trainings with and without it.

    python benchmarks/ablate_senses.py --data gdtb/ --discogem discogem/ [--silver analysed/] [--language en]
        [--seeds 1 2 3] [--epochs 2] [--rows 0 1 2]

Only senses of given arguments are learned, from a pretrained encoder, without and with the senses of other
relations, which have a head of their own; measured on the development part with gold arguments, by the
run-time's decoders. A mean over seeds has the standard deviation behind it. Needs what `relata train` needs.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import mean, stdev

import torch

from relata.batch.progress import Progress
from relata.cli.console import emit_table, warnings_as_lines
from relata.document.relations import SENSED, RelationType
from relata.evaluation.discourse import numbered, sense_counts
from relata.evaluation.labels import scheme_of
from relata.model.inputs import InputBuilder
from relata.parsing.parser import Parser
from relata.pipeline import ARGUMENTS
from relata.training.data.corpus import RelationCorpus, TrainingData, read_corpus, read_part
from relata.training.data.instances import SENSE, TrainingInstance, senses_of
from relata.training.export.export import running
from relata.training.loop.trainer import Recipe, Trainer
from relata.training.network.encoders import pretrained
from relata.training.network.trained_model import Trained
from relata.training.session import bf16_pays

MEASURES = {"implicit": (RelationType.IMPLICIT,), "implicit and AltLex": SENSED}


@dataclass(frozen=True, slots=True)
class Help:
    """What is learned beside the senses that annotators gave."""

    name: str
    data: TrainingData
    unmarked: bool = False
    discogem: Path | None = None


def main() -> None:
    """Trains and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--discogem", type=Path)
    parser.add_argument("--silver", type=Path, help="documents analysed by `relata parse --format jsonl`")
    parser.add_argument("--language", default="en")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--rows", type=int, nargs="+", help="of the table, from 0 [default: all]")
    given = parser.parse_args()
    corpus = read_corpus(given.data, language=given.language)
    rows = []
    for place, help in enumerate(helps(corpus, given.discogem, given.silver)):
        if given.rows and place not in given.rows:
            continue
        found = [
            trained_and_measured(given.language, help, Recipe(seed=seed, epochs=given.epochs, average=1))
            for seed in given.seeds
        ]
        rows.append((help.name, *(shown([each[name] for each in found]) for name in MEASURES)))
        print(*rows[-1], sep="; ", flush=True)
    emit_table(f"{given.data.name}, seeds {given.seeds}, {given.epochs} epochs", ("", *MEASURES), rows)


def helps(corpus: RelationCorpus, discogem: Path | None, silver: Path | None) -> Iterator[Help]:
    """Without and with a head for senses of other relations on the same encoder."""
    data = TrainingData(corpus)
    yield Help("senses alone", data)
    corpora = "explicit relations, connective left out" + (", and DiscoGeM" if discogem else "")
    yield Help(f"+ {corpora}", data, unmarked=True, discogem=discogem)
    if silver:
        more = TrainingData(corpus, silver=read_part(silver))
        yield Help(f"+ those of {silver.name}", more, unmarked=True, discogem=discogem)


def trained_and_measured(language: str, help: Help, recipe: Recipe) -> Mapping[str, float]:
    """The measures of the last epoch."""
    torch.manual_seed(recipe.seed)
    data = help.data
    base = pretrained(None, language)
    builder = InputBuilder(base.tokenizer)
    items = [item for item in data.instances(builder, None) if item.task == SENSE]
    extra: list[TrainingInstance] = (
        list(data.extra_instances(builder, help.discogem)) if help.unmarked else []
    )
    trained = Trained.new(base, senses_of(items), senses_of(extra))
    trained.model.bf16 = bf16_pays()
    found: dict[str, float] = {}

    def evaluate(trained: Trained) -> Mapping[str, float]:
        found.update(measured(data, language, trained))
        return {**found, "criterion": found["implicit"]}

    with tempfile.TemporaryDirectory() as folder:
        Trainer(trained, items, extra, recipe, Path(folder), evaluate, Progress()).run()
    return found


def measured(data: TrainingData, language: str, trained: Trained) -> dict[str, float]:
    """Senses with gold arguments, in per cent."""
    assert data.discourse is not None
    numbers = count(1)
    gold = [numbered(document, numbers) for document in data.discourse.dev.documents]
    parser = Parser(running(trained, language, data.nominals()), given=ARGUMENTS)
    pairs = [(document, parser(document)) for document in gold]
    labels = scheme_of(trained.senses, language).senses
    return {name: 100 * sense_counts(pairs, labels, types).f1 for name, types in MEASURES.items()}


def shown(values: Sequence[float]) -> str:
    """A mean, and how far single values are from it."""
    return f"{mean(values):.1f} ± {stdev(values) if len(values) > 1 else 0:.1f}"


if __name__ == "__main__":
    with warnings_as_lines():
        main()
