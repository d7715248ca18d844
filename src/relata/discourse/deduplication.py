"""Doubles: relations between the same two arguments, of which one is likely right."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from relata.document import Span
from relata.document.relations import DiscourseRelation

_SAME = 0.7
"""The F1 of words from which on two arguments are the same."""


def without_doubles(relations: Iterable[DiscourseRelation]) -> list[DiscourseRelation]:
    """The relations, of those between the same two arguments only the likeliest one."""
    kept: list[DiscourseRelation] = []
    by_word: defaultdict[int, list[DiscourseRelation]] = defaultdict(list)
    for relation in sorted(relations, key=lambda each: -(each.score or 0)):
        # Arguments that are the same share more than half of their words, so that in the middle, too.
        words = relation.arg1.indices
        near = by_word.get(words[len(words) // 2], ()) if words else ()
        if not any(_same(relation, other) for other in near):
            kept.append(relation)
            for word in {*words, *relation.arg2.indices}:
                by_word[word].append(relation)
    return kept


def _same(one: DiscourseRelation, other: DiscourseRelation) -> bool:
    """Whether two relations have the same arguments, whichever is Arg1."""
    sides = (other.arg1, other.arg2), (other.arg2, other.arg1)
    return any(same_words(one.arg1, first) and same_words(one.arg2, second) for first, second in sides)


def same_words(one: Span, other: Span) -> bool:
    """Whether two arguments are the same but for some of their words."""
    own, others = {*one.indices}, {*other.indices}
    return 2 * len(own & others) >= _SAME * (len(own) + len(others))
