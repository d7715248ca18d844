"""Relata says how the parts of an English or Chinese text relate, and scores such analyses exactly."""

import os
import warnings

try:
    from relata.document import Document, Sentence, Span, Token, Tokens
    from relata.document.relations import Argument, DiscourseRelation, Proposition, RelationType
    from relata.errors import OTHER_PROJECT, RelataWarning
    from relata.formats.corpus import Corpus, read
    from relata.parsing.loading import load
except ModuleNotFoundError as error:
    if not (error.name or "").startswith("relata."):
        raise
    raise ImportError(
        f"no module {error.name}: files of this package are missing; another project called relata may have "
        "replaced them; run: pip uninstall relata; pip install --force-reinstall relata-nlp"
    ) from None

__version__ = "0.2.0"

if os.path.exists(os.path.join(os.path.dirname(__file__), "frontend")):  # noqa: PTH110, PTH118, PTH120
    warnings.warn_explicit(OTHER_PROJECT, RelataWarning, "relata", 0)  # in one line, without source

__all__ = [
    "Argument",
    "Corpus",
    "DiscourseRelation",
    "Document",
    "Proposition",
    "RelationType",
    "Sentence",
    "Span",
    "Token",
    "Tokens",
    "load",
    "read",
]
