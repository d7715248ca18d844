"""The model: one encoder, and heads on its states for each task."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional
from transformers import PreTrainedModel

from relata.discourse.labels import ARGUMENT_LABELS, CONNECTIVE_TAGS, SITE_KINDS
from relata.training.data.batches import Batch
from relata.training.data.instances import EXPLICIT, EXTRA, SENSE, SITE, TAGS
from relata.training.data.sentence_targets import SentenceLabels
from relata.training.network.sentence_model import RoleHeads, RoleScores, SyntaxHeads, SyntaxScores
from relata.training.network.word_states import MIXED, WordStates


@dataclass(slots=True)
class Scores:
    """What the heads of a task say of a batch, before any softmax; the other heads are None.

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


class ArgumentHead(nn.Module):
    """Scores of argument labels for each word, and of each change of label between neighbouring words."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        labels = len(ARGUMENT_LABELS)
        self.words = WordStates(hidden)
        self.emit = nn.Linear(MIXED, labels)
        self.leave = nn.Linear(MIXED, labels * labels)
        self.enter = nn.Linear(MIXED, labels * labels)

    def forward(self, words: Tensor) -> tuple[Tensor, Tensor]:
        changes = self.leave(words)[:, :-1] + self.enter(words)[:, 1:]
        size = len(ARGUMENT_LABELS)
        return self.emit(words), changes.unflatten(-1, (size, size))


class SenseHead(nn.Module):
    """A label for a whole input, from one state of it."""

    def __init__(self, hidden: int, labels: int) -> None:
        super().__init__()
        self.dropout = nn.Dropout(0.1)
        self.out = nn.Linear(hidden, labels)

    def forward(self, state: Tensor) -> Tensor:
        scores: Tensor = self.out(self.dropout(state))
        return scores


class SignalHead(nn.Module):
    """A label for a connective: from the state of its marker, and the means of its arguments' words."""

    def __init__(self, hidden: int, labels: int) -> None:
        super().__init__()
        self.mix = nn.Linear(hidden + 2 * MIXED, MIXED)
        self.dropout = nn.Dropout(0.1)
        self.out = nn.Linear(MIXED, labels)

    def forward(self, mark: Tensor, words: Tensor, arguments: Tensor) -> Tensor:
        own = torch.stack([arguments == 1, arguments == 2], 1).float()
        means = own @ words / own.sum(-1, keepdim=True).clamp(min=1)
        mixed = functional.gelu(self.mix(torch.cat([mark, means.flatten(1)], -1)))
        scores: Tensor = self.out(self.dropout(mixed))
        return scores


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
        self.tag_words = WordStates(hidden)
        self.tags = nn.Linear(MIXED, len(CONNECTIVE_TAGS))
        self.anchors = nn.Linear(MIXED, 1)
        self.explicit_arguments = ArgumentHead(hidden)
        self.explicit_sense = SignalHead(hidden, senses)
        self.site_arguments = ArgumentHead(hidden)
        self.site_kind = SenseHead(hidden, len(SITE_KINDS))
        self.altlex = nn.Linear(MIXED, 1)
        self.sense = SenseHead(hidden, senses)
        self.extra_sense = SenseHead(hidden, extra_senses)
        self.syntax = SyntaxHeads(hidden, sentences.syntax) if sentences else None
        self.roles = RoleHeads(hidden, sentences.roles) if sentences and sentences.roles else None

    def states(self, pieces: Tensor, mask: Tensor, types: Tensor) -> Tensor:
        """The states of word pieces."""
        with torch.autocast("cpu", torch.bfloat16, enabled=self.bf16):
            return encoded(self.encoder, pieces, mask, types).float()

    def forward(self, batch: Batch) -> Scores:
        """The scores of a batch by the heads of its task."""
        states = self.states(batch.pieces, batch.mask, batch.types)
        if batch.task == TAGS:
            words = self.tag_words(states, batch)
            return Scores(
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
            return Scores(labels=labels, changes=changes, sense=sense)
        first = states[:, 0]
        if batch.task == SITE:
            words = self.site_arguments.words(states, batch)
            labels, changes = self.site_arguments(words)
            altlex = self.altlex(words).squeeze(-1)
            return Scores(
                labels=labels,
                changes=changes,
                altlex=altlex,
                kind=self.site_kind(first),
                sense=self.sense(first),
            )
        return Scores(sense={SENSE: self.sense, EXTRA: self.extra_sense}[batch.task](first))


def encoded(encoder: PreTrainedModel, pieces: Tensor, mask: Tensor, types: Tensor) -> Tensor:
    """The last states of an encoder, which need not know segment types."""
    given = {"input_ids": pieces, "attention_mask": mask}
    if getattr(encoder.config, "type_vocab_size", 0) > 1:
        given["token_type_ids"] = types
    states: Tensor = encoder(**given).last_hidden_state
    return states
