"""Scoreboards: published results of the shared tasks and papers, with runs ranked among them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from relata.errors import FormatError, OnError, ProtocolError, strict
from relata.experiments.published import ResultTable, published_results
from relata.experiments.tables import ReportTable
from relata.scoring import conll2008, conll2016

MISSING = "-"
"""The cell of a result that does not exist."""

STRICT, PARTIAL, SUPPLEMENTARY = "strict", "partial", "supplementary"
SCORINGS = {STRICT: (5, 7), PARTIAL: (6, 8), SUPPLEMENTARY: (9,)}
"""Tables of CoNLL-2016 by what is scored."""

OWN = "*"
"""The mark behind the name of a run."""

_NUMBER = re.compile(r"\d+(\.\d+)?")


@dataclass(frozen=True, slots=True)
class ScoredRun:
    """A run of a user: its name, its results by measure, as numbers in per cent, and its signature."""

    name: str
    results: Mapping[str, str]
    signature: str = ""


@dataclass(frozen=True, slots=True)
class RankedSystem:
    """A line of a scoreboard; systems with the same result share a rank, one without it has none."""

    name: str
    cells: tuple[str, ...]
    own: bool
    rank: int | None

    @property
    def values(self) -> list[float | None]:
        """The numbers of the cells."""
        return [_value(cell) for cell in self.cells]


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """The published systems of a part of a table and the runs of a user, best first."""

    table: ResultTable
    part: Mapping[str, str]
    systems: Sequence[RankedSystem]
    signatures: Sequence[str]

    def report(self) -> ReportTable:
        """Return the scoreboard as a table."""
        rows = [
            [system.name + (OWN if system.own else ""), str(system.rank or ""), *system.cells]
            for system in self.systems
        ]
        notes = [*self.table.notes]
        if any(system.own for system in self.systems):
            notes.append(f"{OWN} your runs")
        part = "".join(f", {value}" for value in self.part.values())
        title = f"{self.table.title}{part} ({self.table.source})"
        return ReportTable(title, ["system", "rank", *self.table.columns], rows, [*notes, *self.signatures])

    def records(self) -> Iterator[tuple[str | int | float, ...]]:
        """Yield source, part of the data, rank, system, 1 for runs of the user, column and number."""
        for system in self.systems:
            for column, value in zip(self.table.columns, system.values, strict=True):
                if value is not None:
                    place = (self.table.source, " ".join(self.part.values()), system.rank or "")
                    yield *place, system.name, int(system.own), column, value

    def as_dict(self) -> dict[str, object]:
        """Convert the scoreboard for JSON; a result that does not exist is None."""
        return {
            "source": self.table.source,
            "title": self.table.title,
            **self.part,
            "systems": [
                {
                    "system": system.name,
                    "rank": system.rank,
                    "own": system.own,
                    "results": dict(zip(self.table.columns, system.values, strict=True)),
                }
                for system in self.systems
            ],
            "notes": list(self.table.notes),
            "signatures": list(self.signatures),
        }


def scoreboards(
    paper: str,
    part: Mapping[str, str],
    runs: Sequence[ScoredRun] = (),
    *,
    tables: Sequence[int] | None = None,
    by: str | None = None,
) -> Iterator[Scoreboard]:
    """Yield the scoreboards of a paper for a part of its data; tables without such a part are left out.

    `by` names the column that ranks the systems. By default, and in tables without it, this is the first F1,
    or the first column.
    """
    published = [table for table in published_results(paper) if tables is None or table.number in tables]
    if by is not None and not any(by in table.columns for table in published):
        names = dict.fromkeys(chain.from_iterable(table.columns for table in published))
        raise ProtocolError(f"no column {by!r} to rank by; there is {', '.join(names)}")
    for table in published:
        rows = [row for row in table.rows if all(part.get(name) == key for name, key in row.keys.items())]
        if rows:
            lines = [(row.system, row.cells, False) for row in rows]
            own = [(run.name, _cells(table, run), True) for run in runs]
            present = [line for line in own if any(cell != MISSING for cell in line[1])]
            column = list(table.columns).index(by if by in table.columns else _main_column(table))
            used = {name for name, _, _ in present}
            signatures = [run.signature for run in runs if run.signature and run.name in used]
            shown = {name: part[name] for name in rows[0].keys}
            yield Scoreboard(table, shown, _ranked([*lines, *present], column), signatures)


def _ranked(lines: Sequence[tuple[str, tuple[str, ...], bool]], column: int) -> list[RankedSystem]:
    """Sort systems by a column; those without a result come last."""
    values = [_value(cells[column]) for _, cells, _ in lines]
    systems = []
    for line, value in zip(lines, values, strict=True):
        better = sum(other is not None and value is not None and other > value for other in values)
        systems.append(RankedSystem(*line, None if value is None else better + 1))
    return sorted(systems, key=lambda system: system.rank or len(lines) + 1)


def _main_column(table: ResultTable) -> str:
    return next((name for name in table.columns if name.endswith(" F")), next(iter(table.columns)))


def _value(cell: str) -> float | None:
    return float(found[0]) if (found := _NUMBER.match(cell)) else None


def _cells(table: ResultTable, run: ScoredRun) -> tuple[str, ...]:
    return tuple(run.results.get(measure, MISSING) for measure in table.columns.values())


def score_relations(
    gold: Path, run: Path, language: str, scorings: Collection[str], on_error: OnError = strict
) -> ScoredRun:
    """Score a run of CoNLL-2016 as the task's program did."""
    results: dict[str, str] = {}
    signatures = []
    for supplementary in (False, True):
        if not ({SUPPLEMENTARY} if supplementary else {STRICT, PARTIAL}) & set(scorings):
            continue
        score = conll2016.score_files(
            gold,
            run,
            mode="official",
            language=language,
            supplementary=supplementary,
            partial=PARTIAL in scorings,
            on_error=on_error,
        )
        prefix = f"{SUPPLEMENTARY} " if supplementary else ""
        results |= {f"{prefix}{name}": f"{100 * value:.2f}" for name, value in score.measures.items()}
        signatures.append(score.signature)
    return ScoredRun(str(run), results, f"{run}: {' '.join(signatures)}")


def score_dependencies(gold: Path, run: Path, on_error: OnError = strict) -> ScoredRun:
    """Score a run of CoNLL-2008 as the task's program did; files of two folders are paired by their names."""
    options = conll2008.Options(mode="official")
    pairs = (conll2008.read_pairs(*files, options, on_error=on_error) for files in _paired_files(gold, run))
    score = conll2008.score_pairs(chain.from_iterable(pairs), options, str(gold), str(run))
    results = dict(score.measures)
    for name in ("verbal", "nominal"):
        results[name] = 100 * score.classes[name].labeled.total.f1
    if score.nonprojective_total.pred and not score.system.no_trees:
        results["nonprojective"] = 100 * score.nonprojective_total.f1
        results |= {f"nonprojective {kind}": 100 * counts.f1 for kind, counts in score.nonprojective.items()}
    cells = {name: f"{value:.2f}" for name, value in results.items()}
    return ScoredRun(str(run), cells, f"{run}: {score.signature}")


def _paired_files(gold: Path, run: Path) -> list[tuple[Path, Path]]:
    if not gold.is_dir():
        return [(gold, run)]
    names = sorted(path.name for path in gold.iterdir() if path.is_file() and not path.name.startswith("."))
    if not names:
        raise FormatError("expected files in the columns of CoNLL-2008, found none", gold)
    return [(gold / name, run / name) for name in names]


def score_experiment(protocol: str, path: Path) -> Iterator[ScoredRun]:
    """Yield the systems of a run directory, or of those in it, by the measures of the protocol's tables.

    A measure is named by corpus, label set, split and kind; a model of one argument alone has another name.
    """
    from relata.experiments.protocols import run_directories
    from relata.experiments.results import load_run

    measures = {measure for table in published_results(protocol) for measure in table.columns.values()}
    systems: dict[str, dict[str, str]] = {}
    for directory in run_directories(path):
        run = load_run(directory)
        config = run.config
        place = f"{config['data']['format']} {config['labels']['name']} {config['split']['name']}"
        if config["protocol"] != protocol or not any(name.startswith(f"{place} ") for name in measures):
            raise ProtocolError(
                f"{directory}: {config['protocol']} on {place} stands in no table of {protocol}"
            )
        for name, system in run.systems.items():
            suffixes = [""] if name in run.models else ["", " alone"] if name == "majority" else [" alone"]
            for kind in ("accuracy", "macro_f1"):
                spread = system.over_seeds(kind)
                if spread.sd is None and len(run.tested) > 1:
                    spread = system.over_folds(kind)
                cells = {f"{place} {kind}{suffix}": str(spread) for suffix in suffixes}
                systems.setdefault(name, {}).update(cells)
    for name, results in systems.items():
        yield ScoredRun(f"{path}: {name}", results)
