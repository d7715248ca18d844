"""Constituent trees over the words of a document, with links from nodes to parents and siblings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from relata.document import Document, Sentence, Token
from relata.errors import FormatError
from relata.treebank.tree import EMPTY, Tree, parse_trees

ROOT = "ROOT"
UNKNOWN = "X"
"""Category of a word without a tag."""

_FUNCTION = re.compile(r"[-=|]([A-Z]+)")
_CATEGORY = re.compile(r"-[A-Z]+-|[^-=|]+")


@dataclass(slots=True, eq=False, repr=False)
class Constituent:
    """A node with its category, function tags ("SBJ"), words, parent and children.

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
        """True of a node right above a word."""
        return not self.children

    @property
    def ancestors(self) -> Iterator[Constituent]:
        """The nodes above, from the parent up to the root."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    @property
    def root(self) -> Constituent:
        """The root of its tree."""
        return next((node for node in self.ancestors if node.parent is None), self)

    def nodes(self) -> Iterator[Constituent]:
        """Iterate over the node and all below it, each before its children."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.children)

    def sibling(self, step: int) -> Constituent | None:
        """Return the sibling `step` places to the right, or to the left if negative."""
        if self.parent is None:
            return None
        siblings = self.parent.children
        index = siblings.index(self) + step
        return siblings[index] if 0 <= index < len(siblings) else None

    @property
    def production(self) -> str:
        """The rule that expands the node: "S -> NP VP"."""
        return f"{self.category} -> {' '.join(child.category for child in self.children)}"


def constituents(document: Document) -> list[Constituent | None]:
    """Build the tree of each sentence; None without a tree that fits the words."""
    return [
        _sentence_tree(sentence.tree, sentence.range) if sentence.tree else None
        for sentence in document.sentences
    ]


def flat_tree(words: range, tags: Sequence[str | None]) -> Constituent:
    """Build a tree without structure over the words of a sentence; `tags` [tokens] may be empty."""
    root = Constituent(ROOT, words=words)
    root.children = [
        Constituent((tags[index] if tags else None) or UNKNOWN, root, words=range(index, index + 1))
        for index in words
    ]
    return root


def dependency_constituent(sentence: Sentence) -> Constituent | None:
    """Build a constituent of each word with dependents, with the words below it; None without a tree.

    Its category is the tag of the head and its relation to the word above. Words that a crossing arc
    separates from their head are children of the lowest constituent around them.
    """
    tokens = list(sentence)
    if any(token.head is None for token in tokens) or not tokens:
        return None
    dependents: dict[int, list[int]] = {}
    for index, token in enumerate(tokens):
        dependents.setdefault((token.head or 0) - 1, []).append(index)
    extents = [range(index, index + 1) for index in range(len(tokens))]
    for _ in tokens:  # extents grow along the arcs until none changes
        before = list(extents)
        for index, token in enumerate(tokens):
            if token.head:
                above, own = extents[token.head - 1], extents[index]
                extents[token.head - 1] = range(min(above.start, own.start), max(above.stop, own.stop))
        if extents == before:
            break
    heads = [index for index in dependents if index >= 0]
    start = sentence.range.start
    root = Constituent(ROOT, words=sentence.range)
    inner = [(extents[head], tokens[head]) for head in heads]
    _fill(root, [pair for pair in inner if len(pair[0]) > 1], tokens, start)
    return root


def _fill(node: Constituent, phrases: list[tuple[range, Token]], tokens: Sequence[Token], start: int) -> None:
    """Add the widest phrases inside a node as its children, and the words between them."""
    at = node.words.start - start
    end = node.words.stop - start
    for extent, head in sorted(phrases, key=lambda phrase: (phrase[0].start, -len(phrase[0]))):
        if extent.start < at or extent.stop > end:
            continue  # inside a phrase that is there already, or crossing it
        _add_words(node, range(at, extent.start), tokens, start)
        words = range(start + extent.start, start + extent.stop)
        label = f"{head.tag or UNKNOWN}:{head.deprel or ''}"
        child = Constituent(label, node, words=words)
        node.children.append(child)
        below = [
            phrase
            for phrase in phrases
            if phrase[1] is not head and extent.start <= phrase[0].start and phrase[0].stop <= extent.stop
        ]
        _fill(child, below, tokens, start)
        at = extent.stop
    _add_words(node, range(at, end), tokens, start)


def _add_words(node: Constituent, words: range, tokens: Sequence[Token], start: int) -> None:
    for word in words:
        tag = tokens[word].tag or UNKNOWN
        node.children.append(Constituent(tag, node, words=range(start + word, start + word + 1)))


def path(lower: Constituent, upper: Constituent) -> list[str]:
    """List the categories from a node up to one above it, both included."""
    categories = [lower.category]
    for node in lower.ancestors if lower is not upper else ():
        categories.append(node.category)
        if node is upper:
            break
    return categories


def covering(tree: Constituent, words: range) -> Constituent:
    """Return the lowest node over a range of words; of several over just these words, the highest."""
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


def _sentence_tree(brackets: str, words: range) -> Constituent | None:
    """Build a tree over a range of words; None if it has more or fewer, as after a failed parse."""
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
    return _build(tree, None, iter(words))


def _build(tree: Tree, parent: Constituent | None, indices: Iterator[int]) -> Constituent | None:
    """Build a node and all below it; None for a node without words."""
    if tree.label == EMPTY:
        return None
    node = Constituent(_category(tree.label), parent, functions=_functions(tree.label))
    if tree.word is not None:
        index = next(indices)
        node.words = range(index, index + 1)
        return node
    node.children = [child for below in tree.children if (child := _build(below, node, indices))]
    if not node.children:
        return None
    node.words = range(node.children[0].words.start, node.children[-1].words.stop)
    return node


def _category(label: str) -> str:
    match = _CATEGORY.match(label)
    return match[0] if match else ROOT


def _functions(label: str) -> tuple[str, ...]:
    return tuple(_FUNCTION.findall(label)) if label[:1] != "-" else ()
