"""Context of a connective: the words that the encoder reads to find its arguments."""

from __future__ import annotations

from relata.discourse.languages import language
from relata.document import Document, Span
from relata.model.inputs import InputBuilder, context, near

_SENTENCES_BEFORE = 2
_NEAR_BEGIN = 3
"""A conjunction at least this many words from the begin of its sentence has both arguments in it, in 24 of 25
cases."""


def connective_context(
    document: Document, builder: InputBuilder, connective: Span, reach: int | None = None
) -> list[int]:
    """List the tokens to read around a connective: its sentence, and up to two sentences before it.

    Earlier sentences are read only for adverbials and for connectives near the begin of a sentence; that
    halves the work. With a `reach`, only that many words of its sentence on either side are read.
    """
    tokens = document.tokens
    first = connective.ranges[0][0]
    sentence = tokens.sentence_range(tokens.sentence_of(first))
    if reach is not None:
        return near(tokens, sentence, builder, connective, reach)
    profile = language(document.language)
    reads_back = first - sentence.start < _NEAR_BEGIN or profile.relates_back(connective.text)
    return context(document, builder, connective, before=_SENTENCES_BEFORE if reads_back else 0)
