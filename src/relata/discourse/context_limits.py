"""Crowded sentences: with so many signals that reading all of the sentence for each would take too long.

Prose has up to six connectives in a sentence, and a model that is not to miss any relation looks at up to
some sixteen sites in one. Where there are many more, a line without full stops is taken for a sentence: then
fewer words are read around each signal, the closer they stand the fewer, so that the work stays proportional
to the words.
"""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterable

from relata.document import Document
from relata.errors import DataWarning

MOST_SIGNALS = 20
"""A sentence with more than these is crowded."""
_LEAST, _MOST = 8, 66
_TIMES = 3
"""How often a word may be read on either side of signals, on average."""


class Crowds:
    """The crowded sentences of a document; `signals` are the words that connectives or sites begin with."""

    def __init__(self, document: Document, signals: Iterable[int]) -> None:
        tokens = document.tokens
        self._document = document
        self._counts = {
            sentence: count
            for sentence, count in Counter(map(tokens.sentence_of, signals)).items()
            if count > MOST_SIGNALS
        }

    def reach(self, signal: int) -> int | None:
        """How many words are read on either side of a signal; None, if its sentence is not crowded."""
        tokens = self._document.tokens
        sentence = tokens.sentence_of(signal)
        count = self._counts.get(sentence)
        if count is None:
            return None
        return min(_MOST, max(_LEAST, _TIMES * len(tokens.sentence_range(sentence)) // count))

    def warn(self, what: str) -> None:
        """Says of how many signals less was read than of others."""
        if self._counts:
            kind = f"{what} in sentences with more than {MOST_SIGNALS}, read with fewer words around them"
            warnings.warn(DataWarning(self._document.id, kind, sum(self._counts.values())), stacklevel=3)
