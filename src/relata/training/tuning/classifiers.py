"""Fitting of the linear classifiers beside the encoder: words, tags and tree paths."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain
from warnings import catch_warnings, simplefilter

import numpy as np

from relata.discourse.argument_decoding import argument_labels
from relata.discourse.explicit import features as explicit_features
from relata.discourse.explicit import tree_paths
from relata.discourse.explicit.features import explicit_rows
from relata.discourse.explicit.sense import ExplicitSense
from relata.discourse.explicit.tree_paths import Trees, path_rows
from relata.discourse.labels import ARGUMENT_LABELS
from relata.discourse.languages import language
from relata.discourse.nonexplicit import features as nonexplicit_features
from relata.discourse.nonexplicit.features import pair_rows
from relata.discourse.nonexplicit.sites import words_next_to_border
from relata.document import Document, Span
from relata.document.relations import SENSED, DiscourseRelation
from relata.model.hashed_linear import BUCKETS, row_of
from relata.model.heads import Floats
from relata.model.model import Model
from relata.pipeline import ParseState
from relata.syntax.labels import SyntaxLabels
from relata.syntax.parser import TreeReader

WORDS, CONNECTIVES, PATHS = CLASSIFIERS = (
    nonexplicit_features.CLASSIFIER,
    explicit_features.CLASSIFIER,
    tree_paths.CLASSIFIER,
)
_STRENGTHS = {WORDS: 0.1, CONNECTIVES: 0.1, PATHS: 0.03}
"""Inverse of the L2 penalty of each classifier."""

_LEXICON_WEIGHT, _LEXICON_SMOOTHING = 1 / 3, 3.0
"""Weight of a connective's log share of each sense in its feature row, and its prior number of relations."""

_MOST_STEPS = 100
_GRAIN = np.float32(1 / 32)
"""Weights are multiples of this: a file with few different numbers compresses well."""
_ABSENT = -9.0
"""Bias of labels without a case, in log-odds."""


def fit_classifiers(model: Model, documents: Sequence[Document]) -> dict[str, Floats]:
    """Fit all classifiers to annotated documents; returns arrays by their names in a heads file.

    Classifiers that read trees read the model's own, so that they learn its errors; a model without trees
    has none of them.
    """
    arrays = {WORDS: fit_word_features(documents, model.package.senses)}
    if labels := SyntaxLabels.of(model.package.manifest["labels"]):
        trees = _model_trees(model, labels, documents)
        arrays[CONNECTIVES] = _fit_explicit_features(documents, trees, model.package.senses)
        arrays[PATHS] = _fit_tree_paths(model, documents, trees)
    return {f"{name}.{part}": array for name, parts in arrays.items() for part, array in parts.items()}


def fit_word_features(documents: Iterable[Document], senses: Sequence[str]) -> dict[str, Floats]:
    """Fit the sense of relations without connective to the words of their arguments."""
    index = {sense: number for number, sense in enumerate(senses)}
    rows, labels = [], []
    for document in documents:
        for relation in document.relations:
            known = relation.sense in index
            if relation.type in SENSED and known and relation.arg1 and relation.arg2:
                rows.append(pair_rows(document.tokens, *words_next_to_border(relation)))
                labels.append(index[relation.senses[0]])
    return fit_hashed_linear(rows, labels, len(senses), _STRENGTHS[WORDS])


def _model_trees(model: Model, labels: SyntaxLabels, documents: Iterable[Document]) -> list[Trees]:
    """Parse the trees of documents."""
    parses = [ParseState(document) for document in documents]
    TreeReader(model, labels)(parses)
    return [Trees(parse.trees) for parse in parses if parse.trees]


def _fit_explicit_features(
    documents: Sequence[Document], trees: Sequence[Trees], senses: Sequence[str]
) -> dict[str, Floats]:
    """Fit the sense of connectives to words and tags, and add the shares of each connective's senses."""
    index = {sense: number for number, sense in enumerate(senses)}
    rows, labels = [], []
    counts: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for document, document_trees in zip(documents, trees, strict=True):
        for relation, connective in _explicit(document):
            if relation.sense in index:
                sides = relation.arg1.indices, relation.arg2.indices
                label = index[relation.senses[0]]
                rows.append(explicit_rows(document_trees, connective.indices, *sides))
                labels.append(label)
                forms = map(document.tokens.form, connective.indices)
                counts[" ".join(forms).lower()][label] += 1
    arrays = fit_hashed_linear(rows, labels, len(senses), _STRENGTHS[CONNECTIVES])
    total = np.full(len(senses), 0.5) + np.bincount(labels, minlength=len(senses))
    prior = _LEXICON_SMOOTHING * total / total.sum()
    for connective_text, by_sense in counts.items():
        sense_counts = np.array([by_sense[label] for label in range(len(senses))])
        shares = (sense_counts + prior) / (sense_counts.sum() + _LEXICON_SMOOTHING)
        arrays["rows"][row_of(connective_text)] += _LEXICON_WEIGHT * np.log(shares)
    return arrays


def _fit_tree_paths(model: Model, documents: Iterable[Document], trees: Iterable[Trees]) -> dict[str, Floats]:
    """Fit the argument labels of the words around connectives to their paths in the tree."""
    sense = ExplicitSense(model)
    rows: list[Sequence[int]] = []
    labels: list[int] = []
    for document, document_trees in zip(documents, trees, strict=True):
        signals = language(document.language).signal_in_arguments
        for relation, connective in _explicit(document):
            input = sense.input(document, connective)
            right = argument_labels(input.words, relation.arg1, relation.arg2)
            paths = path_rows(document_trees, connective.indices, input.words)
            taken = set() if signals else {*np.flatnonzero(input.marked).tolist()}
            free = [position for position in range(len(paths)) if position not in taken]
            rows += (paths[position] for position in free)
            labels += (right[position] for position in free)
    return fit_hashed_linear(rows, labels, len(ARGUMENT_LABELS), _STRENGTHS[PATHS])


def _explicit(document: Document) -> Iterator[tuple[DiscourseRelation, Span]]:
    """Yield the relations with a connective and both arguments."""
    for relation in document.relations:
        if relation.explicit and relation.connective and relation.arg1 and relation.arg2:
            yield relation, relation.connective


def fit_hashed_linear(
    rows: Sequence[Sequence[int]], labels: Sequence[int], count: int, strength: float
) -> dict[str, Floats]:
    """Fit the arrays of a `HashedLinear` with `count` labels to cases, each given by its feature rows.

    `strength` is the inverse of the L2 penalty (C of scikit-learn).
    """
    from scipy.sparse import csr_matrix
    from sklearn.exceptions import ConvergenceWarning
    from sklearn.linear_model import LogisticRegression

    weights = np.zeros((BUCKETS, count), dtype=np.float32)
    bias = np.full(count, _ABSENT if labels else 0.0, dtype=np.float32)
    if len(set(labels)) > 1:
        columns = list(chain.from_iterable(rows))
        bounds = [0, *accumulate(map(len, rows))]
        matrix = csr_matrix((np.ones(len(columns)), columns, bounds), shape=(len(rows), BUCKETS))
        active = np.unique(columns)
        with catch_warnings():  # the steps are limited on purpose
            simplefilter("ignore", ConvergenceWarning)
            model = LogisticRegression(C=strength, max_iter=_MOST_STEPS).fit(matrix[:, active], labels)
        coefficients, intercept = model.coef_, model.intercept_
        if len(model.classes_) == 2:  # scikit-learn keeps one row for two labels
            coefficients = np.concatenate((-coefficients, coefficients)) / 2
            intercept = np.concatenate((-intercept, intercept)) / 2
        weights[np.ix_(active, model.classes_)] = coefficients.T
        bias[model.classes_] = intercept
    elif labels:
        bias[labels[0]] = 0.0
    return {"rows": (weights / _GRAIN).round() * _GRAIN, "bias": bias}
