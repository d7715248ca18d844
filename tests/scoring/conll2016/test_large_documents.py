"""Documents of thousands of overlapping relations: the effort stays bounded, in both modes."""

from __future__ import annotations

import time
from typing import Literal

import pytest

from relata.scoring.conll2016 import search
from relata.scoring.conll2016.records import CrashError
from relata.scoring.conll2016.search import align
from tests.scoring.conll2016.test_official_rules import record, score

SECONDS = 20.0
"""Processor time, many times what is needed: it was minutes before."""


@pytest.mark.parametrize("mode", ["official", "corrected"])
@pytest.mark.parametrize("shift", [0, 1, 2000])
def test_2000_overlapping_relations_take_seconds(mode: Literal["official", "corrected"], shift: int) -> None:
    gold = [record(range(n, n + 40), range(n + 41, n + 80)) for n in range(2000)]
    run = (
        [record(range(n + shift, n + 40), range(n + 41, n + 80)) for n in range(2000)]
        if shift < 40
        else gold[:1] * 2000
    )
    begin = time.process_time()

    result = score(gold, run, mode=mode)

    assert time.process_time() - begin < SECONDS
    assert result.strict["All"].parser.gold == 2000


def test_an_alignment_that_the_official_program_cannot_finish_is_given_up_early(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chain = [dict.fromkeys(range(n, n + 12), 0.8) for n in range(200)]
    monkeypatch.setattr(search, "STATES", 10**9)

    with pytest.raises(CrashError, match="B16"):
        align(chain, 220)


def test_an_alignment_that_the_official_program_can_finish_is_not_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search, "TRIES", 0)

    assert len(align([dict.fromkeys(range(6), 0.8)] * 6, 6).pairs) == 6
