"""Parsers go to other processes: what is sent is how to load them, not their models."""

from __future__ import annotations

import pickle
from pathlib import Path

import relata


def test_a_parser_is_loaded_again_with_its_options(rule_model: Path) -> None:
    parser = relata.load(rule_model, only="explicit")

    data = pickle.dumps(parser)
    copy = pickle.loads(data)

    assert len(data) < 1000
    text = "We stayed because it rained. All was wet."
    assert copy(text) == parser(text)
    assert copy.options == parser.options


def test_a_parser_of_all_languages_goes_too() -> None:
    parser = relata.load(min_score=0.5)

    copy = pickle.loads(pickle.dumps(parser))

    assert copy.parser("en").options.min_score == 0.5
