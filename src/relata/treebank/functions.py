"""Grammatical functions that treebanks do not tag: objects, adverbials, verb chains, modifiers."""

from __future__ import annotations

from relata.treebank.lexicon import ADVERBIAL_SUBORDINATORS, COPULAS
from relata.treebank.node import NOMINAL, PROPER, PUNCTUATION, Draft, Node

_OBJECTS = frozenset(("NP", "S", "SQ", "SINV", "SBARQ"))
_ADVERBIALS = frozenset(("PP", "ADVP", "SBAR"))
_WITH_ADVERBIALS = frozenset(("VP", "S", "SINV", "SQ", "SBARQ", "FRAG"))
_FREE_MOVEMENT = frozenset(("*ICH*", "*EXP*", "*RNR*"))
_CONJUNCTIONS = frozenset(("CC", "CONJP"))
_JOINTS = _CONJUNCTIONS | {",", ":"}
_CLAUSES = frozenset(("VP", "S", "SQ", "SINV", "SBAR"))


def mark_functions(draft: Draft) -> None:
    """Mark the functions that depend on a constituent's position before traces are followed."""
    for phrase in draft.phrases:
        if phrase.category in _WITH_ADVERBIALS:
            if phrase.category == "VP":
                _mark_objects(phrase, draft)
            for child in phrase.children:
                if child.category in _ADVERBIALS and not child.function and child is not phrase.head:
                    child.function = "" if child.index in draft.references else "ADV"
        elif phrase.category == "PP":
            _raise_logical_subject(phrase)
        if "*EXP*" in draft.references.get(phrase.index, ()):
            phrase.function = "EXTR"


def _mark_objects(phrase: Node, draft: Draft) -> None:
    if phrase.lower in COPULAS or phrase.lower == "going":
        return
    objects = [child for child in phrase.children if _is_object(child, phrase, draft)]
    for child in objects:
        demoted = child is not objects[0] and "NP" not in (child.category, objects[0].category)
        child.function = "ADV" if demoted else "OBJ"


def _is_object(node: Node, phrase: Node, draft: Draft) -> bool:
    if node.function or node is phrase.head or not node.children:
        return False
    if draft.references.get(node.index, set()) & _FREE_MOVEMENT:
        return False
    if node.category == "SBAR":
        return node.lower not in ADVERBIAL_SUBORDINATORS and not _is_result(node, phrase)
    if node.category == "UCP":
        return any(child.category in _OBJECTS or child.category == "SBAR" for child in node.children)
    if node.category in ("FRAG", "INTJ"):
        before = phrase.before(node)
        return (before is not None and before.category == "``") or not node.has_words()
    return node.category in _OBJECTS


def _is_result(clause: Node, phrase: Node) -> bool:
    """Check for a clause of result: "so fast that ..."."""
    before = phrase.children[: phrase.children.index(clause)]
    return clause.lower == "that" and any(child.first_leaf().form.lower() == "so" for child in before)


def _raise_logical_subject(phrase: Node) -> None:
    for child in phrase.children:
        if child.function == "LGS":
            child.function = ""
            phrase.function = "LGS"


def infer_function(word: Node, phrase: Node, parent: Node, governor: Node) -> str:
    """Infer the function of an untagged phrase from its head word, its parent and its governor."""
    category, above = phrase.category, parent.category
    if category in ("PRN", "PRT"):
        return category
    if category in _CONJUNCTIONS:
        return "CC"
    if word.category in PUNCTUATION:
        return "P"
    if parent.coordinated and phrase is not parent.children[0] and not _is_floating(phrase, parent):
        return "COORD"
    if parent.head is not None and parent.head.category in _JOINTS:
        return "COORD"
    if category == "VP" and above in ("VP", "SQ", "SINV"):
        return "IM" if governor.category == "TO" else "VC"
    if category == "S" and (governor.lower in COPULAS or governor.lower == "going"):
        return "VC"
    if above in _CLAUSES:
        return _clause_function(word, phrase, governor)
    if above in NOMINAL or above == "WHNP":
        return _nominal_function(phrase, governor)
    if above in ("ADJP", "ADVP", "WHADJP", "WHADVP"):
        return "AMOD"
    return "PMOD" if above in ("PP", "WHPP") else "DEP"


def _is_floating(node: Node, parent: Node) -> bool:
    """Check for a floating quantifier: "both" in "she and he both"."""
    return node.category == "DT" and node is parent.children[-1] and parent.category in NOMINAL


def _clause_function(word: Node, phrase: Node, governor: Node) -> str:
    if word.category in ("RB", "RBR", "RBS", "RP"):
        return "ADV"
    if phrase.category in ("ADJP", "NP") and governor.lower in COPULAS:
        return "PRD"
    return "SUB" if governor.category in ("IN", "RB", "DT") else "DEP"


def _nominal_function(phrase: Node, governor: Node) -> str:
    if phrase.category == "POS":
        return "SUFFIX"
    return "NAME" if phrase.category in PROPER and governor.category in PROPER else "NMOD"
