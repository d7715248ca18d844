"""Fitting of calibration curves: the share of right relations by kind and score."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from relata.discourse.calibration import log_odds
from relata.evaluation.calibration import Case
from relata.model.settings import Curve

_FLATTEST = 0.05
"""Lowest slope: a falling curve would keep the relations that are least likely right."""
_STRENGTH = 1.0
"""Inverse of the L2 penalty (C of scikit-learn)."""


def fit_curves(cases: Iterable[Case]) -> dict[str, Curve]:
    """Fit a logistic curve for each kind of relation.

    One regression fits all kinds: a slope and an offset in common, and differences by kind. The penalty
    draws kinds with few cases to the curve in common.
    """
    from sklearn.linear_model import LogisticRegression

    rows = list(cases)
    kinds = sorted({kind for kind, _, _ in rows})
    right = [correct for _, _, correct in rows]
    if len(set(right)) < 2:
        return {}
    model = LogisticRegression(C=_STRENGTH, max_iter=1000)
    model.fit([_inputs(kind, score, kinds) for kind, score, _ in rows], right)
    slope, *differences = model.coef_[0]
    slopes, offsets = differences[::2], differences[1::2]
    return {
        kind: Curve(
            max(_FLATTEST, round(float(slope + slopes[index]), 3)),
            round(float(model.intercept_[0] + offsets[index]), 3),
        )
        for index, kind in enumerate(kinds)
    }


def _inputs(kind: str, score: float, kinds: Sequence[str]) -> list[float]:
    """Build the inputs of the regression: the log-odds, and for each kind its log-odds and a constant."""
    odds = log_odds(score)
    by_kind = [value for name in kinds for value in ((odds, 1.0) if name == kind else (0.0, 0.0))]
    return [odds, *by_kind]
