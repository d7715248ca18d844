"""Relata says how the parts of an English or Chinese text relate, and scores such analyses exactly."""

from relata.document import Document, Sentence, Span, Token, Tokens
from relata.loading import load
from relata.relations import Argument, DiscourseRelation, Proposition, RelationType

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
