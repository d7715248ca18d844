"""Clefts, small clauses, whose subject is the object of the verb above, and gapping."""

from __future__ import annotations

from itertools import pairwise

from relata.treebank.coordination import is_conjunction
from relata.treebank.functions import infer_function
from relata.treebank.lexicon import LINKING_VERBS, SPLITTING_VERBS
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
        if verb in LINKING_VERBS:
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
        before = phrase.before(clause)
        # A clause of one phrase has no subject, as in trees without empty categories.
        if subject or (len(clause.children) == 1 and before is not None and before.category != ","):
            clause.function = "OPRD"
        return
    if clause.head is subject:
        clause.set_head(clause.children[-1])
    if clause.head is None or clause.head is subject:
        return
    tags = clause.head.function.split("-")
    clause.function = "-".join("OPRD" if tag == "PRD" else tag for tag in tags) or "OPRD"
    if subject.has_words() or subject.last_leaf().form in ("*T*", "*ICH*", "*RNR*"):
        phrase.move(subject, phrase.children.index(clause))
        subject.function = "OBJ"


def _subject(clause: Node) -> Node | None:
    """Return the subject of a clause, or of the first of coordinated clauses."""
    for child in clause.children:
        if "SBJ" in child.function:
            return child
    if clause.coordinated and clause.head is not None and clause.head.category == "S":
        return _subject(clause.head)
    return None


def dissolve_gaps(draft: Draft) -> None:
    """Attach the remnants of gapped conjuncts to their conjunction, with the functions of their models.

    In "some read books and others papers", the second conjunct lacks a verb.
    """
    models = {
        remnant.parent: draft.antecedents[remnant.gap]
        for remnant in draft.phrases
        if remnant.gap in draft.antecedents
    }
    for conjunct, model in models.items():
        if conjunct is None or conjunct.parent is None or conjunct.parent.head is conjunct:
            continue
        target = None if model.parent is conjunct else _remnant_governor(conjunct, model)
        if target is None:
            continue
        functions = [_remnant_function(child, conjunct, draft) for child in conjunct.children]
        for child, function in zip(list(conjunct.children), functions, strict=True):
            child.function = function
            target.move(child, len(target.children))
        conjunct.head = None


def _remnant_function(child: Node, conjunct: Node, draft: Draft) -> str:
    model = draft.antecedents.get(child.gap)
    if model is None or not model.is_overt:
        return child.function or infer_function(child.word or child, child, conjunct, conjunct)
    function = model.function
    if not function and model.parent is not None:
        governor = model.parent.word or model.parent
        function = infer_function(model.word or model, model, model.parent, governor)
    return f"{function}-GAP" if function else "CONJ"


def _remnant_governor(conjunct: Node, model: Node) -> Node | None:
    """Return the conjunction before a gapped conjunct, as a phrase, or the phrase over both conjuncts."""
    above_model = set(model.ancestors())
    path = list(conjunct.ancestors())
    if model in path:
        return None
    for node, parent in pairwise(path):
        if parent in above_model:
            inside = node is not conjunct and is_conjunction(node)
            return node if inside else _conjunction_before(node, parent) or parent
    return None


def _conjunction_before(conjunct: Node, parent: Node) -> Node | None:
    """Return the conjunction to the left of a conjunct, wrapped so that it can take dependents."""
    index = parent.children.index(conjunct)
    left = next((left for left in range(index - 1, -1, -1) if is_conjunction(parent.children[left])), None)
    if left is None:
        return None
    joint = parent.children[left]
    if not joint.children:
        wrapped = parent.wrap(left, left + 1, joint.category)
        wrapped.set_head(joint)
        if parent.head is joint:
            parent.head = wrapped
        joint = wrapped
    for mark in parent.children[left + 1 : index]:
        if mark.is_punctuation and mark is not parent.head:
            joint.move(mark, len(joint.children))
    return joint
