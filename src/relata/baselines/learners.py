"""Learners of the shared task's systems: classes with `fit` and `probabilities` on rows of features.

Fitted learners hold arrays alone, so that models are saved without code. scikit-learn fits them; numpy
applies them.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

Floats = npt.NDArray[np.float64]
Labels = npt.NDArray[np.intp]
"""Label numbers from 0, shape (rows,)."""
State = Mapping[str, Any]
"""Arrays, lists of strings and JSON values by name."""

_MAX_ITERATIONS = 200
_TREE_COLUMNS = 800
"""Most columns that trees read, those with the highest chi-square."""


class Learner(Protocol):
    """Classifier of rows of features, shape (rows, columns)."""

    def fit(self, rows: csr_matrix, labels: Labels, classes: int) -> Self:
        """Learn from rows with a label each; all of the `classes` labels occur, two at least."""

    def probabilities(self, rows: csr_matrix) -> Floats:
        """Return probabilities, or scores that order labels alike, of shape (rows, classes)."""

    def state(self) -> State:
        """Return what `restored` needs."""

    def restored(self, state: State) -> Self:
        """Take over the state of a fitted learner."""


@dataclass(slots=True)
class LinearLearner:
    """Linear classifier: a weight for each label and column, and a bias for each label.

    `estimate` returns a fitted estimator of scikit-learn; `link` makes probabilities of scores, which are
    normalised.
    """

    estimate: Callable[[csr_matrix, Labels, float], Any]
    link: Callable[[Floats], Floats]
    strength: float = 1.0
    weights: npt.NDArray[np.float32] = field(default_factory=lambda: np.zeros((0, 0), dtype=np.float32))
    bias: npt.NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, dtype=np.float32))

    def fit(self, rows: csr_matrix, labels: Labels, classes: int) -> Self:
        """Fit one linear function a label; of two labels, one function and its negative."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of convergence: iterations are bounded on purpose
            fitted = self.estimate(rows, labels, self.strength)
        if isinstance(fitted, tuple):
            weights, bias = fitted
        else:
            weights, bias = fitted.coef_, fitted.intercept_
        if classes == 2 and len(weights) == 1:
            weights, bias = np.concatenate([-weights, weights]), np.concatenate([-bias, bias])
        self.weights, self.bias = weights.astype(np.float32), bias.astype(np.float32)
        return self

    def probabilities(self, rows: csr_matrix) -> Floats:
        """Return normalised probabilities."""
        shares = self.link(rows @ self.weights.T + self.bias)
        normalised: Floats = shares / shares.sum(axis=1, keepdims=True)
        return normalised

    def state(self) -> State:
        """Return weights and bias; half precision changes no decision that is not a tie."""
        return {"weights": self.weights.astype(np.float16), "bias": self.bias}

    def restored(self, state: State) -> Self:
        """Take over weights and bias."""
        self.weights, self.bias = state["weights"].astype(np.float32), state["bias"].astype(np.float32)
        return self


def _sigmoid(scores: Floats) -> Floats:
    shares: Floats = 1 / (1 + np.exp(-scores.clip(-40, 40)))
    return shares


def _softmax(scores: Floats) -> Floats:
    exponentials: Floats = np.exp(scores - scores.max(axis=1, keepdims=True))
    return exponentials


def _maximum_entropy(rows: csr_matrix, labels: Labels, strength: float) -> Any:
    from sklearn.linear_model import LogisticRegression
    from sklearn.multiclass import OneVsRestClassifier

    model = LogisticRegression(C=strength, solver="liblinear", random_state=0, max_iter=_MAX_ITERATIONS)
    fitted = OneVsRestClassifier(model).fit(rows, labels)
    functions = fitted.estimators_
    return np.concatenate([each.coef_ for each in functions]), np.concatenate(
        [each.intercept_ for each in functions]
    )


def _support_vectors(rows: csr_matrix, labels: Labels, strength: float) -> Any:
    from sklearn.svm import LinearSVC

    return LinearSVC(C=strength, random_state=0, max_iter=_MAX_ITERATIONS).fit(rows, labels)


def _averaged_perceptron(rows: csr_matrix, labels: Labels, strength: float) -> Any:
    from sklearn.linear_model import SGDClassifier

    del strength
    return SGDClassifier(
        loss="perceptron",
        penalty=None,
        learning_rate="constant",
        eta0=1.0,
        average=True,
        max_iter=10,
        tol=None,
        random_state=0,
    ).fit(rows, labels)


def _naive_bayes(rows: csr_matrix, labels: Labels, strength: float) -> Any:
    from sklearn.naive_bayes import MultinomialNB

    fitted = MultinomialNB(alpha=strength).fit(rows, labels)
    return fitted.feature_log_prob_, fitted.class_log_prior_


@dataclass(slots=True)
class TreeLearner:
    """Ensemble of decision trees on the columns that are most associated with the labels.

    Trees are arrays: a node tests `column`, goes to `left` without the feature and to `right` with it, or
    votes by `values` if it is a leaf (column -1). Leaves of `boosted` trees vote as SAMME does.
    """

    estimate: Callable[[Any, Labels], Any]
    boosted: bool = False
    arrays: dict[str, npt.NDArray[Any]] | None = None

    _NAMES: ClassVar[tuple[str, ...]] = ("columns", "roots", "column", "left", "right", "values")

    def fit(self, rows: csr_matrix, labels: Labels, classes: int) -> Self:
        """Choose columns, fit the trees, and keep their nodes."""
        from sklearn.feature_selection import chi2

        association = np.nan_to_num(chi2(rows, labels)[0])
        columns = np.sort(np.argsort(-association, kind="stable")[:_TREE_COLUMNS])
        fitted = self.estimate(rows[:, columns].toarray().astype(np.float32), labels)
        trees = getattr(fitted, "estimators_", [fitted])
        weights = getattr(fitted, "estimator_weights_", np.ones(len(trees)))
        parts: dict[str, list[npt.NDArray[Any]]] = {name: [] for name in self._NAMES[2:]}
        roots, size = [], 0
        for tree, weight in zip(trees, weights, strict=False):
            nodes = tree.tree_
            roots.append(size)
            leaves = nodes.children_left < 0
            parts["column"].append(np.where(leaves, -1, nodes.feature))
            parts["left"].append(nodes.children_left + size)
            parts["right"].append(nodes.children_right + size)
            votes = nodes.value[:, 0, :] / nodes.value[:, 0, :].sum(axis=1, keepdims=True)
            parts["values"].append(
                (np.eye(classes)[votes.argmax(axis=1)] if self.boosted else votes) * weight
            )
            size += nodes.node_count
        types = {"values": np.float32, "column": np.int16, "left": np.int32, "right": np.int32}
        self.arrays = {
            "columns": columns.astype(np.int32),
            "roots": np.array(roots, dtype=np.int32),
            **{name: np.concatenate(parts[name]).astype(type) for name, type in types.items()},
        }
        return self

    def probabilities(self, rows: csr_matrix) -> Floats:
        """Return the mean vote of the trees."""
        assert self.arrays is not None, "fit comes first"
        columns, roots, column, left, right, values = (self.arrays[name] for name in self._NAMES)
        dense = rows[:, columns].toarray() > 0
        numbers = np.arange(len(dense))[:, None]
        nodes = np.repeat(roots[None, :], len(dense), axis=0)
        while (inner := column[nodes] >= 0).any():
            tests = dense[numbers, np.where(inner, column[nodes], 0)]
            nodes = np.where(inner, np.where(tests, right[nodes], left[nodes]), nodes)
        votes: Floats = values[nodes].sum(axis=1, dtype=np.float64)
        votes /= np.maximum(votes.sum(axis=1, keepdims=True), 1e-12)
        return votes

    def state(self) -> State:
        """Return the arrays."""
        assert self.arrays is not None, "fit comes first"
        return {**self.arrays, "values": self.arrays["values"].astype(np.float16)}

    def restored(self, state: State) -> Self:
        """Take over the arrays."""
        self.arrays = {name: state[name] for name in self._NAMES}
        return self


def _decision_tree(rows: Any, labels: Labels) -> Any:
    from sklearn.tree import DecisionTreeClassifier

    return DecisionTreeClassifier(criterion="entropy", min_samples_leaf=2, random_state=0).fit(rows, labels)


def _random_forest(rows: Any, labels: Labels) -> Any:
    from sklearn.ensemble import RandomForestClassifier

    return RandomForestClassifier(n_estimators=60, min_samples_leaf=2, random_state=0).fit(rows, labels)


def _boosted_trees(rows: Any, labels: Labels) -> Any:
    from sklearn.ensemble import AdaBoostClassifier
    from sklearn.tree import DecisionTreeClassifier

    weak = DecisionTreeClassifier(max_depth=3, random_state=0)
    return AdaBoostClassifier(weak, n_estimators=60, random_state=0).fit(rows, labels)


LEARNERS: Mapping[str, tuple[str, Callable[[float], Learner]]] = {
    "maxent": (
        "maximum entropy: logistic regression, one label against the rest",
        lambda strength: LinearLearner(_maximum_entropy, _sigmoid, strength),
    ),
    "svm": (
        "linear support vector machine",
        lambda strength: LinearLearner(_support_vectors, _sigmoid, strength),
    ),
    "perceptron": (
        "averaged perceptron, ten epochs",
        lambda strength: LinearLearner(_averaged_perceptron, _softmax, strength),
    ),
    "bayes": (
        "multinomial naive Bayes",
        lambda strength: LinearLearner(_naive_bayes, _softmax, strength),
    ),
    "tree": (
        "decision tree by information gain, as C4.5",
        lambda _: TreeLearner(_decision_tree),
    ),
    "forest": ("random forest of 60 trees", lambda _: TreeLearner(_random_forest)),
    "adaboost": (
        "AdaBoost of 60 trees of depth 3",
        lambda _: TreeLearner(_boosted_trees, boosted=True),
    ),
}
"""Learners on rows of features: description, and function that makes one of a strength (C, or alpha)."""
