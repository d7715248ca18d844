"""Dependency trees of sentences: validity, dominance and nonprojective links.

Words count from 1; `heads[n - 1]` is the head of word n, 0 the artificial root. Heads may come from a faulty
system: cycles and heads outside the sentence are allowed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

ROOT = 0


def is_tree(heads: Sequence[int | None]) -> bool:
    """Return true if heads form one tree: one word under the root, every head in the sentence, no cycle.

    >>> is_tree([2, 0, 2]), is_tree([2, 1, 0]), is_tree([0, 0])
    (True, False, False)
    """
    if heads.count(ROOT) != 1 or not all(head is not None and 0 <= head <= len(heads) for head in heads):
        return False
    return len(Dominance(heads).under(ROOT)) == len(heads) + 1


def path_to_root(heads: Sequence[int | None], word: int) -> Iterator[int]:
    """Yield a word, its head, and so on up to the root; a cycle is followed once."""
    seen: set[int] = set()
    node: int | None = word
    while node is not None and 1 <= node <= len(heads) and node not in seen:
        yield node
        seen.add(node)
        node = heads[node - 1]


class Dominance:
    """Dominance relation among the words of a sentence."""

    def __init__(self, heads: Sequence[int | None]) -> None:
        self.heads = heads
        self.children: dict[int, list[int]] = {}
        for word, head in enumerate(heads, start=1):
            if head is not None:
                self.children.setdefault(head, []).append(word)
        self._under: dict[int, set[int]] = {}

    def under(self, word: int) -> set[int]:
        """Return a word and all words below it."""
        if word not in self._under:
            dominated, waiting = {word}, [word]
            while waiting:
                for child in self.children.get(waiting.pop(), ()):
                    if child not in dominated:
                        dominated.add(child)
                        waiting.append(child)
            self._under[word] = dominated
        return self._under[word]

    def nonprojective(self) -> list[int]:
        """Return the words with a nonprojective link: their head does not dominate all words between."""
        crossing = []
        for word, head in enumerate(self.heads, start=1):
            if head is None or not 1 <= head <= len(self.heads) or abs(head - word) < 2:
                continue
            if not self.under(head).issuperset(range(min(head, word) + 1, max(head, word))):
                crossing.append(word)
        return crossing
