"""The labels of a model's syntax: tags and dependency labels, in the order of its heads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class SyntaxLabels:
    """Tags (of the Penn Treebank, say) and labels of dependencies."""

    tags: tuple[str, ...]
    deprels: tuple[str, ...]

    @classmethod
    def of(cls, labels: Mapping[str, Any]) -> SyntaxLabels | None:
        """Those of a manifest; None if the model knows no syntax."""
        if "tags" not in labels:
            return None
        return cls(tuple(labels["tags"]), tuple(labels["deprels"]))

    def as_dict(self) -> dict[str, list[str]]:
        """What a manifest says of them."""
        return {"tags": list(self.tags), "deprels": list(self.deprels)}
