"""Learning what words say of senses by themselves: multinomial logistic regression on hashed features."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

import torch
from torch.nn import functional

from relata.discourse.sites import MOST_WORDS
from relata.discourse.surface import BUCKETS, buckets
from relata.document import Document
from relata.neural.heads import Floats
from relata.training.instances import SENSED

STRENGTH = 0.1
"""The inverse of how strongly weights are drawn to zero, as scikit-learn counts it."""

_STEPS = 100
_FINEST = 1 / 32
"""Weights are multiples of this: a file with few different numbers packs well."""


def learn_surface(documents: Iterable[Document], senses: Sequence[str]) -> dict[str, Floats]:
    """The arrays of `relata.discourse.surface` that suit the relations of documents without connective."""
    places = {sense: place for place, sense in enumerate(senses)}
    rows, labels = [], []
    for document in documents:
        for relation in document.relations:
            if relation.type in SENSED and relation.senses and relation.arg1 and relation.arg2:
                left, right = relation.arg1.indices[-MOST_WORDS:], relation.arg2.indices[:MOST_WORDS]
                rows.append(buckets(document.tokens, left, right))
                labels.append(places[relation.senses[0]])
    weight = torch.zeros(BUCKETS, len(senses), requires_grad=True)
    bias = torch.zeros(len(senses), requires_grad=True)
    if rows:
        _fit(weight, bias, rows, torch.tensor(labels))
    return {"rows": (weight / _FINEST).round().mul(_FINEST).detach().numpy(), "bias": bias.detach().numpy()}


def _fit(
    weight: torch.Tensor, bias: torch.Tensor, rows: Sequence[Sequence[int]], labels: torch.Tensor
) -> None:
    active = torch.tensor([bucket for row in rows for bucket in row])
    starts = torch.tensor([0, *accumulate(map(len, rows[:-1]))])
    optimiser = torch.optim.LBFGS([weight, bias], max_iter=_STEPS, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimiser.zero_grad()
        scores = functional.embedding_bag(active, weight, starts, mode="sum") + bias
        found = functional.cross_entropy(scores, labels)
        found = found + weight.square().sum() / (2 * STRENGTH * len(rows))
        found.backward()
        return found

    optimiser.step(loss)
