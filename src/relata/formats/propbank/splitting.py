"""Words of a tree that other annotation of the same text splits: "York-based" is York, -, based."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from relata.treebank import EMPTY, Tree

HYPHEN = "HYPH"
_DELIMITERS = frozenset(("-", "/"))


def part_sizes(words: Sequence[str], parts: Sequence[str]) -> list[int]:
    """Of how many parts each word consists; a `ValueError` where they do not spell the words.

    >>> part_sizes(["New", "York-based", "."], ["New", "York", "-", "based", "."])
    [1, 3, 1]
    """
    sizes: list[int] = []
    at = 0
    for word in words:
        spelled, size = "", 0
        while at + size < len(parts) and len(spelled) < len(word):
            spelled += parts[at + size]
            size += 1
        if spelled != word:
            raise ValueError(f"expected {word!r}, found {spelled!r}")
        sizes.append(size)
        at += size
    if at < len(parts):
        raise ValueError(f"expected the sentence to end, found {parts[at]!r}")
    return sizes


def split_words(tree: Tree, sizes: Sequence[int], parts: Sequence[str], tags: Sequence[str]) -> Tree:
    """The tree with each word of several parts made a constituent that has its tag."""
    if max(sizes, default=1) == 1:
        return tree
    return _split(tree, iter(sizes), zip(parts, tags, strict=True))


def _split(tree: Tree, sizes: Iterator[int], parts: Iterator[tuple[str, str]]) -> Tree:
    if tree.word is None:
        return Tree(
            tree.label, tuple(_split(child, sizes, parts) for child in tree.children), None, tree.line
        )
    if tree.label == EMPTY:
        return tree
    own = [next(parts) for _ in range(next(sizes))]
    if len(own) == 1:
        return tree
    leaves = (Tree(HYPHEN if part in _DELIMITERS else tag, (), part) for part, tag in own)
    return Tree(tree.label, tuple(leaves))
