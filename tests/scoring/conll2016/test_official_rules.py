"""Rules of the official mode that no golden case shows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata.scoring.conll2016 import Counts, Record, score, search
from relata.scoring.conll2016.official import _connectives
from relata.scoring.conll2016.records import CrashError, official_head
from relata.scoring.conll2016.result import Table

CONTRAST = "Comparison.Contrast"


def record(arg1: range | tuple[int, ...], arg2: range | tuple[int, ...], doc_id: str = "d") -> Record:
    return Record(doc_id, "Implicit", (CONTRAST,), tuple(arg1), tuple(arg2))


def explicit(text: str, tokens: tuple[int, ...]) -> Record:
    return Record("d", "Explicit", (CONTRAST,), (0, 1), (8, 9), tokens, text)


def partial(gold: list[Record], predicted: list[Record], cutoff: str = "0.7") -> Table:
    result = score(gold, predicted, mode="official", cutoff=cutoff)
    assert result.partial is not None
    return result.partial["All"]


def test_a_prediction_without_an_argument_aligns_by_nothing() -> None:
    gold = [record(range(4), range(10, 14))]

    found = partial(gold, [record((), range(10, 14))], cutoff="0.5")

    assert (found.arg1, found.arg2, found.both) == (Counts(0, 1, 1), Counts(1, 1, 1), Counts(0, 1, 1))


def test_arguments_that_only_interleave_count_half_in_the_mean() -> None:
    gold = [record((0, 2, 4), range(10, 14))]

    found = partial(gold, [record((1, 3, 5), range(10, 14))], cutoff="0.5")

    assert found.parser == Counts(1, 1, 1)
    assert found.both == Counts(0, 0, 0)


def test_a_single_token_overlaps_with_a_span_that_it_begins() -> None:
    gold = [record((0, 1), range(10, 14))]

    assert partial(gold, [record((0,), range(10, 14))], cutoff="0.6").arg1 == Counts(1, 1, 1)


def test_repeated_ids_count_once_in_token_f1() -> None:
    gold = [record(range(5), range(10, 14))]

    assert partial(gold, [record((0, 0, 0, 0, 1), range(10, 14))]).arg1 == Counts(0, 1, 1)


def test_documents_are_aligned_one_by_one() -> None:
    gold = [record(range(4), range(10, 14), doc_id="a")]

    assert partial(gold, [record(range(4), range(10, 14), doc_id="b")]).arg1 == Counts(0, 1, 1)


def test_a_gold_without_an_argument_is_no_trouble_where_no_prediction_has_it() -> None:
    gold = [record((), range(10, 14))]

    result = score(gold, [record((), range(10, 14))], mode="official")

    assert result.warnings == ()


@pytest.mark.parametrize(
    ("which", "bare", "full"),
    [
        ("Arg1", record((), range(10, 14)), record((0, 1), range(10, 14))),
        ("Arg2", record(range(10, 14), ()), record(range(10, 14), (0, 1))),
    ],
)
def test_a_gold_without_an_argument_leaves_the_other_argument_alone(
    which: str, bare: Record, full: Record
) -> None:
    other = record(range(20, 24), range(30, 34))

    result = score([bare, other], [full, other], mode="official")

    assert [warning.partition(":")[0] for warning in result.warnings if warning.startswith("All")] == [
        f"All (partial match) {which} extraction",
        "All (partial match) Parser and Arg 1 Arg2 extraction",
    ]
    assert result.measures[f"All (partial match) {which} extraction f1"] == 0.5


def test_an_empty_prediction_makes_the_program_fall_over_capitals() -> None:
    gold = [explicit("By", (5,))]

    assert "(B5: " in score(gold, [explicit("", ())], mode="official").warnings[0]


def test_a_connective_that_is_taken_is_not_looked_at_again() -> None:
    gold = [explicit("but", (5,)), explicit("As a consequence", (5, 6, 7))]

    result = score(gold, [explicit("", (5,))], mode="official")

    assert result.strict["All"].connective == Counts(1, 1, 2)
    assert result.warnings == ()


def test_a_search_that_is_given_up_falls_back_to_the_corrected_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "STATES", 100)
    gold = [record(range(40 + 2 * n), range(500 + 50 * n, 520 + 50 * n)) for n in range(8)]
    run = [replace(each, arg1=(*each.arg1, 100)) for each in gold]

    result = score(gold, run, mode="official")

    assert result.warnings[0].startswith(
        "All (partial match) Arg1 extraction: the official program fails here (B16"
    )
    assert result.partial is not None
    assert result.partial["All"].arg1 == Counts(8, 8, 8)


def test_a_document_too_deep_for_the_official_program_is_scored_with_a_warning() -> None:
    gold = [record(range(n, n + 20), range(n + 4, n + 24)) for n in range(0, 6000, 3)]
    run = [replace(each, arg1=each.arg1[1:], arg2=each.arg2[1:]) for each in gold]

    result = score(gold, run, mode="official")

    assert result.measures["All (partial match) Parser f1"] == 1.0
    assert "aligning takes 1e" in result.warnings[0]
    assert "up to 2000 deep" in result.warnings[0]


def _first_come(golds: list[Record], predictions: list[Record]) -> int:
    """Connectives that are found, as the official program looks for them: one prediction after the other."""
    left, hits = list(predictions), 0
    for gold in golds:
        for candidate in left:
            part = set(candidate.connective)
            if (not gold.connective and not part) or (
                part <= set(gold.connective) and official_head(gold) <= part
            ):
                left.remove(candidate)
                hits += 1
                break
    return hits


_CONNECTIVES = st.lists(st.lists(st.integers(0, 4), max_size=3, unique=True), max_size=8)


@given(_CONNECTIVES, _CONNECTIVES)
def test_connectives_are_taken_in_the_order_of_the_file(
    golds: list[list[int]], guesses: list[list[int]]
) -> None:
    def records(sides: list[list[int]]) -> list[Record]:
        text = ("", "but", "even so", "as soon as")
        return [
            Record("d", "Explicit", ("x",), (90 + i,), (99,), tuple(side), text[len(side)])
            for i, side in enumerate(sides)
        ]

    gold, predicted = records(golds), records(guesses)
    try:
        expected = _first_come(gold, predicted)
    except CrashError:
        with pytest.raises(CrashError):
            _connectives(gold, predicted)
    else:
        assert _connectives(gold, predicted).tp == expected
