"""Reports of runs: tables, figures and pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from sklearn.metrics import ConfusionMatrixDisplay

from relata.experiments.contrasts import SystemContrast, contrasts, significant_folds
from relata.experiments.data_tables import labels_table, shares_table, split_notes, transitions_table
from relata.experiments.results import Run, SystemResults, genre_accuracy
from relata.experiments.statistics import OTHER, percent, stars
from relata.experiments.systems import file_name
from relata.experiments.tables import ReportTable, write_report

_RESTARTS = 5
"""Number of restarts that the field asks for."""


class ExperimentReport:
    """Report of one or more runs; p-values are corrected for the comparisons of all runs."""

    def __init__(self, runs: Sequence[Run], baseline: str | None = None) -> None:
        self.runs = tuple(runs)
        count = sum(len(contrasts(run, baseline)) for run in runs)
        self.contrasts = [contrasts(run, baseline, comparisons=count) for run in runs]
        self.tables = [
            [replace(table, signature=run.signature) for table in _tables(run, run_contrasts)]
            for run, run_contrasts in zip(self.runs, self.contrasts, strict=True)
        ]

        if len(self.runs) > 1:
            self.tables.append(list(self._side_by_side()))

    def summary(self) -> list[ReportTable]:
        """Return labels and accuracies of one run, or tables of several runs side by side."""
        return self.tables[-1] if len(self.runs) > 1 else self.tables[0][:2]

    def _side_by_side(self) -> Iterator[ReportTable]:
        if len({run.labels for run in self.runs}) == 1:
            yield shares_table([run.config for run in self.runs])
        yield _splits_side_by_side(self.runs, self.contrasts)
        models = {tuple(run.models) for run in self.runs}
        if len(models) == 1 and len(self.runs[0].models) > 1:
            yield _model_pairs(self.runs)

    def text(self) -> str:
        """Return all tables as plain text."""
        return "\n".join(table.text() for tables in self.tables for table in tables)

    def write(self, folder: Path) -> Iterator[Path]:
        """Write the report and its pictures into a folder; yield the paths."""
        markdown, latex = [], ["% needs \\usepackage{booktabs}\n"]
        titles = [run.path.name for run in self.runs]
        for title, tables in zip([*titles, "Side by side"], self.tables, strict=False):
            markdown += [f"## {title}\n", *(table.markdown() for table in tables)]
            latex += [table.latex() for table in tables]
        yield from write_report(folder, self.text(), markdown, latex, self.as_dict())
        for number, run in enumerate(self.runs, start=1):
            yield from _draw(run, folder / f"run-{number}" if len(self.runs) > 1 else folder)

    def as_dict(self) -> dict[str, Any]:
        """Return all figures as plain data."""
        return {
            "runs": [
                {
                    "path": str(run.path),
                    "signature": run.signature,
                    "config": run.config,
                    "systems": {name: _figures(run, system) for name, system in run.systems.items()},
                    "contrasts": [asdict(contrast) for contrast in run_contrasts],
                }
                for run, run_contrasts in zip(self.runs, self.contrasts, strict=True)
            ]
        }


def _figures(run: Run, system: SystemResults) -> dict[str, Any]:
    return {
        "accuracy": asdict(system.over_seeds("accuracy")),
        "accuracy_over_folds": asdict(system.over_folds("accuracy")),
        "accuracy_by_fold": system.by_fold("accuracy"),
        "macro_f1": asdict(system.over_seeds("macro_f1")),
        "accuracy_by_label": {
            label: None if (spread := system.label_accuracy(label)) is None else asdict(spread)
            for label in run.labels
        },
        "f1": {label: asdict(system.label_f1(label)) for label in run.labels},
        "perturbed_accuracy": system.perturbed_accuracy,
        "confusion": system.confusion().tolist(),
        "oracle": system.oracle,
    }


def _tables(run: Run, run_contrasts: Sequence[SystemContrast]) -> Iterator[ReportTable]:
    """Yield all tables of a run with the contrasts of its systems."""
    labels = labels_table(run.config)
    yield replace(labels, notes=[*labels.notes, *split_notes(run.config)])
    yield _scores(run, run_contrasts)
    if run_contrasts:
        yield _significance(run, run_contrasts)
    if len(run.models) > 1:
        yield _model_pairs([run])
    yield shares_table([run.config])
    yield _label_accuracy(run)
    yield _label_f1(run)
    yield _confusion(run)
    if any(system.perturbed for system in run.systems.values()):
        yield _perturbation(run)
    yield transitions_table(run.labels, run.relations)
    if any(instance["genre"] for instance in run.instances):
        yield _genres(run)
    if run.curves:
        yield _curves(run)


def _scores(run: Run, run_contrasts: Sequence[SystemContrast]) -> ReportTable:
    by_system = {contrast.system: contrast for contrast in run_contrasts}
    rows = []
    for name, system in run.systems.items():
        deviation = system.over_folds("accuracy").sd
        row = [
            name,
            str(system.over_seeds("accuracy")),
            "" if deviation is None else percent(deviation),
            str(system.over_seeds("macro_f1")),
            str(len(system.restarts)),
        ]
        if contrast := by_system.get(name):
            mark = stars(contrast.corrected(contrast.chi_squared.p))
            rows.append([*row, f"{100 * contrast.difference:+.2f}{mark}", str(contrast.wins)])
        else:
            rows.append([*row, "baseline" if name == run.baseline else "oracle" if system.oracle else "", ""])
    notes = [
        "mean over folds ± standard deviation over restarts; macro F1 over the labels that come in a fold"
    ]
    if run_contrasts:
        count = run_contrasts[0].comparisons
        notes.append(
            "* ** ***: p < .05, .01, .001 by the N-1 χ² test, Bonferroni-corrected for "
            f"{count} comparison{'s' * (count > 1)}"
        )
    restarts = [len(system.restarts) for system in run.systems.values()]
    if any(1 < number < _RESTARTS for number in restarts):
        notes.append(f"fewer than {_RESTARTS} restarts: the deviation over them is uncertain")
    if 1 in restarts:
        notes.append("systems with one restart are deterministic, or were run once")
    header = ["system", "accuracy", "sd over folds", "macro F1", "restarts", f"vs {run.baseline}", "folds"]
    return ReportTable(f"Accuracy, {run.config['protocol']}", header, rows, notes)


def _significance(run: Run, run_contrasts: Sequence[SystemContrast]) -> ReportTable:
    rows = []
    for contrast in run_contrasts:
        cells = [_p_value(contrast.corrected(p)) for p in contrast.p_values.values()]
        systems = run.systems[contrast.system], run.systems[contrast.baseline]
        better, worse = significant_folds(*systems, contrast.comparisons)
        rows.append([contrast.system, *cells, *[""] * (6 - len(cells)), f"{better}+, {worse}-"])
    header = ["system", "N-1 χ²", "McNemar", "corrected", "Fisher", "randomisation", "bootstrap", "folds"]
    baseline, count = run_contrasts[0].baseline, run_contrasts[0].comparisons
    notes = [
        f"p-values against {baseline}, Bonferroni-corrected for {count}",
        "the first four are of the median restarts, pooled over folds; McNemar exact, then with continuity",
        "randomisation and bootstrap are paired over documents, with all restarts",
        "folds: significantly better and worse ones by McNemar's exact test, also corrected for all folds",
    ]
    return ReportTable("Significance", header, rows, notes)


def _model_pairs(runs: Sequence[Run]) -> ReportTable:
    """Return the numbers of folds on which one model is significantly better (Kim et al. 2020, table 11)."""
    pairs = list(combinations(runs[0].models, 2))
    rows = []
    for first, second in pairs:
        counts = (significant_folds(run.system(second), run.system(first), len(pairs)) for run in runs)
        rows.append([f"{first} vs {second}", *(f"{better} / {worse}" for better, worse in counts)])
    notes = [
        "folds on which the second model is significantly better / the first one: McNemar's exact test, "
        "Bonferroni-corrected for pairs and folds"
    ]
    header = ["models", *(_folds(run) for run in runs)]
    return ReportTable("Pairs of models", header, rows, notes)


def _folds(run: Run) -> str:
    return f"{run.config['split']['name']} ({len(run.tested)})"


def _splits_side_by_side(runs: Sequence[Run], contrasts: Sequence[Sequence[SystemContrast]]) -> ReportTable:
    """Return the accuracies of all runs, a column for each split."""
    names = dict.fromkeys(name for run in runs for name in run.systems)
    columns = [_accuracies(run, run_contrasts) for run, run_contrasts in zip(runs, contrasts, strict=True)]
    rows = [[name, *(column.get(name, "") for column in columns)] for name in names]
    header = [_folds(run) for run in runs]
    if len(set(header)) < len(header):
        header = [f"{run.path.name}, {_folds(run)}" for run in runs]
    notes = [
        "mean over folds and restarts ± standard deviation over restarts; over folds if there is one "
        "restart, and in shi2017; in brackets in the header, the number of folds",
        f"(won+, lost-): folds against {', '.join(dict.fromkeys(run.baseline for run in runs))}",
    ]
    return ReportTable("Accuracy by split", ["system", *header], rows, notes)


def _accuracies(run: Run, run_contrasts: Sequence[SystemContrast]) -> dict[str, str]:
    wins = {contrast.system: f" {contrast.wins}" for contrast in run_contrasts if len(run.tested) > 1}
    over_folds = run.config["protocol"] == "shi2017"
    cells = {}
    for name, system in run.systems.items():
        spread = system.over_seeds("accuracy")
        if spread.sd is None or (over_folds and len(run.tested) > 1):
            spread = system.over_folds("accuracy")
        cells[name] = f"{spread}{wins.get(name, '')}"
    return cells


def _label_accuracy(run: Run) -> ReportTable:
    """Return the accuracy by label with mean counts (Kim et al. 2020, table 3)."""
    counts = run.config["split"]["labels"]
    rows = []
    for label in run.labels:
        accuracies = (system.label_accuracy(label) for system in run.systems.values())
        cells = ("" if spread is None else str(spread) for spread in accuracies)
        rows.append([label, *(f"{counts[part][label]:.0f}" for part in ("train", "test")), *cells])
    notes = ["mean over the folds that test the label ± standard deviation over restarts"]
    return ReportTable("Accuracy by label", ["label", "µ train", "µ test", *run.systems], rows, notes)


def _label_f1(run: Run) -> ReportTable:
    counts = run.config["labels"]["counts"]
    rows = [
        [label, str(counts[label]), *(str(system.label_f1(label)) for system in run.systems.values())]
        for label in run.labels
    ]
    notes = ["pooled over folds; mean ± standard deviation over restarts"]
    return ReportTable("F1 by label", ["label", "instances", *run.systems], rows, notes)


def _confusion(run: Run) -> ReportTable:
    rows = []
    for label, counts in zip(run.labels, run.systems[run.main].confusion(), strict=True):
        total = counts.sum()
        rows.append([label, *(f"{100 * count / total:.1f}" if total else "" for count in counts)])
    header = ["gold \\ predicted", *map(_last_level, run.labels), OTHER]
    return ReportTable(f"Confusion, {run.main}", header, rows, ["rows sum up to 100 per cent"])


def _perturbation(run: Run) -> ReportTable:
    rows = []
    for name, system in run.systems.items():
        if (perturbed := system.perturbed_accuracy) is not None:
            plain = system.over_seeds("accuracy").mean
            rows.append([name, percent(plain), percent(perturbed), f"{100 * (perturbed - plain):+.2f}"])
    title = 'Perturbation: "-" before both arguments'
    return ReportTable(title, ["system", "accuracy", "perturbed", "change"], rows)


def _genres(run: Run) -> ReportTable:
    columns = {name: genre_accuracy(run, system) for name, system in run.systems.items()}
    sizes = {genre: size for genre, (_, size) in next(iter(columns.values())).items()}
    rows = [
        [genre, str(size), *(percent(column[genre][0]) for column in columns.values())]
        for genre, size in sizes.items()
    ]
    header = ["genre", "instances", *columns]
    return ReportTable("Accuracy by genre", header, rows, ["over all folds and restarts"])


def _curves(run: Run) -> ReportTable:
    shares = list(next(iter(run.curves.values())))
    rows = [[name, *(str(points[share]) for share in shares)] for name, points in run.curves.items()]
    header = ["system", *(f"{100 * share:g} %" for share in shares)]
    notes = ["accuracy by the share of the training part; mean over restarts ± standard deviation over folds"]
    return ReportTable("Learning curves", header, rows, notes)


def _last_level(label: str) -> str:
    return label.rpartition(".")[2]


def _p_value(p: float) -> str:
    return f"{p:.4f}" if p >= 0.0001 else "<.0001"


def _draw(run: Run, folder: Path) -> Iterator[Path]:
    """Draw the confusion of each system, and the learning curves if there are any; yield the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, system in run.systems.items():
        if name != "majority":
            stem = folder / f"confusion-{file_name(name)}"
            yield from _save(_confusion_picture(run, system), stem, run.signature)
    if run.curves:
        yield from _save(_curve_picture(run), folder / "learning-curves", run.signature)


def _confusion_picture(run: Run, system: SystemResults) -> Figure:
    counts = system.confusion()
    shares = counts[:, : len(run.labels)] / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    size = 2.5 + 0.45 * len(run.labels)
    figure = Figure(figsize=(size + 1, size), layout="constrained")
    axes = figure.subplots()
    display = ConfusionMatrixDisplay(100 * shares, display_labels=run.labels)
    style = {"im_kw": {"vmin": 0, "vmax": 100}, "text_kw": {"fontsize": 8}}
    display.plot(cmap="Blues", values_format=".0f", colorbar=False, ax=axes, **style)
    axes.set_xticks(axes.get_xticks(), run.labels, rotation=60, ha="right")
    axes.set(xlabel="predicted", ylabel="gold", title=system.name)
    return figure


def _curve_picture(run: Run) -> Figure:
    figure = Figure(figsize=(6, 4), layout="constrained")
    axes = figure.subplots()
    for name, points in run.curves.items():
        shares = sorted(points)
        means = [100 * points[share].mean for share in shares]
        bars = [100 * (points[share].sd or 0.0) for share in shares]
        axes.errorbar([100 * share for share in shares], means, yerr=bars, marker="o", capsize=3, label=name)
    axes.set(xlabel="share of the training part, %", ylabel="accuracy, % (± sd over folds)")
    axes.grid(alpha=0.3)
    axes.legend()
    return figure


def _save(figure: Figure, stem: Path, signature: str) -> Iterator[Path]:
    """Write a picture with its signature; the same run gives the same bytes."""
    for suffix in (".png", ".svg"):
        path = stem.with_name(f"{stem.name}{suffix}")
        metadata = {"Description": signature, "Date" if suffix == ".svg" else "Software": None}
        with mpl.rc_context({"svg.hashsalt": "relata", "svg.fonttype": "path"}):
            figure.savefig(path, dpi=150, metadata=metadata)
        yield path
