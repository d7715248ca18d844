"""A small treebank of our own: short texts with trees, tags and relations, made by rules."""

from __future__ import annotations

import re
from dataclasses import replace

from relata.document import Document
from relata.document.relations import DiscourseRelation, RelationType
from tests.documents import blank_document

REASON, CONCESSION, CONJUNCTION = (
    "Contingency.Cause.Reason",
    "Comparison.Concession.Arg2-as-denier",
    "Expansion.Conjunction",
)
_NOUNS = ("boat", "river", "ferry", "mill", "bridge", "town", "weir")
_VERBS = ("sank", "rose", "stopped", "closed", "burned", "moved", "froze")
_WORD = re.compile(r"\(([^\s()]+) ([^\s()]+)\)")


def text_of(number: int) -> Document:
    """Five sentences, whose nouns and verbs change with the number.

    "because" stands inside the first; "However" opens the second; nothing joins the next two to what is
    before them; an "and" joins nouns in the fourth, clauses in the fifth.
    """
    noun = [_NOUNS[(number + place) % len(_NOUNS)] for place in range(7)]
    verb = [_VERBS[(number + place) % len(_VERBS)] for place in range(7)]
    because = f"(SBAR (IN because) (S {_np('the', noun[1])} {_vp(verb[1])}))"
    nouns = f"(NP {_np('The', noun[4])} (CC and) {_np('the', noun[0])})"
    clauses = [f"(S {_np(the, noun[place])} {_vp(verb[place])})" for the, place in (("The", 5), ("the", 6))]
    trees = (
        f"(ROOT (S {_np('The', noun[0])} {_vp(verb[0], because)} (. .)))",
        f"(ROOT (S (ADVP (RB However)) (, ,) {_np('the', noun[2])} {_vp(verb[2])} (. .)))",
        f"(ROOT (S {_np('The', noun[3])} {_vp(verb[3])} (. .)))",
        f"(ROOT (S {nouns} {_vp(verb[4])} (. .)))",
        f"(ROOT (S {clauses[0]} (CC and) {clauses[1]} (. .)))",
    )
    document = blank_document(*(" ".join(word for _, word in _WORD.findall(tree)) for tree in trees))
    tokens = document.tokens.annotate(tag=[tag for tree in trees for tag, _ in _WORD.findall(tree)])

    def relation(kind: str, arg1: range, arg2: range, sense: str, at: int | None = None) -> DiscourseRelation:
        connective = None if at is None else tokens.span([at])
        return DiscourseRelation(
            RelationType(kind), tokens.span(arg1), tokens.span(arg2), (sense,), connective
        )

    return replace(
        document,
        id=f"text{number}",
        tokens=tokens,
        trees=trees,
        paragraphs=((0, len(tokens.text)),),
        relations=(
            relation("Explicit", range(3), range(4, 7), REASON, 3),
            relation("Explicit", range(8), range(9, 14), CONCESSION, 8),
            relation("Implicit", range(8, 14), range(14, 18), CONJUNCTION),
            relation("EntRel", range(14, 18), range(18, 25), "EntRel"),
            relation("Explicit", range(25, 28), range(29, 32), CONJUNCTION, 28),
        ),
    )


def _np(determiner: str, noun: str) -> str:
    return f"(NP (DT {determiner}) (NN {noun}))"


def _vp(verb: str, more: str = "") -> str:
    return f"(VP (VBD {verb}){f' {more}' if more else ''})"
