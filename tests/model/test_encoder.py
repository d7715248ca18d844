from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from relata.errors import ModelError, RelataError
from relata.model.encoder import Encoder, Floats
from relata.model.inputs import Input


def inputs(count: int) -> Iterator[tuple[int, Input]]:
    return (
        (number, Input([2, *range(5, 6 + number % 7), 3], [0] * (3 + number % 7))) for number in range(count)
    )


def total(_: Input, states: Floats) -> float:
    return float(states.sum())


@pytest.fixture(scope="module")
def encoder(random_model: Path) -> Encoder:
    return Encoder(random_model / "encoder.onnx", threads=2)


def test_each_piece_gets_a_state(encoder: Encoder) -> None:
    states = encoder(Input([2, 7, 8, 3], [0, 0, 0, 0]))

    assert (states.shape[0], states.dtype) == (4, np.float32)


def test_results_come_in_order_with_their_keys(encoder: Encoder) -> None:
    found = list(encoder.map(total, inputs(60)))

    assert [key for key, _ in found] == list(range(60))
    assert [value for _, value in found] == [total(input, encoder(input)) for _, input in inputs(60)]


def test_the_number_of_threads_changes_nothing(encoder: Encoder, random_model: Path) -> None:
    alone = Encoder(random_model / "encoder.onnx", threads=1)

    assert list(alone.map(total, inputs(40))) == list(encoder.map(total, inputs(40)))


def test_inputs_are_taken_only_as_they_are_needed(encoder: Encoder) -> None:
    taken = []

    def work() -> Iterator[tuple[int, Input]]:
        for item in inputs(1000):
            taken.append(item)
            yield item

    results = encoder.map(total, work())
    next(results)
    results.close()  # type: ignore[attr-defined]

    assert len(taken) < 50


def test_no_inputs_give_no_results(encoder: Encoder) -> None:
    assert list(encoder.map(total, inputs(0))) == []


def test_an_error_of_a_reader_is_raised(encoder: Encoder) -> None:
    def fail(_: Input, __: Floats) -> None:
        raise ModelError("no good")

    with pytest.raises(ModelError, match="no good"):
        list(encoder.map(fail, inputs(5)))


def test_an_input_that_the_encoder_refuses_is_said_in_one_line(encoder: Encoder) -> None:
    with pytest.raises(RelataError, match="the encoder failed on 2 pieces") as refused:
        encoder(Input([2, 10**6], [0, 0]))

    assert "\n" not in str(refused.value)


def test_a_file_that_is_no_encoder_is_named(tmp_path: Path) -> None:
    (tmp_path / "encoder.onnx").write_bytes(b"no model")

    with pytest.raises(ModelError, match=r"encoder\.onnx: no encoder: expected a file in the format ONNX"):
        Encoder(tmp_path / "encoder.onnx")


def test_an_encoder_with_other_inputs_is_refused(tmp_path: Path) -> None:
    import onnx
    from onnx import TensorProto, helper

    value = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1])
    out = helper.make_tensor_value_info("y", TensorProto.FLOAT, [1])
    graph = helper.make_graph([helper.make_node("Identity", ["x"], ["y"])], "other", [value], [out])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(model, tmp_path / "encoder.onnx")

    with pytest.raises(
        ModelError, match="expected input_ids, attention_mask, token_type_ids in and states out"
    ):
        Encoder(tmp_path / "encoder.onnx")


@pytest.mark.parametrize(("given", "threads"), [("1", 1), ("3", 3)])
def test_the_environment_sets_the_number_of_threads(
    random_model: Path, monkeypatch: pytest.MonkeyPatch, given: str, threads: int
) -> None:
    monkeypatch.setenv("RELATA_THREADS", given)

    assert Encoder(random_model / "encoder.onnx").threads == threads


@pytest.mark.parametrize("given", ["0", "many", "-1", ""])
def test_a_number_of_threads_that_is_none_is_refused(
    random_model: Path, monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    monkeypatch.setenv("RELATA_THREADS", given)

    with pytest.raises(ModelError, match="RELATA_THREADS: expected a number of threads"):
        Encoder(random_model / "encoder.onnx")
