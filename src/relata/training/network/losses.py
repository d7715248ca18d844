"""What training minimises: the losses of a batch, against its targets and against a teacher's."""

from __future__ import annotations

from collections.abc import Iterator

import torch
from torch import Tensor
from torch.nn import functional

from relata.training.data.batches import Batch
from relata.training.data.sentence_targets import IGNORED
from relata.training.network.model import Scores
from relata.training.network.sentence_losses import role_loss, syntax_loss

_WORDS, _CHAIN, _ALTLEX = 0.1, 0.1, 0.02
"""Weights that bring sums over words near to the losses of whole inputs."""

_SMOOTHING = 0.05
"""Of senses, on which annotators often differ."""


def loss_of(scores: Scores, batch: Batch, teacher: float = 0.5) -> Tensor:
    """The loss of a batch; where it has a teacher's targets, these weigh `teacher` in what they speak of."""
    loss = _hard_loss(scores, batch)
    if batch.soft:
        loss = (1 - teacher) * loss + teacher * _soft_loss(scores, batch)
    return torch.stack([loss, *_other_losses(scores, batch)]).sum()


def log_partition(labels: Tensor, changes: Tensor, words: Tensor) -> Tensor:
    """The log of the sum over all sequences of labels of a linear chain, for each input."""
    total = labels[:, 0]
    for word in range(1, labels.shape[1]):
        stepped = torch.logsumexp(total[:, :, None] + changes[:, word - 1], 1) + labels[:, word]
        total = torch.where(words[:, word, None] > 0, stepped, total)
    return torch.logsumexp(total, 1)


def _hard_loss(scores: Scores, batch: Batch) -> Tensor:
    parts = []
    if scores.tags is not None and scores.anchors is not None:
        tags = functional.cross_entropy(
            scores.tags.flatten(0, 1), batch.labels.flatten(), ignore_index=IGNORED, reduction="sum"
        )
        parts.append(_WORDS * (tags + _binary_loss(scores.anchors, batch.anchors)) / len(batch))
    if scores.labels is not None and scores.changes is not None:
        parts.append(_label_loss(scores.labels, scores.changes, batch))
    if scores.kind is not None:
        parts.append(functional.cross_entropy(scores.kind, batch.kind))
    if scores.sense is not None:
        parts.append(_sense_loss(scores.sense, batch.sense))
    return torch.stack(parts).sum()


def _other_losses(scores: Scores, batch: Batch) -> Iterator[Tensor]:
    """Those of which a teacher says nothing."""
    if scores.altlex is not None:
        yield _ALTLEX * _binary_loss(scores.altlex, batch.altlex)
    if scores.syntax is not None and batch.syntax is not None:
        yield syntax_loss(scores.syntax, batch.syntax)
    if scores.roles is not None and batch.roles is not None:
        yield role_loss(scores.roles, batch.roles)


def _soft_loss(scores: Scores, batch: Batch) -> Tensor:
    """Cross-entropy against a teacher's probabilities, for the parts of the loss that it speaks of."""
    soft, parts = batch.soft, []
    if scores.tags is not None and scores.anchors is not None:
        tags = -(soft["tags"] * scores.tags.log_softmax(-1)).sum()
        anchors = functional.binary_cross_entropy_with_logits(
            scores.anchors, soft["anchors"], reduction="none"
        )
        parts.append(_WORDS * (tags + (anchors * batch.words).sum()) / len(batch))
    if scores.labels is not None and scores.changes is not None:
        known = batch.labels[:, 0] != IGNORED
        expected = soft["labels"][known], soft["changes"][known]
        chain = scores.labels[known], scores.changes[known]
        parts.append(_chain_loss(*chain, *expected, batch.words[known]))
    if scores.kind is not None:
        parts.append(functional.cross_entropy(scores.kind, soft["kind"]))
    if scores.sense is not None:
        known = batch.sense != IGNORED
        parts.append(
            _mean(functional.cross_entropy(scores.sense[known], soft["sense"][known], reduction="sum"), known)
        )
    return torch.stack(parts).sum()


def _label_loss(labels: Tensor, changes: Tensor, batch: Batch) -> Tensor:
    """The negative log-likelihood of the annotated labels, where there are any."""
    known = batch.labels[:, 0] != IGNORED
    words = batch.words[known]
    size = labels.shape[-1]
    given = batch.labels[known].clamp(min=0)
    single = functional.one_hot(given, size) * words[..., None]
    double = single[:, :-1, :, None] * single[:, 1:, None, :]
    return _chain_loss(labels[known], changes[known], single.float(), double.float(), words)


def _chain_loss(
    labels: Tensor, changes: Tensor, expected_labels: Tensor, expected_changes: Tensor, words: Tensor
) -> Tensor:
    """The cross-entropy of a linear chain with a distribution over sequences, given by its marginals."""
    if not len(labels):
        return labels.sum()
    score = (labels * expected_labels).flatten(1).sum(1) + (changes * expected_changes).flatten(1).sum(1)
    return _CHAIN * (log_partition(labels, changes, words) - score).mean()


def _sense_loss(scores: Tensor, senses: Tensor) -> Tensor:
    known = senses != IGNORED
    total = functional.cross_entropy(
        scores, senses, ignore_index=IGNORED, reduction="sum", label_smoothing=_SMOOTHING
    )
    return _mean(total, known)


def _binary_loss(scores: Tensor, targets: Tensor) -> Tensor:
    known = targets != IGNORED
    return functional.binary_cross_entropy_with_logits(scores[known], targets[known].float(), reduction="sum")


def _mean(total: Tensor, known: Tensor) -> Tensor:
    return total / known.sum().clamp(min=1)
