"""Device of a training: the processor, or an accelerator that PyTorch finds."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any

import torch
from torch import nn

from relata.errors import RelataError


def find_device(name: str) -> torch.device:
    """Find a device by its name; "auto" takes CUDA or MPS, if PyTorch finds one, else the processor."""
    found = {"cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available(), "cpu": True}
    if name == "auto":
        return torch.device(next(device for device, usable in found.items() if usable))
    if not found[name]:
        usable = ", ".join(device for device, usable in found.items() if usable)
        raise RelataError(
            f"--device {name}: PyTorch {torch.__version__} finds no such device here (usable: {usable}); "
            "install the PyTorch build for it, and its driver"
        )
    return torch.device(name)


def making_tensors_on(device: torch.device) -> AbstractContextManager[Any]:
    """Have new tensors made on a device; on the processor they are anyway, and the mode would cost time."""
    return nullcontext() if device.type == "cpu" else device


def move(model: nn.Module, optimizer: torch.optim.Optimizer, device: torch.device) -> None:
    """Move a model and the state of its optimiser, in place."""
    model.to(device)
    for state in optimizer.state.values():
        for name, value in state.items():
            # The number of steps stays on the processor, where the optimiser counts it.
            if isinstance(value, torch.Tensor) and name != "step":
                state[name] = value.to(device)
