"""The network: one encoder, and heads on its states for each task."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from transformers import PreTrainedModel

from relata.discourse.labels import CONNECTIVE_TAGS, SITE_KINDS
from relata.training.data.batches import Batch
from relata.training.data.instances import EXPLICIT, EXTRA, SENSE, SITE, TAGS
from relata.training.data.sentences import SentenceLabels
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
        with torch.autocast("cpu", torch.bfloat16, enabled=self.bf16):
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


def encoded(encoder: PreTrainedModel, pieces: Tensor, mask: Tensor, types: Tensor) -> Tensor:
    """Compute the last states of an encoder, with or without segment types."""
    inputs = {"input_ids": pieces, "attention_mask": mask}
    if getattr(encoder.config, "type_vocab_size", 0) > 1:
        inputs["token_type_ids"] = types
    states: Tensor = encoder(**inputs).last_hidden_state
    return states
