"""Traces for trees that have none, such as a parser's: questions, relative clauses, reported speech."""

from __future__ import annotations

from relata.treebank.lexicon import COPULAS, WH_FUNCTIONS
from relata.treebank.node import Draft, Node
from relata.treebank.tree import EMPTY

_CLAUSES = frozenset(("S", "SINV", "SQ"))
_SPEECH = frozenset(("S", "SINV", "SQ", "SBARQ", "FRAG"))
_OBJECTS = frozenset(("NP", "S", "SBAR", "SBARQ", "SINV", "SQ", "FRAG", "UCP"))
_SUBJECTS = frozenset(("NP", "NX", "NML", "NAC"))


def add_traces(draft: Draft) -> None:
    """Puts traces where moved constituents must have come from."""
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
        _add(draft, moved, site, moved.category.removeprefix("WH"), function)
    elif not any(child.category in _SUBJECTS or "SBJ" in child.function for child in clause.children):
        _add(draft, moved, clause, "NP", "SBJ", first=True)
    elif _verb(site) in COPULAS:
        _add(draft, moved, site, "NP", "PRD")
    elif not _has_object(site):
        _add(draft, moved, site, "NP", "")


def _trace_speech(phrase: Node, draft: Draft) -> None:
    """Speech stands before the clause that reports it, after it if that is inverted, or around it."""
    phrases = [child for child in phrase.children if child.children] or [phrase]
    speech = phrases[-1] if phrase.category == "SINV" and phrases[0].category == "VP" else phrases[0]
    if speech is not phrase and speech.category in _SPEECH and not speech.function:
        site = _deepest_verb_phrase(phrase)
        if site is not phrase and site is not speech and _reports(site) and not _is_list(phrase):
            _add(draft, speech, site, "S", "")
            return
    for child in phrase.children[1:-1]:
        if child.category == "PRN":
            clause = next((inner for inner in child.children if inner.category in _CLAUSES), child)
            site = _deepest_verb_phrase(clause)
            if site is not clause and _reports(site):
                _add(draft, phrase, site, "S", "")
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
    """The verb phrase of the main verb, below its auxiliaries; the clause itself if it has none."""
    site = clause
    while inner := [child for child in site.children if child.category == "VP"]:
        site = inner[-1]
    return site


def _add(draft: Draft, moved: Node, site: Node, category: str, function: str, *, first: bool = False) -> None:
    if moved.index:  # the model of a gap
        return
    moved.index = f"t{len(draft.traces) + 1}"
    trace = Node(EMPTY)
    trace.form, trace.index = "*T*", moved.index
    phrase = Node(category, [trace], function)
    phrase.head = trace
    site.move(phrase, 0 if first else len(site.children))
    draft.traces.append(trace)
    draft.antecedents[moved.index] = moved
    draft.references[moved.index] = {trace.form}
