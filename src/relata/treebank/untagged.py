"""Function tags for untagged trees, such as a parser's: subjects, predicates, times, places, agents."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from relata.treebank import lexicon
from relata.treebank.node import NOMINAL, Node
from relata.treebank.noun_phrases import is_rate

_SUBJECTS = frozenset(("NP", "NX", "NML", "WHNP"))
_CLAUSAL_SUBJECTS = frozenset(("SBAR", "S"))
_PREDICATES = frozenset(("NP", "ADJP", "PP", "ADVP", "UCP", "SBAR"))
_ADVERBIAL_SITES = frozenset(("VP", "S", "SINV", "SQ", "SBARQ"))


def tag_children(phrase: Node) -> None:
    """Tag the functions of a constituent's children, which have their heads, as a treebank does."""
    category = phrase.category
    if category in ("S", "SINV", "SQ"):
        _tag_subject(phrase)
    elif category == "VP":
        _tag_predicate(phrase)
    if category in _ADVERBIAL_SITES:
        for index, child in enumerate(phrase.children):
            if not child.function and child.children:
                child.function = _adverbial(child, phrase, phrase.children[:index])
    elif category in NOMINAL:
        for before, child in pairwise(phrase.children):
            if child.category == "PP":
                child.function = _prepositional(child, ())
            elif is_rate(child, before):
                child.function = "ADV"


def _tag_subject(clause: Node) -> None:
    children = clause.children
    verb = next(
        (n for n, child in enumerate(children) if child.category in ("VP", "MD") or _is_verb(child)), None
    )
    if verb is None:
        _tag_small_clause(children)
        return
    before = children[:verb][::-1]
    after = children[verb + 1 :]
    candidates = before if clause.category == "S" else [*after, *before]
    subjects = [child for child in candidates if child.category in _SUBJECTS]
    if not subjects and clause.category == "S":
        subjects = [child for child in candidates[:1] if child.category in _CLAUSAL_SUBJECTS]
    if subjects:  # "Night fell": a time, where there is nothing else
        next((child for child in subjects if not _is_time(child)), subjects[0]).function = "SBJ"


def _tag_small_clause(children: Sequence[Node]) -> None:
    """Tag a noun phrase and its predicate without a verb."""
    phrases = [child for child in children if child.children]
    if len(phrases) > 1 and phrases[0].category in _SUBJECTS and phrases[1].category in _PREDICATES:
        phrases[0].function, phrases[1].function = "SBJ", "PRD"


def _tag_predicate(phrase: Node) -> None:
    """Tag the predicate behind a form of "be" that is no auxiliary."""
    verb = next((n for n, child in enumerate(phrase.children) if _is_verb(child)), None)
    if verb is None or phrase.children[verb].form.lower() not in lexicon.COPULAS:
        return
    rest = [child for child in phrase.children[verb + 1 :] if child.children]
    if any(child.category == "VP" for child in rest):
        return
    for child in rest:
        if child.category in _PREDICATES and not _is_time(child):
            locative = child.category == "PP" and child.lower in lexicon.PLACE_PREPOSITIONS
            child.function = "LOC-PRD" if locative else "PRD"
            return


def _adverbial(node: Node, phrase: Node, before: Sequence[Node]) -> str:
    if node.category == "NP":
        return _nominal(node, phrase.category, before)
    if node.category == "PP":
        return _prepositional(node, before)
    if node.category == "ADVP":
        return _adverb(node.lower, before)
    if node.category == "SBAR":
        return _clause(node)
    return _bare_clause(node, phrase, before)


def _nominal(node: Node, site: str, before: Sequence[Node]) -> str:
    if _is_time(node):
        return "TMP"
    measured = site == "VP" and node.lower in lexicon.MEASURES
    return "EXT" if measured and any(child.lower in lexicon.CHANGES for child in before) else ""


def _bare_clause(node: Node, phrase: Node, before: Sequence[Node]) -> str:
    """Tag a clause without subject, fronted or set off by a comma: "To win, ...", "..., hoping for"."""
    if node.category != "S" or len(node.children) > 1 or node.children[0].category != "VP":
        return ""
    followed = any(child.category == "VP" for child in phrase.children)
    fronted = phrase.category != "VP" and followed and not any(child.function == "SBJ" for child in before)
    apart = bool(before) and before[-1].category == ","
    if node.word is not None and node.word.category == "TO":
        return "PRP" if fronted else ""
    return "ADV" if fronted or apart else ""


def _adverb(word: str, before: Sequence[Node]) -> str:
    if word in lexicon.TIME_ADVERBS:
        return "TMP"
    if word in lexicon.PLACE_ADVERBS:
        return "LOC"
    if word in lexicon.DIRECTION_ADVERBS:
        return "DIR"
    return "MNR" if word.endswith("ly") and any(map(_is_verb, before)) else ""


def _clause(node: Node) -> str:
    word = node.first_leaf().form.lower()
    if word in lexicon.TIME_SUBORDINATORS:
        return "TMP"
    if word in lexicon.REASON_SUBORDINATORS:
        return "PRP"
    return "ADV" if word in lexicon.OTHER_SUBORDINATORS else ""


def _prepositional(node: Node, before: Sequence[Node]) -> str:
    word = node.lower
    inside = node.children[-1]
    if word in lexicon.TIME_PREPOSITIONS or (word != "of" and _is_time(inside)):
        return "TMP"
    if word == "by":
        return _by(inside, before)
    if word in lexicon.PLACE_PREPOSITIONS:
        return "" if inside.word is None or inside.word.category in ("CD", "$") else "LOC"
    if word in lexicon.DIRECTION_PREPOSITIONS and before:
        return "DIR"
    return "PRP" if word == "because" else ""


def _by(inside: Node, before: Sequence[Node]) -> str:
    """Tag the object of "by": the agent of a participle, or a manner."""
    if inside.category == "S":
        return "MNR"
    passive = any(child.category == "VBN" for child in before)
    return "LGS" if passive and inside.category in NOMINAL else ""


def _is_verb(node: Node) -> bool:
    return node.is_word and node.category.startswith(("VB", "MD"))


def _is_time(node: Node) -> bool:
    """Check for a phrase headed by a time: a noun, or the number of a year."""
    if node.word is None or not node.children:
        return False
    form = node.lower
    year = node.word.category == "CD" and len(form) == 4 and form[:2] in ("18", "19", "20") and form.isdigit()
    return year or (form in lexicon.TIME_NOUNS and node.category != "VP")
