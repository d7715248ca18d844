"""Tuning of a model to development data, and its measures there."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from relata.batch.progress import Progress
from relata.discourse.argument_style import MODEL
from relata.document.relations import SENSED
from relata.errors import ModelError
from relata.evaluation.calibration import shown_errors
from relata.evaluation.discourse import Measures, analyse, measure, measure_genres
from relata.evaluation.labels import Scheme, scheme_of
from relata.evaluation.sentences import measure_sentences
from relata.model.encoder import RememberingEncoder
from relata.model.heads import Floats
from relata.model.model import Model
from relata.model.package import CARD, ENCODER, HEADS, MANIFEST, TOKENIZER, ModelPackage, conventions_number
from relata.model.settings import CONVENTIONS, Settings
from relata.segmentation import segmenter
from relata.training.data.corpus import RelationCorpus, TrainingData, by_conventions, measure_corpus
from relata.training.data.instances import TrainingInstance, instances
from relata.training.export.card import card_of
from relata.training.tuning.calibration import calibrate_heads
from relata.training.tuning.classifiers import CLASSIFIERS, fit_classifiers
from relata.training.tuning.folding import LAYERS, with_classifier_weight, with_prior, with_temperatures
from relata.training.tuning.thresholds import (
    RelationTuner,
    choose_predicate_thresholds,
    with_arrays,
)

_OF_SENTENCES = ("predicate_threshold", "nominal_threshold")
"""Settings that do not depend on the conventions of relations."""

_EXACT = (*LAYERS.values(), "tags", "anchors")
"""Layers that are stored in single precision: their scores decide, and they are small."""


@dataclass(slots=True)
class Tuned:
    """Settings and arrays that suit a model, and its measures with them."""

    settings: Settings
    arrays: dict[str, Floats]
    by_conventions: dict[str, Settings] = field(default_factory=dict)
    scores: Measures = field(default_factory=dict)
    evaluation: dict[str, Any] = field(default_factory=dict)

    def manifest(self) -> dict[str, Any]:
        """Build the entries of a manifest."""
        settings = asdict(self.settings)
        if self.by_conventions:
            settings[CONVENTIONS] = {
                name: {key: value for key, value in asdict(own).items() if key not in _OF_SENTENCES}
                for name, own in self.by_conventions.items()
            }
        return {
            "settings": settings,
            "scores": rounded(self.scores),
            "evaluation": {"genres": {}, "calibration": {}, **self.evaluation},
        }


def tuned(model: Model, data: TrainingData, progress: Progress, *, prior: bool) -> Tuned:
    """Tune a model, as far as the data allow, and measure it on the development parts.

    Temperatures, classifier weights and, with `prior`, the frequency of senses are folded into the arrays.
    """
    package = model.package
    written, source = package.manifest["settings"], str(package.path / MANIFEST)
    result = Tuned(Settings.of(written, source), dict(model.weights.arrays))
    for name in written.get(CONVENTIONS, ()):
        result.by_conventions[name] = Settings.of(written, source, name)
    model = replace(model, encoder=RememberingEncoder(model.encoder))
    if data.discourse:
        _tune_relations(result, model, data, progress, prior=prior)
    model = with_arrays(model, result.arrays)
    if data.sentences and "roles" in package.manifest["labels"]:
        result.settings = choose_predicate_thresholds(model, data.sentences.dev, result.settings)
    progress.write("evaluating")
    model = replace(model, package=replace(package, manifest={**package.manifest, **result.manifest()}))
    if data.discourse:
        measure_relations(result, model, data.discourse)
    for corpus in data.also:
        scores = measure_corpus(model, corpus, raw=segmenter(package.language) is not None)
        result.scores |= by_conventions(scores, corpus.conventions)
    if data.sentences:
        result.scores |= measure_sentences(model, data.sentences.dev)
    return result


def retuned(
    path: Path, data: TrainingData, out: Path, notes: Mapping[str, Any], progress: Progress
) -> ModelPackage:
    """Write a package with the encoder of another, tuned to data; `notes` say how that was asked for.

    The classifiers are fitted to the training part anew. Whatever the data do not cover stays as it was.
    """
    model = Model.load(path)
    package = model.package
    check_senses(package.senses, data.corpora, package.path)
    nominals = {name: rates for name, rates in data.nominals().items() if rates}
    manifest = {**package.manifest, "labels": {**package.manifest["labels"], **nominals}}
    draft = replace(model, package=replace(package, manifest=manifest))
    result = tuned(draft, data, progress, prior=False)
    merged = _merged(manifest, result, data, notes)
    files: dict[str, bytes | Path] = {
        ENCODER: path / ENCODER,
        TOKENIZER: path / TOKENIZER,
        HEADS: packed(result.arrays),
        CARD: card_of(merged).encode(),
    }
    return ModelPackage.save(out, files, merged)


def packed(arrays: Mapping[str, Floats]) -> bytes:
    """Write a heads file: in half precision, except for small layers whose scores decide."""
    types = {name: np.float32 if name.rpartition(".")[0] in _EXACT else np.float16 for name in arrays}
    compact: dict[str, Any] = {name: array.astype(types[name]) for name, array in arrays.items()}
    file = io.BytesIO()
    np.savez_compressed(file, **compact)
    return file.getvalue()


def rounded(scores: Mapping[str, float]) -> dict[str, float]:
    """Round measures to two decimals."""
    return {name: round(value, 2) for name, value in scores.items()}


def _tune_relations(
    result: Tuned, model: Model, data: TrainingData, progress: Progress, *, prior: bool
) -> None:
    """Tune the heads and classifiers of relations, and the thresholds for the conventions of each corpus.

    Heads and classifiers serve all conventions, so they stay as they are if the first ones have no corpus.
    """
    known, scheme = model.package.conventions, _scheme(model)
    numbers = [conventions_number(corpus.conventions, known) for corpus in data.corpora]
    if 0 in numbers:
        main = data.corpora[numbers.index(0)]
        _tune_heads(result, model, data, progress, prior=prior)
        weigher = RelationTuner(with_arrays(model, result.arrays), main.dev.documents, scheme, data.exactness)
        result.arrays = weigher.weigh_classifiers(result.arrays, result.settings)
    progress.write("choosing thresholds")
    for number, corpus in zip(numbers, data.corpora, strict=True):
        marked = with_arrays(model, result.arrays).by(number)
        tuner = RelationTuner(marked, corpus.dev.documents, scheme, data.exactness)
        if number:
            result.by_conventions[corpus.conventions] = tuner.choose(result.settings)
        else:
            result.settings = tuner.choose(result.settings)


def _tune_heads(result: Tuned, model: Model, data: TrainingData, progress: Progress, *, prior: bool) -> None:
    """Fit the classifiers and the temperatures of heads, and fold the latter into the arrays."""
    train = [document for corpus in data.corpora for document in corpus.train.documents]
    progress.write("fitting the classifiers of words and trees")
    fitted = fit_classifiers(model, train)
    progress.write("calibrating")
    items: list[TrainingInstance] = []
    for corpus in data.corpora:
        marked = model.by(conventions_number(corpus.conventions, model.package.conventions))
        items += (item for document in corpus.dev.documents for item in instances(document, marked.builder))
    heads = calibrate_heads(model, items)
    result.evaluation["calibration"] = {name: asdict(head) for name, head in heads.items()}
    arrays = with_temperatures(result.arrays, {name: head.temperature for name, head in heads.items()})
    if prior:
        arrays = with_prior(arrays, train, model.package.senses)
    for name in CLASSIFIERS:
        arrays = with_classifier_weight(arrays, name, 0)
    result.arrays = {**arrays, **fitted}


def measure_relations(result: Tuned, model: Model, corpus: RelationCorpus) -> None:
    """Measure a model on the development part: scores, by genre, and the calibration of its relations."""
    scheme = _scheme(model)
    raw = segmenter(model.package.language) is not None
    conventions = corpus.conventions or MODEL
    analysed = list(analyse(model, corpus.dev.documents, scheme, raw=raw, conventions=conventions))
    result.scores |= measure(analysed, scheme)
    genres = measure_genres(analysed, scheme)
    result.evaluation |= {
        "shown": shown_errors(analysed),
        "label_set": scheme.senses,
        "whole_label_set": scheme.relations,
        "genres": {genre: rounded(scores) for genre, scores in genres.items()},
    }


def _scheme(model: Model) -> Scheme:
    return scheme_of(model.package.senses, model.package.language)


def check_senses(senses: Sequence[str], corpora: Iterable[RelationCorpus], source: Path) -> None:
    """Refuse corpora with senses that a model does not know."""
    documents = (document for corpus in corpora for document in corpus.train.documents)
    relations = (relation for document in documents for relation in document.relations)
    sensed = (relation for relation in relations if relation.explicit or relation.type in SENSED)
    if unknown := sorted({sense for relation in sensed for sense in relation.senses[:1]} - {*senses}):
        raise ModelError(f"{source}: knows no sense {unknown[0]!r}, which the data have")


def _merged(
    manifest: Mapping[str, Any], result: Tuned, data: TrainingData, notes: Mapping[str, Any]
) -> dict[str, Any]:
    """Merge the outcome of tuning into a manifest; entries that were not measured stay."""
    entries, training = result.manifest(), manifest["training"]
    corpora, parts = training["data"], data.as_dict()
    chosen = {"dev": parts["dev"]} if "dev" in parts else {}
    if "sentences" in parts:
        chosen["sentences"] = {**corpora.get("sentences", {}), "dev": parts["sentences"]["dev"]}
    # Figures from before quantisation are of other settings.
    evaluation = {name: value for name, value in manifest["evaluation"].items() if name != "exact"}
    return {
        **manifest,
        **entries,
        "scores": {**manifest["scores"], **entries["scores"]},
        "evaluation": {**evaluation, **result.evaluation, "exact": {}},
        "training": {**training, "data": {**corpora, **chosen}, "tuned": dict(notes)},
    }
