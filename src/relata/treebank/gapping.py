"""Gapping: "some read books and others papers", where the second conjunct lacks a verb."""

from __future__ import annotations

from itertools import pairwise

from relata.treebank.coordination import is_conjunction
from relata.treebank.functions import infer_function
from relata.treebank.node import Draft, Node


def dissolve_gaps(draft: Draft) -> None:
    """Attach the remnants of gapped conjuncts to their conjunction, with the functions of their models."""
    models = {
        remnant.parent: draft.antecedents[remnant.gap]
        for remnant in draft.phrases
        if remnant.gap in draft.antecedents
    }
    for conjunct, model in models.items():
        if conjunct is None or conjunct.parent is None:
            continue
        if conjunct.parent.head is not conjunct and model.parent is not conjunct:
            _dissolve(conjunct, model, draft)


def _dissolve(conjunct: Node, model: Node, draft: Draft) -> None:
    target = _governor(conjunct, model)
    if target is None:
        return
    functions = [_function(child, conjunct, draft) for child in conjunct.children]
    for child, function in zip(list(conjunct.children), functions, strict=True):
        child.function = function
        target.move(child, len(target.children))
    conjunct.head = None


def _function(child: Node, conjunct: Node, draft: Draft) -> str:
    model = draft.antecedents.get(child.gap)
    if model is None or not model.is_overt:
        return child.function or infer_function(child.word or child, child, conjunct, conjunct)
    function = model.function
    if not function and model.parent is not None:
        governor = model.parent.word or model.parent
        function = infer_function(model.word or model, model, model.parent, governor)
    return f"{function}-GAP" if function else "CONJ"


def _governor(conjunct: Node, model: Node) -> Node | None:
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
    for left in range(index - 1, -1, -1):
        joint = parent.children[left]
        if not is_conjunction(joint):
            continue
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
    return None
