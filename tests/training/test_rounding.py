"""Weights are rounded_weights so that what a layer finds stays, and so that it can be found again."""

from __future__ import annotations

import pytest

from tests.training.conftest import WITHOUT_TORCH

torch = pytest.importorskip("torch", reason=WITHOUT_TORCH)

from relata.training.export.compression import LEVELS, rounded_weights


def _layer(seed: int = 0, width: int = 24) -> tuple[torch.Tensor, torch.Tensor]:
    """Weights of a layer, and what it reads: columns that go together, as those of an encoder do."""
    generator = torch.Generator().manual_seed(seed)
    weight = torch.randn(10, width, generator=generator)
    rows = torch.randn(200, 6, generator=generator) @ torch.randn(6, width, generator=generator)
    return weight, rows + 0.1 * torch.randn(200, width, generator=generator)


def _nearest(weight: torch.Tensor) -> torch.Tensor:
    steps = weight.abs().amax(1, keepdim=True) / LEVELS
    return (weight / steps).round() * steps


@pytest.mark.parametrize("seed", range(5))
def test_a_layer_finds_more_of_the_same_than_with_the_nearest_weights(seed: int) -> None:
    weight, rows = _layer(seed)

    kept, nearest = (
        torch.linalg.norm(rows @ (weight - other).T)
        for other in (rounded_weights(weight, rows.T @ rows), _nearest(weight))
    )

    assert kept < nearest / 2


def test_weights_are_multiples_of_their_rows_largest_which_stays() -> None:
    weight, rows = _layer()
    largest = weight.abs().amax(1, keepdim=True)

    found = rounded_weights(weight, rows.T @ rows)

    multiples = found / largest * LEVELS
    assert torch.allclose(multiples, multiples.round(), atol=1e-3)
    assert torch.equal(found.abs().amax(1, keepdim=True), largest)
    assert torch.allclose(_nearest(found), found, atol=1e-6)


def test_a_layer_that_has_read_nothing_is_rounded_to_the_nearest() -> None:
    weight, _ = _layer()

    assert torch.allclose(rounded_weights(weight, torch.zeros(24, 24)), _nearest(weight), atol=1e-6)


def test_weights_of_zero_stay() -> None:
    _, rows = _layer()

    assert not rounded_weights(torch.zeros(3, 24), rows.T @ rows).any()
