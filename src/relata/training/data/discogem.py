"""DiscoGeM as extra sense instances."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from relata.document import Tokens
from relata.formats.discogem import items
from relata.model.inputs import InputBuilder
from relata.training.data.instances import EXTRA, Instance, pair_instance

_MOST_WORDS = 60


def discogem_instances(folder: Path, split: str, builder: InputBuilder) -> Iterator[Instance]:
    """The relations of a split ("train", "dev", "test") that have a PDTB-3 sense."""
    for item in items(folder):
        if item.part == split and item.sense:
            left, right = item.arg1.split()[-_MOST_WORDS:], item.arg2.split()[:_MOST_WORDS]
            tokens = _blank_tokens([*left, *right])
            yield pair_instance(
                EXTRA, tokens, range(len(left)), range(len(left), len(tokens)), item.sense, builder
            )


def _blank_tokens(words: list[str]) -> Tokens:
    offsets, at = [], 0
    for word in words:
        offsets.append((at, at + len(word)))
        at += len(word) + 1
    return Tokens(" ".join(words), offsets)
