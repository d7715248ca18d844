"""Nonprojective links, and the kinds that they are of.

The kinds are those of the task's overview, which names them but does not define them: a wh-word that moved to
the front, a clause split by an inserted one ("he says"), a noun phrase split from its modifier, and others.
"""

from __future__ import annotations

from collections.abc import Iterator

from relata.document.dependency_tree import Dominance, path_to_root
from relata.scoring.conll2008.analysis import Analysis
from relata.scoring.conll2008.tally import Tally

TYPES = ("wh", "split_clause", "split_np", "other")
_WH = {"WDT", "WP", "WP$", "WRB"}
_VERBAL = ("VB", "MD", "TO")
_NOMINAL = ("NN", "PRP", "WP")
_NOMINAL_ALONE = {"CD", "DT", "EX", "$", "#"}
_LOOSE = {"P", "COORD", "CONJ", "DEP"}


def add_links(tally: Tally, gold: Analysis, system: Analysis) -> None:
    """Counts the nonprojective links of a sentence, unlabelled; each side has its own types."""
    ours, theirs = dict(typed_links(gold)), dict(typed_links(system))
    for link in ours.keys() | theirs.keys():
        tally.add(ours.get(link), theirs.get(link), correct=link in ours and link in theirs)


def typed_links(sentence: Analysis) -> Iterator[tuple[tuple[int, int], str]]:
    """The nonprojective links (head and dependent, from 1) of a sentence, with their types."""
    dominance = Dominance(sentence.heads)
    for dependent in dominance.nonprojective():
        head = sentence.heads[dependent - 1]
        assert head is not None, "what has no head has no link"
        yield (head, dependent), _type(sentence, dominance, head, dependent)


def _type(sentence: Analysis, dominance: Dominance, head: int, dependent: int) -> str:
    tag = sentence.tags[head - 1]
    if dependent < head and _has_wh(sentence, dominance, dependent):
        return "wh"
    if tag.startswith(_VERBAL) and _inserted_above(sentence, head, dependent):
        return "split_clause"
    nominal = tag.startswith(_NOMINAL) or tag in _NOMINAL_ALONE
    if dependent > head and nominal and sentence.deprels[dependent - 1] not in _LOOSE:
        return "split_np"
    return "other"


def _has_wh(sentence: Analysis, dominance: Dominance, word: int) -> bool:
    """Whether a word, or one at most two links below it, is a wh-word."""
    level = [word]
    for _ in range(3):
        if any(sentence.tags[each - 1] in _WH for each in level):
            return True
        level = [child for each in level for child in dominance.children.get(each, ())]
    return False


def _inserted_above(sentence: Analysis, head: int, dependent: int) -> bool:
    """Whether a word between the two has the clause of the head as its object."""
    low, high = min(head, dependent), max(head, dependent)
    for below in path_to_root(sentence.heads, head):
        above = sentence.heads[below - 1]
        if above is not None and low < above < high and sentence.deprels[below - 1] == "OBJ":
            return True
    return False
