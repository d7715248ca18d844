"""Masked language modelling: an encoder learns from plain text to predict masked words.

Whole words are masked, connectives more often than others: to predict 但是 or 因为 between two clauses is to
predict their relation.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional

from relata.batch.progress import Progress
from relata.batch.resume import fingerprint
from relata.document import Document
from relata.model.inputs import Input, InputBuilder, windows
from relata.training.loop.resume import TrainingCheckpoint
from relata.training.network.encoders import Pretrained, mask_of
from relata.training.network.model import encoded, optimizer_of, set_rates

MOST_PIECES = 128
BATCH = 32

_MASKED, _MASKED_CONNECTIVES = 0.15, 0.4
"""Shares of words that are to be predicted: of words in general, and of words of connectives."""
_SHOWN_MASKED, _SHOWN_WRONG = 0.8, 0.1
"""Shares of these that are masked, and that are replaced by other pieces; the rest stays as it is."""
_LEAST_CONNECTIVES = 4
"""The least number of connectives with a word that is masked more often."""
_AMBIGUOUS = frozenset("的，是")
_NO_TARGET = -100
_WARM_UP = 50
_RECENT = 100
"""The number of batches whose mean loss is shown."""
_HEAD_RATE, _DECAY, _LARGEST_STEP = 1e-3, 0.01, 1.0


@dataclass(frozen=True, slots=True)
class MaskedRecipe:
    """Settings of a training; `bf16` has the encoder compute in bfloat16.

    Feed-forward layers are narrowed to `width` before training, if it is set.
    """

    epochs: int = 1
    learning_rate: float = 5e-4
    seed: int = 1
    width: int | None = None
    bf16: bool = False


@dataclass(frozen=True, slots=True)
class Passage:
    """Pieces of some sentences; `words` are the pieces of each word, with true if it is masked more often."""

    pieces: list[int]
    words: list[tuple[range, bool]]


def connective_words(documents: Iterable[Document]) -> frozenset[str]:
    """Find the words that are often part of annotated connectives."""
    counts = Counter(
        document.tokens.form(word)
        for document in documents
        for relation in document.relations
        if relation.explicit and relation.connective
        for word in relation.connective.indices
    )
    return frozenset(word for word, count in counts.items() if count >= _LEAST_CONNECTIVES) - _AMBIGUOUS


def passages(
    documents: Iterable[Document], builder: InputBuilder, connectives: Collection[str]
) -> Iterator[Passage]:
    """Cut documents into passages of whole sentences."""
    for document in documents:
        for words in windows(document, builder, MOST_PIECES):
            input = builder.window(document.tokens, words)
            indices = map(range, input.first, (last + 1 for last in input.last))
            often = (document.tokens.form(word) in connectives for word in words)
            yield Passage(input.pieces, list(zip(indices, often, strict=True)))


def as_inputs(passages: Sequence[Passage]) -> Iterator[Input]:
    """Turn passages into inputs without masks."""
    for passage in passages:
        yield Input(pieces=passage.pieces, types=[0] * len(passage.pieces))


@dataclass(slots=True)
class _MaskedBatch:
    pieces: Tensor
    mask: Tensor
    targets: Tensor


class MaskedModel(nn.Module):
    """Predictor of masked pieces from an encoder's states; its output vectors are the input vectors."""

    def __init__(self, base: Pretrained) -> None:
        super().__init__()
        self.mask = mask_of(base)
        self.encoder = base.encoder
        self.size, width = self._vectors.shape
        hidden = int(base.encoder.config.hidden_size)
        self.transform = nn.Sequential(nn.Linear(hidden, width), nn.GELU(), nn.LayerNorm(width))
        self.bias = nn.Parameter(torch.zeros(self.size))

    @property
    def _vectors(self) -> Tensor:
        return cast(nn.Embedding, self.encoder.get_input_embeddings()).weight

    def loss(self, batch: _MaskedBatch, *, bf16: bool) -> Tensor:
        """Compute the mean cross-entropy of the pieces to predict."""
        asked = batch.targets != _NO_TARGET
        with torch.autocast("cpu", torch.bfloat16, enabled=bf16):
            states = encoded(self.encoder, batch.pieces, batch.mask, torch.zeros_like(batch.pieces))[asked]
            scores = self.transform(states) @ self._vectors.T + self.bias
        return functional.cross_entropy(scores.float(), batch.targets[asked])


def train_masked(
    base: Pretrained, passages: Sequence[Passage], recipe: MaskedRecipe, folder: Path, progress: Progress
) -> None:
    """Train an encoder to predict masked words; a stopped training goes on from its folder."""
    torch.manual_seed(recipe.seed)
    model = MaskedModel(base)
    optimizer = optimizer_of(model, recipe.learning_rate, _HEAD_RATE, _DECAY)
    facts = {"settings": repr(recipe), "data": fingerprint(repr(passages))}
    checkpoint = TrainingCheckpoint(folder, facts, model, optimizer)
    plan = list(_plan(len(passages), recipe))
    done = (checkpoint.resume() or {}).get("batch", 0)
    losses: deque[float] = deque(maxlen=_RECENT)
    model.train()
    for number in progress.follow(range(done, len(plan)), "words", total=len(plan), done=done):
        random = Random(f"{recipe.seed}/{number}")
        batch = _masked([passages[index] for index in plan[number]], model, random)
        warm = min(1.0, (number + 1) / _WARM_UP)
        set_rates(optimizer, warm * (1 - number / len(plan)))
        loss = model.loss(batch, bf16=recipe.bf16)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), _LARGEST_STEP)
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
        progress.note = f"loss {sum(losses) / len(losses):.3f}"
        if checkpoint.due:
            checkpoint.save({"batch": number + 1})
    base.encoder.eval()


def _plan(passages: int, recipe: MaskedRecipe) -> Iterator[list[int]]:
    """Draw the numbers of the passages of each batch, epoch after epoch."""
    for epoch in range(recipe.epochs):
        order = Random(f"{recipe.seed}/{epoch}").sample(range(passages), passages // BATCH * BATCH)
        for start in range(0, len(order), BATCH):
            yield order[start : start + BATCH]


def _masked(group: Sequence[Passage], model: MaskedModel, random: Random) -> _MaskedBatch:
    """Build a batch in which words are masked at random."""
    size = max(len(passage.pieces) for passage in group)
    pieces = torch.zeros(len(group), size, dtype=torch.long)
    targets = torch.full_like(pieces, _NO_TARGET)
    for row, passage in enumerate(group):
        shown = list(passage.pieces)
        for indices, often in passage.words:
            if random.random() < (_MASKED_CONNECTIVES if often else _MASKED):
                fate = random.random()
                for index in indices:
                    targets[row, index] = passage.pieces[index]
                    if fate < _SHOWN_MASKED:
                        shown[index] = model.mask
                    elif fate < _SHOWN_MASKED + _SHOWN_WRONG:
                        shown[index] = random.randrange(model.size)
        pieces[row, : len(shown)] = torch.tensor(shown)
    lengths = torch.tensor([len(passage.pieces) for passage in group])
    mask = (torch.arange(size)[None] < lengths[:, None]).long()
    return _MaskedBatch(pieces, mask, targets)
