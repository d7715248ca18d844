"""Inventories of syntax: the labels of dependencies in the CoNLL-2008 task, and a model's tags and labels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def deprel_descriptions() -> dict[str, str]:
    """Read the meanings of the atomic labels of dependencies in the CoNLL-2008 task."""
    lines = files("relata.syntax").joinpath("deprels.tsv").read_text(encoding="utf-8").splitlines()
    return {label: meaning for label, _, meaning in (line.partition("\t") for line in lines[1:])}


@dataclass(frozen=True, slots=True)
class SyntaxLabels:
    """The tags and dependency labels of a model, in the order of its heads."""

    tags: tuple[str, ...]
    deprels: tuple[str, ...]

    @classmethod
    def of(cls, labels: Mapping[str, Any]) -> SyntaxLabels | None:
        """Read the labels of a manifest; None for a model without syntax."""
        if "tags" not in labels:
            return None
        return cls(tuple(labels["tags"]), tuple(labels["deprels"]))
