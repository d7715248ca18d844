"""The document model: text, tokens, sentences, spans, relations and propositions.

>>> from relata.document import Document, Span, Tokens
"""

from relata.document.document import Document, Sentence, Sentences
from relata.document.tokens import COLUMNS, NO_HEAD, Offsets, Span, Token, Tokens

__all__ = ["COLUMNS", "NO_HEAD", "Document", "Offsets", "Sentence", "Sentences", "Span", "Token", "Tokens"]
