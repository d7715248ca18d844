"""Trainer: the settings of a training, and its epochs over all tasks up to the best one."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import torch
from torch import Tensor, nn

from relata.batch.progress import Progress
from relata.errors import RelataError
from relata.model.inputs import CONNECTIVE_BEGIN, CONNECTIVE_END
from relata.training.data.batches import Batch, batch_of, batches
from relata.training.data.instances import EXTRA, TAGS, TrainingInstance, instance_digest
from relata.training.loop.device import find_device, making_tensors_on, move
from relata.training.loop.resume import TrainingCheckpoint
from relata.training.network.encoders import Pretrained, mask_of
from relata.training.network.model import loss_of, optimizer_of, set_rates
from relata.training.network.trained_model import Trained, save_checkpoint

_NO_WORDS = ("[PAD]", "<pad>", "[CLS]", "<s>", "[SEP]", "</s>", CONNECTIVE_BEGIN, CONNECTIVE_END)
BEST = "best.pt"

Evaluate = Callable[[Trained], Mapping[str, float]]
"""A function that measures a model on the development part; `criterion` decides between epochs."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """Settings of a training; the defaults are those of the models that are shipped.

    - `learning_rate` is that of the encoder, `head_learning_rate` that of the heads.
    - `average` is the number of epochs whose weights are averaged for a checkpoint; with `average_start`, the
      weights before the first epoch count as an epoch.
    - `teacher_weight` is the weight of a teacher's targets, against annotation.
    - `discourse_share` is the share of the instances of arguments, sites and senses that an epoch sees,
      `silver_share` the share of those in silver documents, and of extra ones, that teachers are asked about.
    - `hidden_words` is the share of words that are masked, differently each time.
    - Training stops after `patience` epochs without gain.
    - The encoder is cut to its lowest `layers`, and feed-forward layers are narrowed to `width`, before
      training, if these are set.
    """

    seed: int = 1
    epochs: int = 5
    patience: int = 2
    learning_rate: float = 1e-4
    head_learning_rate: float = 1e-3
    weight_decay: float = 0.01
    warm_up: float = 0.05
    average: int = 4
    average_start: bool = False
    batch_pieces: int = 1800
    window_pieces: int = 900
    extra_share: float = 1 / 3
    extra_weight: float = 0.5
    teacher_weight: float = 0.5
    discourse_share: float = 1.0
    silver_share: float = 0.1
    hidden_words: float = 0.0
    layers: int | None = None
    width: int | None = None

    def rate_at(self, progress: float) -> float:
        """Compute the factor of the learning rates between the begin (0) and the end (1) of a training."""
        return min(progress / self.warm_up if self.warm_up else 1.0, max(0.02, 1 - progress))


@dataclass(slots=True)
class TrainerState:
    """Progress of a training: `history` are the scores of epochs, `losses` sums by task in this epoch."""

    epoch: int = 0
    batch: int = 0
    history: list[dict[str, float]] = field(default_factory=list)
    losses: dict[str, list[float]] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def best(self) -> int:
        """The epoch with the highest criterion, the first of several, -1 before any."""
        scores = [scores["criterion"] for scores in self.history]
        return scores.index(max(scores)) if scores else -1

    def ended(self, recipe: Recipe) -> bool:
        """Return true if all epochs are done, or the last few brought no gain."""
        return self.epoch >= recipe.epochs or self.epoch - 1 - self.best >= recipe.patience


class WordMask:
    """Mask for a `share` of the pieces of words, drawn anew for each batch.

    Signals of relations are never masked: a connective whose arguments are sought, or that is to be found.
    """

    def __init__(self, base: Pretrained, share: float) -> None:
        piece_of = base.tokenizer.token_to_id
        self._mask = mask_of(base)
        self._share = share
        self._no_words = torch.tensor([piece for name in _NO_WORDS if (piece := piece_of(name)) is not None])

    def __call__(self, batch: Batch) -> Tensor:
        """Return the pieces of a batch, some of them masked."""
        hidden = (torch.rand(batch.pieces.shape) < self._share) & ~torch.isin(
            batch.pieces, self._no_words.to(batch.pieces.device)
        )
        signals = batch.labels > 0 if batch.task == TAGS else batch.marked > 0
        for row, word in signals.nonzero().tolist():
            hidden[row, batch.first[row, word] : batch.last[row, word] + 1] = False
        return batch.pieces.masked_fill(hidden, self._mask)


class Trainer:
    """Trainer of a model; its checkpoints in a folder are where a stopped training goes on."""

    def __init__(
        self,
        trained: Trained,
        items: Sequence[TrainingInstance],
        extra: Sequence[TrainingInstance],
        recipe: Recipe,
        folder: Path,
        evaluate: Evaluate,
        progress: Progress,
        device: str = "cpu",
    ) -> None:
        self._trained = trained
        self._device = find_device(device)
        self._model = trained.model
        self._items, self._extra = items, extra
        self._recipe = recipe
        self._folder = folder
        self._evaluate = evaluate
        self._progress = progress
        self._senses = {sense: index for index, sense in enumerate(trained.senses)}
        self._extra_senses = {sense: index for index, sense in enumerate(trained.extra_senses)}
        self._word_mask = WordMask(trained.base, recipe.hidden_words) if recipe.hidden_words else None
        rates = recipe.learning_rate, recipe.head_learning_rate
        self._optimizer = optimizer_of(self._model, *rates, recipe.weight_decay)
        self._average = Average(self._model, recipe.average)
        if recipe.average_start:
            self._average.add()
        facts = {"settings": repr(recipe), "data": instance_digest((*items, *extra))}
        self._checkpoint = TrainingCheckpoint(folder, facts, self._model, self._optimizer)
        self.state = TrainerState()

    def run(self) -> Path:
        """Train to the end and return the path of the best epoch's checkpoint."""
        # With seeds and sums in a fixed order, a stopped training that goes on ends with the same weights.
        torch.use_deterministic_algorithms(True, warn_only=self._device.type != "cpu")
        deterministic: Any = torch.utils.deterministic
        deterministic.fill_uninitialized_memory = False  # a fifth of the time, and nothing here reads it
        torch.manual_seed(self._recipe.seed)
        self._resume()
        while not self.state.ended(self._recipe):
            move(self._model, self._optimizer, self._device)
            with making_tensors_on(self._device):
                self._epoch()
            move(self._model, self._optimizer, torch.device("cpu"))
            self._end_epoch()
        return self._folder / BEST

    def _epoch(self) -> None:
        state, recipe = self.state, self._recipe
        random = Random(f"{recipe.seed}/{state.epoch}")
        plan = self._plan(random)
        self._model.train()
        label = f"epoch {state.epoch + 1}/{recipe.epochs}"
        rest = plan[state.batch :]
        for group in self._progress.follow(rest, label, total=len(plan), done=state.batch):
            begun = time.monotonic()
            done = state.epoch + (state.batch + 1) / len(plan)
            set_rates(self._optimizer, recipe.rate_at(done / recipe.epochs))
            self._step(group)
            state.batch += 1
            state.seconds += time.monotonic() - begun
            if self._checkpoint.due:
                self._save()
        self._save()  # before the evaluation, which takes time

    def _plan(self, random: Random) -> list[list[TrainingInstance]]:
        """Draw the batches of an epoch: all windows and silver instances, and shares of the others."""
        recipe = self._recipe
        extra = random.sample(
            self._extra, round(len(self._extra) * recipe.extra_share * recipe.discourse_share)
        )
        windows = [item for item in self._items if item.task == TAGS]
        others = [item for item in self._items if item.task != TAGS and not item.silver]
        if recipe.discourse_share < 1:
            others = random.sample(others, round(len(others) * recipe.discourse_share))
        others += [item for item in self._items if item.task != TAGS and item.silver]
        plan = batches([*others, *extra], recipe.batch_pieces, random)
        plan += batches(windows, recipe.window_pieces, random)
        random.shuffle(plan)
        return plan

    def _step(self, group: Sequence[TrainingInstance]) -> None:
        extra = group[0].task == EXTRA
        batch = batch_of(group, self._extra_senses if extra else self._senses)
        if self._word_mask:
            batch.pieces = self._word_mask(batch)
        loss = loss_of(self._model(batch), batch, 1.0 if group[0].silver else self._recipe.teacher_weight)
        if extra:
            loss = self._recipe.extra_weight * loss
        value = loss.item()
        if not abs(value) < float("inf"):
            raise RelataError(f"the loss of {batch.task} is {value}: try a lower --learning-rate")
        self._optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._model.parameters(), 1.0)
        self._optimizer.step()
        losses = self.state.losses.setdefault(batch.task, [0.0, 0])
        losses[0] += value
        losses[1] += 1
        self._progress.note = " ".join(
            f"{task} {total / count:.3f}" for task, (total, count) in sorted(self.state.losses.items())
        )

    def _end_epoch(self) -> None:
        state = self.state
        self._average.add()
        with self._average.applied():
            self._model.eval()
            scores = dict(self._evaluate(self._trained))
            state.history.append(scores)
            if state.best == state.epoch:
                save_checkpoint(self._trained.content(), self._folder / BEST)
        shown = ", ".join(f"{name} {value:.2f}" for name, value in scores.items())
        self._progress.write(
            f"epoch {state.epoch + 1}: {state.seconds:.0f} s, {self._progress.note}; dev: {shown}"
        )
        state.epoch, state.batch, state.losses = state.epoch + 1, 0, {}
        self._save()

    def _save(self) -> None:
        self._checkpoint.save({"average": self._average.state(), "state": asdict(self.state)})

    def _resume(self) -> None:
        content = self._checkpoint.resume()
        if content:
            self._average.load(content["average"])
            self.state = TrainerState(**content["state"])
            where = f"epoch {self.state.epoch + 1}, batch {self.state.batch}"
            self._progress.write(f"going on from {self._checkpoint.path}: {where}")


class Average:
    """The mean of a model's weights at the ends of its last epochs: it errs less than the last ones."""

    def __init__(self, model: nn.Module, epochs: int) -> None:
        self._parameters: list[Tensor] = list(model.parameters())
        self._epochs = epochs
        self._ends: list[list[Tensor]] = []

    def add(self) -> None:
        """Add the weights at the end of an epoch."""
        self._ends.append([parameter.detach().clone() for parameter in self._parameters])
        del self._ends[: -self._epochs]

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Give the model the mean weights for the duration of the block."""
        self._set([torch.stack(weights).mean(0) for weights in zip(*self._ends, strict=True)])
        try:
            yield
        finally:
            self._set(self._ends[-1])

    def state(self) -> list[list[Tensor]]:
        """Return the weights at the ends of epochs, for a checkpoint."""
        return self._ends

    def load(self, state: list[list[Tensor]]) -> None:
        """Take the weights of a checkpoint."""
        self._ends = state

    def _set(self, weights: list[Tensor]) -> None:
        with torch.no_grad():
            torch._foreach_copy_(self._parameters, weights)
