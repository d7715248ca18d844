"""Encoder: from word pieces to a state for each of them, by onnxruntime."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from relata.errors import ModelError, RelataError
from relata.model.devices import CPU, providers
from relata.model.inputs import Input
from relata.model.onnx_file import check_onnx

Floats = npt.NDArray[np.float32]
Key = TypeVar("Key")
Read = TypeVar("Read")

THREADS = "RELATA_THREADS"
"""Environment variable with the number of threads, for programs that set none."""

_NAMES = ["input_ids", "attention_mask", "token_type_ids"]
_SLOW = ["SkipLayerNormFusion"]
"""Graph fusions that slow the encoder down, by 5 % on one thread with AVX2."""
_FAST_GELU = ("optimization.enable_gelu_approximation", "1")
"""GELU by tanh: saves 3 % of the time, with an error below the resolution of 8 bits."""
_AHEAD = 8
"""Number of inputs that a thread may be ahead of the results taken."""


class Encoder:
    """Runs the encoder of a model, one input at a time on each thread.

    A quantised encoder scales its numbers to the largest of a batch: in batches, the analysis of a text would
    depend on its neighbours. On a CPU, batches are no faster.
    """

    def __init__(self, path: Path, threads: int | None = None, device: str = CPU) -> None:
        self._session = _session(path, device)
        self.threads = threads or _default_threads()

    def __call__(self, input: Input) -> Floats:
        """Compute the states of an input's pieces: [pieces, hidden]."""
        pieces = np.array([input.pieces], dtype=np.int64)
        feed = (pieces, np.ones_like(pieces), np.array([input.types], dtype=np.int64))
        try:
            states: Floats = self._session.run(["states"], dict(zip(_NAMES, feed, strict=True)))[0][0]
        except Exception as error:  # onnxruntime raises many types that share no public base
            raise RelataError(f"the encoder failed on {len(input)} pieces: {_first_line(error)}") from None
        if not np.isfinite(states.sum()):
            raise ModelError("the encoder gives numbers that are not finite; its file is damaged")
        return states

    def map(
        self, read: Callable[[Input, Floats], Read], work: Iterable[tuple[Key, Input]]
    ) -> Iterator[tuple[Key, Read]]:
        """Apply `read` to each input and its states, on all threads; yield the results in order, by key.

        Inputs are taken from `work` when they are needed, so memory does not grow with their number.
        """

        def run(input: Input) -> Read:
            return read(input, self(input))

        items = iter(work)
        waiting: deque[tuple[Key, Future[Read]]] = deque()
        with ThreadPoolExecutor(self.threads, thread_name_prefix="relata") as pool:
            try:
                for key, input in islice(items, self.threads * _AHEAD):
                    waiting.append((key, pool.submit(run, input)))
                while waiting:
                    key, future = waiting.popleft()
                    yield key, future.result()
                    for following, input in islice(items, 1):
                        waiting.append((following, pool.submit(run, input)))
            finally:
                for _, future in waiting:
                    future.cancel()


class RememberingEncoder(Encoder):
    """Encoder with a cache of states, so that decoding the same inputs with other settings is quick."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._cache: dict[bytes, Floats] = {}
        self._lock = Lock()
        self.threads = encoder.threads

    def __call__(self, input: Input) -> Floats:
        """Return the remembered states of an input, or compute them."""
        key = np.array([input.pieces, input.types], dtype=np.int32).tobytes()
        states = self._cache.get(key)
        if states is None:
            states = self._encoder(input)
            with self._lock:
                self._cache[key] = states
        return states


def _default_threads() -> int:
    threads = os.environ.get(THREADS, "2")
    if not threads.isdecimal() or not int(threads):
        raise ModelError(f"{THREADS}: expected a number of threads, got {threads!r}")
    return int(threads)


def _session(path: Path, device: str) -> Any:
    import onnxruntime as ort

    check_onnx(path)
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1  # each of our threads runs a whole input, which wastes less
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False  # an arena keeps the memory of the longest input
    options.add_session_config_entry(*_FAST_GELU)
    options.log_severity_level = 4  # failures are raised, in one line
    places = providers(device, ort.get_available_providers())
    try:
        session = ort.InferenceSession(path, options, providers=places, disabled_optimizers=_SLOW)
    except Exception as error:
        raise ModelError(f"{path}: no encoder that onnxruntime runs: {_first_line(error)}") from None
    names = {item.name for item in session.get_inputs()}, {item.name for item in session.get_outputs()}
    if names != (set(_NAMES), {"states"}):
        raise ModelError(f"{path}: expected {', '.join(_NAMES)} in and states out, got {names}")
    return session


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]
