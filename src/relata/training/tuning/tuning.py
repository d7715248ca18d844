"""Tuning: temperatures and thresholds that suit development data, and how well a model does with them."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from relata.batch.progress import Progress
from relata.document.relations import SENSED
from relata.errors import ModelError
from relata.evaluation.discourse import Measures, analyse, measure, measure_genres, shown_senses
from relata.evaluation.labels import scheme_of
from relata.evaluation.sentences import measure_sentences
from relata.model.encoder import Floats
from relata.model.heads import Weights
from relata.model.model import Model
from relata.model.package import CARD, ENCODER, HEADS, MANIFEST, TOKENIZER, ModelPackage
from relata.model.settings import Settings
from relata.segmentation import segmenter
from relata.training.data.corpus import RelationCorpus, TrainingData
from relata.training.data.instances import instances
from relata.training.export.card import card_of
from relata.training.export.torch_runtime import RememberingEncoder
from relata.training.tuning.classifiers import learn_classifiers, without_classifiers
from relata.training.tuning.temperatures import Calibration, calibrate_heads, error_of
from relata.training.tuning.thresholds import choose_predicate_thresholds, choose_thresholds, with_settings


@dataclass(slots=True)
class Tuned:
    """The settings that suit a model, its measures with them, and what else its manifest says of these."""

    settings: Settings
    scores: Measures = field(default_factory=dict)
    evaluation: dict[str, Any] = field(default_factory=dict)

    def manifest(self) -> dict[str, Any]:
        """What a manifest says of it."""
        return {
            "settings": asdict(self.settings),
            "scores": rounded(self.scores),
            "evaluation": {"genres": {}, "calibration": {}, **self.evaluation},
        }


def tuned(model: Model, data: TrainingData, progress: Progress) -> Tuned:
    """The settings of a model, as far as data tell them anew, and its measures on the development parts."""
    package = model.package
    found = Tuned(Settings.of(package.manifest["settings"], str(package.path / MANIFEST)))
    if data.discourse:
        progress.write("calibrating")
        calibrations = _tune_relations(found, model, data.discourse, data.exactness)
        found.evaluation["calibration"] = {name: asdict(each) for name, each in calibrations.items()}
    if data.sentences and "roles" in package.manifest["labels"]:
        found.settings = choose_predicate_thresholds(model, data.sentences.dev, found.settings)
    progress.write("evaluating")
    own = with_settings(model, found.settings)
    if data.discourse:
        _measure_relations(found, own, data.discourse)
    if data.sentences:
        found.scores |= measure_sentences(own, data.sentences.dev)
    return found


def retuned(
    path: Path, data: TrainingData, out: Path, notes: Mapping[str, Any], progress: Progress
) -> ModelPackage:
    """Writes a package with the encoder and heads of another, tuned to data; `notes` say how that was asked.

    What single words say is learned from the training part anew. What the data do not tell stays as it was.
    """
    model = Model.load(path)
    package = model.package
    heads = package.heads()
    if data.discourse:
        check_senses(package.senses, data.discourse, package.path)
        heads = without_classifiers(heads) | learned_beside(model, data, progress)
    lexicons = {name: found for name, found in data.lexicons().items() if found}
    manifest = {**package.manifest, "labels": {**package.manifest["labels"], **lexicons}}
    draft = replace(model, package=replace(package, manifest=manifest))
    found = tuned(with_classifiers(draft, heads), data, progress)
    whole = _merged(manifest, found, data, notes)
    files: dict[str, bytes | Path] = {
        ENCODER: path / ENCODER,
        TOKENIZER: path / TOKENIZER,
        HEADS: packed(without_classifiers(heads, found.settings)),
        CARD: card_of(whole).encode(),
    }
    return ModelPackage.save(out, files, whole)


def learned_beside(model: Model, data: TrainingData, progress: Progress) -> dict[str, Floats]:
    """The arrays of the classifiers that the relations to train on teach."""
    if not data.discourse:
        return {}
    progress.write("learning what words and trees say")
    return learn_classifiers(model, data.discourse.train.documents)


def with_classifiers(model: Model, arrays: Mapping[str, Floats]) -> Model:
    """A model with more arrays, to be tuned: its encoder remembers what it has read."""
    weights = Weights({**model.package.heads(), **arrays}, str(model.package.path / HEADS))
    return replace(model, encoder=RememberingEncoder(model.encoder), weights=weights)


def packed(arrays: Mapping[str, Floats]) -> bytes:
    """A heads file, in half precision, which is finer than what quantisation leaves of the encoder."""
    halves: dict[str, Any] = {name: each.astype(np.float16) for name, each in arrays.items()}
    file = io.BytesIO()
    np.savez_compressed(file, **halves)
    return file.getvalue()


def rounded(scores: Mapping[str, float]) -> dict[str, float]:
    """Measures as manifests have them."""
    return {name: round(value, 2) for name, value in scores.items()}


def _tune_relations(
    found: Tuned, model: Model, corpus: RelationCorpus, exactness: float
) -> dict[str, Calibration]:
    documents = corpus.dev.documents
    items = [item for document in documents for item in instances(document, model.builder)]
    calibrations = calibrate_heads(model, items)
    temperatures = {f"{name}_temperature": each.temperature for name, each in calibrations.items()}
    scheme = scheme_of(model.package.senses, model.package.language)
    calm = Settings.of({**asdict(found.settings), **temperatures}, "calibration")
    found.settings = choose_thresholds(model, documents, scheme, calm, exactness)
    return calibrations


def _measure_relations(found: Tuned, model: Model, corpus: RelationCorpus) -> None:
    language = model.package.language
    scheme = scheme_of(model.package.senses, language)
    raw = segmenter(language) is not None
    analysed = list(analyse(model, corpus.dev.documents, scheme, raw=raw))
    found.scores |= measure(analysed, scheme)
    genres = measure_genres(analysed, scheme)
    shown = {
        name: error_of(shown_senses(analysed, explicit=explicit))
        for name, explicit in (("explicit", True), ("others", False))
    }
    found.evaluation |= {
        "shown": {name: {"error": round(error, 2), "count": count} for name, (error, count) in shown.items()},
        "label_set": scheme.senses,
        "whole_label_set": scheme.relations,
        "genres": {genre: rounded(each) for genre, each in genres.items()},
    }


def check_senses(known: Sequence[str], corpus: RelationCorpus, source: Path) -> None:
    """Refuses relations to train on with senses that a model does not know."""
    relations = (each for document in corpus.train.documents for each in document.relations)
    sensed = (each for each in relations if each.explicit or each.type in SENSED)
    if unknown := sorted({sense for each in sensed for sense in each.senses[:1]} - {*known}):
        raise ModelError(f"{source}: knows no sense {unknown[0]!r}, which the data have")


def _merged(
    manifest: Mapping[str, Any], found: Tuned, data: TrainingData, notes: Mapping[str, Any]
) -> dict[str, Any]:
    """A manifest with what tuning changed: what it did not measure is as it was."""
    own, training = found.manifest(), manifest["training"]
    told = training["data"]
    parts = data.as_dict()
    chosen = {"dev": parts["dev"]} if "dev" in parts else {}
    if "sentences" in parts:
        chosen["sentences"] = {**told.get("sentences", {}), "dev": parts["sentences"]["dev"]}
    # Figures from before quantisation are of other settings.
    kept = {name: value for name, value in manifest["evaluation"].items() if name != "exact"}
    return {
        **manifest,
        **own,
        "scores": {**manifest["scores"], **own["scores"]},
        "evaluation": {**kept, **found.evaluation, "exact": {}},
        "training": {**training, "data": {**told, **chosen}, "tuned": dict(notes)},
    }
