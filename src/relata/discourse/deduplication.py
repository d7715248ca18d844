"""Deduplication: of relations between the same two arguments, the likeliest one is kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from relata.document import Span
from relata.document.relations import DiscourseRelation

_SAME = 0.7
"""Lowest F1 of shared words at which two arguments count as the same."""


def without_doubles(relations: Iterable[DiscourseRelation]) -> list[DiscourseRelation]:
    """Keep the likeliest relation of those between the same two arguments."""
    unique: list[DiscourseRelation] = []
    by_token: defaultdict[int, list[DiscourseRelation]] = defaultdict(list)
    for relation in sorted(relations, key=lambda item: -(item.score or 0)):
        # Arguments that count as the same share more than half of their words, hence the middle one.
        tokens = relation.arg1.indices
        rivals = by_token.get(tokens[len(tokens) // 2], ()) if tokens else ()
        if not any(_same_arguments(relation, rival) for rival in rivals):
            unique.append(relation)
            for token in {*tokens, *relation.arg2.indices}:
                by_token[token].append(relation)
    return unique


def same_words(first: Span, second: Span) -> bool:
    """Test if two arguments share at least 0.7 of their words, by F1."""
    words, others = {*first.indices}, {*second.indices}
    return 2 * len(words & others) >= _SAME * (len(words) + len(others))


def _same_arguments(relation: DiscourseRelation, rival: DiscourseRelation) -> bool:
    """Test if two relations have the same arguments, in either order."""
    orders = (rival.arg1, rival.arg2), (rival.arg2, rival.arg1)
    return any(same_words(relation.arg1, arg1) and same_words(relation.arg2, arg2) for arg1, arg2 in orders)
