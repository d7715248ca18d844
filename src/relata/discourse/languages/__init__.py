"""The languages whose discourse is known."""

from __future__ import annotations

from relata.discourse.languages.chinese import CHINESE
from relata.discourse.languages.english import ENGLISH
from relata.discourse.languages.profile import Language

LANGUAGES = {"en": ENGLISH, "zh": CHINESE}
"""The profiles, by the codes that documents and models have for their language."""


def language(code: str) -> Language:
    """The profile of a language; that of English for one of which nothing is known."""
    return LANGUAGES.get(code, ENGLISH)
