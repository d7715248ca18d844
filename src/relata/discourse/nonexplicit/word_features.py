"""What the words of two arguments say of their sense by themselves: a linear classifier beside the encoder.

Where there are few relations to learn from, an encoder knows little of senses that single words give away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from relata.discourse.sense_pooling import Opinion
from relata.document import Tokens
from relata.model.hashed_linear import HashedLinear, rows_of
from relata.model.heads import Weights

WEIGHTS = "surface"
"""The name of its arrays in a heads file."""

_AT_EDGE = 3
_LENGTHS = 8


class Surface:
    """Weighs the senses that an encoder finds likely by those that the words on both sides suggest."""

    def __init__(self, weights: Weights, senses: int, weight: float) -> None:
        self._linear = HashedLinear(weights, senses, weight)

    def weighed(self, senses: Opinion, tokens: Tokens, left: Iterable[int], right: Iterable[int]) -> Opinion:
        """The opinion on senses, with what is said by the words of two arguments, given by number."""
        return senses.joined(self._linear(surface_rows(tokens, left, right)), self._linear.weight)


def surface_rows(tokens: Tokens, left: Iterable[int], right: Iterable[int]) -> list[int]:
    """The rows of two arguments' features, each once."""
    sides = [*left], [*right]
    first, second = ([tokens.form(word).lower() for word in words] for words in sides)
    found = {*features(first, second)}
    if all(sides) and tokens.sentence_of(sides[0][-1]) == tokens.sentence_of(sides[1][0]):
        found.add("one sentence")
    return rows_of(found)


def features(first: Sequence[str], second: Sequence[str]) -> Iterator[str]:
    """Words, pairs of neighbours, words at the edges, those that both have, and lengths.

    >>> [each for each in features(["rain", "fell"], ["we", "left"]) if "=" in each]
    ['1=0', '2=0']
    """
    for side, words in (("1", first), ("2", second)):
        yield from (f"{side}:{word}" for word in words)
        yield from (f"{side}:{one} {other}" for one, other in pairwise(words))
        yield from (f"{side}^{place}:{word}" for place, word in enumerate(words[:_AT_EDGE]))
        yield f"{side}^:{' '.join(words[:2])}"
        yield f"{side}^:{' '.join(words[:_AT_EDGE])}"
        yield from (f"{side}$:{word}" for word in words[-2:])
        yield f"{side}={min(_LENGTHS, len(words) // 4)}"
    yield from (f"both:{word}" for word in {*first} & {*second})
    if first and second:
        yield f"begins:{first[0]} {second[0]}"
