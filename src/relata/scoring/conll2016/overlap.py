"""Overlap of spans: the tokens that each span of one side shares with the spans of the other side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, repeat

import numpy as np
import numpy.typing as npt

_FEW = 500
"""Number of tokens to count up to which plain Python is faster than arrays."""

_ROUNDING = 1e-6


class SpanIndex:
    """Spans by their tokens."""

    def __init__(self, spans: Sequence[Collection[int]]) -> None:
        self._spans = spans
        holders: defaultdict[int, list[int]] = defaultdict(list)
        for number, span in enumerate(spans):
            for token in span:
                holders[token].append(number)
        self._holders = dict(holders)
        self._most = max(map(len, holders.values()), default=0)
        self._sizes: npt.NDArray[np.intp] | None = None
        self._arrays: dict[int, npt.NDArray[np.intp]] = {}

    def holding(self, tokens: Collection[int]) -> Sequence[int]:
        """List the spans that hold the rarest of these tokens."""
        return min((self._holders.get(token, ()) for token in tokens), key=len)

    def shared(self, tokens: Collection[int], least: float) -> Iterable[tuple[int, int]]:
        """List the spans that share tokens with this one, and the number of these tokens.

        Spans whose token F1 is below `least` may be left out.
        """
        if self._most * len(tokens) > _FEW:
            return self._many_shared(tokens, least)
        counts: defaultdict[int, int] = defaultdict(int)  # Counter takes longer for so few
        for number in chain.from_iterable(map(self._holders.get, tokens, repeat(()))):
            counts[number] += 1
        return counts.items()

    def _many_shared(self, tokens: Collection[int], least: float) -> Iterator[tuple[int, int]]:
        if self._sizes is None:
            self._sizes = np.array([len(span) for span in self._spans], dtype=np.intp)
        arrays = [self._array(token) for token in tokens if token in self._holders]
        if not arrays:
            return iter(())
        counts = np.bincount(np.concatenate(arrays), minlength=len(self._sizes))
        enough = (counts > 0) & (2 * counts >= (self._sizes + len(tokens)) * least - _ROUNDING)
        numbers = np.flatnonzero(enough)
        return zip(numbers.tolist(), counts[numbers].tolist(), strict=True)

    def _array(self, token: int) -> npt.NDArray[np.intp]:
        if token not in self._arrays:
            self._arrays[token] = np.array(self._holders[token], dtype=np.intp)
        return self._arrays[token]
