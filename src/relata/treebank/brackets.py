"""The reader of trees in brackets: `( (S (NP-SBJ (PRP It) ) (VP (VBD rained) ) (. .) ))`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from relata.errors import FormatError
from relata.treebank.tree import Tree

DEEPEST = 200
"""How deep brackets may be nested: the deepest trees of the Penn Treebank have some 40 levels."""

_PIECE = re.compile(r"\(\s*([^\s()]+)\s+([^\s()]+)\s*\)|\(\s*([^\s()]*)|(\))|([^\s()]+)")


def parse_trees(text: str, path: str | Path) -> Iterator[Tree]:
    """The trees of a text, one by one; `path` is named in errors.

    >>> [str(tree) for tree in parse_trees("((S (NP (PRP It)) (VP (VBD rained))))", "rain.mrg")]
    ['( (S (NP (PRP It)) (VP (VBD rained))))']
    """
    reader = _Reader(text, path)
    labels: list[str] = []
    families: list[list[Tree]] = []
    start = 0
    for match in _PIECE.finditer(text):
        tag, word, label, closing, stray = match.groups()
        if tag is not None:
            leaf = Tree(tag, (), word)
            if not families:
                yield Tree(tag, (), word, reader.line(match.start()))
            else:
                families[-1].append(leaf)
        elif label is not None:
            if not families:
                start = match.start()
            elif len(families) == DEEPEST:
                raise reader.fault(f"brackets are nested more than {DEEPEST} deep", match.start())
            labels.append(label)
            families.append([])
        elif closing is not None:
            if not families:
                raise reader.fault("a closing bracket that no opening one belongs to", match.start())
            children = families.pop()
            if not children:
                raise reader.fault(_EMPTY.format(labels[-1] or "the tree"), match.start())
            if families:
                families[-1].append(Tree(labels.pop(), tuple(children)))
            else:
                yield Tree(labels.pop(), tuple(children), None, reader.line(start))
        else:
            raise reader.fault(_stray(stray, labels), match.start())
    if families:
        raise reader.fault(f"the tree that begins here is not closed: {len(families)} ')' missing", start)


_EMPTY = "expected a word or constituents in the brackets of {}, found nothing"


def _stray(word: str, labels: list[str]) -> str:
    if not labels:
        return f"expected '(' at the beginning of a tree, found {word!r}"
    return f"expected '(' or ')' in the constituent {labels[-1] or 'without label'}, found {word!r}"


class _Reader:
    """Where things stand in the text; lines are counted on from the last place that was asked for."""

    def __init__(self, text: str, path: str | Path) -> None:
        self._text = text
        self._path = path
        self._line = 1
        self._at = 0

    def line(self, place: int) -> int:
        """The line of a place behind the last one."""
        self._line += self._text.count("\n", self._at, place)
        self._at = place
        return self._line

    def fault(self, message: str, place: int) -> FormatError:
        """What is wrong at a place."""
        return FormatError(message, self._path, line=self._text.count("\n", 0, place) + 1)
