"""The losses of what is inside sentences."""

from __future__ import annotations

from torch import Tensor
from torch.nn import functional

from relata.training.data.sentence_batches import RoleBatch, SyntaxBatch
from relata.training.data.sentence_targets import IGNORED
from relata.training.network.sentence_model import RoleScores, SyntaxScores

_SYNTAX, _PREDICATES, _ROLES = 2.0, 2.0, 0.5
"""Weights that bring means over words, and sums over the words of a predicate, near to other losses."""


def syntax_loss(scores: SyntaxScores, targets: SyntaxBatch) -> Tensor:
    """The mean losses of a word's tag, head and label."""
    tags = _cross_entropy(scores.tags, targets.tags)
    heads = _cross_entropy(scores.arcs, targets.heads)
    deprels = _cross_entropy(scores.deprels, targets.deprels.where(targets.heads >= 0, IGNORED))
    return _SYNTAX * (tags + heads + deprels)


def role_loss(scores: RoleScores, targets: RoleBatch) -> Tensor:
    """The mean losses of a word's being a predicate, and of a predicate's roleset and roles."""
    known = targets.predicates != IGNORED
    predicates = functional.binary_cross_entropy_with_logits(
        scores.predicates[known], targets.predicates[known].float()
    )
    rolesets = _cross_entropy(scores.rolesets, targets.right)
    roles = functional.cross_entropy(
        scores.roles.flatten(0, -2), targets.roles.flatten(), ignore_index=IGNORED, reduction="sum"
    )
    return _PREDICATES * predicates + rolesets + _ROLES * roles / len(targets.rows)


def _cross_entropy(scores: Tensor, targets: Tensor) -> Tensor:
    """The mean over what has a target; 0 where nothing has."""
    total = functional.cross_entropy(
        scores.flatten(0, -2), targets.flatten(), ignore_index=IGNORED, reduction="sum"
    )
    return total / (targets != IGNORED).sum().clamp(min=1)
