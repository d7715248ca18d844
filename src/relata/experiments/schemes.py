"""Two annotations of the same argument pairs, label by label (Kim et al. 2020, table 5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from relata.errors import ProtocolError
from relata.experiments.contrasts import label_contrasts
from relata.experiments.data import ArgumentPair, Dataset
from relata.experiments.labels import Policy
from relata.experiments.results import Run, SystemResults
from relata.experiments.statistics import percent, stars
from relata.experiments.tables import ReportTable
from relata.experiments.tasks import make_task

_ALIASES = {"Temporal.Synchrony": "Temporal.Synchronous"}
"""Labels of PDTB-2 that PDTB-3 has under another name."""

SpanKey = tuple[str, tuple[str, ...], tuple[str, ...]]
"""Document and words of both arguments."""


def same_pairs(
    data: Sequence[Dataset], labels: Sequence[str], policies: tuple[Policy, Policy]
) -> list[Dataset]:
    """Return the argument pairs that have the same words, and a label, in all data sets, in one order."""
    training, judging = policies
    tables: list[dict[SpanKey, ArgumentPair]] = []
    for dataset, name in zip(data, labels, strict=True):
        task = make_task(dataset, name, training=training, judging=judging)
        table: dict[SpanKey, ArgumentPair] = {}
        for pair, gold, examples in zip(task.data.instances, task.gold, task.examples, strict=True):
            if gold and examples:
                table.setdefault((pair.document, pair.arg1.words, pair.arg2.words), pair)
        tables.append(table)
    keys = [key for key in tables[0] if all(key in table for table in tables)]
    if not keys:
        sources = " and ".join(dataset.source for dataset in data)
        raise ProtocolError(f"{sources} have no pair of arguments in common, word by word")
    return [
        replace(dataset, instances=tuple(table[key] for key in keys))
        for dataset, table in zip(data, tables, strict=True)
    ]


def scheme_table(first: Run, second: Run) -> ReportTable:
    """Return the accuracy on labels of both annotations, and the change of their training counts."""
    systems = [_renamed(run.system(run.main)) for run in (first, second)]
    train = [
        {_ALIASES.get(label, label): count for label, count in run.config["split"]["labels"]["train"].items()}
        for run in (first, second)
    ]
    rows = []
    for row in label_contrasts(*systems):
        accuracies = [right / size for right, size in (row.first, row.second)]
        cells = [percent(accuracy) for accuracy in accuracies]
        cells[accuracies.index(max(accuracies))] += stars(row.p)
        change = train[1][row.label] - train[0][row.label]
        rows.append([row.label, *cells, f"{change:+.0f}", f"{row.p:.4f}"])
    names = [run.config["data"]["format"] for run in (first, second)]
    notes = [
        f"{first.main} on the same {len(first.instances)} argument pairs; median restarts, folds pooled",
        f"* ** ***: p < .05, .01, .001 by Fisher's test, Bonferroni-corrected for {len(rows)} labels",
        f"Δ: change of the training examples from {names[0]} to {names[1]}, mean over folds",
    ]
    return ReportTable("Labels of both annotations", ["label", *names, "Δ", "p"], rows, notes)


def _renamed(system: SystemResults) -> SystemResults:
    """Return results under the names of labels that both annotations have."""

    def name(label: str, names: Mapping[str, str] = _ALIASES) -> str:
        return names.get(label, label)

    return replace(
        system,
        restarts=[[[name(label) for label in fold] for fold in restart] for restart in system.restarts],
        gold=[[tuple(map(name, labels)) for labels in fold] for fold in system.gold],
        labels=tuple(map(name, system.labels)),
    )
