"""Heads for what is inside sentences: tags, dependencies, predicates, rolesets and roles."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from relata.roles.labels import MOST_NUMBERED, RoleLabels
from relata.syntax.labels import SyntaxLabels
from relata.training.data.batches import Batch
from relata.training.network.word_states import MIXED, WordStates

_ARC, _LABEL, _ROLE, _ROLESET = 192, 80, 80, 64
"""The sizes of the readings of words for heads, labels, roles and rolesets."""


@dataclass(slots=True)
class SyntaxScores:
    """Scores of tags [inputs, words, tags], heads [inputs, words, words], labels below the true heads."""

    tags: Tensor
    arcs: Tensor
    deprels: Tensor


@dataclass(slots=True)
class RoleScores:
    """Scores of words' being predicates [inputs, words]; of the rolesets that each predicate may have
    [predicates, candidates]; of the roles of words [predicates, words, roles]."""

    predicates: Tensor
    rolesets: Tensor
    roles: Tensor


class Pairs(nn.Module):
    """Scores pairs of words, biaffinely: the first by one reading of its state, the second by another."""

    def __init__(self, size: int, labels: int) -> None:
        super().__init__()
        self.first = nn.Linear(MIXED, size)
        self.second = nn.Linear(MIXED, size)
        self.dropout = nn.Dropout(0.2)
        self.weight = nn.Parameter(torch.zeros(labels, size + 1, size + 1))

    def readings(self, first: Tensor, second: Tensor) -> tuple[Tensor, Tensor]:
        """The readings of words as the first and as the second of pairs, each with a constant 1."""
        found = self.first(first), self.second(second)
        one, other = (self.dropout(functional.gelu(each)) for each in found)
        return functional.pad(one, (0, 1), value=1.0), functional.pad(other, (0, 1), value=1.0)

    def all(self, first: Tensor, second: Tensor) -> Tensor:
        """The scores [inputs, firsts, seconds, labels] of all pairs of readings."""
        return torch.einsum("bfi,lij,bsj->bfsl", first, self.weight, second)

    def each(self, first: Tensor, second: Tensor) -> Tensor:
        """The scores [inputs, pairs, labels] of each first reading with the second beside it."""
        labels, size, _ = self.weight.shape
        weighed = (first @ self.weight.transpose(0, 1).reshape(size, -1)).unflatten(-1, (labels, size))
        return (weighed * second[..., None, :]).sum(-1)


class SyntaxHeads(nn.Module):
    """Tags and dependencies."""

    def __init__(self, hidden: int, labels: SyntaxLabels) -> None:
        super().__init__()
        self.words = WordStates(hidden)
        self.tags = nn.Linear(MIXED, len(labels.tags))
        self.arcs = Pairs(_ARC, 1)
        self.deprels = Pairs(_LABEL, len(labels.deprels))

    def forward(self, states: Tensor, batch: Batch) -> SyntaxScores:
        assert batch.syntax is not None
        words = self.words(states, batch)
        arcs = self.arcs.all(*self.arcs.readings(words, words)).squeeze(-1)
        together = batch.sentences[:, :, None] == batch.sentences[:, None, :]
        arcs = arcs.masked_fill(~together, -1e4)
        rows = torch.arange(len(words))[:, None]
        heads = words[rows, batch.syntax.heads.clamp(min=0)]
        return SyntaxScores(self.tags(words), arcs, self.deprels.each(*self.deprels.readings(words, heads)))


class RolesetHead(nn.Module):
    """Scores of rolesets: of each by itself if it is known, and by its number."""

    def __init__(self, rolesets: int) -> None:
        super().__init__()
        self.query = nn.Linear(MIXED, _ROLESET)
        self.vectors = nn.Embedding(rolesets + 1, _ROLESET, padding_idx=0)
        self.numbers = nn.Embedding(MOST_NUMBERED + 1, _ROLESET)
        nn.init.normal_(self.vectors.weight, std=0.05)
        nn.init.normal_(self.numbers.weight, std=0.05)
        with torch.no_grad():
            self.vectors.weight[0] = 0

    def forward(self, predicates: Tensor, rows: Tensor, numbers: Tensor) -> Tensor:
        choices = self.vectors(rows) + self.numbers(numbers)
        scores: Tensor = (choices @ self.query(predicates)[..., None]).squeeze(-1)
        return scores


class RoleHeads(nn.Module):
    """Predicates, their rolesets, and the words that fill their roles."""

    def __init__(self, hidden: int, labels: RoleLabels) -> None:
        super().__init__()
        self.words = WordStates(hidden)
        self.predicates = nn.Linear(MIXED, 1)
        self.rolesets = RolesetHead(len(labels.rolesets))
        self.pairs = Pairs(_ROLE, len(labels.roles))

    def forward(self, states: Tensor, batch: Batch) -> RoleScores:
        assert batch.roles is not None
        targets = batch.roles
        words = self.words(states, batch)
        own = words[targets.rows, targets.places]
        predicates, fillers = self.pairs.readings(own, words)
        # One input after the other, since each has its own predicates.
        roles = self.pairs.all(predicates[:, None], fillers[targets.rows]).squeeze(1)
        rolesets = self.rolesets(own, targets.candidates, targets.numbers)
        return RoleScores(
            self.predicates(words).squeeze(-1), rolesets.masked_fill(~targets.possible, -1e4), roles
        )
