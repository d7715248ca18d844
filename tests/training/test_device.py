from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from relata.errors import RelataError
from relata.training.loop.device import find_device, making_tensors_on, move


def test_a_device_that_torch_lacks_is_named_with_those_that_can_be_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)

    with pytest.raises(RelataError, match=r"--device cuda: PyTorch .* finds no such device .*usable: .*cpu"):
        find_device("cuda")


def test_auto_takes_an_accelerator_if_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)
    for usable, expected in ((False, "cpu"), (True, "cuda")):
        monkeypatch.setattr(torch.cuda, "is_available", lambda usable=usable: usable)
        assert find_device("auto").type == expected


def test_a_model_moves_with_the_state_of_its_optimiser_and_tensors_are_made_there() -> None:
    # The device "meta" stands for an accelerator: it has shapes without numbers.
    model = torch.nn.Linear(2, 1)
    optimizer = torch.optim.AdamW(model.parameters())
    model(torch.ones(1, 2)).sum().backward()
    optimizer.step()

    move(model, optimizer, torch.device("meta"))

    assert {parameter.device.type for parameter in model.parameters()} == {"meta"}
    state = next(iter(optimizer.state.values()))
    assert (state["exp_avg"].device.type, state["step"].device.type) == ("meta", "cpu")
    with making_tensors_on(torch.device("meta")):
        assert torch.tensor([1]).device.type == "meta"
    assert torch.tensor([1]).device.type == "cpu"
