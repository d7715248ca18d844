"""Languages with a discourse profile."""

from __future__ import annotations

from relata.discourse.languages.chinese import CHINESE
from relata.discourse.languages.english import ENGLISH
from relata.discourse.languages.profile import Language

LANGUAGES = {"en": ENGLISH, "zh": CHINESE}
"""Profiles by language code."""


def language(code: str) -> Language:
    """Look up the profile of a language; an unknown language gets that of English."""
    return LANGUAGES.get(code, ENGLISH)
