"""Devices that onnxruntime runs an encoder on, and their providers."""

from __future__ import annotations

from collections.abc import Sequence

from relata.errors import ModelError

CPU, AUTO = "cpu", "auto"
_PROVIDERS = {
    "cuda": "CUDAExecutionProvider",
    "mps": "CoreMLExecutionProvider",
    CPU: "CPUExecutionProvider",
}
_PACKAGES = {"cuda": "`pip install onnxruntime-gpu`, with CUDA", "mps": "onnxruntime for macOS"}
DEVICES = (AUTO, *_PROVIDERS)


def providers(device: str, available: Sequence[str]) -> list[str]:
    """List the providers for a device, the processor's last; raise if none of `available` serves it.

    >>> providers("auto", ["CoreMLExecutionProvider", "CPUExecutionProvider"])
    ['CoreMLExecutionProvider', 'CPUExecutionProvider']
    """
    if device == AUTO:
        device = next((name for name, provider in _PROVIDERS.items() if provider in available), CPU)
    provider = _PROVIDERS[device]
    if provider not in available:
        raise ModelError(
            f"device {device!r}: onnxruntime has no {provider} here, only {', '.join(available)}; "
            f"it takes {_PACKAGES[device]}"
        )
    return list(dict.fromkeys((provider, _PROVIDERS[CPU])))
