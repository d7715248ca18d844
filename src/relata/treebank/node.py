"""The working copy of a tree that the conversion to dependencies reshapes and marks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from relata.treebank.tree import EMPTY, Tree, decoded_tag

PUNCTUATION = frozenset((".", ",", ":", "``", "''", "(", ")", "NFP"))
"""Tags of punctuation, brackets decoded; NFP is superfluous punctuation in treebanks of the web ("***")."""

NOMINAL = frozenset(("NP", "NX", "NML", "NAC"))
"""Categories of phrases built like noun phrases."""

PROPER = frozenset(("NNP", "NNPS"))
"""Tags of proper nouns."""

GAP = "="
"""Mark before the index by which a remnant of gapping refers to its model."""

_LABEL = re.compile(r"([^-=|]+)(?:\|[^-=]*)?((?:-[^-=\d][^-=]*)*)((?:[-=]\d+)*)")
_REFERENCE = re.compile(r"(\*[A-Z]*\*?)-(\d+)")
_UNUSED_TAGS = frozenset(("HLN", "TTL", "NOM", "TPC", "CLR", "ETC", "UNF", "IMP"))
"""Function tags of the phrase itself, without a relation to other phrases."""


@dataclass(slots=True, eq=False, repr=False)
class Node:
    """A constituent, a word or an empty category.

    - `category`: the label without function tags and indices; `function`: the function tags in one string;
    - `index`: the index that other nodes refer to; of an empty category, the antecedent's index;
    - `gap`: the index of the model of a gapping remnant;
    - `head`: the child that heads a constituent; `word`: the leaf below all heads (a word or trace), or None;
    - `position`: the number of a word in its sentence, from 1; 0 for all other nodes;
    - `name`: the number of the name that a word belongs to, if names are known: words of no name differ.
    """

    category: str
    children: list[Node] = field(default_factory=list)
    function: str = ""
    parent: Node | None = None
    head: Node | None = None
    word: Node | None = None
    form: str = ""
    position: int = 0
    index: str = ""
    gap: str = ""
    name: int = 0
    coordinated: bool = False

    @property
    def is_word(self) -> bool:
        """True of a leaf that is no empty category."""
        return self.position > 0

    @property
    def is_punctuation(self) -> bool:
        """True of a punctuation mark."""
        return self.category in PUNCTUATION

    @property
    def is_overt(self) -> bool:
        """True if a word heads this node, not a trace or nothing."""
        return self.word is not None and self.word.position > 0

    @property
    def lower(self) -> str:
        """The head word in lower case; empty if there is none."""
        return self.word.form.lower() if self.word is not None else ""

    def set_head(self, child: Node) -> None:
        """Make a child the head."""
        self.head, self.word = child, child.word

    def before(self, child: Node) -> Node | None:
        """Return the left neighbour of a child."""
        index = self.children.index(child)
        return self.children[index - 1] if index else None

    def wrap(self, first: int, last: int, category: str, function: str = "") -> Node:
        """Wrap the children from `first` to before `last` in a new constituent."""
        inner = Node(category, self.children[first:last], function, self)
        for child in inner.children:
            child.parent = inner
        self.children[first:last] = [inner]
        return inner

    def move(self, child: Node, index: int) -> None:
        """Make a node of the tree a child of this one, before the child at `index`."""
        if child.parent is not None:
            child.parent.children.remove(child)
        child.parent = self
        self.children.insert(index, child)

    def first_leaf(self) -> Node:
        """Return the leftmost leaf."""
        return self.children[0].first_leaf() if self.children else self

    def last_leaf(self) -> Node:
        """Return the rightmost leaf."""
        return self.children[-1].last_leaf() if self.children else self

    def has_words(self) -> bool:
        """Check for any word below this node."""
        return self.is_word or any(child.has_words() for child in self.children)

    def ancestors(self) -> Iterator[Node]:
        """Iterate over this node, its parent, and so on up to the root."""
        node: Node | None = self
        while node is not None:
            yield node
            node = node.parent


class Draft:
    """A tree under conversion: its words, constituents (children first) and empty categories.

    `antecedents` maps an index to its constituent, `references` to the kinds of empty categories that refer
    to it: "*T*", "*ICH*", ..., or `GAP`.
    """

    def __init__(self, tree: Tree, names: Sequence[range] | None = None) -> None:
        """Copy a tree; `names` are ranges of words, None if they are unknown."""
        self.words: list[Node] = []
        self.phrases: list[Node] = []
        self.traces: list[Node] = []
        self.antecedents: dict[str, Node] = {}
        self.references: dict[str, set[str]] = {}
        self.root = self._node(tree)
        if names is not None:
            for word in self.words:
                word.name = -word.position
            for number, words in enumerate(names, start=1):
                for index in words:
                    self.words[index].name = number

    def _node(self, tree: Tree) -> Node:
        if tree.word is not None:
            return self._leaf(tree.label, tree.word)
        category, function, index, gap = label_parts(tree.label)
        node = Node(category, [self._node(child) for child in tree.children], function, index=index, gap=gap)
        for child in node.children:
            child.parent = node
        if node.index:
            self.antecedents[node.index] = node
        if node.gap:
            self.references.setdefault(node.gap, set()).add(GAP)
        self.phrases.append(node)
        return node

    def _leaf(self, tag: str, word: str) -> Node:
        node = Node(decoded_tag(tag))
        node.form = word
        if tag != EMPTY:
            self.words.append(node)
            node.position = len(self.words)
            node.word = node
            return node
        self.traces.append(node)
        if reference := _REFERENCE.fullmatch(word):
            node.form, node.index = reference.groups()
            self.references.setdefault(node.index, set()).add(node.form)
        return node


@lru_cache(maxsize=4096)
def label_parts(label: str) -> tuple[str, str, str, str]:
    """Split a constituent's label into category, function, index and gap index.

    >>> label_parts("NP-LOC-PRD-TPC-1=2")
    ('NP', 'LOC-PRD', '1', '2')
    """
    match = _LABEL.fullmatch(label)
    if match is None:
        return label, "", "", ""
    category, tags, numbers = match.groups()
    function = "-".join(tag for tag in tags.split("-") if tag and tag not in _UNUSED_TAGS)
    last = dict(re.findall(r"([-=])(\d+)", numbers))
    return category, function, last.get("-", ""), last.get("=", "")
