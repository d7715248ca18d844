"""Rewrite a package of format relata-model/1 as relata-model/2, without training.

python benchmarks/rewrite_packages.py OLD NEW --dev gdtb/dev

Folds temperatures, the prior of senses, the lexicon of connectives and the weights of classifiers into the
weights of the heads; then fits the calibration curves and the threshold of relations on DEV, and measures
the package there. The thresholds of connectives, anchors and predicates stay.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from relata.cli.console import warnings_as_lines
from relata.evaluation.labels import scheme_of
from relata.model.encoder import RememberingEncoder
from relata.model.hashed_linear import row_of
from relata.model.heads import Floats
from relata.model.model import Model
from relata.model.package import CARD, ENCODER, HEADS, TOKENIZER, ModelPackage
from relata.model.settings import Settings
from relata.training.data.corpus import CorpusPart, RelationCorpus, read_part
from relata.training.export.card import card_of
from relata.training.tuning.classifiers import CONNECTIVES, PATHS, WORDS
from relata.training.tuning.folding import (
    LAYERS,
    with_classifier_weight,
    with_sense_bias,
    with_temperatures,
)
from relata.training.tuning.thresholds import RelationTuner, with_settings
from relata.training.tuning.tuning import Tuned, measure_relations, packed

OLD_NAMES = {"surface": WORDS, "explicit_surface": CONNECTIVES, "paths": PATHS}
THRESHOLDS = ("connective_threshold", "anchor_threshold", "predicate_threshold", "nominal_threshold")
LEXICON_WEIGHT, LEXICON_SMOOTHING, PRIOR_SMOOTHING = 0.2, 3.0, 0.5
UNMARKED = ""


def folded(old: Path, manifest: Mapping[str, Any]) -> dict[str, Floats]:
    """Fold the constants of an old package into the arrays of its heads."""
    settings, senses = manifest["settings"], manifest["labels"]["senses"]
    with np.load(old / HEADS) as file:
        arrays = {_renamed(name): file[name].astype(np.float32) for name in file.files}
    arrays = with_temperatures(arrays, {head: settings[f"{head}_temperature"] for head in LAYERS})
    counts = {
        name: np.array([by_sense.get(sense, 0) for sense in senses], dtype=np.float32)
        for name, by_sense in manifest["labels"]["connectives"].items()
    }
    arrays = with_sense_bias(arrays, counts.pop(UNMARKED) + np.float32(PRIOR_SMOOTHING))
    for old_name, name in OLD_NAMES.items():
        arrays = with_classifier_weight(arrays, name, settings[f"{old_name}_weight"])
    if f"{CONNECTIVES}.rows" in arrays:
        total = sum(counts.values(), np.full(len(senses), 0.5, dtype=np.float32))
        prior = LEXICON_SMOOTHING * total / total.sum()
        for connective, row in counts.items():
            shares = (row + prior) / (row.sum() + LEXICON_SMOOTHING)
            arrays[f"{CONNECTIVES}.rows"][row_of(connective)] += LEXICON_WEIGHT * np.log(shares)
    return arrays


def rewritten(old: Path, new: Path, dev: CorpusPart, command: str) -> ModelPackage:
    """Write the new package."""
    manifest = json.loads((old / "manifest.json").read_text(encoding="utf-8"))
    arrays = folded(old, manifest)
    labels = {name: value for name, value in manifest["labels"].items() if name != "connectives"}
    settings = Settings(**{name: manifest["settings"][name] for name in THRESHOLDS})
    files: dict[str, bytes | Path] = {
        ENCODER: old / ENCODER,
        TOKENIZER: old / TOKENIZER,
        HEADS: packed(arrays),
        CARD: b"",
    }
    draft = {**manifest, "labels": labels, "settings": {}}
    with TemporaryDirectory() as room:
        model = Model.load(ModelPackage.save(Path(room) / "draft", files, draft).path)
    model = replace(model, encoder=RememberingEncoder(model.encoder))
    scheme = scheme_of(model.package.senses, model.package.language)
    result = Tuned(RelationTuner(model, dev.documents, scheme).calibrated(settings), arrays)
    measure_relations(result, with_settings(model, result.settings), RelationCorpus(dev, dev))
    entries = result.manifest()
    complete = {
        **draft,
        **entries,
        "scores": {**manifest["scores"], **entries["scores"]},
        "evaluation": {**manifest["evaluation"], **result.evaluation, "exact": {}},
        "training": {**manifest["training"], "rewritten": command},
    }
    return ModelPackage.save(new, {**files, CARD: card_of(complete).encode()}, complete)


def _renamed(name: str) -> str:
    head, dot, rest = name.partition(".")
    return f"{OLD_NAMES.get(head, head)}{dot}{rest}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("old", type=Path, help="package of format relata-model/1")
    parser.add_argument("new", type=Path, help="package to write")
    parser.add_argument("--dev", type=Path, required=True, help="annotated development documents")
    options = parser.parse_args()
    command = f"python benchmarks/rewrite_packages.py OLD NEW --dev {'/'.join(options.dev.parts[-2:])}"
    package = rewritten(options.old, options.new, read_part(options.dev), command)
    print(json.dumps(package.manifest["settings"]))
    print(json.dumps(package.manifest["scores"], indent=1))
    print(json.dumps(package.manifest["evaluation"]["shown"]))


if __name__ == "__main__":
    with warnings_as_lines():
        main()
