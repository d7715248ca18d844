from __future__ import annotations

from pathlib import Path

import pytest

import relata
from relata.errors import ModelError, PipelineError
from relata.model.devices import providers

CPU, CUDA = "CPUExecutionProvider", "CUDAExecutionProvider"


@pytest.mark.parametrize(
    ("device", "available", "expected"),
    [
        ("cpu", [CUDA, CPU], [CPU]),
        ("auto", [CUDA, CPU], [CUDA, CPU]),
        ("auto", ["AzureExecutionProvider", CPU], [CPU]),
        ("cuda", [CUDA, CPU], [CUDA, CPU]),
    ],
)
def test_a_device_has_its_provider_before_that_of_the_processor(
    device: str, available: list[str], expected: list[str]
) -> None:
    assert providers(device, available) == expected


def test_a_device_that_onnxruntime_lacks_is_named_with_what_it_takes() -> None:
    with pytest.raises(ModelError, match=r"no CUDAExecutionProvider .* only CPU.*onnxruntime-gpu"):
        providers("cuda", [CPU])


def test_a_parser_runs_on_the_device_that_is_asked_for(rule_model: Path) -> None:
    text = "It rained because all was wet."

    assert relata.load(rule_model, device="auto")(text) == relata.load(rule_model)(text)
    with pytest.raises(ModelError, match="onnxruntime has no CUDAExecutionProvider"):
        relata.load(rule_model, device="cuda")
    with pytest.raises(PipelineError, match="no device 'tpu'"):
        relata.load(rule_model, device="tpu")
