"""What a writer leaves out is said once."""

from __future__ import annotations

import warnings

import pytest

from relata.errors import DroppedWarning
from relata.formats.unsupported import Dropped


def write(dropped: Dropped) -> None:
    dropped.warn()


def test_counts_of_the_same_content_are_added() -> None:
    dropped = Dropped("brat")
    dropped.add("score", "relations")
    dropped.add("score", "relations", 2)
    dropped.add("trees", "documents")

    with pytest.warns(
        DroppedWarning, match=r"^brat cannot hold: score \(3 relations\), trees \(1 documents\)$"
    ):
        write(dropped)


def test_nothing_left_out_is_not_said() -> None:
    dropped = Dropped("brat")
    dropped.add("score", "relations", 0)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        write(dropped)


def test_the_warning_names_the_place_that_asked_for_the_file() -> None:
    dropped = Dropped("brat")
    dropped.add("score", "relations")

    with pytest.warns(DroppedWarning) as caught:
        write(dropped)

    assert caught[0].filename == __file__
