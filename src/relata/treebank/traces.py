"""Traces: attachment of moved constituents to their traces, and traces for trees without any.

Trees of a parser have no traces: they are added for questions, relative clauses and reported speech.
"""

from __future__ import annotations

from relata.treebank.lexicon import COPULAS, WH_FUNCTIONS
from relata.treebank.node import Draft, Node
from relata.treebank.tree import EMPTY

_REATTACHED = frozenset(("*T*", "*ICH*", "*RNR*"))
_CLAUSES = frozenset(("S", "SINV", "SQ"))
_SPEECH = frozenset(("S", "SINV", "SQ", "SBARQ", "FRAG"))
_OBJECTS = frozenset(("NP", "S", "SBAR", "SBARQ", "SINV", "SQ", "FRAG", "UCP"))
_SUBJECTS = frozenset(("NP", "NX", "NML", "NAC"))


def give_heads_to_traces(draft: Draft) -> None:
    """Make each trace whose antecedent has words a possible head."""
    for trace in draft.traces:
        moved = draft.antecedents.get(trace.index)
        if trace.form == "*T*" and moved is not None and moved.has_words():
            trace.word = trace


def reattach(draft: Draft) -> None:
    """Attach the antecedents of traces where the traces are; of several traces, the first counts."""
    for trace in draft.traces:
        moved = draft.antecedents.get(trace.index)
        if trace.form not in _REATTACHED or moved is None or moved.parent is None:
            continue
        if any(node is moved for node in trace.ancestors()):
            _relink_parenthetical(moved, trace)
        elif moved.parent.head is not moved:
            _attach(moved, trace)


def _relink_parenthetical(clause: Node, trace: Node) -> None:
    """Let a parenthetical inside the clause that it reports govern that clause."""
    parenthetical = next(node for node in trace.ancestors() if node.category == "PRN" or node is clause)
    parent = clause.parent
    if parenthetical is clause or parent is None or trace.parent is None:
        return
    if parenthetical.parent is None or parenthetical.parent.head is parenthetical:
        return
    parent.move(parenthetical, parent.children.index(clause))
    if parent.head is clause:
        parent.head = parenthetical
    parenthetical.category = trace.parent.category
    parenthetical.function = clause.function
    _attach(clause, trace)


def _attach(moved: Node, trace: Node) -> None:
    parent = trace.parent
    if parent is not None:
        parent.move(moved, parent.children.index(trace))
        if parent.head is trace:
            parent.head = moved


def add_traces(draft: Draft) -> None:
    """Add traces at the likely origins of moved constituents."""
    for phrase in list(draft.phrases):
        if phrase.category in ("SBAR", "SBARQ"):
            _trace_wh_phrase(phrase, draft)
        elif phrase.category in ("S", "SINV"):
            _trace_speech(phrase, draft)


def _trace_wh_phrase(phrase: Node, draft: Draft) -> None:
    moved = phrase.children[0]
    clause = next((child for child in phrase.children[1:] if child.category in _CLAUSES), None)
    if not moved.category.startswith("WH") or clause is None:
        return
    site = _deepest_verb_phrase(clause)
    if moved.category != "WHNP":
        function = WH_FUNCTIONS.get(moved.first_leaf().form.lower(), "ADV")
        _add_trace(draft, moved, site, moved.category.removeprefix("WH"), function)
    elif not any(child.category in _SUBJECTS or "SBJ" in child.function for child in clause.children):
        _add_trace(draft, moved, clause, "NP", "SBJ", first=True)
    elif _verb(site) in COPULAS:
        _add_trace(draft, moved, site, "NP", "PRD")
    elif not _has_object(site):
        _add_trace(draft, moved, site, "NP", "")


def _trace_speech(phrase: Node, draft: Draft) -> None:
    """Trace speech before its reporting clause, after an inverted one, or around a parenthetical."""
    phrases = [child for child in phrase.children if child.children] or [phrase]
    speech = phrases[-1] if phrase.category == "SINV" and phrases[0].category == "VP" else phrases[0]
    if speech is not phrase and speech.category in _SPEECH and not speech.function:
        site = _deepest_verb_phrase(phrase)
        if site is not phrase and site is not speech and _reports(site) and not _is_list(phrase):
            _add_trace(draft, speech, site, "S", "")
            return
    for child in phrase.children[1:-1]:
        if child.category == "PRN":
            clause = next((inner for inner in child.children if inner.category in _CLAUSES), child)
            site = _deepest_verb_phrase(clause)
            if site is not clause and _reports(site):
                _add_trace(draft, phrase, site, "S", "")
                return


def _is_list(phrase: Node) -> bool:
    joints = ("CC", "CONJP") if phrase.category == "SINV" else ("CC", "CONJP", ":")
    return any(child.category in joints for child in phrase.children)


def _reports(verb_phrase: Node) -> bool:
    return not _has_object(verb_phrase) and _verb(verb_phrase) not in COPULAS


def _has_object(verb_phrase: Node) -> bool:
    return any(child.category in _OBJECTS for child in verb_phrase.children)


def _verb(verb_phrase: Node) -> str:
    return next((child.form.lower() for child in verb_phrase.children if child.category.startswith("VB")), "")


def _deepest_verb_phrase(clause: Node) -> Node:
    """Return the verb phrase of the main verb, below its auxiliaries; the clause itself if it has none."""
    site = clause
    while inner := [child for child in site.children if child.category == "VP"]:
        site = inner[-1]
    return site


def _add_trace(
    draft: Draft, moved: Node, site: Node, category: str, function: str, *, first: bool = False
) -> None:
    if moved.index:  # the model of a gap
        return
    moved.index = f"t{len(draft.traces) + 1}"
    trace = Node(EMPTY, form="*T*", index=moved.index)
    trace.parent = phrase = Node(category, [trace], function, head=trace)
    site.move(phrase, 0 if first else len(site.children))
    draft.traces.append(trace)
    draft.antecedents[moved.index] = moved
    draft.references[moved.index] = {trace.form}
