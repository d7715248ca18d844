from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from relata.errors import PipelineError
from relata.pipeline import ParseState, Pipeline


@dataclass(frozen=True)
class Step:
    """Component without work."""

    name: str
    requires: frozenset[str]
    provides: frozenset[str]

    def __call__(self, parses: Sequence[ParseState]) -> None:
        pass


def step(name: str, requires: str = "", provides: str = "") -> Step:
    return Step(name, frozenset(requires.split()), frozenset(provides.split()))


TAGS = step("tags", "tokens", "tags")
TREES = step("trees", "tokens tags", "trees")
ROLES = step("roles", "tokens", "roles")


def test_components_keep_their_order() -> None:
    assert Pipeline([TAGS, TREES], {"tokens"}).names == ("tags", "trees")


def test_an_order_that_does_not_work_says_what_is_missing() -> None:
    with pytest.raises(
        PipelineError,
        match="'trees' cannot run here: required: tags, tokens; provided: tokens; missing: tags",
    ):
        Pipeline([TREES, TAGS], {"tokens"})


def test_nothing_given_is_said() -> None:
    with pytest.raises(PipelineError, match="provided: nothing; missing: tokens"):
        Pipeline([TAGS])


def test_selected_components_bring_what_they_require() -> None:
    pipeline = Pipeline([TAGS, TREES, ROLES], {"tokens"})

    assert pipeline.select("trees").names == ("tags", "trees")
    assert pipeline.select("roles").names == ("roles",)


def test_what_is_given_need_not_be_provided() -> None:
    pipeline = Pipeline([TAGS, TREES], {"tokens", "tags"})

    assert pipeline.select("trees").names == ("trees",)


def test_disabled_components_do_not_run() -> None:
    assert Pipeline([TAGS, TREES, ROLES], {"tokens"}).disable("trees").names == ("tags", "roles")


def test_a_component_that_others_require_cannot_be_disabled() -> None:
    with pytest.raises(PipelineError, match=r"'trees' cannot run here.*missing: tags"):
        Pipeline([TAGS, TREES], {"tokens"}).disable("tags")


@pytest.mark.parametrize("method", ["select", "disable"])
def test_unknown_components_are_refused(method: str) -> None:
    with pytest.raises(PipelineError, match="no component 'senses'; there is tags, trees"):
        getattr(Pipeline([TAGS, TREES], {"tokens"}), method)("senses")
