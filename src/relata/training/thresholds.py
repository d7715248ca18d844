"""Thresholds: from which probability on something is taken to be there, as suits annotated documents best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace

from relata.discourse.parser import Parser
from relata.discourse.settings import Settings
from relata.document import Document
from relata.neural.model import Model
from relata.training.evaluation import connective_counts, end_to_end
from relata.training.schemes import Scheme

_TRIED = (0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7, 0.25, 0.2, 0.15, 0.1)
"""From the middle outwards: among equals, the first is taken."""


def choose_thresholds(
    model: Model, documents: Sequence[Document], scheme: Scheme, settings: Settings
) -> Settings:
    """The settings with thresholds that suit the documents.

    That of connectives is chosen by their F1, then those of anchors and of the scores of relations without
    connective by the mean of the strict and the partial F1 of whole analyses.
    """

    def connectives(tried: Settings) -> float:
        parser = Parser(with_settings(model, tried), only=("connectives",))
        return connective_counts((document, parser(document)) for document in documents).f1

    def relations(tried: Settings) -> float:
        parser = Parser(with_settings(model, tried), senses=scheme.asked)
        strict, partial = end_to_end(((document, parser(document)) for document in documents), scheme)
        return strict.f1 + partial.f1

    settings = _best(settings, "connective_threshold", connectives)
    settings = _best(settings, "anchor_threshold", relations)
    return _best(settings, "relation_threshold", relations)


def with_settings(model: Model, settings: Settings) -> Model:
    """The same model with other settings."""
    manifest = {**model.package.manifest, "settings": asdict(settings)}
    return replace(model, package=replace(model.package, manifest=manifest))


def _best(settings: Settings, name: str, value: Callable[[Settings], float]) -> Settings:
    tried = (Settings.of({**asdict(settings), name: threshold}, "thresholds") for threshold in _TRIED)
    return max(tried, key=value)
