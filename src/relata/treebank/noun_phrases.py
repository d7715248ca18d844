"""Structure that flat noun phrases lack: possessors, dates, degree words."""

from __future__ import annotations

from relata.treebank.heads import assign_head
from relata.treebank.lexicon import COMPARISON_ADVERBS, DEGREE_ADVERBS, MONTHS, OTHER_ADVERBS
from relata.treebank.node import Node
from relata.treebank.pairs import wrap_conjuncts


def add_structure(phrase: Node) -> None:
    """Puts the constituents into a noun phrase that its words imply."""
    children = phrase.children
    if len(children) > 1 and children[-1].category == "POS":
        possessor = phrase.wrap(0, len(children) - 1, "NP")
        add_structure(possessor)
        assign_head(possessor)
        children[-1].function = "SUFFIX"
    if len(children) > 2:
        _wrap_degrees(phrase)
        if phrase.category == "NP":
            _wrap_dates(phrase)
        wrap_conjuncts(phrase)


def _wrap_degrees(phrase: Node) -> None:
    """An adverb and the adjective that it modifies, before the noun."""
    for place in range(len(phrase.children) - 2):
        pair = phrase.children[place : place + 2]
        if len(pair) == 2 and pair[0].category == "RB" and _is_degree(pair[0].lower, pair[1].category):
            assign_head(phrase.wrap(place, place + 2, "ADJP"))


def _is_degree(adverb: str, following: str) -> bool:
    if following == "JJ":
        return (adverb.endswith("ly") or adverb in DEGREE_ADVERBS) and adverb not in OTHER_ADVERBS
    return following == "JJR" and adverb in COMPARISON_ADVERBS


def _wrap_dates(phrase: Node) -> None:
    """A month and a day, before the year."""
    for place in range(len(phrase.children) - 2):
        pair = phrase.children[place : place + 2]
        if (
            len(pair) == 2
            and pair[0].form.lower() in MONTHS
            and pair[1].category == "CD"
            and _is_day(pair[1].form)
        ):
            assign_head(phrase.wrap(place, place + 2, "NP", "TMP"))


def _is_day(form: str) -> bool:
    return form.isdigit() and len(form) <= 2
