from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from relata.model.heads import Floats
from relata.roles.decoding import RoleDecoder
from relata.roles.labels import base_role, is_core

ROLES = ("_", "A0", "A1", "AM-TMP", "C-A1", "R-A0")

_scores = st.integers(1, 4).flatmap(
    lambda size: arrays(np.float32, (size, len(ROLES)), elements=st.integers(-5, 0).map(float))
)


@given(_scores)
def test_no_roles_that_go_together_are_better(scores: Floats) -> None:
    best = max(
        float(sum(scores[word, label] for word, label in enumerate(labels)))
        for labels in product(range(len(ROLES)), repeat=len(scores))
        if _sensible([ROLES[label] for label in labels])
    )

    found = RoleDecoder(ROLES).best(scores)

    assert _sensible([ROLES[label] for label in found])
    assert float(sum(scores[word, label] for word, label in enumerate(found))) == best


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        (["A0", "A1", "AM-TMP", "AM-TMP"], ["A0", "A1", "AM-TMP", "AM-TMP"]),
        (["A1", "A1", "_", "_"], ["A1", "_", "_", "_"]),
        (["C-A1", "A1", "_", "_"], ["_", "A1", "_", "_"]),
        (["A1", "C-A1", "R-A0", "A0"], ["A1", "C-A1", "R-A0", "A0"]),
        (["R-A0", "_", "_", "_"], ["_", "_", "_", "_"]),
    ],
)
def test_roles_that_do_not_go_together_give_way(wanted: list[str], found: list[str]) -> None:
    scores = np.full((4, len(ROLES)), -5, dtype=np.float32)
    for word, role in enumerate(wanted):
        scores[word, ROLES.index(role)] = -0.1 - word / 100
        scores[word, 0] = max(scores[word, 0], -1)
    decoder = RoleDecoder(ROLES)

    assert [ROLES[label] for label in scores.argmax(axis=1).tolist()] == wanted
    assert [ROLES[label] for label in decoder.best(scores)] == found


@pytest.mark.parametrize("seed", range(3))
def test_roles_found_in_noise_go_together(seed: int) -> None:
    bases = [*(f"A{number}" for number in range(6)), *(f"AM-{letter}" for letter in "ABCDEFGH")]
    roles = ("_", *bases, *(f"{kind}-{base}" for base in bases for kind in "CR"))
    scores = np.random.default_rng(seed).normal(scale=0.1, size=(50, len(roles))).astype(np.float32)

    found = RoleDecoder(roles).best(scores)

    assert _sensible([roles[label] for label in found])


def _sensible(roles: list[str]) -> bool:
    for place, role in enumerate(roles):
        base = base_role(role)
        if role == base and is_core(role) and roles.count(role) > 1:
            return False
        if role.startswith("C-") and base not in roles[:place]:
            return False
        if role.startswith("R-") and base not in roles:
            return False
    return True
