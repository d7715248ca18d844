"""Limits of context: fewer words are read around each signal of a sentence with very many signals.

Prose has up to six connectives in a sentence, and a model that is to miss no relation reads about sixteen
sites in one. A sentence with many more is mostly a line without full stops. There, the more signals, the
fewer words are read around each, so that the work stays proportional to the words.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterable

from relata.document import Document
from relata.errors import DataWarning

MOST_SIGNALS = 20
"""The most signals of a sentence that are read with full context."""

_SHORTEST, _LONGEST = 8, 66
_READINGS = 3
"""Average number of times that a word may be read on either side of signals."""


class ContextLimits:
    """Reach of the context of each signal; `signals` are the first tokens of connectives or sites."""

    def __init__(self, document: Document, signals: Iterable[int]) -> None:
        tokens = document.tokens
        self._document = document
        self._counts = {
            sentence: count
            for sentence, count in Counter(map(tokens.sentence_of, signals)).items()
            if count > MOST_SIGNALS
        }

    def reach(self, signal: int) -> int | None:
        """Compute the number of words to read on either side of a signal; None for no limit."""
        tokens = self._document.tokens
        sentence = tokens.sentence_of(signal)
        count = self._counts.get(sentence)
        if count is None:
            return None
        return min(_LONGEST, max(_SHORTEST, _READINGS * len(tokens.sentence_range(sentence)) // count))

    def warn(self, signals: str) -> None:
        """Warn of the number of signals that are read with less context."""
        if self._counts:
            message = (
                f"{signals} in sentences with more than {MOST_SIGNALS}, read with fewer words around them"
            )
            warnings.warn(DataWarning(self._document.id, message, sum(self._counts.values())), stacklevel=3)
