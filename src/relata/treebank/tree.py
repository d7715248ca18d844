"""Constituent trees in brackets: `( (S (NP-SBJ (PRP It) ) (VP (VBD rained) ) (. .) ))`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from relata.errors import FormatError

EMPTY = "-NONE-"
"""The tag of an empty category: a trace, a zero complementiser, a dropped subject."""

DEEPEST = 200
"""Limit of nesting; the deepest trees of the Penn Treebank have some 40 levels."""

_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}"}
_BRACKET_NAMES = {bracket: name for name, bracket in _BRACKETS.items()}
_BRACKET = re.compile("|".join(_BRACKETS))
_BRACKET_TAGS = {name: "(" if name.startswith("-L") else ")" for name in _BRACKETS}
_PIECE = re.compile(r"\(\s*([^\s()]+)\s+([^\s()]+)\s*\)|\(\s*([^\s()]*)|(\))|([^\s()]+)")


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
    """Line of the file that the tree begins in; set for roots only."""

    def __str__(self) -> str:
        if self.word is not None:
            return f"({self.label} {self.word})"
        return f"({' '.join([self.label, *map(str, self.children)])})"

    def leaves(self) -> Iterator[Tree]:
        """Iterate over the leaves from left to right, empty categories included."""
        waiting = [self]
        while waiting:
            tree = waiting.pop()
            if tree.word is None:
                waiting += reversed(tree.children)
            else:
                yield tree

    def tokens(self) -> list[Tree]:
        """List the leaves that are words; empty categories are not."""
        return [leaf for leaf in self.leaves() if leaf.label != EMPTY]


def without_empty(tree: Tree) -> Tree | None:
    """Return a tree without empty categories; None if it has no words.

    >>> str(without_empty(Tree("S", (Tree("NP", (Tree("-NONE-", word="*"),)), Tree("VB", word="go")))))
    '(S (VB go))'
    """
    if tree.word is not None:
        return None if tree.label == EMPTY else tree
    children = tuple(filter(None, map(without_empty, tree.children)))
    return replace(tree, children=children) if children else None


def parse_trees(text: str, path: str | Path) -> Iterator[Tree]:
    """Parse the trees of a text one by one; `path` is named in errors.

    >>> [str(tree) for tree in parse_trees("((S (NP (PRP It)) (VP (VBD rained))))", "rain.mrg")]
    ['( (S (NP (PRP It)) (VP (VBD rained))))']
    """
    labels: list[str] = []
    families: list[list[Tree]] = []
    line, counted, start = 1, 0, 0

    def fault(message: str, offset: int) -> FormatError:
        return FormatError(message, path, line=text.count("\n", 0, offset) + 1)

    for match in _PIECE.finditer(text):
        tag, word, label, closing, stray = match.groups()
        if not families:
            start = match.start()
        if tag is not None:
            tree = Tree(tag, (), word)
        elif label is not None:
            if len(families) == DEEPEST:
                raise fault(f"brackets are nested more than {DEEPEST} deep", match.start())
            labels.append(label)
            families.append([])
            continue
        elif closing is not None:
            if not families:
                raise fault("a closing bracket that no opening one belongs to", start)
            children = tuple(families.pop())
            constituent = labels.pop()
            if not children:
                brackets = f"the brackets of {constituent or 'the tree'}"
                raise fault(f"expected a word or constituents in {brackets}, found nothing", match.start())
            tree = Tree(constituent, children)
        elif families:
            constituent = f"the constituent {labels[-1] or 'without label'}"
            raise fault(f"expected '(' or ')' in {constituent}, found {stray!r}", match.start())
        else:
            raise fault(f"expected '(' at the beginning of a tree, found {stray!r}", start)
        if families:
            families[-1].append(tree)
        else:
            line += text.count("\n", counted, start)
            counted = start
            yield replace(tree, line=line)
    if families:
        raise fault(f"the tree that begins here is not closed: {len(families)} ')' missing", start)


def decoded_word(word: str) -> str:
    """Decode a word of a tree to its form in text.

    >>> decoded_word("-LRB-"), decoded_word("1\\\\/2")
    ('(', '1/2')
    """
    plain = _BRACKETS.get(word) or word.replace("\\/", "/").replace("\\*", "*")
    return plain[:-1] if plain.endswith("\\") and len(plain) > 1 else plain  # "\\/" that was split at "/"


def decoded_tag(tag: str) -> str:
    """Decode the tag of a bracket: "(" for "-LRB-"."""
    return _BRACKET_TAGS.get(tag, tag)


def encoded_word(word: str) -> str:
    """Encode a word for a tree: brackets by their names, blanks as "_".

    >>> encoded_word(":-)"), encoded_word("1 1/2")
    (':--RRB-', '1_1/2')
    """
    return "_".join("".join(_BRACKET_NAMES.get(character, character) for character in word).split()) or "_"


def decoded_brackets(word: str) -> str:
    """Decode all brackets within a word, such as a smiley.

    >>> decoded_brackets(":--RRB-")
    ':-)'
    """
    return _BRACKET.sub(lambda match: _BRACKETS[match[0]], word)
