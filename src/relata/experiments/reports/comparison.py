"""Two runs side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from relata.errors import ProtocolError
from relata.experiments.contrasts import Contrast, LabelContrast, contrast, label_contrasts, paired
from relata.experiments.reports.tables import Table
from relata.experiments.results import Run, SystemResults
from relata.experiments.statistics import fisher_exact, percent


@dataclass(frozen=True)
class Comparison:
    """A system of one run and a system of another; `contrast` if they were asked the same."""

    names: tuple[str, str]
    accuracies: tuple[float, float]
    pooled: tuple[tuple[int, int], tuple[int, int]]
    fisher: float
    contrast: Contrast | None
    labels: tuple[LabelContrast, ...]
    signatures: tuple[str, str]

    def as_dict(self) -> dict[str, Any]:
        """All figures as plain data."""
        return asdict(self)

    def tables(self) -> Iterator[Table]:
        """The systems, the tests, and the labels that both have."""
        rows = [
            [name, percent(accuracy), f"{right} of {size}"]
            for name, accuracy, (right, size) in zip(self.names, self.accuracies, self.pooled, strict=True)
        ]
        note = "accuracy: mean over folds and restarts; pooled: the median restart over all folds"
        yield Table("Systems", ["system", "accuracy", "pooled"], rows, [note])
        yield self._tests()
        yield Table(
            "Labels: right, pooled over folds",
            ["label", *self.names, "Fisher p"],
            [
                [
                    each.label,
                    percent(each.first[0] / each.first[1]),
                    percent(each.second[0] / each.second[1]),
                    f"{each.p:.4f}",
                ]
                for each in self.labels
            ],
            [f"p-values Bonferroni-corrected for {len(self.labels)} labels"],
        )

    def _tests(self) -> Table:
        tests = {"Fisher, pooled counts": self.fisher}
        notes = ["the runs tested other instances or folds, so that nothing can be paired"]
        if (own := self.contrast) is not None:
            tests["N-1 χ²"] = own.chi_squared.p
            tests["McNemar, exact"] = own.mcnemar.exact.p
            tests["McNemar, continuity correction"] = own.mcnemar.corrected.p
            if own.resampled:
                tests["approximate randomisation over documents"] = own.resampled.randomisation
                tests["bootstrap over documents"] = own.resampled.bootstrap
            notes = [f"folds won and lost by {self.names[0]}: {own.wins}"]
        return Table("Tests", ["test", "p"], [[name, f"{p:.4f}"] for name, p in tests.items()], notes)


def comparison(first: Run, second: Run, systems: tuple[str, str] | None = None) -> Comparison:
    """A system of the first run against one of the second; by default those that the runs are about."""
    names = systems or (first.main, second.main)
    one, other = _system(first, names[0]), _system(second, names[1])
    pooled = _pooled(one), _pooled(other)
    return Comparison(
        (f"{first.path.name}: {one.name}", f"{second.path.name}: {other.name}"),
        (one.over_seeds("accuracy").mean, other.over_seeds("accuracy").mean),
        pooled,
        fisher_exact(*pooled).p,
        contrast(one, other, first.column("document")) if paired(first, second) else None,
        tuple(label_contrasts(one, other)),
        (first.signature, second.signature),
    )


def _system(run: Run, name: str) -> SystemResults:
    if name not in run.systems:
        raise ProtocolError(f"no system {name!r} in {run.path}; there is {', '.join(run.systems)}")
    return run.systems[name]


def _pooled(system: SystemResults) -> tuple[int, int]:
    outcome = system.median_right()
    return int(outcome.sum()), len(outcome)
