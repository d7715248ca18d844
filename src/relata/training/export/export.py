"""Export of a trained model to a package, and its use in torch before that.

The package is tuned to development data and compared with the model before export.
"""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from relata.batch.progress import Progress
from relata.errors import RelataWarning
from relata.model.encoder import Encoder, Floats, RememberingEncoder
from relata.model.heads import Weights
from relata.model.inputs import Input, InputBuilder
from relata.model.model import Model
from relata.model.package import CARD, ENCODER, HEADS, TOKENIZER, ModelPackage
from relata.training.data.corpus import TrainingData, evaluate
from relata.training.data.instances import sample_inputs
from relata.training.export.card import card_of
from relata.training.export.onnx_export import export_encoder
from relata.training.network.trained_model import Trained
from relata.training.tuning.thresholds import with_settings
from relata.training.tuning.tuning import packed, rounded, tuned

VERSION = "1"
TOLERANCE = 0.5
"""The most points that a measure may lose in export without a warning."""

_ENCODER = "encoder."
_TRAINING_ONLY = "extra_sense."
_OF_SENTENCES = ("syntax.", "roles.")


@dataclass(frozen=True, slots=True)
class About:
    """Facts for the manifest of a package."""

    language: str
    licence: str
    resources: Sequence[str]
    nominals: Mapping[str, Any]
    training: Mapping[str, Any]


def export(
    trained: Trained,
    data: TrainingData,
    out: Path,
    about: About,
    progress: Progress,
    tolerance: float = TOLERANCE,
) -> ModelPackage:
    """Write the package of a model, tuned on development data; warn if a measure lost `tolerance` points."""
    with tempfile.TemporaryDirectory() as room:
        progress.write("exporting")
        draft = _draft(trained, data, about, Path(room))
        result = tuned(draft, data, progress, prior=True)
        exact_model = running(trained, about.language, about.nominals, result.arrays)
        exact = evaluate(with_settings(exact_model, result.settings), data)
        del exact["criterion"]
        _warn_of_losses(out, result.scores, exact, tolerance)
        manifest = {**draft.package.manifest, **result.manifest()}
        manifest["evaluation"] |= {
            "exact": rounded(exact),
            "command": "python benchmarks/evaluate_discourse.py MODEL DEV",
        }
        files: dict[str, bytes | Path] = {name: draft.package.path / name for name in (ENCODER, TOKENIZER)}
        files |= {HEADS: packed(result.arrays), CARD: card_of(manifest).encode()}
        return ModelPackage.save(out, files, manifest)


def _draft(trained: Trained, data: TrainingData, about: About, room: Path) -> Model:
    """Export a model with settings that are not tuned yet."""
    encoder = room / ENCODER
    builder = InputBuilder(trained.base.tokenizer)
    items = list(data.instances(builder, trained.sentences, trained.conventions))
    export_encoder(trained.model.encoder, encoder, sample_inputs(items))
    files: dict[str, bytes | Path] = {
        ENCODER: encoder,
        TOKENIZER: trained.base.tokenizer.to_str().encode(),
        HEADS: packed(head_arrays(trained)),
        CARD: b"",
    }
    manifest = {
        "language": about.language,
        "version": VERSION,
        "labels": {**trained.labels, **about.nominals},
        "settings": {},
        "training": dict(about.training),
        "scores": {},
        "licence": about.licence,
        "track": "open",  # a pretrained encoder is not among the resources of the closed track
        "resources": list(about.resources),
    }
    return Model.load(ModelPackage.save(room / "draft", files, manifest).path)


def _warn_of_losses(
    out: Path, scores: Mapping[str, float], exact: Mapping[str, float], tolerance: float
) -> None:
    """Warn of the measures that export costs more than `tolerance` points.

    On few documents a single relation is worth more than that, so the model is written nevertheless.
    """
    lost = [name for name, value in exact.items() if value - scores[name] > tolerance]
    if lost:
        losses = ", ".join(f"{name} {exact[name]:.2f} to {scores[name]:.2f}" for name in lost)
        message = f"{out}: measures lost more than {tolerance} points in export (--tolerance): {losses}"
        warnings.warn(RelataWarning(message), stacklevel=2)


class TorchEncoder(Encoder):
    """Encoder of a model that is not exported yet."""

    def __init__(self, trained: Trained) -> None:
        self._model = trained.model
        self.threads = 1  # torch has threads of its own

    def __call__(self, input: Input) -> Floats:
        """Compute the states of an input's pieces [pieces, hidden]."""
        pieces = torch.tensor([input.pieces])
        with torch.inference_mode():
            states = self._model.states(pieces, torch.ones_like(pieces), torch.tensor([input.types]))
        array: Floats = states[0].numpy()
        return array


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
