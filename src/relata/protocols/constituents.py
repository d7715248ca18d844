"""Constituent trees as nodes that know their words, their parent and their place among siblings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from relata.document import Document

ROOT = "ROOT"
_FUNCTION = re.compile(r"[-=|]([A-Z]+)")
_PIECE = re.compile(r"\(\s*([^\s()]*)|(\))|([^\s()]+)")
_CATEGORY = re.compile(r"-[A-Z]+-|[^-=|]+")
_EMPTY = "-NONE-"


@dataclass(slots=True, eq=False, repr=False)
class Constituent:
    """A node: its category, its function tags ("SBJ"), the words under it, and the nodes around it.

    `words` are token indices of the document. A preterminal has no children: its category is the word's tag.
    """

    category: str
    parent: Constituent | None = None
    children: list[Constituent] = field(default_factory=list)
    words: range = range(0)
    functions: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<{self.category} {self.words.start}..{self.words.stop}>"

    @property
    def preterminal(self) -> bool:
        """Whether it stands right above a word."""
        return not self.children

    @property
    def ancestors(self) -> Iterator[Constituent]:
        """Its parent, the parent of that, and so on up to the root."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    @property
    def root(self) -> Constituent:
        """The top of its tree."""
        return next((node for node in self.ancestors if node.parent is None), self)

    def nodes(self) -> Iterator[Constituent]:
        """The node and all below it, each before its children."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def sibling(self, step: int) -> Constituent | None:
        """The sibling so many places to the right, or to the left below zero."""
        if self.parent is None:
            return None
        place = self.parent.children.index(self) + step
        return self.parent.children[place] if 0 <= place < len(self.parent.children) else None

    @property
    def production(self) -> str:
        """The rule that expands it: "S -> NP VP"."""
        return f"{self.category} -> {' '.join(child.category for child in self.children)}"


def constituents(document: Document) -> list[Constituent | None]:
    """The tree of each sentence; None where there is none that fits the words."""
    return [
        _placed(sentence.tree, sentence.range) if sentence.tree else None for sentence in document.sentences
    ]


def path(lower: Constituent, upper: Constituent) -> list[str]:
    """The categories from a node up to one above it, both included."""
    found = [lower.category]
    for node in lower.ancestors if lower is not upper else ():
        found.append(node.category)
        if node is upper:
            break
    return found


def covering(tree: Constituent, words: range) -> Constituent:
    """The lowest node over a stretch of words; of several over just these words, the highest."""
    node = tree
    while node.words != words:
        inner = next(
            (
                child
                for child in node.children
                if child.words.start <= words.start and words.stop <= child.words.stop
            ),
            None,
        )
        if inner is None:
            return node
        node = inner
    return node


def _placed(brackets: str, words: range) -> Constituent | None:
    """A tree in brackets over these words; None if it has more or fewer, as that of a failed parse."""
    top = Constituent(ROOT)
    open_nodes = [top]
    at = words.start
    for match in _PIECE.finditer(brackets):
        label, closing, word = match.groups()
        if closing:
            if len(open_nodes) == 1:
                return None
            at = _close(open_nodes.pop(), at)
        elif word is not None:
            open_nodes[-1].words = range(at, at + 1)
        else:
            node = Constituent(_category(label), open_nodes[-1], functions=_functions(label))
            open_nodes[-1].children.append(node)
            open_nodes.append(node)
    if len(open_nodes) > 1 or at != words.stop:
        return None
    top.words = words
    return _without_wrapping(top)


def _close(node: Constituent, at: int) -> int:
    """Ends a node at a word; one without words goes out of the tree. Returns where the next word stands."""
    assert node.parent is not None
    if node.children:
        node.words = range(node.children[0].words.start, node.children[-1].words.stop)
        return at
    if node.category == _EMPTY or not node.words:
        node.parent.children.pop()
        return at
    return at + 1


def _without_wrapping(top: Constituent) -> Constituent:
    """The tree with one root alone: files write another, or a pair of brackets without label, around it."""
    while len(top.children) == 1 and top.children[0].category == ROOT:
        (inner,) = top.children
        top.children = inner.children
        for child in top.children:
            child.parent = top
    return top


def _category(label: str) -> str:
    match = _CATEGORY.match(label)
    return match[0] if match else ROOT


def _functions(label: str) -> tuple[str, ...]:
    return tuple(_FUNCTION.findall(label)) if label[:1] != "-" else ()
