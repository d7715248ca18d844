"""Fitting of linear classifiers of hashed features: multinomial logistic regression."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain

import numpy as np

from relata.model.hashed_linear import BUCKETS
from relata.model.heads import Floats

_MOST_STEPS = 100
_GRAIN = np.float32(1 / 32)
"""Weights are multiples of this: a file with few different numbers compresses well."""
_ABSENT = -9.0
"""Bias of labels without a case, in log-odds."""


def fit_hashed_linear(
    rows: Sequence[Sequence[int]], labels: Sequence[int], count: int, strength: float
) -> dict[str, Floats]:
    """Fit the arrays of a `HashedLinear` with `count` labels to cases, each given by its feature rows.

    `strength` is the inverse of the L2 penalty (C of scikit-learn).
    """
    from scipy.sparse import csr_matrix
    from sklearn.linear_model import LogisticRegression

    weights = np.zeros((BUCKETS, count), dtype=np.float32)
    bias = np.full(count, _ABSENT if labels else 0.0, dtype=np.float32)
    if len(set(labels)) > 1:
        columns = list(chain.from_iterable(rows))
        bounds = [0, *accumulate(map(len, rows))]
        matrix = csr_matrix((np.ones(len(columns)), columns, bounds), shape=(len(rows), BUCKETS))
        active = np.unique(columns)
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
