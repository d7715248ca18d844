"""Learning what words, tags and trees say by themselves: linear classifiers beside the encoder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from relata.discourse.argument_decoding import argument_labels
from relata.discourse.explicit import connective_features as explicit_surface
from relata.discourse.explicit import tree_paths as paths
from relata.discourse.explicit.connective_features import explicit_rows
from relata.discourse.explicit.parser import ExplicitSense
from relata.discourse.explicit.tree_paths import Trees, path_rows
from relata.discourse.labels import ARGUMENT_LABELS
from relata.discourse.languages import language
from relata.discourse.nonexplicit import word_features as surface
from relata.discourse.nonexplicit.sites import words_next_to_border
from relata.discourse.nonexplicit.word_features import surface_rows
from relata.document import Document, Span
from relata.document.relations import SENSED, DiscourseRelation
from relata.model.heads import Floats
from relata.model.model import Model
from relata.model.settings import Settings
from relata.pipeline.state import ParseState
from relata.syntax.labels import SyntaxLabels
from relata.syntax.parser import TreeReader
from relata.training.tuning.hashed_linear import learn_hashed

_STRENGTHS = {surface.WEIGHTS: 0.1, explicit_surface.WEIGHTS: 0.1, paths.WEIGHTS: 0.03}
"""How far the weights of each classifier may go from zero."""


def learn_classifiers(model: Model, documents: Sequence[Document]) -> dict[str, Floats]:
    """The arrays of all classifiers that annotated documents teach, by their names in a heads file.

    Those that read trees read the model's own, so that they know its errors; without trees there are none.
    """
    found = {surface.WEIGHTS: learn_surface(documents, model.package.senses)}
    if labels := SyntaxLabels.of(model.package.manifest["labels"]):
        trees = _trees(model, labels, documents)
        found[explicit_surface.WEIGHTS] = _learn_explicit_surface(documents, trees, model.package.senses)
        found[paths.WEIGHTS] = _learn_paths(model, documents, trees)
    return {f"{name}.{part}": array for name, arrays in found.items() for part, array in arrays.items()}


def without_classifiers(arrays: Mapping[str, Floats], settings: Settings | None = None) -> dict[str, Floats]:
    """The arrays of a heads file without classifiers, or without those that do not count by the settings."""
    idle = {name for name in _STRENGTHS if not (settings and settings.weight_of(name))}
    return {name: array for name, array in arrays.items() if name.partition(".")[0] not in idle}


def learn_surface(documents: Iterable[Document], senses: Sequence[str]) -> dict[str, Floats]:
    """What words say of the senses of relations without connective."""
    places = {sense: place for place, sense in enumerate(senses)}
    rows, labels = [], []
    for document in documents:
        for relation in document.relations:
            known = relation.sense in places
            if relation.type in SENSED and known and relation.arg1 and relation.arg2:
                rows.append(surface_rows(document.tokens, *words_next_to_border(relation)))
                labels.append(places[relation.senses[0]])
    return learn_hashed(rows, labels, len(senses), _STRENGTHS[surface.WEIGHTS])


def _trees(model: Model, labels: SyntaxLabels, documents: Iterable[Document]) -> list[Trees]:
    reader = TreeReader(model, labels)
    drafts = [ParseState(document) for document in documents]
    reader(drafts)
    return [Trees(draft.trees or draft.document.tokens) for draft in drafts]


def _learn_explicit_surface(
    documents: Iterable[Document], trees: Iterable[Trees], senses: Sequence[str]
) -> dict[str, Floats]:
    """What words and tags say of the senses of connectives."""
    places = {sense: place for place, sense in enumerate(senses)}
    rows, labels = [], []
    for document, own in zip(documents, trees, strict=True):
        for relation, connective in _explicit(document):
            if relation.sense in places:
                sides = relation.arg1.indices, relation.arg2.indices
                rows.append(explicit_rows(own, connective.indices, *sides))
                labels.append(places[relation.senses[0]])
    return learn_hashed(rows, labels, len(senses), _STRENGTHS[explicit_surface.WEIGHTS])


def _learn_paths(model: Model, documents: Iterable[Document], trees: Iterable[Trees]) -> dict[str, Floats]:
    """What trees say of the arguments of connectives."""
    reads = ExplicitSense(model, Settings())
    rows: list[Sequence[int]] = []
    labels: list[int] = []
    for document, own in zip(documents, trees, strict=True):
        signals = language(document.language).signal_in_arguments
        for relation, connective in _explicit(document):
            input = reads.input(document, connective)
            right = argument_labels(input.words, relation.arg1, relation.arg2)
            found = path_rows(own, connective.indices, input.words)
            taken = set() if signals else {*np.flatnonzero(input.marked).tolist()}
            kept = [place for place in range(len(found)) if place not in taken]
            rows += (found[place] for place in kept)
            labels += (right[place] for place in kept)
    return learn_hashed(rows, labels, len(ARGUMENT_LABELS), _STRENGTHS[paths.WEIGHTS])


def _explicit(document: Document) -> Iterator[tuple[DiscourseRelation, Span]]:
    """The relations with a connective and both arguments."""
    for relation in document.relations:
        if relation.explicit and relation.connective and relation.arg1 and relation.arg2:
            yield relation, relation.connective
