"""Relata says how the parts of an English or Chinese text relate, and scores such analyses exactly."""

from relata.document import Document, Sentence, Span, Token, Tokens
from relata.document.relations import Argument, DiscourseRelation, Proposition, RelationType
from relata.parsing.loading import load

__version__ = "0.1.0"

__all__ = [
    "Argument",
    "DiscourseRelation",
    "Document",
    "Proposition",
    "RelationType",
    "Sentence",
    "Span",
    "Token",
    "Tokens",
    "load",
]
