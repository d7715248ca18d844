"""What a writer leaves out is said once."""

from __future__ import annotations

import warnings

import pytest

from relata.errors import UnsupportedWarning
from relata.formats.warnings import Unsupported


def write(unsupported: Unsupported) -> None:
    unsupported.warn()


def test_counts_of_the_same_content_are_added() -> None:
    unsupported = Unsupported("brat")
    unsupported.add("score", "relations")
    unsupported.add("score", "relations", 2)
    unsupported.add("trees", "documents")

    with pytest.warns(
        UnsupportedWarning, match=r"^brat cannot hold: score \(3 relations\), trees \(1 documents\)$"
    ):
        write(unsupported)


def test_nothing_left_out_is_not_said() -> None:
    unsupported = Unsupported("brat")
    unsupported.add("score", "relations", 0)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        write(unsupported)


def test_the_warning_names_the_place_that_asked_for_the_file() -> None:
    unsupported = Unsupported("brat")
    unsupported.add("score", "relations")

    with pytest.warns(UnsupportedWarning) as caught:
        write(unsupported)

    assert caught[0].filename == __file__
