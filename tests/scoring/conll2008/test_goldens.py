"""The official program's output and independent measures on twenty cases."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from relata.scoring import conll2008
from relata.scoring.conll2008 import TABLES, DependencyScore, Options, official_text
from tests.conll2008_files import GOLDEN_CASES

SWITCHES = {
    "02_heads_low": "p",
    "10_mixed_300": "pb",
    "11_su_all_correct": "u",
    "12_su_mixed": "u",
    "13_split_forms": "p",
}
"""Cases on which the official program was run with switches, too, one at a time."""

RUNS = [(case, switch) for case in GOLDEN_CASES for switch in ("", *SWITCHES.get(case, ""))]
REPORTS = [(case, switch) for case, switch in RUNS if switch != "b"]
TITLE = re.compile(r"  (?:The overall|Precision and recall) .*")


def golden(shared: Path, case: str) -> Path:
    return shared / "golden" / "conll2008" / "scorer" / case


def named(*parts: str) -> str:
    return ".".join(filter(None, parts))


def scored(case: Path, mode: str, switch: str) -> DependencyScore:
    options = Options(mode, punctuation=switch != "p", support=switch == "u")
    return conll2008.score_files(case / "gold.conll", case / "system.conll", options=options)


@pytest.mark.parametrize(("case", "switch"), RUNS)
def test_summaries_are_the_official_program_s_byte_for_byte(shared: Path, case: str, switch: str) -> None:
    place = golden(shared, case)

    score = scored(place, "official", switch)

    expected = (place / named("expected.q", switch, "txt")).read_text(encoding="utf-8")
    assert official_text(score, sentences=switch == "b") == expected


@pytest.mark.parametrize(("case", "switch"), REPORTS)
def test_tables_are_the_official_program_s_row_by_row(shared: Path, case: str, switch: str) -> None:
    place = golden(shared, case)

    score = scored(place, "official", switch)

    expected = (place / named("expected", switch, "txt")).read_text(encoding="utf-8")
    assert tables(official_text(score, TABLES)) == tables(expected)
    assert expected.startswith(official_text(score))


def tables(report: str) -> dict[str, list[str]]:
    """The rows of the tables of a report, heads and rules too; the program does not order ties."""
    found: dict[str, list[str]] = {}
    rows: list[str] = []
    for line in report.splitlines():
        if TITLE.fullmatch(line):
            rows = found.setdefault(line, [])
        elif line.startswith(("  Frame confusions", "  =====")):
            rows = []  # what follows is in no table
        elif "|" in line or "+--" in line:
            rows.append(line)
    return {title: sorted(lines) for title, lines in found.items()}


@pytest.mark.parametrize(("case", "switch"), REPORTS)
def test_measures_are_those_of_an_independent_scorer(shared: Path, case: str, switch: str) -> None:
    place = golden(shared, case)

    score = scored(place, "corrected", switch)

    known = json.loads((place / named("measures", switch, "json")).read_text(encoding="utf-8"))
    assert flat(measures(score)) == {
        name: pytest.approx(value, abs=_tolerance(name)) for name, value in flat(known).items()
    }


def _tolerance(name: str) -> float:
    """The other scorer combines precision and recall after it has rounded them."""
    return 1.01e-4 if name.startswith(("macro", "labeled_f1_over_LAS")) else 1e-9


def measures(score: DependencyScore) -> dict[str, Any]:
    """A score in the words of the other scorer."""
    values, syntax, semantics, exact = score.measures, score.syntax, score.semantics, score.exact
    links = {"all": score.nonprojective_total, **score.nonprojective}
    return {
        "LAS": {"correct": syntax.both, "pct": values["Labeled attachment score"]},
        "UAS": {"correct": syntax.head, "pct": values["Unlabeled attachment score"]},
        "label_accuracy": {"correct": syntax.label, "pct": values["Label accuracy score"]},
        "tokens_scored": syntax.words,
        "nonscoring_tokens": score.unscored,
        "sentences": exact.sentences,
        "exact_syntactic": exact.syntactic,
        "exact_semantic_corrected": exact.semantic,
        "exact_overall": exact.overall,
        "counts": {
            "gp": semantics.labeled.predicates.gold,
            "sp": semantics.labeled.predicates.pred,
            "lp": semantics.labeled.predicates.tp,
            "up": semantics.unlabeled.predicates.tp,
            "ga": semantics.labeled.arguments.gold,
            "sa": semantics.labeled.arguments.pred,
            "la": semantics.labeled.arguments.tp,
            "ua": semantics.unlabeled.arguments.tp,
            "full": semantics.propositions.tp,
        },
        "semantic_labeled": semantics.labeled.total.as_dict(),
        "semantic_unlabeled": semantics.unlabeled.total.as_dict(),
        "perfect_proposition": semantics.propositions.as_dict(),
        "by_predicate_class": {name: each.as_dict() for name, each in score.classes.items()},
        "macro_labeled": _prf(values, "Labeled macro"),
        "macro_unlabeled": _prf(values, "Unlabeled macro"),
        "micro_labeled": score.micro("labeled").as_dict(),
        "micro_unlabeled": score.micro("unlabeled").as_dict(),
        "labeled_f1_over_LAS": values["Normalised SRL"],
        "nonprojective_unlabeled": {name: counts.as_dict() for name, counts in links.items()},
        "system_trees_wellformed": not score.system.no_trees,
    }


def _prf(values: dict[str, float], name: str) -> dict[str, float]:
    return {key.lower(): values[f"{name} {key}"] for key in ("precision", "recall", "F1")}


def flat(value: Any, name: str = "") -> dict[str, Any]:
    """Nested values by dotted names, without remarks on the official program."""
    if not isinstance(value, dict):
        return {name.removeprefix("."): value}
    return {
        key: found
        for inner in value
        if not inner.startswith("_")
        for key, found in flat(value[inner], f"{name}.{inner}").items()
    }


def test_every_golden_file_is_tested(shared: Path) -> None:
    files = {
        f"{case}/{name}"
        for case, switch in RUNS
        for name in (
            named("expected.q", switch, "txt"),
            *((named("expected", switch, "txt"), named("measures", switch, "json")) if switch != "b" else ()),
        )
    }
    root = shared / "golden" / "conll2008" / "scorer"
    assert {str(file.relative_to(root)) for file in root.glob("*/*") if "." in file.name} == files | {
        f"{case}/{name}" for case in GOLDEN_CASES for name in ("gold.conll", "system.conll", "case.json")
    }
