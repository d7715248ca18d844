"""Checkpoints: a training's state to go on from, and trained models before they are exported."""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch

from relata.errors import FormatError, ModelError
from relata.formats.files import replacing
from relata.training.data.sentence_targets import SentenceLabels
from relata.training.network.encoders import Pretrained, pretrained, rebuilt
from relata.training.network.model import DiscourseModel


@dataclass(frozen=True, slots=True)
class Trained:
    """A model with what is needed to use it; `notes` say how it was trained."""

    model: DiscourseModel
    base: Pretrained
    senses: tuple[str, ...]
    extra_senses: tuple[str, ...]
    sentences: SentenceLabels | None = None
    notes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def labels(self) -> dict[str, Any]:
        """The labels of its heads, as a manifest has them."""
        return {"senses": list(self.senses), **(self.sentences.as_dict() if self.sentences else {})}

    @classmethod
    def new(
        cls,
        base: Pretrained,
        senses: tuple[str, ...],
        extra_senses: tuple[str, ...],
        sentences: SentenceLabels | None = None,
        notes: Mapping[str, Any] | None = None,
    ) -> Trained:
        """A model whose heads know nothing yet."""
        model = DiscourseModel(base.encoder, max(1, len(senses)), max(1, len(extra_senses)), sentences)
        return cls(model, base, senses, extra_senses, sentences, notes or {})

    def take_over(self, other: Trained) -> None:
        """Begins with the weights of another model, as far as both have heads for the same labels."""
        others = set()
        if self.senses != other.senses:
            others |= {"explicit_sense", "sense"}
        if self.extra_senses != other.extra_senses:
            others.add("extra_sense")
        if self.sentences != other.sentences:
            others |= {"syntax", "roles"}
        own = self.model.state_dict()
        fitting = {
            name: weights
            for name, weights in other.model.state_dict().items()
            if name.partition(".")[0] not in others and name in own and own[name].shape == weights.shape
        }
        self.model.load_state_dict({**own, **fitting})

    def content(self) -> dict[str, Any]:
        """All of it as plain values and tensors."""
        base = {
            "name": self.base.name,
            "config": json.dumps(self.base.config),
            "tokenizer": self.base.tokenizer.to_str(),
        }
        return {
            "state": self.model.state_dict(),
            "senses": self.senses,
            "esenses": self.extra_senses,
            "sentences": self.sentences.as_dict() if self.sentences else None,
            "base": base,
            "notes": json.dumps(self.notes),
        }


def load_trained(path: Path, encoder: str | None = None) -> Trained:
    """The model of a checkpoint; `encoder` is the one it started from, if the checkpoint does not say it."""
    content = load(path)
    try:
        senses, extra_senses, state = tuple(content["senses"]), tuple(content["esenses"]), content["state"]
    except (KeyError, TypeError):
        raise ModelError(f"{path}: expected a checkpoint of a trained model") from None
    kept = content.get("base")
    if kept is None:
        base = pretrained(encoder)
    else:
        base = rebuilt(kept["name"], json.loads(kept["config"]), kept["tokenizer"])
    labels = content.get("sentences")
    sentences = SentenceLabels.from_dict(labels) if labels else None
    trained = Trained.new(base, senses, extra_senses, sentences, json.loads(content.get("notes", "{}")))
    try:
        trained.model.load_state_dict(state)
    except RuntimeError:
        raise ModelError(f"{path}: its weights are not those of a model on {base.name}") from None
    return trained


def save(content: dict[str, Any], path: Path) -> None:
    """Writes a checkpoint, whole or not at all."""
    with replacing(path) as fresh:
        try:
            torch.save(content, fresh)
        except RuntimeError as error:  # what torch makes of a full disk
            raise FormatError(f"cannot be written: {str(error).splitlines()[0]}", path) from None


def load(path: Path) -> dict[str, Any]:
    """The content of a checkpoint: tensors and plain values, never code."""
    try:
        content: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
    except OSError as error:
        raise ModelError(f"{path}: cannot be read: {error.strerror}") from None
    except (RuntimeError, EOFError, ValueError, pickle.UnpicklingError):
        raise ModelError(f"{path}: damaged, or no checkpoint") from None
    return content
