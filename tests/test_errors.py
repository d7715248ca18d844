"""What errors say, and how they travel."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from relata.errors import FormatError, Lenient, RejectedError, RelataError, ScoringError, strict


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (FormatError("expected a list", "out.json"), "out.json: expected a list"),
        (FormatError("expected a list", Path("out.json"), line=3), "out.json:3: expected a list"),
        (FormatError("expected a list", "out.json", field="Arg1"), "out.json: Arg1: expected a list"),
        (FormatError("no", "out.json", line=3, field="Arg1"), "out.json:3: Arg1: no"),
    ],
)
def test_a_format_error_says_what_is_wrong_where(error: FormatError, text: str) -> None:
    assert str(error) == text


def test_a_rejection_tells_the_first_fault_and_counts_the_others() -> None:
    faults = [FormatError(message, "out.json") for message in ("one", "two", "three")]

    assert str(RejectedError(faults)) == "out.json: one (and 2 more)"


def test_a_rejection_for_one_fault_counts_no_others() -> None:
    assert str(RejectedError([FormatError("one", "out.json")])) == "out.json: one"


def test_a_rejection_is_a_scoring_error() -> None:
    assert issubclass(RejectedError, ScoringError)


def test_a_format_error_comes_back_from_another_process() -> None:
    error = pickle.loads(pickle.dumps(FormatError("no", "out.json", line=3, field="Arg1")))

    assert (str(error), error.line, error.field) == ("out.json:3: Arg1: no", 3, "Arg1")


def test_a_rejection_comes_back_from_another_process() -> None:
    error = pickle.loads(pickle.dumps(RejectedError([FormatError("no", "out.json", line=3)])))

    assert (str(error), error.faults[0].line) == ("out.json:3: no", 3)


def test_strict_raises() -> None:
    with pytest.raises(RelataError, match="no"):
        strict(FormatError("no", "out.json"))


def test_lenient_notes_and_goes_on() -> None:
    lenient, error = Lenient(), FormatError("no", "out.json")

    lenient(error)

    assert lenient.faults == [error]
