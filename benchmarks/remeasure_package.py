"""Measures a model package anew, and writes its figures into manifest and card; settings stay as they are.

    python benchmarks/remeasure_package.py MODEL OUT --data gdtb --also pdtb=wsj-pdtb3 --sentences sentences

Run it when code that decodes has changed, so that cards tell what the models reach with it.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from relata.cli.console import warnings_as_lines
from relata.evaluation.sentences import measure_constituents, measure_sentences
from relata.model.encoder import RememberingEncoder
from relata.model.model import Model
from relata.model.package import CARD, ENCODER, HEADS, TOKENIZER, ModelPackage
from relata.model.settings import Settings
from relata.parsing.loading import find
from relata.training.data.corpus import by_conventions, measure_corpus, read_corpus, read_sentences
from relata.training.export.card import card_of
from relata.training.tuning.tuning import Tuned, measure_relations, rounded


def main() -> None:
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=layout)
    parser.add_argument("model")
    parser.add_argument("out", type=Path)
    parser.add_argument("--data", type=Path, required=True, help="corpus of relations: its part dev is used")
    parser.add_argument("--also", action="append", default=[], metavar="NAME=PATH", help="others")
    parser.add_argument("--sentences", type=Path, help="corpus of trees and propositions")
    arguments = parser.parse_args()
    with warnings_as_lines():
        remeasure(find(arguments.model), arguments)


def remeasure(path: Path, arguments: argparse.Namespace) -> None:
    """Write the package of `path` with new figures."""
    model = Model.load(path)
    model = replace(model, encoder=RememberingEncoder(model.encoder))
    manifest = model.package.manifest
    result = Tuned(Settings.of(manifest["settings"], str(path)), {})
    language = model.package.language
    measure_relations(result, model, read_corpus(arguments.data, language=language))
    for name, _, corpus in (each.partition("=") for each in arguments.also):
        scores = measure_corpus(model, replace(read_corpus(Path(corpus)), conventions=name), raw=True)
        result.scores |= by_conventions(scores, name)
    if arguments.sentences:
        dev = read_sentences(arguments.sentences).dev
        result.scores |= measure_sentences(model, dev)
        if "constituents" in manifest["labels"]:
            result.scores |= measure_constituents(model, dev)
    evaluation = {**manifest["evaluation"], **result.evaluation, "exact": {}}
    manifest = {
        **manifest,
        "scores": {**manifest["scores"], **rounded(result.scores)},
        "evaluation": evaluation,
    }
    names = (ENCODER, TOKENIZER, HEADS)
    ModelPackage.save(
        arguments.out, {**{name: path / name for name in names}, CARD: card_of(manifest).encode()}, manifest
    )


if __name__ == "__main__":
    main()
