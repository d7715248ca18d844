"""The trainer: epochs over all tasks, from where a training stands to its best epoch."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import torch

from relata.errors import RelataError
from relata.training.data.batches import batch_of, batches
from relata.training.data.instances import EXTRA, TAGS, Instance, fingerprint
from relata.training.loop import trained_model as checkpoints
from relata.training.loop.masking import Hiding
from relata.training.loop.optimisation import Average, optimizer_of, set_progress
from relata.training.loop.progress import Progress
from relata.training.loop.recipe import Recipe
from relata.training.loop.resume import Standing, digest
from relata.training.loop.trained_model import Trained
from relata.training.network.losses import loss_of

BEST = "best.pt"

Evaluate = Callable[[Trained], Mapping[str, float]]
"""Scores a model on the development part; `criterion` is the one by which epochs are chosen."""


@dataclass(slots=True)
class State:
    """How far a training is: `history` are the scores after each epoch, `losses` sums in this one by task."""

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
        """Whether all epochs are done, or the last few of them brought nothing."""
        return self.epoch >= recipe.epochs or self.epoch - 1 - self.best >= recipe.patience


class Trainer:
    """Trains a model; its checkpoints are in a folder, where a training that was stopped goes on from."""

    def __init__(
        self,
        trained: Trained,
        items: Sequence[Instance],
        extra: Sequence[Instance],
        recipe: Recipe,
        folder: Path,
        evaluate: Evaluate,
        progress: Progress,
    ) -> None:
        self._trained = trained
        self._model = trained.model
        self._items, self._extra = items, extra
        self._recipe = recipe
        self._folder = folder
        self._evaluate = evaluate
        self._progress = progress
        self._senses = {sense: place for place, sense in enumerate(trained.senses)}
        self._extra_senses = {sense: place for place, sense in enumerate(trained.extra_senses)}
        self._hiding = Hiding(trained.base, recipe.hidden_words) if recipe.hidden_words else None
        self._optimizer = optimizer_of(self._model, recipe)
        self._average = Average(self._model, recipe.average)
        if recipe.average_start:
            self._average.add()
        identity = digest(self._model, repr(recipe), fingerprint((*items, *extra)))
        self._standing = Standing(folder, identity, self._model, self._optimizer)
        self.state = State()

    def run(self) -> Path:
        """Trains to the end; gives the checkpoint of the best epoch."""
        # With dropout seeded and sums in a fixed order, a training that is stopped and goes on ends the same.
        torch.use_deterministic_algorithms(True)
        deterministic: Any = torch.utils.deterministic
        deterministic.fill_uninitialized_memory = False  # a fifth of the time, and nothing here reads it
        torch.manual_seed(self._recipe.seed)
        self._resume()
        while not self.state.ended(self._recipe):
            self._epoch()
            self._end_epoch()
        return self._folder / BEST

    def _epoch(self) -> None:
        state, recipe = self.state, self._recipe
        random = Random(f"{recipe.seed}/{state.epoch}")
        plan = self._plan(random)
        self._model.train()
        for group in self._progress.follow(plan, f"epoch {state.epoch + 1}/{recipe.epochs}", state.batch):
            begun = time.monotonic()
            done = state.epoch + (state.batch + 1) / len(plan)
            set_progress(self._optimizer, recipe, done / recipe.epochs)
            self._step(group)
            state.batch += 1
            state.seconds += time.monotonic() - begun
            if self._standing.due:
                self._save()
        self._save()  # evaluation takes its time, too

    def _plan(self, random: Random) -> list[list[Instance]]:
        """The batches of an epoch: all windows and silver instances, of the others what the recipe says."""
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

    def _step(self, group: Sequence[Instance]) -> None:
        extra = group[0].task == EXTRA
        batch = batch_of(group, self._extra_senses if extra else self._senses)
        if self._hiding:
            batch.pieces = self._hiding(batch)
        loss = loss_of(self._model(batch), batch, 1.0 if group[0].silver else self._recipe.teacher)
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
                checkpoints.save(self._trained.content(), self._folder / BEST)
        shown = ", ".join(f"{name} {value:.2f}" for name, value in scores.items())
        self._progress.say(
            f"epoch {state.epoch + 1}: {state.seconds:.0f} s, {self._progress.note}; dev: {shown}"
        )
        state.epoch, state.batch, state.losses = state.epoch + 1, 0, {}
        self._save()

    def _save(self) -> None:
        self._standing.save({"average": self._average.state(), "state": asdict(self.state)})

    def _resume(self) -> None:
        content = self._standing.resume()
        if content:
            self._average.load(content["average"])
            self.state = State(**content["state"])
            where = f"epoch {self.state.epoch + 1}, batch {self.state.batch}"
            self._progress.say(f"going on from {self._standing.path}: {where}")
