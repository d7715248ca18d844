"""Head rules of `heads.txt`: the child that heads a constituent (Table 3 of the CoNLL-2008 paper).

A PP or SBAR is headed by its marker, which may have several words; a hyphenated word by its last part.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.resources import files

from relata.treebank.coordination import head_candidates, is_coordinated
from relata.treebank.node import NOMINAL, Node

_MARKER = "MARKER"
"""The category of the words that make one preposition or subordinator: "because of", "so that"."""

_MARKED = frozenset(("PP", "WHPP", "SBAR"))
_NO_PUNCTUATION = frozenset(("FRAG", "INTJ"))
_PREPOSITIONS = (("IN", "TO", "FW"), ("RP", "VBG", "VBN"))
_SUBORDINATORS = (("IN", "TO"), ("RB",), ("DT",))

_HYPHEN = "HYPH"
_CLAUSAL = frozenset(("", "PP", "WHPP", "VP", "S", "SBAR", "SBARQ", "SINV", "SQ", "PRN", "FRAG", "UCP", "X"))
"""Phrases in which a hyphen separates more than parts of a word: "behind - the - scenes"."""


class HeadRule:
    """A list of categories, best first, each with the side to search from."""

    def __init__(self, description: str) -> None:
        default, *items = description.split()
        self._ranks: dict[str, int] = {}
        self._from_left: list[bool] = []
        for rank, item in enumerate(items):
            direction = item[0] if item[0] in "<>" else default
            self._from_left.append(direction == ">")
            for category in item.lstrip("<>").split("|"):
                self._ranks[category] = rank
        self._from_left.append(default == ">")
        self._predicative = self._ranks.pop("-PRD", len(items))
        self.no_match = len(items)
        """The rank of a child whose category is not in the list."""

    def best(self, children: Iterable[Node]) -> tuple[Node | None, int]:
        """Choose the child of the lowest rank among those that have a head, and return its rank."""
        best, best_rank = None, len(self._from_left)
        for child in children:
            if child.word is None:
                continue
            rank = self._ranks.get(child.category, self.no_match)
            if rank > self._predicative and "PRD" in child.function:
                rank = self._predicative
            if rank < best_rank or (rank == best_rank and not self._from_left[rank]):
                best, best_rank = child, rank
        return best, best_rank

    def default(self, children: Sequence[Node]) -> Node:
        """Choose the child on the side that the search begins with."""
        return children[0 if self._from_left[-1] else -1]


_TABLE = files("relata.treebank").joinpath("heads.txt").read_text(encoding="utf-8").splitlines()
_RULES = {line.split()[0]: HeadRule(line.partition(" ")[2]) for line in _TABLE if line[0] != "#"}
_RULES["WHPP"] = _RULES[_MARKER] = _RULES["PP"]
_RULES["JJP"] = _RULES["ADJP"]  # in trees with brackets inside noun phrases
_ANY = HeadRule(">")
_UNTAGGED = HeadRule("< NN|NNS|NNP|NNPS|NX|NML NP|WHNP JJR >$|# CD JJ JJS RB >QP")
_TAGGED = HeadRule("< NN|NNS|NNP|NNPS|NX|NML JJR >$|# CD JJ JJS RB >QP")
_NOUN_PHRASES = NOMINAL | {"WHNP"}


def assign_head(phrase: Node) -> None:
    """Choose the child that heads a constituent; the children have their heads already."""
    children: Sequence[Node] = phrase.children
    phrase.coordinated = len(children) > 1 and is_coordinated(phrase)
    if phrase.coordinated:
        children = head_candidates(phrase)
    if phrase.category in _MARKED:
        children = [child for child in phrase.children if child.category == _MARKER] or children
    phrase.set_head(children[0] if len(children) == 1 else _choose_head(phrase.category, children))


def _choose_head(category: str, children: Sequence[Node]) -> Node:
    if category in _NOUN_PHRASES:
        return _nominal_head(children)
    if category == "VP":  # of an elided verb its moved object may remain, which is no head
        children = [child for child in children if child.category != "NP" or child.is_overt] or children
    rule = _RULES.get(category, _ANY)
    head, rank = rule.best(children)
    if category in _NO_PUNCTUATION and rank == rule.no_match:
        head = next((child for child in children if child.word and not child.is_punctuation), head)
    return head or rule.default(children)


def _nominal_head(children: Sequence[Node]) -> Node:
    """Choose the head of a noun phrase; children with a function tag (times, titles) come second."""
    untagged, rank = _UNTAGGED.best(child for child in children if not child.function)
    if untagged is not None and rank < _UNTAGGED.no_match:
        return untagged
    tagged, rank = _TAGGED.best(children)
    if tagged is not None and rank < _TAGGED.no_match:
        return tagged
    return untagged or children[-1]


def wrap_marker(phrase: Node) -> None:
    """Wrap the preposition or subordinator of a PP or SBAR, with all words that touch it."""
    children = phrase.children
    for tags in _SUBORDINATORS if phrase.category == "SBAR" else _PREPOSITIONS:
        for index, child in enumerate(children):
            if child.category in tags and child.is_word:
                first, last = index, index + 1
                joins = [node.is_word and not node.is_punctuation for node in children]
                while first > 0 and joins[first - 1]:
                    first -= 1
                while last < len(children) and joins[last]:
                    last += 1
                assign_head(phrase.wrap(first, last, _MARKER))
                return


def wrap_rather_than(phrase: Node) -> None:
    """Wrap "than" after "rather" and the verb phrase behind it as a PP, within a VP."""
    children = phrase.children
    for index in range(1, len(children) - 1):
        before, than, verb = children[index - 1 : index + 2]
        if than.form == "than" and verb.category == "VP" and before.last_leaf().form.lower() == "rather":
            comparison = phrase.wrap(index, index + 2, "PP")
            wrap_marker(comparison)
            assign_head(comparison)
            return


def wrap_hyphenated_words(phrase: Node) -> None:
    """Wrap the parts of a word split at hyphens ("York - based"): HMOD for all parts before the last.

    A hyphen (tag HYPH) depends on the part before it.
    """
    children = phrase.children
    for hyphen in [child for child in children if child.category == _HYPHEN and child.is_word]:
        hyphen.function = _HYPHEN
    if phrase.category in _CLAUSAL:
        return
    index = 1
    while index < len(children) - 1:
        if children[index].category == _HYPHEN and children[index].is_word:
            _wrap_hyphenated_word(phrase, index - 1)
        index += 1


def _wrap_hyphenated_word(phrase: Node, start: int) -> None:
    children = phrase.children
    end = start
    while end + 2 < len(children) and children[end + 1].category == _HYPHEN:
        part = phrase.wrap(end, end + 2, children[end].category, "HMOD")
        part.set_head(part.children[0])
        end += 1
    word = phrase.wrap(start, end + 1, "NML" if phrase.category in NOMINAL else phrase.category)
    word.set_head(word.children[-1])
