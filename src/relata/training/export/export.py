"""Export: from a trained model to a package, calibrated, and checked to do as well as before."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from relata.errors import ModelError
from relata.model.inputs import InputBuilder
from relata.model.model import Model
from relata.model.package import CARD, ENCODER, HEADS, TOKENIZER, ModelPackage
from relata.training.data.instances import some_inputs
from relata.training.data.training_data import TrainingData, evaluate
from relata.training.export.card import card_of
from relata.training.export.onnx_export import export_encoder
from relata.training.export.torch_runtime import head_arrays, running
from relata.training.loop.progress import Progress
from relata.training.loop.trained_model import Trained
from relata.training.tuning.classifiers import without_classifiers
from relata.training.tuning.thresholds import with_settings
from relata.training.tuning.tuning import learned_beside, packed, rounded, tuned, with_classifiers

VERSION = "1"
TOLERANCE = 0.5
"""How many points an exported model may lose in any measure."""


@dataclass(frozen=True, slots=True)
class About:
    """What goes into a package beside the model itself."""

    language: str
    licence: str
    resources: Sequence[str]
    lexicons: Mapping[str, Any]
    training: Mapping[str, Any]


def export(
    trained: Trained,
    data: TrainingData,
    out: Path,
    about: About,
    progress: Progress,
    tolerance: float = TOLERANCE,
) -> ModelPackage:
    """Writes the package of a model, tuned on development data; refused if it lost `tolerance` points."""
    with tempfile.TemporaryDirectory() as room:
        progress.say("exporting")
        plain = _draft(trained, data, about, Path(room))
        classifiers = learned_beside(plain, data, progress)
        draft = with_classifiers(plain, classifiers)
        found = tuned(draft, data, progress)
        exact_model = running(trained, about.language, about.lexicons, classifiers)
        exact = evaluate(with_settings(exact_model, found.settings), data)
        del exact["criterion"]
        _check(found.scores, exact, tolerance)
        manifest = {**draft.package.manifest, **found.manifest()}
        manifest["evaluation"] |= {
            "exact": rounded(exact),
            "command": "python benchmarks/evaluate_discourse.py MODEL DEV",
        }
        kept: dict[str, bytes | Path] = {name: draft.package.path / name for name in (ENCODER, TOKENIZER)}
        arrays = {**head_arrays(trained), **classifiers}
        kept[HEADS] = packed(without_classifiers(arrays, found.settings))
        return ModelPackage.save(out, kept | {CARD: card_of(manifest).encode()}, manifest)


def _draft(trained: Trained, data: TrainingData, about: About, room: Path) -> Model:
    """The exported model with settings that are not tuned yet."""
    encoder = room / ENCODER
    items = list(data.instances(InputBuilder(trained.base.tokenizer), trained.sentences))
    export_encoder(trained.model.encoder, encoder, some_inputs(items))
    files: dict[str, bytes | Path] = {
        ENCODER: encoder,
        TOKENIZER: trained.base.tokenizer.to_str().encode(),
        HEADS: packed(head_arrays(trained)),
        CARD: b"",
    }
    manifest = {
        "language": about.language,
        "version": VERSION,
        "labels": {**trained.labels, **about.lexicons},
        "settings": {},
        "training": dict(about.training),
        "scores": {},
        "licence": about.licence,
        "track": "open",  # a pretrained encoder is not among the resources of the closed track
        "resources": list(about.resources),
    }
    return Model.load(ModelPackage.save(room / "draft", files, manifest).path)


def _check(scores: Mapping[str, float], exact: Mapping[str, float], tolerance: float) -> None:
    lost = {name: value - scores[name] for name, value in exact.items() if value - scores[name] > tolerance}
    if lost:
        shown = ", ".join(f"{name} {exact[name]:.2f} to {scores[name]:.2f}" for name in lost)
        raise ModelError(
            f"the exported model loses more than {tolerance} points: {shown}; nothing was written"
            " (--tolerance allows for more)"
        )
