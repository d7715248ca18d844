"""The network: one encoder, heads on its states for each task, and the losses of their scores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional
from transformers import PreTrainedModel

from relata.discourse.labels import CONNECTIVE_TAGS, SITE_KINDS
from relata.training.data.batches import Batch, RoleBatch, SyntaxBatch
from relata.training.data.instances import EXPLICIT, EXTRA, SENSE, SITE, TAGS
from relata.training.data.sentences import IGNORED, SentenceLabels
from relata.training.network.heads import (
    MIXED,
    ArgumentLayer,
    RoleLayer,
    RoleScores,
    SignalLayer,
    StateLayer,
    SyntaxLayer,
    SyntaxScores,
    WordLayer,
)

_WORDS, _CHAIN, _ALTLEX = 0.1, 0.1, 0.02
"""Weights that bring sums over words near to the losses of whole inputs."""

_SYNTAX, _PREDICATES, _ROLES = 2.0, 2.0, 0.5
"""Weights that bring means over words, and sums over the words of a predicate, near to other losses."""

_SMOOTHING = 0.05
"""Label smoothing of senses, on which annotators often differ."""


@dataclass(slots=True)
class HeadScores:
    """The scores of the heads of a task for a batch, before any softmax; the other heads are None.

    `labels` and `changes` are the two parts of a linear chain: scores of each word's argument labels, and of
    each change of label from a word to the next.
    """

    tags: Tensor | None = None
    anchors: Tensor | None = None
    labels: Tensor | None = None
    changes: Tensor | None = None
    altlex: Tensor | None = None
    kind: Tensor | None = None
    sense: Tensor | None = None
    syntax: SyntaxScores | None = None
    roles: RoleScores | None = None


class DiscourseModel(nn.Module):
    """The encoder with all heads; with `bf16`, the encoder computes in bfloat16 where that is safe."""

    def __init__(
        self,
        encoder: PreTrainedModel,
        senses: int,
        extra_senses: int,
        sentences: SentenceLabels | None = None,
    ) -> None:
        super().__init__()
        hidden = int(encoder.config.hidden_size)
        self.bf16 = False
        self.encoder = encoder
        self.tag_words = WordLayer(hidden)
        self.tags = nn.Linear(MIXED, len(CONNECTIVE_TAGS))
        self.anchors = nn.Linear(MIXED, 1)
        self.explicit_arguments = ArgumentLayer(hidden)
        self.explicit_sense = SignalLayer(hidden, senses)
        self.site_arguments = ArgumentLayer(hidden)
        self.site_kind = StateLayer(hidden, len(SITE_KINDS))
        self.altlex = nn.Linear(MIXED, 1)
        self.sense = StateLayer(hidden, senses)
        self.extra_sense = StateLayer(hidden, extra_senses)
        self.syntax = SyntaxLayer(hidden, sentences.syntax) if sentences else None
        self.roles = RoleLayer(hidden, sentences.roles) if sentences and sentences.roles else None

    def states(self, pieces: Tensor, mask: Tensor, types: Tensor) -> Tensor:
        """Compute the states of word pieces [inputs, pieces, hidden]."""
        with torch.autocast(pieces.device.type, torch.bfloat16, enabled=self.bf16):
            return encoded(self.encoder, pieces, mask, types).float()

    def forward(self, batch: Batch) -> HeadScores:
        """Score a batch by the heads of its task."""
        states = self.states(batch.pieces, batch.mask, batch.types)
        if batch.task == TAGS:
            words = self.tag_words(states, batch)
            return HeadScores(
                tags=self.tags(words),
                anchors=self.anchors(words).squeeze(-1),
                syntax=self.syntax(states, batch) if self.syntax and batch.syntax else None,
                roles=self.roles(states, batch) if self.roles and batch.roles else None,
            )
        if batch.task == EXPLICIT:
            mark = states[torch.arange(len(states)), batch.mark]
            words = self.explicit_arguments.words(states, batch)
            labels, changes = self.explicit_arguments(words)
            sense = self.explicit_sense(mark, words, batch.arguments)
            return HeadScores(labels=labels, changes=changes, sense=sense)
        first = states[:, 0]
        if batch.task == SITE:
            words = self.site_arguments.words(states, batch)
            labels, changes = self.site_arguments(words)
            altlex = self.altlex(words).squeeze(-1)
            kind, sense = self.site_kind(first), self.sense(first)
            return HeadScores(labels=labels, changes=changes, altlex=altlex, kind=kind, sense=sense)
        return HeadScores(sense={SENSE: self.sense, EXTRA: self.extra_sense}[batch.task](first))


def optimizer_of(model: nn.Module, encoder_rate: float, head_rate: float, decay: float) -> torch.optim.AdamW:
    """Build AdamW with a rate for the module `encoder` and one for the rest, which `set_rates` scales."""
    groups: dict[float, list[nn.Parameter]] = {}
    for name, parameter in model.named_parameters():
        rate = encoder_rate if name.startswith("encoder.") else head_rate
        groups.setdefault(rate, []).append(parameter)
    options = [{"params": parameters, "lr": rate, "peak": rate} for rate, parameters in groups.items()]
    return torch.optim.AdamW(options, weight_decay=decay, fused=True)


def set_rates(optimizer: torch.optim.Optimizer, factor: float) -> None:
    """Set the learning rates to a share of the highest ones."""
    for group in optimizer.param_groups:
        group["lr"] = group["peak"] * factor


def encoded(encoder: PreTrainedModel, pieces: Tensor, mask: Tensor, types: Tensor) -> Tensor:
    """Compute the last states of an encoder, with or without segment types."""
    inputs = {"input_ids": pieces, "attention_mask": mask}
    if getattr(encoder.config, "type_vocab_size", 0) > 1:
        inputs["token_type_ids"] = types
    states: Tensor = encoder(**inputs).last_hidden_state
    return states


def loss_of(scores: HeadScores, batch: Batch, teacher: float = 0.5) -> Tensor:
    """Compute the loss of a batch; the targets of a teacher, if there are any, have the weight `teacher`."""
    loss = _hard_loss(scores, batch)
    if batch.soft:
        loss = (1 - teacher) * loss + teacher * _soft_loss(scores, batch)
    return torch.stack([loss, *_untaught_losses(scores, batch)]).sum()


def log_partition(labels: Tensor, changes: Tensor, words: Tensor) -> Tensor:
    """Compute the log-sum [inputs] over all label sequences of linear chains."""
    total = labels[:, 0]
    for word in range(1, labels.shape[1]):
        stepped = torch.logsumexp(total[:, :, None] + changes[:, word - 1], 1) + labels[:, word]
        total = torch.where(words[:, word, None] > 0, stepped, total)
    return torch.logsumexp(total, 1)


def _hard_loss(scores: HeadScores, batch: Batch) -> Tensor:
    parts = []
    if scores.tags is not None and scores.anchors is not None:
        tags = _cross_entropy_sum(scores.tags, batch.labels)
        parts.append(_WORDS * (tags + _binary_loss(scores.anchors, batch.anchors)) / len(batch))
    if scores.labels is not None and scores.changes is not None:
        parts.append(_label_loss(scores.labels, scores.changes, batch))
    if scores.kind is not None:
        parts.append(functional.cross_entropy(scores.kind, batch.kind))
    if scores.sense is not None:
        total = functional.cross_entropy(
            scores.sense, batch.sense, ignore_index=IGNORED, reduction="sum", label_smoothing=_SMOOTHING
        )
        parts.append(_mean(total, batch.sense != IGNORED))
    return torch.stack(parts).sum()


def _untaught_losses(scores: HeadScores, batch: Batch) -> Iterator[Tensor]:
    """Compute the losses of the heads for which a teacher has no targets."""
    if scores.altlex is not None:
        yield _ALTLEX * _binary_loss(scores.altlex, batch.altlex)
    if scores.syntax is not None and batch.syntax is not None:
        yield _syntax_loss(scores.syntax, batch.syntax)
    if scores.roles is not None and batch.roles is not None:
        yield _role_loss(scores.roles, batch.roles)


def _soft_loss(scores: HeadScores, batch: Batch) -> Tensor:
    """Compute the cross-entropy against the probabilities of a teacher, for the heads that it has."""
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
        if batch.task == SENSE:  # every input has a sense, though no annotator may have named it
            known = torch.ones_like(known)
        total = functional.cross_entropy(scores.sense[known], soft["sense"][known], reduction="sum")
        parts.append(_mean(total, known))
    return torch.stack(parts).sum()


def _label_loss(labels: Tensor, changes: Tensor, batch: Batch) -> Tensor:
    """Compute the negative log-likelihood of the annotated labels, where there are any."""
    known = batch.labels[:, 0] != IGNORED
    words = batch.words[known]
    size = labels.shape[-1]
    targets = batch.labels[known].clamp(min=0)
    single = functional.one_hot(targets, size) * words[..., None]
    double = single[:, :-1, :, None] * single[:, 1:, None, :]
    return _chain_loss(labels[known], changes[known], single.float(), double.float(), words)


def _chain_loss(
    labels: Tensor, changes: Tensor, expected_labels: Tensor, expected_changes: Tensor, words: Tensor
) -> Tensor:
    """Compute the cross-entropy of linear chains with distributions over sequences, given by marginals."""
    if not len(labels):
        return labels.sum()
    score = (labels * expected_labels).flatten(1).sum(1) + (changes * expected_changes).flatten(1).sum(1)
    return _CHAIN * (log_partition(labels, changes, words) - score).mean()


def _syntax_loss(scores: SyntaxScores, targets: SyntaxBatch) -> Tensor:
    """Compute the mean losses of a word's tag, head and label."""
    tags = _cross_entropy_mean(scores.tags, targets.tags)
    heads = _cross_entropy_mean(scores.arcs, targets.heads)
    deprels = _cross_entropy_mean(scores.deprels, targets.deprels.where(targets.heads >= 0, IGNORED))
    return _SYNTAX * (tags + heads + deprels)


def _role_loss(scores: RoleScores, targets: RoleBatch) -> Tensor:
    """Compute the mean losses of words as predicates, and of a predicate's roleset and roles."""
    known = targets.predicates != IGNORED
    predicates = functional.binary_cross_entropy_with_logits(
        scores.predicates[known], targets.predicates[known].float()
    )
    rolesets = _cross_entropy_mean(scores.rolesets, targets.right)
    roles = _cross_entropy_sum(scores.roles, targets.roles)
    return _PREDICATES * predicates + rolesets + _ROLES * roles / len(targets.rows)


def _cross_entropy_sum(scores: Tensor, targets: Tensor) -> Tensor:
    return functional.cross_entropy(
        scores.flatten(0, -2), targets.flatten(), ignore_index=IGNORED, reduction="sum"
    )


def _cross_entropy_mean(scores: Tensor, targets: Tensor) -> Tensor:
    return _mean(_cross_entropy_sum(scores, targets), targets != IGNORED)


def _binary_loss(scores: Tensor, targets: Tensor) -> Tensor:
    known = targets != IGNORED
    return functional.binary_cross_entropy_with_logits(scores[known], targets[known].float(), reduction="sum")


def _mean(total: Tensor, known: Tensor) -> Tensor:
    """Divide a sum by the number of its targets; 0 where there are none."""
    return total / known.sum().clamp(min=1)
