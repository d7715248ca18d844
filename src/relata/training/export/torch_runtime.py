"""Models in training for the run-time: in torch, before they are exported to packages."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
import torch

from relata.model.encoder import Encoder, Floats
from relata.model.heads import Weights
from relata.model.inputs import Input, InputBuilder
from relata.model.model import Model
from relata.model.package import ModelPackage
from relata.training.network.trained_model import Trained

_ENCODER = "encoder."
_TRAINING_ONLY = "extra_sense."
_OF_SENTENCES = ("syntax.", "roles.")


class TorchEncoder(Encoder):
    """Encoder of a model that is not exported yet."""

    def __init__(self, trained: Trained) -> None:
        self._model = trained.model
        self.threads = 1  # torch has threads of its own

    def __call__(self, input: Input) -> Floats:
        pieces = torch.tensor([input.pieces])
        with torch.inference_mode():
            states = self._model.states(pieces, torch.ones_like(pieces), torch.tensor([input.types]))
        array: Floats = states[0].numpy()
        return array


class RememberingEncoder(Encoder):
    """Encoder with a cache of states, so that decoding the same inputs with other settings is quick."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._cache: dict[bytes, Floats] = {}
        self._lock = Lock()
        self.threads = encoder.threads

    def __call__(self, input: Input) -> Floats:
        key = np.array([input.pieces, input.types], dtype=np.int32).tobytes()
        states = self._cache.get(key)
        if states is None:
            states = self._encoder(input)
            with self._lock:
                self._cache[key] = states
        return states


def running(
    trained: Trained, language: str, nominals: Mapping[str, Any], arrays: Mapping[str, Floats] | None = None
) -> Model:
    """Wrap a trained model so that it runs as its package will, except for the encoder's quantisation.

    `nominals` is the manifest's entry for the rates of nominal predicates; `arrays` replace the heads' own.
    """
    trained.model.eval()
    manifest = {"language": language, "labels": {**trained.labels, **nominals}, "settings": {}}
    return Model(
        ModelPackage(Path("a model in training"), manifest),
        InputBuilder(trained.base.tokenizer),
        RememberingEncoder(TorchEncoder(trained)),
        Weights(arrays or head_arrays(trained), "a model in training"),
    )


def head_arrays(trained: Trained) -> dict[str, Floats]:
    """Collect the arrays of the heads that are needed after training, by their names."""
    state = trained.model.state_dict()
    names = [name for name in state if not name.startswith((_ENCODER, _TRAINING_ONLY))]
    if not trained.senses:
        names = [name for name in names if name.startswith(_OF_SENTENCES)]
    return {name: state[name].numpy() for name in names}
