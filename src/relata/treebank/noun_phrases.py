"""Noun phrases: structure of flat ones (possessors, dates, degree words, conjuncts), names, appositions.

Conjuncts get constituents: "the [cats and dogs]", "[Smith & Jones] Ltd.", "but [not meals]".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby, pairwise

from relata.treebank.coordination import is_conjunction, is_possessive
from relata.treebank.heads import assign_head
from relata.treebank.lexicon import (
    COMPANY_ENDS,
    COMPARISON_ADVERBS,
    DEGREE_ADVERBS,
    MONTHS,
    OTHER_ADVERBS,
    PARTNERS,
    POSTHONORIFICS,
    TITLES,
)
from relata.treebank.node import NOMINAL, PROPER, Node

_ADVERBS = frozenset(("RB", "ADVP", "PP"))
_NOMINAL_WORDS = frozenset(("NN", "NNS", "NNP", "NNPS", "JJ", "JJR", "JJS", "PRP", "DT"))
_JOINTS = frozenset(("CC", ",", ":"))
_DESCRIBING = NOMINAL | {"ADJP", "VP"}
_ROMAN = re.compile(r"V?I+|I?V|I?X")


def add_structure(phrase: Node) -> None:
    """Wrap the constituents that the words of a noun phrase imply."""
    children = phrase.children
    if len(children) > 1 and children[-1].category == "POS":
        possessor = phrase.wrap(0, len(children) - 1, "NP")
        add_structure(possessor)
        assign_head(possessor)
        children[-1].function = "SUFFIX"
    _wrap_names(phrase)
    if len(children) > 2:
        _wrap_pairs(phrase, _modifies, "ADJP")
        if phrase.category == "NP":
            _wrap_pairs(phrase, _is_date, "NP", "TMP")
        _wrap_conjuncts(phrase)


def _wrap_names(phrase: Node) -> None:
    """Wrap each name that is known to stand inside a noun phrase; its words depend on its head as NAME."""
    start = 0
    while start < len(phrase.children):
        name, words = next(groupby(phrase.children[start:], key=_name))
        members = list(words)
        if name > 0 and len(members) > 1 and not any(map(is_conjunction, members)):
            constituent = phrase
            if len(members) < len(phrase.children):
                constituent = phrase.wrap(start, start + len(members), "NX")
                members = members[:1]
            _mark_name(constituent)
        start += len(members)


def _mark_name(constituent: Node) -> None:
    """Mark the words of a name that depend on its head."""
    mark_titles(constituent)
    assign_head(constituent)
    for word in constituent.children:
        if word is not constituent.head and not word.function and not word.is_punctuation:
            word.function = "NAME"


def _name(node: Node) -> int:
    """Return the number of the name that a word belongs to, or all parts of a word; 0 of other nodes."""
    if node.is_word:
        return node.name
    names = {part.name for part in node.children if part.is_word}
    return names.pop() if node.category in PROPER and len(names) == 1 else 0


def _wrap_pairs(phrase: Node, fit: Callable[[Node, Node], bool], category: str, function: str = "") -> None:
    """Wrap neighbours that fit each other, before the last child."""
    for index in range(len(phrase.children) - 2):
        pair = phrase.children[index : index + 2]
        if len(pair) == 2 and fit(*pair):
            assign_head(phrase.wrap(index, index + 2, category, function))


def _modifies(adverb: Node, adjective: Node) -> bool:
    word = adverb.lower
    if adverb.category != "RB" or adjective.category != "JJ":
        return adverb.category == "RB" and adjective.category == "JJR" and word in COMPARISON_ADVERBS
    return (word.endswith("ly") or word in DEGREE_ADVERBS) and word not in OTHER_ADVERBS


def _is_date(month: Node, day: Node) -> bool:
    number = day.category == "CD" and day.form.isdigit() and len(day.form) <= 2
    return number and month.form.lower() in MONTHS


def _wrap_conjuncts(phrase: Node) -> None:
    """Wrap each conjunct of a noun phrase."""
    children = phrase.children
    if not any(child.category == "CC" for child in children):
        return
    _wrap_last_conjunct(phrase)
    if any(child.category in NOMINAL and not is_possessive(child) for child in children):
        return
    if not any(child.category in _NOMINAL_WORDS for child in children):
        return
    if len(children) == 3:
        if is_conjunction(children[1]):
            _wrap_pair(phrase, 0)
    elif len(children) == 4:
        _wrap_four(phrase)
    else:
        _wrap_many(phrase)


def _wrap_last_conjunct(phrase: Node) -> None:
    """Wrap an adverb between the conjunction and the last noun phrase with the latter."""
    children = phrase.children
    last = max((index for index, child in enumerate(children) if child.category in NOMINAL), default=0)
    first = last
    while first > 0 and (children[first - 1].category in _ADVERBS or children[first - 1].category == ","):
        first -= 1
    while children[first].category == ",":
        first += 1
    if 0 < first < last and is_conjunction(children[first - 1]):
        assign_head(phrase.wrap(first, last + 1, children[last].category))


def _wrap_four(phrase: Node) -> None:
    first, second, third, last = phrase.children
    if is_conjunction(second):
        if _without_stop(last.lower) in COMPANY_ENDS or first.category == third.category:
            _wrap_nested_pair(phrase, 0)
    elif is_conjunction(third):
        if first.lower == "both" or second.category == last.category:
            _wrap_nested_pair(phrase, 1)
        elif last.children or _without_stop(last.lower) in PARTNERS:
            assign_head(phrase.wrap(0, 2, "NP"))


def _wrap_many(phrase: Node) -> None:
    children = phrase.children
    joints = [index for index, child in enumerate(children) if child.category in _JOINTS]
    if all(after - before <= 2 for before, after in pairwise([-1, *joints, len(children)])):
        for index in set(range(len(children))) - set(joints):
            assign_head(phrase.wrap(index, index + 1, "NP"))
        return
    for index in range(1, len(children) - 1):
        before, joint, after = children[index - 1 : index + 2]
        if is_conjunction(joint) and before.category == after.category:
            _wrap_nested_pair(phrase, index - 1)
            return


def _wrap_pair(phrase: Node, start: int) -> None:
    """Wrap the conjuncts at `start` and behind the conjunction as two NPs."""
    for index in (start, start + 2):
        assign_head(phrase.wrap(index, index + 1, "NP"))


def _wrap_nested_pair(phrase: Node, start: int) -> None:
    _wrap_pair(phrase, start)
    assign_head(phrase.wrap(start, start + 3, "NX"))


def mark_titles(phrase: Node) -> None:
    """Mark a title that begins a phrase as TITLE, a posthonorific (Inc., III) that ends it as POSTHON."""
    if len(phrase.children) < 2:
        return
    first, last = phrase.children[0], phrase.children[-1]
    if first.category in PROPER and _without_stop(first.form) in TITLES:
        first.function = "TITLE"
    if last.category in PROPER and (
        _without_stop(last.form) in POSTHONORIFICS or _ROMAN.fullmatch(last.form)
    ):
        last.function = "POSTHON"


def _without_stop(form: str) -> str:
    return form.lower().removesuffix(".")


def mark_appositions(phrase: Node) -> None:
    """Mark noun phrases, adjectives and participles behind the first noun phrase as APPO."""
    described = False
    before = phrase
    for child in phrase.children:
        if described and child.category in _DESCRIBING and not child.function:
            child.function = "DEP" if is_rate(child, before) else "APPO"
        elif child.category in NOMINAL and not child.function and not is_possessive(child):
            described = True
        before = child


def is_rate(node: Node, before: Node) -> bool:
    """Check for a rate, such as "a share" in "ten cents a share"."""
    return (
        node.category == "NP"
        and before.category != ","
        and len(node.children) == 2
        and node.children[0].form.lower() == "a"
    )
