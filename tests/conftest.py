"""Fixtures that all tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

from relata.document import Document, Tokens
from relata.document.relations import DiscourseRelation, RelationType

# Examples may take long on a busy machine; on CI they are the same every time.
settings.register_profile("relata", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("relata")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with corpora and golden cases that a developer has; tests that need it skip without it."""
    place = Path(os.environ.get("RELATA_SHARED", Path(__file__).parents[2] / "shared"))
    if not place.is_dir():
        pytest.skip(f"needs the developers' corpora and golden cases, absent here: {place}")
    return place


@pytest.fixture(scope="session")
def rule_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny model that follows rules (see `tests.toy_model`)."""
    from tests.toy_model import save_rule_model

    return save_rule_model(tmp_path_factory.mktemp("models") / "rules")


@pytest.fixture(scope="session")
def random_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny model of random numbers, which finds something everywhere."""
    from tests.toy_model import save_random_model

    return save_random_model(tmp_path_factory.mktemp("models") / "random", seed=3)


@pytest.fixture(scope="session")
def document() -> Document:
    """Three sentences: an explicit relation, and two without connective, inside and between sentences."""
    text = "if it rains then we stay . we left early having seen it . all was wet ."
    offsets, starts, at = [], [0], 0
    for word in text.split():
        offsets.append((at, at + len(word)))
        at += len(word) + 1
        if word == "." and at < len(text):
            starts.append(len(offsets))
    tokens = Tokens(text, offsets, sentence_starts=starts)
    explicit = DiscourseRelation(
        RelationType.EXPLICIT,
        tokens.span([4, 5]),
        tokens.span([1, 2]),
        ("Contingency.Cause.Reason",),
        tokens.span([0, 3]),
    )
    inside = DiscourseRelation(
        RelationType.IMPLICIT,
        tokens.span([7, 8, 9]),
        tokens.span([10, 11, 12]),
        ("Contingency.Cause.Reason",),
    )
    between = DiscourseRelation(
        RelationType.IMPLICIT,
        tokens.span(range(7, 13)),
        tokens.span([14, 15, 16]),
        ("Contingency.Cause.Result",),
    )
    return Document(
        "weather", "en", tokens, paragraphs=((0, len(text)),), relations=(explicit, inside, between)
    )
