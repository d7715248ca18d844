"""Constituents that stand elsewhere than where they belong go back to their traces."""

from __future__ import annotations

from relata.treebank.node import Draft, Node

_REATTACHED = frozenset(("*T*", "*ICH*", "*RNR*"))


def give_heads_to_traces(draft: Draft) -> None:
    """A trace can head a phrase if what was moved from there has words."""
    for trace in draft.traces:
        moved = draft.antecedents.get(trace.index)
        if trace.form == "*T*" and moved is not None and moved.has_words():
            trace.word = trace


def reattach(draft: Draft) -> None:
    """Attaches the antecedents of traces where the traces are; of several traces, the first counts."""
    for trace in draft.traces:
        moved = draft.antecedents.get(trace.index)
        if trace.form not in _REATTACHED or moved is None or moved.parent is None:
            continue
        if any(node is moved for node in trace.ancestors()):
            _relink_parenthetical(moved, trace)
        elif moved.parent.head is not moved:
            _put(moved, trace)


def _relink_parenthetical(clause: Node, trace: Node) -> None:
    """A parenthetical inside the clause that it reports takes the clause's place and governs it."""
    inside = [node for node in trace.ancestors() if node.category == "PRN" or node is clause]
    parenthetical, parent = inside[0], clause.parent
    if parenthetical is clause or parent is None or trace.parent is None:
        return
    if parenthetical.parent is None or parenthetical.parent.head is parenthetical:
        return
    parent.move(parenthetical, parent.children.index(clause))
    if parent.head is clause:
        parent.head = parenthetical
    parenthetical.category = trace.parent.category
    parenthetical.function = clause.function
    _put(clause, trace)


def _put(moved: Node, trace: Node) -> None:
    parent = trace.parent
    if parent is not None:
        parent.move(moved, parent.children.index(trace))
        if parent.head is trace:
            parent.head = moved
