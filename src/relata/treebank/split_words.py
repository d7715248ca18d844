"""Words that a treebank splits at hyphens: the last part is the head, "York - based" (tag HYPH)."""

from __future__ import annotations

from relata.treebank.node import NOMINAL, Node

_HYPHEN = "HYPH"
_CLAUSAL = frozenset(("", "PP", "WHPP", "VP", "S", "SBAR", "SBARQ", "SINV", "SQ", "PRN", "FRAG", "UCP", "X"))
"""Phrases in which a hyphen separates more than parts of a word: "behind - the - scenes"."""


def wrap_split_words(phrase: Node) -> None:
    """Puts the parts of a split word together: all but the last get HMOD, hyphens hang on what is before."""
    children = phrase.children
    for hyphen in [child for child in children if child.category == _HYPHEN and child.is_word]:
        hyphen.function = _HYPHEN
    if phrase.category in _CLAUSAL:
        return
    place = 1
    while place < len(children) - 1:
        if children[place].category == _HYPHEN and children[place].is_word:
            _wrap_word(phrase, place - 1)
        place += 1


def _wrap_word(phrase: Node, start: int) -> None:
    """Wraps the word whose first part is at `start`, with a hyphen behind each part but the last."""
    children = phrase.children
    end = start
    while end + 2 < len(children) and children[end + 1].category == _HYPHEN:
        part = phrase.wrap(end, end + 2, children[end].category, "HMOD")
        part.head = part.children[0]
        part.word = part.head.word
        end += 1
    word = phrase.wrap(start, end + 1, "NML" if phrase.category in NOMINAL else phrase.category)
    word.head = word.children[-1]
    word.word = word.head.word
