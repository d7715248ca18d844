"""The languages whose discourse is known."""

from __future__ import annotations

from relata.discourse.chinese import CHINESE
from relata.discourse.english import ENGLISH
from relata.discourse.language import Language
from relata.errors import ModelError

LANGUAGES = {"en": ENGLISH, "zh": CHINESE}
"""The profiles, by the codes that documents and models have for their language."""


def language(code: str) -> Language:
    """The profile of a language."""
    if code not in LANGUAGES:
        raise ModelError(f"no discourse in {code!r}; there is {', '.join(LANGUAGES)}")
    return LANGUAGES[code]
