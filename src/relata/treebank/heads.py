"""Head rules: which child of a constituent is its head (Table 3 of the CoNLL-2008 paper, with directions)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from relata.treebank.coordination import head_candidates, is_coordinated
from relata.treebank.node import NOMINAL, Node

MARKER = "MARKER"
"""The category of the words that make one preposition or subordinator: "because of", "so that"."""

_MARKED = frozenset(("PP", "WHPP", "SBAR"))
_NO_PUNCTUATION = frozenset(("FRAG", "INTJ"))
_NOUN = "NN|NNS|NNP|NNPS"
_WH = "WHNP|WHPP|WHADVP|WHADJP|WDT|WP|WP$|WRB"
_SENTENCE = "S|SBAR|SBARQ|SINV|SQ"

# A list of categories for each phrase, best first; "a|b" are equally good. ">" searches from the left, "<"
# from the right; before a category it is about that category alone. "-PRD" is any child with that tag.
_TABLE = f"""
ADJP    <  NNS QP NN $ ADVP JJ VBN VBG ADJP JJR NP JJS DT FW RBR RBS SBAR RB
ADVP    >  RB RBR RBS FW ADVP TO CD JJR JJ IN NP JJS NN
CONJP   >  CC RB IN
FRAG    >  {_NOUN}|NX|NML|NP {_WH} SBAR PP|IN ADJP|JJ ADVP RB
LST     >  LS :
PP      >  IN TO VBG VBN RP FW
PRN     >  {_SENTENCE} {_NOUN}|NX|NML|NP {_WH} PP|IN ADJP|JJ ADVP RB
PRT     >  RP
QP      <  >$|# NNS NN JJ RB DT CD NCD QP IN JJR JJS
RRC     >  VP NP ADVP ADJP PP
S       <  VP >-PRD >S|SINV SBAR ADJP UCP NP
SBAR    <  S SQ SINV SBAR FRAG IN DT
SBARQ   <  SQ S SBARQ FRAG
SINV    <  VBZ VBD VBP VB MD VP -PRD S SINV ADJP NP
SQ      <  VBZ VBD VBP VB MD -PRD SQ VP
UCP     >
VP      >  TO VBD VBN MD VBZ VB VBG VBP VP <-PRD ADJP <JJ NN NNS NP
WHADJP  <  CC WRB JJ ADJP
WHADVP  >  CC WRB
X       <
"""
_NOMINAL_RULE = f"<  {_NOUN}|NX|NML NP|WHNP JJR >$|# CD JJ JJS RB >QP"
_NOMINAL_RULE_2 = f"<  {_NOUN}|NX|NML JJR >$|# CD JJ JJS RB >QP"


class HeadRule:
    """A list of categories, best first, and from which side each is searched for."""

    __slots__ = ("_from_left", "_predicative", "_ranks")

    def __init__(self, description: str) -> None:
        direction, *items = description.split()
        self._ranks: dict[str, int] = {}
        self._from_left: list[bool] = []
        for rank, item in enumerate(items):
            own = item[0] if item[0] in "<>" else direction
            self._from_left.append(own == ">")
            for category in item.lstrip("<>").split("|"):
                self._ranks[category] = rank
        self._from_left.append(direction == ">")
        self._predicative = self._ranks.pop("-PRD", len(items))

    @property
    def no_match(self) -> int:
        """The rank of a child whose category is not in the list."""
        return len(self._from_left) - 1

    def find(self, children: Iterable[Node]) -> tuple[Node | None, int]:
        """The best child that has a head of its own, and its rank."""
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

    def first(self, children: Sequence[Node]) -> Node:
        """The child that is looked at first."""
        return children[0 if self._from_left[-1] else -1]


_RULES = {
    name: HeadRule(rest) for name, _, rest in (line.partition(" ") for line in _TABLE.split("\n")[1:-1])
}
_RULES["WHPP"] = _RULES[MARKER] = _RULES["PP"]
_ANY = HeadRule(">")
_UNTAGGED, _TAGGED = HeadRule(_NOMINAL_RULE), HeadRule(_NOMINAL_RULE_2)
_NOUN_PHRASES = NOMINAL | {"WHNP"}


def assign_head(phrase: Node) -> None:
    """Finds the child that heads a constituent whose children have their heads."""
    children: Sequence[Node] = phrase.children
    phrase.coordinated = len(children) > 1 and is_coordinated(phrase)
    if phrase.coordinated:
        children = head_candidates(phrase)
    if phrase.category in _MARKED:
        children = [child for child in phrase.children if child.category == MARKER] or children
    phrase.head = children[0] if len(children) == 1 else _find_head(phrase.category, children)
    phrase.word = phrase.head.word


def _find_head(category: str, children: Sequence[Node]) -> Node:
    if category in _NOUN_PHRASES:
        return _nominal_head(children)
    if category == "VP":  # of an elided verb its moved object may remain, which is no head
        children = [child for child in children if child.category != "NP" or child.is_overt] or children
    rule = _RULES.get(category, _ANY)
    found, rank = rule.find(children)
    if category in _NO_PUNCTUATION and rank == rule.no_match:
        found = next((child for child in children if child.word and not child.is_punctuation), found)
    return found or rule.first(children)


def _nominal_head(children: Sequence[Node]) -> Node:
    """The head of a noun phrase: children with a function tag (times, titles) stand back."""
    found, rank = _UNTAGGED.find(child for child in children if not child.function)
    if found is not None and rank < _UNTAGGED.no_match:
        return found
    tagged, rank = _TAGGED.find(children)
    if tagged is not None and rank < _TAGGED.no_match:
        return tagged
    return found or children[-1]
