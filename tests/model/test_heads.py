from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata.errors import ModelError
from relata.model.heads import (
    ChainHead,
    Linear,
    SignalHead,
    Weights,
    erf,
    gelu,
    log_softmax,
    sigmoid,
    softmax,
)
from relata.model.inputs import Input
from tests.toy_model import HIDDEN, rule_heads

_numbers = st.lists(st.floats(-30, 30, width=32), min_size=1, max_size=20)


@given(_numbers)
def test_erf_is_that_of_the_standard_library(values: list[float]) -> None:
    found = erf(np.array(values, dtype=np.float32))

    assert found == pytest.approx([math.erf(value) for value in values], abs=5e-7)


def test_gelu_is_the_value_times_its_chance_in_a_normal_distribution() -> None:
    values = np.linspace(-6, 6, 101, dtype=np.float32)

    expected = [value * 0.5 * (1 + math.erf(value / math.sqrt(2))) for value in map(float, values)]

    assert gelu(values) == pytest.approx(expected, abs=2e-6)


@given(_numbers)
def test_probabilities_sum_up_to_one(values: list[float]) -> None:
    assert softmax(np.array(values, dtype=np.float32)).sum() == pytest.approx(1, abs=1e-5)


def test_extreme_scores_give_finite_numbers() -> None:
    scores = np.array([1e30, -1e30, 0], dtype=np.float32)

    assert np.isfinite(log_softmax(scores / 1e28)).all()
    assert sigmoid(scores).tolist() == pytest.approx([1, 0, 0.5])


def test_a_missing_array_is_named() -> None:
    with pytest.raises(ModelError, match=r"heads\.npz: tags\.weight: missing"):
        Linear(Weights({}, "heads.npz").below("tags"), 5)


def test_an_array_of_another_shape_is_named() -> None:
    arrays = {"tags.weight": np.zeros((4, 7), dtype=np.float32)}

    with pytest.raises(ModelError, match=r"tags\.weight: expected 5xn numbers, got \(4, 7\)"):
        Linear(Weights(arrays, "heads.npz").below("tags"), 5)


def test_heads_compute_what_they_were_trained_to() -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from relata.training.network.heads import ArgumentLayer

    torch.manual_seed(0)
    trained = ArgumentLayer(32).eval()
    head = ChainHead(
        Weights({name: array.numpy() for name, array in trained.state_dict().items()}, "heads"), 3
    )
    input = Input([1] * 6, [0] * 6, [7, 8, 9], [1, 2, 4], [1, 3, 4], [0, 2, 4], [0, 1, 0])
    states = torch.randn(1, 6, 32)

    emissions, changes = head(head.words(states[0].numpy(), input))

    class Batch:
        first, last = torch.tensor([input.first]), torch.tensor([input.last])
        shapes, marked = torch.tensor([input.shapes]), torch.tensor([input.marked])

    with torch.no_grad():
        expected = trained(trained.words(states, Batch()))
    assert emissions == pytest.approx(expected[0][0].numpy(), abs=1e-5)
    assert changes == pytest.approx(expected[1][0].numpy(), abs=1e-5)


def test_a_signal_head_computes_what_it_was_trained_to() -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from relata.training.network.heads import MIXED
    from relata.training.network.heads import SignalLayer as TrainedHead

    torch.manual_seed(0)
    trained = TrainedHead(32, 5).eval()
    head = SignalHead(
        Weights({name: array.numpy() for name, array in trained.state_dict().items()}, "heads"), 5
    )
    mark, words = torch.randn(1, 32), torch.randn(1, 4, MIXED)

    for arguments in ([1, 0, 2, 2], [0, 0, 1, 0], [0, 0, 0, 0]):
        scores = head(mark[0].numpy(), words[0].numpy(), arguments)

        with torch.no_grad():
            expected = trained(mark, words, torch.tensor([arguments]))
        assert scores == pytest.approx(expected[0].numpy(), abs=1e-5)


def test_one_word_has_no_changes() -> None:
    head = ChainHead(Weights(rule_heads(), "heads").below("site_arguments"), 3)
    input = Input([1], [0], [0], [0], [0], [0], [0])

    emissions, changes = head(head.words(np.zeros((1, HIDDEN), dtype=np.float32), input))

    assert (emissions.shape, changes.shape) == ((1, 3), (0, 3, 3))
