"""How a model is trained: the numbers that a training is made with."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Recipe:
    """The settings of a training; the defaults are those of the models that are shipped.

    `learning_rate` is the encoder's; with `layer_decay` below 1, each layer learns that much less than the
    one above it. What is kept of an epoch are the mean weights of as many as `average` epochs, with
    `average_start` those that training began with among them, as if of an epoch before the first. `teacher`
    is the weight of a teacher's opinion against the annotation. `discourse_share` is what part of the
    instances of arguments, sites and senses an epoch sees, chosen by chance; `silver_share` what part of
    those in silver documents teachers are asked about. `hidden_words` is what part of the words is
    masked each time that they are read, so that fewer inputs are learned by heart. Training stops after
    `patience` epochs that brought nothing. Before it begins, feed-forward layers are narrowed to a
    `width`, if given.
    """

    seed: int = 1
    epochs: int = 5
    patience: int = 2
    learning_rate: float = 1e-4
    head_learning_rate: float = 1e-3
    layer_decay: float = 1.0
    weight_decay: float = 0.01
    warm_up: float = 0.05
    average: int = 4
    average_start: bool = False
    batch_pieces: int = 1800
    window_pieces: int = 900
    extra_share: float = 1 / 3
    extra_weight: float = 0.5
    teacher: float = 0.5
    discourse_share: float = 1.0
    silver_share: float = 0.1
    hidden_words: float = 0.0
    width: int | None = None

    def rate_at(self, progress: float) -> float:
        """What part of the learning rates holds at a point between the begin (0) and the end (1)."""
        return min(progress / self.warm_up if self.warm_up else 1.0, max(0.02, 1 - progress))
