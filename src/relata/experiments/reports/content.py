"""What a report of a run says: its tables."""

from __future__ import annotations

from collections.abc import Iterator

from relata.experiments.analysis import genre_accuracy, transitions
from relata.experiments.contrasts import Contrast, significant_folds
from relata.experiments.measures import OTHER
from relata.experiments.reports.tables import Table
from relata.experiments.results import Run
from relata.experiments.statistics import percent, stars

_RESTARTS = 5
"""How many restarts the field asks for."""


def tables(run: Run, found: list[Contrast]) -> Iterator[Table]:
    """All tables of a run; `found` are its systems against the baseline."""
    yield _labels(run)
    yield _scores(run, found)
    if found:
        yield _significance(run, found)
    yield _label_f1(run)
    yield _confusion(run)
    if any(system.perturbed for system in run.systems.values()):
        yield _perturbation(run)
    yield _transitions(run)
    if any(each["genre"] for each in run.instances):
        yield _genres(run)
    if run.curves:
        yield _curves(run)


def _labels(run: Run) -> Table:
    labels, split, data = run.config["labels"], run.config["split"], run.config["data"]
    folds = len(split["sizes"])
    mean = (round(sum(part) / folds) for part in zip(*split["sizes"], strict=True))
    sizes = split["published"] or " / ".join(map(str, mean))
    types = ", ".join(data["types"])
    notes = [
        f"{data['source']} ({data['format']}): {data['instances']} instances of type {types}",
        f"split {split['name']}: {folds} fold{'s' * (folds > 1)}; "
        f"examples to train on, instances to tune on, to test on: {sizes}",
        "dropped, for they have no label: "
        + (", ".join(f"{sense} {count}" for sense, count in labels["dropped"].items()) or "none"),
    ]
    if split["instance_level"]:
        notes.append(
            "the split is at instance level: in the mean over folds, "
            f"{split['documents_on_both_sides']} documents stand on both sides"
        )
    rows = [[label, str(count)] for label, count in labels["counts"].items()]
    return Table(f"Labels: {labels['name']}", ["label", "instances"], rows, notes)


def _scores(run: Run, found: list[Contrast]) -> Table:
    contrasts = {each.system: each for each in found}
    rows = []
    for name, system in run.systems.items():
        restarts, folds = system.over_seeds("accuracy"), system.over_folds("accuracy")
        row = [
            name,
            str(restarts),
            "" if folds.sd is None else percent(folds.sd),
            str(system.over_seeds("macro_f1")),
            str(len(system.restarts)),
        ]
        if own := contrasts.get(name):
            mark = stars(own.corrected(own.chi_squared.p))
            row += [f"{100 * own.difference:+.2f}{mark}", str(own.wins)]
        else:
            row += ["baseline" if name == run.baseline else "oracle" if system.oracle else "", ""]
        rows.append(row)
    notes = [
        "mean over folds ± standard deviation over restarts; macro F1 over the labels that come in a fold"
    ]
    if found:
        notes.append(
            f"* ** ***: p < .05, .01, .001 by the N-1 χ² test, Bonferroni-corrected for "
            f"{found[0].comparisons} comparison{'s' * (found[0].comparisons > 1)}"
        )
    if any(1 < len(system.restarts) < _RESTARTS for system in run.systems.values()):
        notes.append(f"fewer than {_RESTARTS} restarts: the deviation over them is uncertain")
    if any(len(system.restarts) == 1 for system in run.systems.values()):
        notes.append("systems with one restart are deterministic, or were run once")
    header = ["system", "accuracy", "sd over folds", "macro F1", "restarts", f"vs {run.baseline}", "folds"]
    return Table(f"Accuracy, {run.config['protocol']}", header, rows, notes)


def _significance(run: Run, found: list[Contrast]) -> Table:
    rows = []
    for each in found:
        tests = [each.chi_squared.p, each.mcnemar.exact.p, each.mcnemar.corrected.p, each.fisher.p]
        tests += [each.resampled.randomisation, each.resampled.bootstrap] if each.resampled else []
        cells = [_p_value(each.corrected(p)) for p in tests]
        better, worse = significant_folds(
            run.systems[each.system], run.systems[each.baseline], each.comparisons
        )
        rows.append([each.system, *cells, *[""] * (6 - len(cells)), f"{better}+, {worse}-"])
    header = ["system", "N-1 χ²", "McNemar", "corrected", "Fisher", "randomisation", "bootstrap", "folds"]
    notes = [
        f"p-values against {found[0].baseline}, Bonferroni-corrected for {found[0].comparisons}",
        "the first four are of the median restarts, pooled over folds; McNemar exact, then with continuity",
        "randomisation and bootstrap are paired over documents, with all restarts",
        "folds: significantly better and worse ones by McNemar's exact test, corrected for all folds, too",
    ]
    return Table("Significance", header, rows, notes)


def _label_f1(run: Run) -> Table:
    counts = run.config["labels"]["counts"]
    rows = [
        [label, str(counts[label]), *(str(system.label_f1(label)) for system in run.systems.values())]
        for label in run.labels
    ]
    notes = ["pooled over folds; mean ± standard deviation over restarts"]
    return Table("F1 by label", ["label", "instances", *run.systems], rows, notes)


def _confusion(run: Run) -> Table:
    matrix = run.systems[run.main].confusion()
    rows = []
    for label, counts in zip(run.labels, matrix, strict=True):
        total = counts.sum()
        rows.append([label, *(f"{100 * count / total:.1f}" if total else "" for count in counts)])
    header = ["gold \\ predicted", *map(_short, run.labels), OTHER]
    return Table(f"Confusion, {run.main}", header, rows, ["rows sum up to 100 per cent"])


def _perturbation(run: Run) -> Table:
    rows = []
    for name, system in run.systems.items():
        if (changed := system.perturbed_accuracy) is not None:
            plain = system.over_seeds("accuracy").mean
            rows.append([name, percent(plain), percent(changed), f"{100 * (changed - plain):+.2f}"])
    title = 'Perturbation: "-" before both arguments'
    return Table(title, ["system", "accuracy", "perturbed", "change"], rows)


def _transitions(run: Run) -> Table:
    found = transitions(run)
    rows = []
    for previous in found.labels:
        chances = [found.probability(label, previous) for label in found.labels]
        rows.append([previous, *("" if p is None else f"{100 * p:.1f}" for p in chances)])
    rows.append(["any", *(f"{100 * found.base_rate(label):.1f}" for label in found.labels)])
    notes = ["per cent; consecutive instances of a document, first gold labels"]
    return Table(
        "Transitions: P(label | previous label)", ["previous", *map(_short, found.labels)], rows, notes
    )


def _genres(run: Run) -> Table:
    columns = {name: genre_accuracy(run, system) for name, system in run.systems.items()}
    first = next(iter(columns.values()))
    rows = [
        [genre, str(size), *(percent(column[genre][0]) for column in columns.values())]
        for genre, (_, size) in first.items()
    ]
    return Table("Accuracy by genre", ["genre", "instances", *columns], rows, ["over all folds and restarts"])


def _curves(run: Run) -> Table:
    shares = list(next(iter(run.curves.values())))
    rows = [[name, *(str(points[share]) for share in shares)] for name, points in run.curves.items()]
    header = ["system", *(f"{100 * share:g} %" for share in shares)]
    notes = ["accuracy by the share of the training part; mean over restarts ± standard deviation over folds"]
    return Table("Learning curves", header, rows, notes)


def _short(label: str) -> str:
    """A label in a narrow column: its last level."""
    return label.rpartition(".")[2]


def _p_value(p: float) -> str:
    return f"{p:.4f}" if p >= 0.0001 else "<.0001"
