"""Constituent trees as a treebank writes them: labels with function tags, words, empty categories."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

EMPTY = "-NONE-"
"""The tag of an empty category: a trace, a zero complementiser, a dropped subject."""

_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
_BRACKET = re.compile("|".join(_BRACKETS))
_BRACKET_TAGS = {name: "(" if name.startswith("-L") else ")" for name in _BRACKETS}


@dataclass(frozen=True, slots=True)
class Tree:
    """A constituent with children, or a leaf with a word; labels are as they stand in the file.

    >>> tree = Tree("NP-SBJ", (Tree("DT", word="the"), Tree("NN", word="rain")))
    >>> str(tree), [leaf.word for leaf in tree.leaves()]
    ('(NP-SBJ (DT the) (NN rain))', ['the', 'rain'])
    """

    label: str
    children: tuple[Tree, ...] = ()
    word: str | None = None
    line: int = field(default=0, compare=False, repr=False)
    """Where it begins in its file; said of whole trees only."""

    def __str__(self) -> str:
        if self.word is not None:
            return f"({self.label} {self.word})"
        return f"({' '.join([self.label, *map(str, self.children)])})"

    def leaves(self) -> Iterator[Tree]:
        """The leaves from left to right, empty categories among them."""
        waiting = [self]
        while waiting:
            tree = waiting.pop()
            if tree.word is None:
                waiting += reversed(tree.children)
            else:
                yield tree

    def tokens(self) -> list[Tree]:
        """The leaves that are words: all but the empty categories."""
        return [leaf for leaf in self.leaves() if leaf.label != EMPTY]


def decoded_word(word: str) -> str:
    """A word as it stands in text.

    >>> decoded_word("-LRB-"), decoded_word("1\\\\/2")
    ('(', '1/2')
    """
    plain = _BRACKETS.get(word) or word.replace("\\/", "/").replace("\\*", "*")
    return plain[:-1] if plain.endswith("\\") and len(plain) > 1 else plain  # "\\/" that was split at "/"


def decoded_tag(tag: str) -> str:
    """A tag with a real bracket: "(" for "-LRB-"."""
    return _BRACKET_TAGS.get(tag, tag)


def decoded_brackets(word: str) -> str:
    """A word with the brackets in it decoded, as a smiley has them.

    >>> decoded_brackets(":--RRB-")
    ':-)'
    """
    return _BRACKET.sub(lambda found: _BRACKETS[found[0]], word)
