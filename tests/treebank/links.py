"""Dependencies of a tree as a text that a person can read and write."""

from __future__ import annotations

from collections.abc import Sequence

from relata.treebank import parse_trees, to_dependencies


def links(tree: str, names: Sequence[range] | None = None) -> list[str]:
    """Each word as "word < head LABEL"; the head of the root is 0."""
    (parsed,) = parse_trees(tree, "test.mrg")
    found = to_dependencies(parsed, names)
    words = ["0", *(leaf.word or "" for leaf in parsed.tokens())]
    return [
        f"{word} < {words[head]} {label}"
        for word, head, label in zip(words[1:], found.heads, found.labels, strict=True)
    ]


def expected(text: str) -> list[str]:
    """The lines of a text that is written as `links` gives it."""
    return [" ".join(line.split()) for line in text.strip().splitlines()]
