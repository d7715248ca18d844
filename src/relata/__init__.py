"""Relata says how the parts of an English or Chinese text relate, and scores such analyses exactly."""

import os
from importlib import import_module

TYPE_CHECKING = False  # `typing` takes longer to import than all of this module
if TYPE_CHECKING:
    from typing import Any

    from relata.document import Document, Sentence, Span, Token, Tokens
    from relata.document.relations import Argument, DiscourseRelation, Proposition, RelationType
    from relata.formats.corpus import Corpus, read
    from relata.parsing.loading import load

__version__ = "0.2.0"

if os.path.exists(os.path.join(os.path.dirname(__file__), "frontend")):  # noqa: PTH110, PTH118, PTH120
    import warnings

    from relata.errors import OTHER_PROJECT, RelataWarning

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

_MODULES = dict.fromkeys(("Document", "Sentence", "Span", "Token", "Tokens"), "relata.document")
_MODULES |= dict.fromkeys(
    ("Argument", "DiscourseRelation", "Proposition", "RelationType"), "relata.document.relations"
)
_MODULES |= dict.fromkeys(("Corpus", "read"), "relata.formats.corpus")
_MODULES["load"] = "relata.parsing.loading"
_PACKAGES = ("experiments", "formats", "scoring", "senses", "view")


def __getattr__(name: str) -> "Any":
    """Import a public name at its first use: the command begins at once, and Ctrl-C finds it ready."""
    if name in _PACKAGES:
        return import_module(f"relata.{name}")
    if name not in _MODULES:
        raise AttributeError(f"module 'relata' has no attribute {name!r}")
    try:
        return getattr(import_module(_MODULES[name]), name)
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("relata."):
            raise
        raise ImportError(
            f"no module {error.name}: files of this package are missing; another project called relata may "
            "have replaced them; run: pip uninstall relata; pip install --force-reinstall relata-nlp"
        ) from None


def __dir__() -> list[str]:
    """List the public names, which may not be imported yet."""
    return sorted({*globals(), *__all__, *_PACKAGES})
