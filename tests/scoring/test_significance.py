"""Paired significance: against exact enumeration, values worked out by hand, and what must always hold."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from relata.errors import ScoringError
from relata.scoring import significance
from relata.scoring.conll2016 import Counts, Record, score
from relata.scoring.significance import (
    STATISTICS,
    Comparison,
    Interval,
    Resampling,
    compare,
    compare_counts,
    f1,
    measures,
    randomisation,
)

Rows = list[tuple[int, int, int]]

SENSE, OTHER = "Expansion.Conjunction", "Comparison.Contrast"


def swapped(one: Rows, other: Rows) -> float:
    """The exact p-value of approximate randomisation: over all ways to swap documents."""
    a, b = np.array(one, dtype=float), np.array(other, dtype=float)
    differences = []
    for way in product((False, True), repeat=len(one)):
        swap = np.array(way)[:, np.newaxis]
        first, second = np.where(swap, b, a).sum(axis=0), np.where(swap, a, b).sum(axis=0)
        differences.append(abs(float(f1(first) - f1(second))))
    return float(np.mean(np.array(differences) >= differences[0] - 1e-12))


def drawn(one: Rows, other: Rows) -> list[float]:
    """The differences of two systems on all samples of their documents."""
    a, b = np.array(one, dtype=float), np.array(other, dtype=float)
    samples = [list(way) for way in product(range(len(one)), repeat=len(one))]
    return [float(f1(a[way].sum(axis=0)) - f1(b[way].sum(axis=0))) for way in samples]


def contrast(one: Rows, other: Rows, **plan: float) -> significance.Contrast:
    standings = compare_counts({"a": one, "b": other}, f1, baseline="a", plan=Resampling(**plan))
    found = standings["b"].contrast
    assert found is not None
    return found


GOOD: Rows = [(5, 6, 7), (3, 4, 4), (6, 6, 8), (2, 5, 3), (4, 4, 4), (7, 9, 9)]
POOR: Rows = [(3, 6, 7), (3, 5, 4), (4, 6, 8), (2, 3, 3), (1, 4, 4), (6, 9, 9)]


def test_randomisation_comes_close_to_exact_enumeration() -> None:
    assert contrast(POOR, GOOD).p.randomisation == pytest.approx(swapped(POOR, GOOD), abs=0.015)


def test_two_documents_that_agree_leave_every_other_swap_as_extreme() -> None:
    perfect, useless = [(1, 1, 1)] * 2, [(0, 1, 1)] * 2

    assert contrast(useless, perfect).p.randomisation == pytest.approx(0.5, abs=0.015)


def test_the_bootstrap_comes_close_to_exact_enumeration() -> None:
    differences = np.array(drawn(POOR[:4], GOOD[:4]))
    observed = float(f1(np.sum(GOOD[:4], axis=0, dtype=float)) - f1(np.sum(POOR[:4], axis=0, dtype=float)))
    exact = np.mean(np.abs(-differences - observed) >= abs(observed) - 1e-12)

    assert contrast(POOR[:4], GOOD[:4]).p.bootstrap == pytest.approx(exact, abs=0.015)


def test_intervals_are_quantiles_of_the_samples() -> None:
    low, high = np.quantile(-np.array(drawn(POOR[:4], GOOD[:4])), [0.1, 0.9])

    assert contrast(POOR[:4], GOOD[:4], confidence=0.8).interval == pytest.approx((low, high), abs=0.02)


def test_a_clear_difference_is_significant() -> None:
    found = contrast([(1, 4, 4)] * 30, [(3, 4, 4)] * 30)

    assert max(found.p.randomisation, found.p.bootstrap) == pytest.approx(1 / 10_001)


def test_the_difference_is_of_the_scores_over_all_documents() -> None:
    total = [Counts(*np.sum(rows, axis=0)) for rows in (GOOD, POOR)]

    assert contrast(POOR, GOOD).difference == pytest.approx(total[0].f1 - total[1].f1)


def test_the_same_seed_gives_the_same_figures() -> None:
    assert contrast(POOR, GOOD, seed=3, trials=500) == contrast(POOR, GOOD, seed=3, trials=500)


def test_another_seed_gives_other_samples() -> None:
    assert contrast(POOR, GOOD, seed=3, trials=500) != contrast(POOR, GOOD, seed=4, trials=500)


def test_the_size_of_chunks_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = contrast(POOR, GOOD, trials=501)

    monkeypatch.setattr(significance, "_CELLS", 45)

    assert contrast(POOR, GOOD, trials=501) == whole


counts = st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(0, 4)).map(
    lambda extra: (extra[0], extra[0] + extra[1], extra[0] + extra[2])
)
pairs = st.lists(st.tuples(counts, counts), min_size=2, max_size=8)


@given(pairs)
@settings(deadline=None, max_examples=30)
def test_which_of_two_systems_is_the_baseline_changes_the_sign_only(both: list[tuple]) -> None:
    one, other = ([pair[side] for pair in both] for side in (0, 1))

    forth, back = contrast(one, other, trials=200), contrast(other, one, trials=200)

    assert (forth.p, forth.difference) == (back.p, -back.difference)


@given(pairs)
@settings(deadline=None, max_examples=30)
def test_figures_are_within_their_bounds(both: list[tuple]) -> None:
    one, other = ([pair[side] for pair in both] for side in (0, 1))

    found = contrast(one, other, trials=200)

    assert -1 <= found.interval.low <= found.interval.high <= 1
    assert 1 / 201 <= found.p.randomisation <= found.corrected.randomisation <= 1
    assert 1 / 201 <= found.p.bootstrap <= found.corrected.bootstrap <= 1


@given(pairs)
@settings(deadline=None, max_examples=30)
def test_identical_systems_do_not_differ(both: list[tuple]) -> None:
    rows = [first for first, _ in both]

    found = contrast(rows, rows, trials=200)

    assert (found.difference, found.interval, found.p.randomisation, found.p.bootstrap) == (0, (0, 0), 1, 1)


@given(counts)
@settings(deadline=None)
def test_statistics_are_those_of_counts(row: tuple[int, int, int]) -> None:
    values = {name: float(of(np.array(row, dtype=float))) for name, of in STATISTICS.items()}

    assert values == {name: getattr(Counts(*row), name) for name in STATISTICS}


def test_several_comparisons_are_paid_for() -> None:
    plan = Resampling(trials=400)

    three = compare_counts({"a": POOR, "b": GOOD, "c": GOOD[::-1]}, f1, baseline="a", plan=plan)["b"].contrast

    assert three is not None
    assert three.corrected.randomisation == pytest.approx(min(1, 2 * three.p.randomisation))


def test_a_further_system_changes_no_raw_figure() -> None:
    plan = Resampling(trials=400)

    three = compare_counts({"a": POOR, "b": GOOD, "c": GOOD[::-1]}, f1, baseline="a", plan=plan)["b"].contrast

    assert three is not None
    assert (three.p, three.interval) == (
        contrast(POOR, GOOD, trials=400).p,
        contrast(POOR, GOOD, trials=400).interval,
    )


def test_thousands_of_documents_are_compared() -> None:
    rng = np.random.default_rng(5)
    hits = rng.integers(0, 20, size=(5000, 1)).astype(float)
    rows = np.hstack([hits, hits + 4, hits + 5])

    assert randomisation(rows, np.roll(rows, 1, axis=0), f1, Resampling(trials=300)) == 1.0


@pytest.mark.parametrize("documents", [0, 1])
def test_fewer_than_two_documents_are_refused(documents: int) -> None:
    with pytest.raises(ScoringError, match=f"expected at least two, got {documents}"):
        contrast(POOR[:documents], GOOD[:documents])


@pytest.mark.parametrize(
    ("plan", "message"),
    [({"trials": 0}, "one trial"), ({"seed": -1}, "0 or above"), ({"confidence": 95}, "between 0")],
)
def test_a_plan_that_makes_no_sense_is_refused(plan: dict[str, int], message: str) -> None:
    with pytest.raises(ScoringError, match=message):
        Resampling(**plan)


# --- systems on the measures of CoNLL-2016 ------------------------------------------------------


def relation(document: int, place: int, sense: str = SENSE) -> Record:
    start = 20 * place
    return Record(
        f"d{document}", "Implicit", (sense,), tuple(range(start, start + 9)), (start + 10, start + 11)
    )


GOLD = [relation(document, place) for document in range(8) for place in range(4)]
SYSTEMS = {
    "base": [replace(record, senses=(OTHER,)) if record.doc_id < "d5" else record for record in GOLD],
    "better": [replace(record, arg1=record.arg1[:8]) if record.doc_id > "d6" else record for record in GOLD],
}


def compared(systems: dict[str, list[Record]] | None = None, **options: object) -> Comparison:
    return compare(GOLD, systems or SYSTEMS, **({"plan": Resampling(200)} | options))


@pytest.mark.parametrize("measure", ["All Parser f1", "All (partial match) Arg1 extraction recall"])
def test_scores_are_those_of_the_scorer(measure: str) -> None:
    result = compared(measure=measure)

    assert {name: round(standing.score, 4) for name, standing in result.systems.items()} == {
        name: score(GOLD, predicted).measures[measure] for name, predicted in SYSTEMS.items()
    }


def test_measures_are_the_keys_of_the_scorer() -> None:
    assert list(measures()) == list(score(GOLD, GOLD).measures)


def test_the_first_system_is_the_baseline() -> None:
    result = compared()

    assert (result.baseline, result.systems["base"].contrast) == ("base", None)


def test_another_baseline_can_be_named() -> None:
    found = compared(baseline="better").systems["base"].contrast

    assert found is not None
    assert found.difference < 0


def test_the_partial_cutoff_is_heeded() -> None:
    measure = "All (partial match) Arg1 extraction f1"

    assert compared(measure=measure, cutoff="0.99").systems["better"].score < 1


def test_a_document_that_a_system_leaves_out_counts_against_it() -> None:
    result = compared({"all": GOLD, "most": GOLD[4:]}, measure="All Parser recall")

    assert (result.systems["most"].score, result.documents) == (28 / 32, 8)


def test_a_document_that_a_system_leaves_out_is_said() -> None:
    result = compared({"all": GOLD, "most": GOLD[4:]})

    assert result.warnings == ("system 'most': nothing predicted in 1 of 8 documents",)


def test_golds_that_are_left_out_are_said() -> None:
    gold = [*GOLD, relation(0, 9, "Unlisted")]

    (warning,) = compare(gold, SYSTEMS, plan=Resampling(10)).warnings

    assert warning.startswith("gold relations without a sense of the label set")


def test_a_document_without_gold_is_a_document_too() -> None:
    result = compared({"all": GOLD, "more": [*GOLD, relation(99, 0)]}, measure="All Parser precision")

    assert (result.systems["more"].score, result.documents) == (32 / 33, 9)


def test_an_unknown_measure_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ScoringError, match=r"no measure 'Parser'; expected one of: All Parser precision; .*"):
        compared(measure="Parser")


def test_an_unknown_baseline_is_refused_with_the_known_ones() -> None:
    with pytest.raises(
        ScoringError, match="no system 'best' to be the baseline; expected one of: base; better"
    ):
        compared(baseline="best")


def test_one_system_is_nothing_to_compare() -> None:
    with pytest.raises(ScoringError, match="at least two systems"):
        compared({"base": GOLD})


def test_predictions_that_cannot_be_scored_are_refused_by_system() -> None:
    with pytest.raises(ScoringError, match=r"^worse:1: Sense: expected a sense of"):
        compared({"base": GOLD, "worse": [replace(GOLD[0], senses=("Nonsense",))]})


def test_a_comparison_goes_through_json() -> None:
    result = compared()

    loaded = json.loads(json.dumps(result.as_dict()))

    contrast = loaded["systems"]["better"]["contrast"]
    assert Interval(*contrast["interval"]) == result.systems["better"].contrast.interval
    assert (loaded["trials"], loaded["documents"], loaded["comparisons"]) == (200, 8, 1)


def test_the_signature_says_what_was_computed() -> None:
    signature = compared(plan=Resampling(200, seed=3)).signature

    assert "|measure:All Parser f1|mode:corrected|lang:en|" in signature
    assert "|trials:200|seed:3|confidence:0.95|" in signature


def test_the_signature_names_the_cutoff_of_partial_measures_only() -> None:
    measure = "All (partial match) Parser f1"

    assert ("|cutoff:" in compared().signature, "|cutoff:0.7|" in compared(measure=measure).signature) == (
        False,
        True,
    )
