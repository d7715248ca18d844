from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import relata
from relata.discourse.context_limits import MOST_SIGNALS, ContextLimits
from relata.errors import DataWarning
from relata.model.encoder import Encoder, Floats
from relata.model.inputs import Input
from relata.model.model import Model
from relata.parsing.parser import Parser
from tests.documents import blank_document


class _Counting(Encoder):
    """Notes how many pieces are read."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self.threads = 1
        self.pieces = 0

    def __call__(self, input: Input) -> Floats:
        self.pieces += len(input)
        return self._encoder(input)


def test_few_signals_are_read_with_their_sentence() -> None:
    document = blank_document("a " * 100)

    limits = ContextLimits(document, range(MOST_SIGNALS))

    assert limits.reach(3) is None


@pytest.mark.parametrize(("words", "signals", "reach"), [(100, 25, 12), (100, 100, 8), (5_000, 25, 66)])
def test_many_signals_share_what_is_read(words: int, signals: int, reach: int) -> None:
    limits = ContextLimits(blank_document("a " * words), range(signals))

    assert limits.reach(3) == reach


def test_a_crowd_in_one_sentence_leaves_others_alone() -> None:
    document = blank_document("a " * 50 + ".", "a a .")

    limits = ContextLimits(document, [*range(25), 52])

    assert (limits.reach(3) is not None, limits.reach(52)) == (True, None)


@pytest.mark.parametrize(
    ("phrase", "kind"), [("ab because it b ", "connectives"), ("ab having it b ", "sites of relations")]
)
def test_work_grows_with_the_words_of_a_line_without_full_stop(
    phrase: str, kind: str, rule_model: Path
) -> None:
    model = Model.load(rule_model)
    counting = _Counting(model.encoder)
    nlp = Parser(replace(model, encoder=counting))
    read = []
    for times in (200, 400):
        counting.pieces = 0
        told = rf"{kind}.* in sentences with more than {MOST_SIGNALS}, .*: {times}"
        with pytest.warns(DataWarning, match=told):
            document = nlp(phrase * times)
        read.append(counting.pieces / (4 * times))
        assert len(document.relations) >= times - 1  # the first may have nothing before it

    assert max(read) < 25  # with the whole line, or 66 words on either side, it would be some 50
    assert read[1] == pytest.approx(read[0], rel=0.05)


def test_prose_is_not_warned_of(rule_model: Path) -> None:
    relata.load(rule_model)("It was wet because it rained. " * 100)
