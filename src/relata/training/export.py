"""Export: from a trained model to a package, calibrated, and checked to do as well as before."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from relata.discourse.lexicon import Counts
from relata.errors import ModelError
from relata.neural.encoder import Floats
from relata.neural.inputs import InputBuilder
from relata.neural.model import Model
from relata.neural.package import CARD, ENCODER, HEADS, TOKENIZER, ModelPackage
from relata.neural.settings import Settings
from relata.segmentation import segmenter
from relata.training.calibration import Calibration, calibrate_heads
from relata.training.card import card_of
from relata.training.checkpoints import Trained
from relata.training.evaluation import Analysed, analyse, measure, measure_genres
from relata.training.instances import instances
from relata.training.onnx_export import export_encoder
from relata.training.progress import Progress
from relata.training.running import RememberingEncoder, head_arrays, running
from relata.training.schemes import scheme_of
from relata.training.sentence_evaluation import measure_sentences
from relata.training.thresholds import choose_predicate_thresholds, choose_thresholds, with_settings
from relata.training.training_data import TrainingData, evaluate

VERSION = "1"
TOLERANCE = 0.5
"""How many points an exported model may lose in any measure."""
_SAMPLES = 64
"""About how many inputs of the training data show the encoder's numbers before they are rounded."""


@dataclass(frozen=True, slots=True)
class About:
    """What goes into a package beside the model itself; `surface` is a classifier of words (or nothing)."""

    language: str
    licence: str
    resources: Sequence[str]
    connectives: Counts
    surface: Mapping[str, Floats]
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
        draft = _draft(trained, data, about, Path(room))
        settings, calibrations = _tuned(draft, data, progress)
        model = with_settings(draft, settings)
        progress.say("evaluating")
        found, scores = _scores(model, data)
        exact_model = running(trained, about.language, about.connectives, about.surface)
        exact = evaluate(with_settings(exact_model, settings), data)
        del exact["criterion"]
        _check(scores, exact, tolerance)
        scheme = scheme_of(trained.senses, about.language) if found else None
        genres = measure_genres(found, scheme) if scheme else {}
        manifest = {
            **draft.package.manifest,
            "settings": asdict(settings),
            "scores": _rounded(scores),
            "evaluation": {
                **({"label_set": scheme.senses, "whole_label_set": scheme.relations} if scheme else {}),
                "exact": _rounded(exact),
                "genres": {genre: _rounded(each) for genre, each in genres.items()},
                "calibration": {name: asdict(each) for name, each in calibrations.items()},
                "command": "python benchmarks/evaluate_discourse.py MODEL DEV",
            },
        }
        kept: dict[str, bytes | Path] = {
            name: draft.package.path / name for name in (ENCODER, TOKENIZER, HEADS)
        }
        if not settings.surface_weight:
            kept[HEADS] = _heads(trained, {})
        return ModelPackage.save(out, kept | {CARD: card_of(manifest).encode()}, manifest)


def _draft(trained: Trained, data: TrainingData, about: About, room: Path) -> Model:
    """The exported model with settings that are not tuned yet; its encoder remembers what it has read."""
    encoder = room / ENCODER
    items = list(data.instances(InputBuilder(trained.base.tokenizer), trained.sentences))
    samples = items[:: max(1, len(items) // _SAMPLES)]
    export_encoder(trained.model.encoder, encoder, (item.input for item in samples))
    files: dict[str, bytes | Path] = {
        ENCODER: encoder,
        TOKENIZER: trained.base.tokenizer.to_str().encode(),
        HEADS: _heads(trained, about.surface),
        CARD: b"",
    }
    manifest = {
        "language": about.language,
        "version": VERSION,
        "labels": {**trained.labels, "connectives": dict(about.connectives)},
        "settings": {},
        "training": dict(about.training),
        "scores": {},
        "licence": about.licence,
        "track": "open",  # a pretrained encoder is not among the resources of the closed track
        "resources": list(about.resources),
    }
    model = Model.load(ModelPackage.save(room / "draft", files, manifest).path)
    return replace(model, encoder=RememberingEncoder(model.encoder))


def _heads(trained: Trained, surface: Mapping[str, Floats]) -> bytes:
    """The heads in half precision, which is finer than what quantisation leaves of the encoder."""
    exact = head_arrays(trained, surface)
    arrays: dict[str, Any] = {name: each.astype(np.float16) for name, each in exact.items()}
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def _tuned(model: Model, data: TrainingData, progress: Progress) -> tuple[Settings, dict[str, Calibration]]:
    if data.discourse is None:
        return _with_predicates(model, data, Settings()), {}
    progress.say("calibrating")
    documents = data.discourse.dev.documents
    items = [item for document in documents for item in instances(document, model.builder)]
    settings, calibrations = calibrate_heads(model, items)
    scheme = scheme_of(model.package.senses, model.package.language)
    settings = choose_thresholds(model, documents, scheme, settings)
    return _with_predicates(model, data, settings), calibrations


def _with_predicates(model: Model, data: TrainingData, settings: Settings) -> Settings:
    if data.sentences is None or "roles" not in model.package.manifest["labels"]:
        return settings
    return choose_predicate_thresholds(model, data.sentences.dev, settings)


def _scores(model: Model, data: TrainingData) -> tuple[list[Analysed], dict[str, float]]:
    """The analysed documents, if the data have relations, and the measures of all development data."""
    found: list[Analysed] = []
    scores: dict[str, float] = {}
    if data.discourse:
        package = model.package
        scheme = scheme_of(package.senses, package.language)
        raw = segmenter(package.language) is not None
        found += analyse(model, data.discourse.dev.documents, scheme, raw=raw)
        scores |= measure(found, scheme)
    if data.sentences:
        scores |= measure_sentences(model, data.sentences.dev)
    return found, scores


def _check(scores: Mapping[str, float], exact: Mapping[str, float], tolerance: float) -> None:
    lost = {name: value - scores[name] for name, value in exact.items() if value - scores[name] > tolerance}
    if lost:
        shown = ", ".join(f"{name} {exact[name]:.2f} to {scores[name]:.2f}" for name in lost)
        raise ModelError(
            f"the exported model loses more than {tolerance} points: {shown}; nothing was written"
            " (--tolerance allows for more)"
        )


def _rounded(scores: Mapping[str, float]) -> dict[str, float]:
    return {name: round(value, 2) for name, value in scores.items()}
