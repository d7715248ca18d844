"""Grammatical functions: tags for untagged trees, such as a parser's, and functions that no treebank tags."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from relata.treebank import lexicon
from relata.treebank.node import NOMINAL, PROPER, PUNCTUATION, Draft, Node
from relata.treebank.noun_phrases import is_rate

_SUBJECTS = frozenset(("NP", "NX", "NML", "WHNP"))
_CLAUSAL_SUBJECTS = frozenset(("SBAR", "S"))
_PREDICATES = frozenset(("NP", "ADJP", "PP", "ADVP", "UCP", "SBAR"))
_ADVERBIAL_SITES = frozenset(("VP", "S", "SINV", "SQ", "SBARQ"))
_OBJECTS = frozenset(("NP", "S", "SQ", "SINV", "SBARQ"))
_ADVERBIALS = frozenset(("PP", "ADVP", "SBAR"))
_FREE_MOVEMENT = frozenset(("*ICH*", "*EXP*", "*RNR*"))
_CONJUNCTIONS = frozenset(("CC", "CONJP"))
_JOINTS = _CONJUNCTIONS | {",", ":"}
_CLAUSES = frozenset(("VP", "S", "SQ", "SINV", "SBAR"))


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
    verbs = (n for n, child in enumerate(children) if child.category in ("VP", "MD") or _is_verb(child))
    verb = next(verbs, None)
    if verb is None:  # a noun phrase and its predicate
        phrases = [child for child in children if child.children]
        if len(phrases) > 1 and phrases[0].category in _SUBJECTS and phrases[1].category in _PREDICATES:
            phrases[0].function, phrases[1].function = "SBJ", "PRD"
        return
    before = children[:verb][::-1]
    candidates = before if clause.category == "S" else [*children[verb + 1 :], *before]
    subjects = [child for child in candidates if child.category in _SUBJECTS]
    if not subjects and clause.category == "S":
        subjects = [child for child in candidates[:1] if child.category in _CLAUSAL_SUBJECTS]
    if subjects:  # "Night fell": a time, where there is nothing else
        next((child for child in subjects if not _is_time(child)), subjects[0]).function = "SBJ"


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
            locative = child.category == "PP" and lexicon.PREPOSITION_FUNCTIONS.get(child.lower) == "LOC"
            child.function = "LOC-PRD" if locative else "PRD"
            return


def _adverbial(node: Node, phrase: Node, before: Sequence[Node]) -> str:
    word = node.lower
    if node.category == "NP":
        if _is_time(node):
            return "TMP"
        measured = phrase.category == "VP" and word in lexicon.MEASURES
        return "EXT" if measured and any(child.lower in lexicon.CHANGES for child in before) else ""
    if node.category == "PP":
        return _prepositional(node, before)
    if node.category == "ADVP":
        manner = word.endswith("ly") and any(map(_is_verb, before))
        return lexicon.ADVERB_FUNCTIONS.get(word) or ("MNR" if manner else "")
    if node.category == "SBAR":
        return lexicon.SUBORDINATOR_FUNCTIONS.get(node.first_leaf().form.lower(), "")
    return _bare_clause(node, phrase, before)


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


def _prepositional(node: Node, before: Sequence[Node]) -> str:
    word, inside = node.lower, node.children[-1]
    function = lexicon.PREPOSITION_FUNCTIONS.get(word, "")
    if function == "TMP" or (word != "of" and _is_time(inside)):
        return "TMP"
    if word == "by":  # the agent of a participle, or a manner
        passive = inside.category in NOMINAL and any(child.category == "VBN" for child in before)
        return "MNR" if inside.category == "S" else "LGS" if passive else ""
    if function == "LOC" and (inside.word is None or inside.word.category in ("CD", "$")):
        return ""
    return "" if function == "DIR" and not before else function


def _is_verb(node: Node) -> bool:
    return node.is_word and node.category.startswith(("VB", "MD"))


def _is_time(node: Node) -> bool:
    """Check for a phrase headed by a time: a noun, or the number of a year."""
    if node.word is None or not node.children:
        return False
    form = node.lower
    year = node.word.category == "CD" and len(form) == 4 and form[:2] in ("18", "19", "20") and form.isdigit()
    return year or (form in lexicon.TIME_NOUNS and node.category != "VP")


def mark_functions(draft: Draft) -> None:
    """Mark the functions that depend on a constituent's position before traces are followed."""
    for phrase in draft.phrases:
        if phrase.category in _ADVERBIAL_SITES or phrase.category == "FRAG":
            if phrase.category == "VP":
                _mark_objects(phrase, draft)
            for child in phrase.children:
                if child.category in _ADVERBIALS and not child.function and child is not phrase.head:
                    child.function = "" if child.index in draft.references else "ADV"
        elif phrase.category == "PP":
            for child in phrase.children:
                if child.function == "LGS":
                    child.function, phrase.function = "", "LGS"
        if "*EXP*" in draft.references.get(phrase.index, ()):
            phrase.function = "EXTR"


def _mark_objects(phrase: Node, draft: Draft) -> None:
    if phrase.lower in lexicon.LINKING_VERBS:
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
        return node.lower not in lexicon.ADVERBIAL_SUBORDINATORS and not _is_result(node, phrase)
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
    if category == "S" and governor.lower in lexicon.LINKING_VERBS:
        return "VC"
    if above in _CLAUSES:
        return _clause_function(word, phrase, governor)
    if above in NOMINAL or above == "WHNP":
        named = category in PROPER and governor.category in PROPER and word.name == governor.name
        return "SUFFIX" if category == "POS" else "NAME" if named else "NMOD"
    if above in ("ADJP", "JJP", "ADVP", "WHADJP", "WHADVP"):
        return "AMOD"
    return "PMOD" if above in ("PP", "WHPP") else "DEP"


def _is_floating(node: Node, parent: Node) -> bool:
    """Check for a floating quantifier: "both" in "she and he both"."""
    return node.category == "DT" and node is parent.children[-1] and parent.category in NOMINAL


def _clause_function(word: Node, phrase: Node, governor: Node) -> str:
    if word.category in ("RB", "RBR", "RBS", "RP"):
        return "ADV"
    if phrase.category in ("ADJP", "NP") and governor.lower in lexicon.COPULAS:
        return "PRD"
    return "SUB" if governor.category in ("IN", "RB", "DT") else "DEP"
