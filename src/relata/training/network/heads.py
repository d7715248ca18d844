"""Heads on the states of the encoder: of words, connectives, whole inputs and sentences."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from relata.discourse.labels import ARGUMENT_LABELS
from relata.model.inputs import SHAPES
from relata.roles.labels import MOST_NUMBERED, RoleLabels
from relata.syntax.labels import SyntaxLabels
from relata.training.data.batches import Batch

MIXED = 256
FEATURE = 16
"""The sizes of the states of words and of the embeddings of their features."""

_ARC, _LABEL, _ROLE, _ROLESET = 192, 80, 80, 64
"""The sizes of the projections of words for heads, labels, roles and rolesets."""

_OUT_OF_THE_QUESTION = -1e4


@dataclass(slots=True)
class SyntaxScores:
    """Scores of tags [inputs, words, tags], heads [inputs, words, words], labels below the true heads."""

    tags: Tensor
    arcs: Tensor
    deprels: Tensor


@dataclass(slots=True)
class RoleScores:
    """Scores of predicates [inputs, words], rolesets [predicates, candidates] and roles.

    The scores of roles are [predicates, words, roles].
    """

    predicates: Tensor
    rolesets: Tensor
    roles: Tensor


class WordLayer(nn.Module):
    """A state for each word: of its first and last piece, its shape, and its mark."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.shapes = nn.Embedding(SHAPES, FEATURE)
        self.marked = nn.Embedding(2, FEATURE)
        self.mix = nn.Linear(2 * hidden + 2 * FEATURE, MIXED)
        self.dropout = nn.Dropout(0.1)

    def forward(self, states: Tensor, batch: Batch) -> Tensor:
        """Compute the states of words [inputs, words, MIXED] from those of pieces."""
        rows = torch.arange(len(states))[:, None]
        edges = torch.cat((states[rows, batch.first], states[rows, batch.last]), -1)
        return self.mixed(edges, batch.shapes, batch.marked)

    def mixed(self, edges: Tensor, shapes: Tensor, marked: Tensor) -> Tensor:
        """Compute the states of words from those of their first and last pieces, joined."""
        parts = (edges, self.shapes(shapes), self.marked(marked))
        mixed: Tensor = self.dropout(functional.gelu(self.mix(torch.cat(parts, -1))))
        return mixed


class ArgumentLayer(nn.Module):
    """Scores of argument labels for each word, and of each change of label between neighbouring words."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        labels = len(ARGUMENT_LABELS)
        self.words = WordLayer(hidden)
        self.emit = nn.Linear(MIXED, labels)
        self.leave = nn.Linear(MIXED, labels * labels)
        self.enter = nn.Linear(MIXED, labels * labels)

    def forward(self, words: Tensor) -> tuple[Tensor, Tensor]:
        """Score labels [inputs, words, labels] and changes [inputs, words - 1, labels, labels]."""
        changes = self.leave(words)[:, :-1] + self.enter(words)[:, 1:]
        size = len(ARGUMENT_LABELS)
        return self.emit(words), changes.unflatten(-1, (size, size))


class StateLayer(nn.Module):
    """Scores of the labels of a whole input, from one state of it."""

    def __init__(self, hidden: int, labels: int) -> None:
        super().__init__()
        self.dropout = nn.Dropout(0.1)
        self.out = nn.Linear(hidden, labels)

    def forward(self, state: Tensor) -> Tensor:
        """Score labels [inputs, labels]."""
        scores: Tensor = self.out(self.dropout(state))
        return scores


class SignalLayer(nn.Module):
    """Scores of the labels of a connective, from its marker's state and the mean state of each argument."""

    def __init__(self, hidden: int, labels: int) -> None:
        super().__init__()
        self.mix = nn.Linear(hidden + 2 * MIXED, MIXED)
        self.dropout = nn.Dropout(0.1)
        self.out = nn.Linear(MIXED, labels)

    def forward(self, mark: Tensor, words: Tensor, arguments: Tensor) -> Tensor:
        """Score labels [inputs, labels]; `arguments` is 1 at words of Arg1, 2 at words of Arg2."""
        members = torch.stack([arguments == 1, arguments == 2], 1).float()
        means = members @ words / members.sum(-1, keepdim=True).clamp(min=1)
        mixed = functional.gelu(self.mix(torch.cat([mark, means.flatten(1)], -1)))
        scores: Tensor = self.out(self.dropout(mixed))
        return scores


class BiaffineLayer(nn.Module):
    """Biaffine scores of pairs of words, which have one projection as first and one as second word."""

    def __init__(self, size: int, labels: int) -> None:
        super().__init__()
        self.first = nn.Linear(MIXED, size)
        self.second = nn.Linear(MIXED, size)
        self.dropout = nn.Dropout(0.2)
        self.weight = nn.Parameter(torch.zeros(labels, size + 1, size + 1))

    def projections(self, first: Tensor, second: Tensor) -> tuple[Tensor, Tensor]:
        """Project words as the first and as the second of pairs, each with a constant 1."""
        sides = self.first(first), self.second(second)
        one, other = (self.dropout(functional.gelu(side)) for side in sides)
        return functional.pad(one, (0, 1), value=1.0), functional.pad(other, (0, 1), value=1.0)

    def all_pairs(self, first: Tensor, second: Tensor) -> Tensor:
        """Score [inputs, firsts, seconds, labels] all pairs of projections."""
        return torch.einsum("bfi,lij,bsj->bfsl", first, self.weight, second)

    def aligned_pairs(self, first: Tensor, second: Tensor) -> Tensor:
        """Score [inputs, pairs, labels] each first projection with the second at the same index."""
        labels, size, _ = self.weight.shape
        weighed = (first @ self.weight.transpose(0, 1).reshape(size, -1)).unflatten(-1, (labels, size))
        return (weighed * second[..., None, :]).sum(-1)


class SyntaxLayer(nn.Module):
    """Tags and dependencies."""

    def __init__(self, hidden: int, labels: SyntaxLabels) -> None:
        super().__init__()
        self.words = WordLayer(hidden)
        self.tags = nn.Linear(MIXED, len(labels.tags))
        self.arcs = BiaffineLayer(_ARC, 1)
        self.deprels = BiaffineLayer(_LABEL, len(labels.deprels))

    def forward(self, states: Tensor, batch: Batch) -> SyntaxScores:
        """Score tags, heads, and the labels below the true heads."""
        assert batch.syntax is not None
        words = self.words(states, batch)
        arcs = self.arcs.all_pairs(*self.arcs.projections(words, words)).squeeze(-1)
        together = batch.sentences[:, :, None] == batch.sentences[:, None, :]
        arcs = arcs.masked_fill(~together, _OUT_OF_THE_QUESTION)
        rows = torch.arange(len(words))[:, None]
        heads = words[rows, batch.syntax.heads.clamp(min=0)]
        deprels = self.deprels.aligned_pairs(*self.deprels.projections(words, heads))
        return SyntaxScores(self.tags(words), arcs, deprels)


class RolesetLayer(nn.Module):
    """Scores of rolesets: by a vector of the roleset if it is known, and by its number."""

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
        """Score the candidates of predicates [predicates, candidates]."""
        choices = self.vectors(rows) + self.numbers(numbers)
        scores: Tensor = (choices @ self.query(predicates)[..., None]).squeeze(-1)
        return scores


class RoleLayer(nn.Module):
    """Predicates, their rolesets, and the words that fill their roles."""

    def __init__(self, hidden: int, labels: RoleLabels) -> None:
        super().__init__()
        self.words = WordLayer(hidden)
        self.predicates = nn.Linear(MIXED, 1)
        self.rolesets = RolesetLayer(len(labels.rolesets))
        self.pairs = BiaffineLayer(_ROLE, len(labels.roles))

    def forward(self, states: Tensor, batch: Batch) -> RoleScores:
        """Score words as predicates, and the rolesets and roles of the true predicates."""
        assert batch.roles is not None
        targets = batch.roles
        words = self.words(states, batch)
        predicate_states = words[targets.rows, targets.words]
        predicates, fillers = self.pairs.projections(predicate_states, words)
        # One input after the other, since each has its own predicates.
        roles = self.pairs.all_pairs(predicates[:, None], fillers[targets.rows]).squeeze(1)
        rolesets = self.rolesets(predicate_states, targets.candidates, targets.numbers)
        rolesets = rolesets.masked_fill(~targets.possible, _OUT_OF_THE_QUESTION)
        return RoleScores(self.predicates(words).squeeze(-1), rolesets, roles)
