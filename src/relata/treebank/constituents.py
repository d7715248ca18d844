"""Constituent trees as nodes that know their words, their parent and their place among siblings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from relata.document import Document
from relata.errors import FormatError
from relata.treebank.brackets import parse_trees
from relata.treebank.tree import EMPTY, Tree

ROOT = "ROOT"
_FUNCTION = re.compile(r"[-=|]([A-Z]+)")
_CATEGORY = re.compile(r"-[A-Z]+-|[^-=|]+")


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
    try:
        (tree,) = parse_trees(brackets, "tree")
    except (FormatError, ValueError):  # brackets that make no tree, or several
        return None
    if len(tree.tokens()) != len(words) or not words:
        return None
    while len(tree.children) == 1 and _category(tree.label) == _category(tree.children[0].label) == ROOT:
        (tree,) = tree.children  # a pair of brackets without label around a root
    if _category(tree.label) != ROOT:
        tree = Tree(ROOT, (tree,))
    return _grown(tree, None, iter(words))


def _grown(tree: Tree, parent: Constituent | None, places: Iterator[int]) -> Constituent | None:
    """A node with all below it; one without words, which holds traces alone, is left out."""
    if tree.label == EMPTY:
        return None
    node = Constituent(_category(tree.label), parent, functions=_functions(tree.label))
    if tree.word is not None:
        at = next(places)
        node.words = range(at, at + 1)
        return node
    node.children = [child for each in tree.children if (child := _grown(each, node, places))]
    if not node.children:
        return None
    node.words = range(node.children[0].words.start, node.children[-1].words.stop)
    return node


def _category(label: str) -> str:
    match = _CATEGORY.match(label)
    return match[0] if match else ROOT


def _functions(label: str) -> tuple[str, ...]:
    return tuple(_FUNCTION.findall(label)) if label[:1] != "-" else ()
