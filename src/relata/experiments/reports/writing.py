"""A report as files: text, Markdown, LaTeX, JSON, and pictures."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from relata.experiments.contrasts import Contrast, contrasts
from relata.experiments.reports.content import tables
from relata.experiments.reports.plots import draw
from relata.experiments.reports.tables import Table
from relata.experiments.results import Run
from relata.formats.files import replacing, write_text


class Report:
    """A report of one or more runs; p-values are corrected for the comparisons of all of them."""

    def __init__(self, runs: Sequence[Run], baseline: str | None = None) -> None:
        self.runs = tuple(runs)
        made = sum(len(contrasts(run, baseline)) for run in runs)
        self.contrasts: list[list[Contrast]] = [contrasts(run, baseline, comparisons=made) for run in runs]
        self.tables: list[list[Table]] = [
            [replace(table, signature=run.signature) for table in tables(run, found)]
            for run, found in zip(self.runs, self.contrasts, strict=True)
        ]

    def text(self) -> str:
        """All tables as plain text."""
        return "\n".join(table.text() for own in self.tables for table in own)

    def write(self, folder: Path) -> Iterator[Path]:
        """Writes the report into a folder, which is made."""
        forms = {"report.txt": self.text(), "report.md": self._markdown(), "report.tex": self._latex()}
        forms["report.json"] = json.dumps(self.as_dict(), ensure_ascii=False, indent=2) + "\n"
        for name, text in forms.items():
            with replacing(folder / name) as fresh:
                write_text(fresh, [text], folder / name)
            yield folder / name
        for number, run in enumerate(self.runs, start=1):
            yield from draw(run, folder / f"run-{number}" if len(self.runs) > 1 else folder)

    def as_dict(self) -> dict[str, Any]:
        """All figures as plain data."""
        return {
            "runs": [
                {
                    "path": str(run.path),
                    "signature": run.signature,
                    "config": run.config,
                    "systems": {name: _figures(run, name) for name in run.systems},
                    "contrasts": [asdict(each) for each in found],
                }
                for run, found in zip(self.runs, self.contrasts, strict=True)
            ]
        }

    def _markdown(self) -> str:
        parts = []
        for run, own in zip(self.runs, self.tables, strict=True):
            parts += [f"## {run.path.name}\n", *(table.markdown() for table in own)]
        return "\n".join(parts)

    def _latex(self) -> str:
        parts = ["% needs \\usepackage{booktabs}\n", *(table.latex() for own in self.tables for table in own)]
        return "\n".join(parts)


def _figures(run: Run, name: str) -> dict[str, Any]:
    system = run.systems[name]
    return {
        "accuracy": asdict(system.over_seeds("accuracy")),
        "accuracy_over_folds": asdict(system.over_folds("accuracy")),
        "accuracy_by_fold": system.by_fold("accuracy"),
        "macro_f1": asdict(system.over_seeds("macro_f1")),
        "f1": {label: asdict(system.label_f1(label)) for label in run.labels},
        "perturbed_accuracy": system.perturbed_accuracy,
        "confusion": system.confusion().tolist(),
        "oracle": system.oracle,
    }
