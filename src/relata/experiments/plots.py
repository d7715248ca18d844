"""Pictures: confusion matrices and learning curves, as PNG and SVG."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from relata.experiments.protocols import file_name
from relata.experiments.results import Run, SystemResults


def draw(run: Run, folder: Path) -> Iterator[Path]:
    """Draw the confusion of each system, and the learning curves if there are any; yield the paths."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, system in run.systems.items():
        if name != "majority":
            stem = folder / f"confusion-{file_name(name)}"
            yield from _save(_confusion(run, system), stem, run.signature)
    if run.curves:
        yield from _save(_curves(run), folder / "learning-curves", run.signature)


def _confusion(run: Run, system: SystemResults) -> Figure:
    counts = system.confusion()
    shares = counts[:, : len(run.labels)] / np.maximum(counts.sum(axis=1, keepdims=True), 1)
    size = 2.5 + 0.45 * len(run.labels)
    figure = Figure(figsize=(size + 1, size), layout="constrained")
    axes = figure.subplots()
    axes.imshow(shares, cmap="Blues", vmin=0, vmax=1)
    ticks = range(len(run.labels))
    axes.set_xticks(ticks, run.labels, rotation=60, ha="right")
    axes.set_yticks(ticks, run.labels)
    axes.set(xlabel="predicted", ylabel="gold", title=system.name)
    for row in ticks:
        for column in ticks:
            if (share := shares[row, column]) >= 0.005:
                colour = "white" if share > 0.5 else "black"
                axes.text(
                    column, row, f"{100 * share:.0f}", ha="center", va="center", color=colour, fontsize=8
                )
    return figure


def _curves(run: Run) -> Figure:
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
