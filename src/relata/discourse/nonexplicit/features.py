"""Features of the words of two arguments, for a linear classifier of their sense.

With little training data, an encoder learns little of the senses that single words give away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from relata.document import Tokens
from relata.model.hashed_linear import rows_of

CLASSIFIER = "nonexplicit_features"
"""Name of the classifier's arrays in a heads file."""

_AT_EDGE = 3
_MOST_LENGTHS = 8


def pair_rows(tokens: Tokens, left: Iterable[int], right: Iterable[int]) -> list[int]:
    """Look up the feature rows of two arguments, given as token indices, each row once."""
    sides = [*left], [*right]
    first, second = ([tokens.form(token).lower() for token in side] for side in sides)
    features = {*pair_features(first, second)}
    if all(sides) and tokens.sentence_of(sides[0][-1]) == tokens.sentence_of(sides[1][0]):
        features.add("one sentence")
    return rows_of(features)


def pair_features(first: Sequence[str], second: Sequence[str]) -> Iterator[str]:
    """List the words, pairs of neighbours, words at the edges, shared words and lengths of two arguments.

    >>> [feature for feature in pair_features(["rain", "fell"], ["we", "left"]) if "=" in feature]
    ['1=0', '2=0']
    """
    for side, words in (("1", first), ("2", second)):
        yield from (f"{side}:{word}" for word in words)
        yield from (f"{side}:{word} {following}" for word, following in pairwise(words))
        yield from (f"{side}^{index}:{word}" for index, word in enumerate(words[:_AT_EDGE]))
        yield f"{side}^:{' '.join(words[:2])}"
        yield f"{side}^:{' '.join(words[:_AT_EDGE])}"
        yield from (f"{side}$:{word}" for word in words[-2:])
        yield f"{side}={min(_MOST_LENGTHS, len(words) // 4)}"
    yield from (f"both:{word}" for word in {*first} & {*second})
    if first and second:
        yield f"begins:{first[0]} {second[0]}"
