"""Words to guess: an encoder learns from plain text which words were masked in it.

Whole words are masked, connectives more often than others: to guess 但是 or 因为 between two clauses is to
guess how they are related.
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

from relata.document import Document
from relata.model.inputs import Input, InputBuilder, windows
from relata.training.loop.masking import mask_of
from relata.training.loop.progress import Progress
from relata.training.loop.resume import Standing, digest
from relata.training.network.encoders import Pretrained
from relata.training.network.model import encoded

MOST_PIECES = 128
BATCH = 32

_MASKED, _MASKED_CONNECTIVES = 0.15, 0.4
"""What part of the words has to be guessed."""
_SHOWN_MASKED, _SHOWN_WRONG = 0.8, 0.1
"""How many of these are masked, and how many replaced by other pieces; the rest is shown as it is."""
_KNOWN_OFTEN = 4
"""How often a word must be part of a connective to be one that is masked more often."""
_AMBIGUOUS = frozenset("的，是")
_NO_TARGET = -100
_WARM_UP = 50
_RECENT = 100
"""How many batches the loss that is shown is the mean of."""
_HEAD_RATE, _DECAY, _LARGEST_STEP = 1e-3, 0.01, 1.0


@dataclass(frozen=True, slots=True)
class Course:
    """How words are learned."""

    epochs: int
    learning_rate: float
    seed: int
    bf16: bool


@dataclass(frozen=True, slots=True)
class Passage:
    """Pieces of some sentences; `words` are where those of each stand, and if it is masked more often."""

    pieces: list[int]
    words: list[tuple[range, bool]]


def connective_words(documents: Iterable[Document]) -> frozenset[str]:
    """The words that are often part of annotated connectives."""
    counts = Counter(
        document.tokens.form(word)
        for document in documents
        for relation in document.relations
        if relation.explicit and relation.connective
        for word in relation.connective.indices
    )
    return frozenset(word for word, count in counts.items() if count >= _KNOWN_OFTEN) - _AMBIGUOUS


def passages(
    documents: Iterable[Document], builder: InputBuilder, connectives: Collection[str]
) -> Iterator[Passage]:
    """The documents, cut into runs of whole sentences."""
    for document in documents:
        for words in windows(document, builder, MOST_PIECES):
            input = builder.window(document.tokens, words)
            places = map(range, input.first, (last + 1 for last in input.last))
            often = (document.tokens.form(word) in connectives for word in words)
            yield Passage(input.pieces, list(zip(places, often, strict=True)))


def as_inputs(found: Sequence[Passage]) -> Iterator[Input]:
    """Passages as an encoder reads them where nothing is to be guessed."""
    for passage in found:
        yield Input(pieces=passage.pieces, types=[0] * len(passage.pieces))


@dataclass(slots=True)
class _Guesses:
    pieces: Tensor
    mask: Tensor
    targets: Tensor


class Guesser(nn.Module):
    """Guesses masked pieces from an encoder's states; pieces have the vectors that they are read with."""

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

    def loss(self, batch: _Guesses, *, bf16: bool) -> Tensor:
        """The mean cross-entropy of what is to be guessed."""
        asked = batch.targets != _NO_TARGET
        with torch.autocast("cpu", torch.bfloat16, enabled=bf16):
            states = encoded(self.encoder, batch.pieces, batch.mask, torch.zeros_like(batch.pieces))[asked]
            scores = self.transform(states) @ self._vectors.T + self.bias
        return functional.cross_entropy(scores.float(), batch.targets[asked])


def learn_words(
    base: Pretrained, found: Sequence[Passage], course: Course, folder: Path, progress: Progress
) -> None:
    """Trains an encoder to guess masked words of passages; one that was stopped goes on from its folder."""
    torch.manual_seed(course.seed)
    guesser = Guesser(base)
    identity = digest(guesser, repr(course), repr(found))
    optimizer = _optimizer(guesser, course.learning_rate)
    standing = Standing(folder, identity, guesser, optimizer)
    plan = list(_plan(len(found), course))
    done = (standing.resume() or {}).get("batch", 0)
    losses: deque[float] = deque(maxlen=_RECENT)
    guesser.train()
    for number in progress.follow(range(len(plan)), "words", done):
        random = Random(f"{course.seed}/{number}")
        batch = _masked([found[place] for place in plan[number]], guesser, random)
        warm = min(1.0, (number + 1) / _WARM_UP)
        for group in optimizer.param_groups:
            group["lr"] = group["peak"] * warm * (1 - number / len(plan))
        loss = guesser.loss(batch, bf16=course.bf16)
        loss.backward()
        nn.utils.clip_grad_norm_(guesser.parameters(), _LARGEST_STEP)
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
        progress.note = f"loss {sum(losses) / len(losses):.3f}"
        if standing.due:
            standing.save({"batch": number + 1})
    base.encoder.eval()


def _optimizer(guesser: Guesser, learning_rate: float) -> torch.optim.Optimizer:
    """AdamW with a rate for the encoder, and one for what learns from nothing."""
    encoder = list(guesser.encoder.parameters())
    own = set(map(id, encoder))
    others = [parameter for parameter in guesser.parameters() if id(parameter) not in own]
    rates = (learning_rate, encoder), (_HEAD_RATE, others)
    groups = [{"params": weights, "lr": rate, "peak": rate} for rate, weights in rates]
    return torch.optim.AdamW(groups, weight_decay=_DECAY, fused=True)


def _plan(passages: int, course: Course) -> Iterator[list[int]]:
    """The passages of each batch, all epochs one after the other."""
    for epoch in range(course.epochs):
        order = Random(f"{course.seed}/{epoch}").sample(range(passages), passages // BATCH * BATCH)
        for start in range(0, len(order), BATCH):
            yield order[start : start + BATCH]


def _masked(group: Sequence[Passage], guesser: Guesser, random: Random) -> _Guesses:
    """A batch in which words have to be guessed."""
    size = max(len(passage.pieces) for passage in group)
    pieces = torch.zeros(len(group), size, dtype=torch.long)
    targets = torch.full_like(pieces, _NO_TARGET)
    for row, passage in enumerate(group):
        shown = list(passage.pieces)
        for places, often in passage.words:
            if random.random() < (_MASKED_CONNECTIVES if often else _MASKED):
                fate = random.random()
                for place in places:
                    targets[row, place] = passage.pieces[place]
                    if fate < _SHOWN_MASKED:
                        shown[place] = guesser.mask
                    elif fate < _SHOWN_MASKED + _SHOWN_WRONG:
                        shown[place] = random.randrange(guesser.size)
        pieces[row, : len(shown)] = torch.tensor(shown)
    lengths = torch.tensor([len(passage.pieces) for passage in group])
    mask = (torch.arange(size)[None] < lengths[:, None]).long()
    return _Guesses(pieces, mask, targets)
