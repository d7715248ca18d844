"""Clefts, and small clauses, whose subject is the object of the verb above."""

from __future__ import annotations

from relata.treebank.lexicon import COPULAS, SPLITTING_VERBS
from relata.treebank.node import GAP, Draft, Node

_BEFORE_SPEECH = frozenset(("``", "''", ":", "."))


def move_cleft_clauses(draft: Draft) -> None:
    """Attach the clause of "it was X that ..." to X."""
    for clause in draft.phrases:
        if "CLF" not in clause.function:
            continue
        for phrase in clause.children:
            focus = next((child for child in phrase.children if "PRD" in child.function), None)
            if phrase.category == "VP" and focus is not None and focus.children:
                for child in list(phrase.children):
                    if child.category == "SBAR" and not child.function and child is not phrase.head:
                        focus.move(child, len(focus.children))
        clause.function = "-".join(tag for tag in clause.function.split("-") if tag != "CLF")


def split_small_clauses(draft: Draft) -> None:
    """Make the subject of a small clause the object of the verb above, its predicate OPRD."""
    for phrase in draft.phrases:
        if phrase.category != "VP" or phrase.head is None or not phrase.head.is_word:
            continue
        verb = phrase.lower
        if verb in COPULAS or verb == "going":
            continue
        for clause in list(phrase.children):
            if _is_small(clause, phrase, verb) and not draft.references.get(clause.index, set()) - {GAP}:
                _split(clause, phrase)


def _is_small(clause: Node, phrase: Node, verb: str) -> bool:
    if clause.category != "S" or clause.function or not clause.is_overt:
        return False
    if verb in SPLITTING_VERBS:
        return True
    before = phrase.before(clause)
    return (before is None or before.category not in _BEFORE_SPEECH) and clause.children[0].category != "``"


def _split(clause: Node, phrase: Node) -> None:
    subject = _subject(clause)
    if subject is None or subject.parent is not clause:
        if subject is not None or _lacks_subject(clause, phrase):
            clause.function = "OPRD"
        return
    if clause.head is subject:
        clause.set_head(clause.children[-1])
    if clause.head is None or clause.head is subject:
        return
    tags = clause.head.function.split("-")
    clause.function = "-".join("OPRD" if tag == "PRD" else tag for tag in tags) or "OPRD"
    if subject.has_words() or _is_trace(subject):
        phrase.move(subject, phrase.children.index(clause))
        subject.function = "OBJ"


def _lacks_subject(clause: Node, phrase: Node) -> bool:
    """Check for a clause without subject, as in trees without empty categories."""
    before = phrase.before(clause)
    return len(clause.children) == 1 and before is not None and before.category != ","


def _subject(clause: Node) -> Node | None:
    """Return the subject of a clause, or of the first of coordinated clauses."""
    for child in clause.children:
        if "SBJ" in child.function:
            return child
    if clause.coordinated and clause.head is not None and clause.head.category == "S":
        return _subject(clause.head)
    return None


def _is_trace(node: Node) -> bool:
    return node.last_leaf().form in ("*T*", "*ICH*", "*RNR*")
