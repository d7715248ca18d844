"""Word lists of the conversion to dependencies, all in lower case: `lexicon.toml` describes them."""

from __future__ import annotations

import tomllib
from importlib.resources import files

_LISTS = tomllib.loads(files("relata.treebank").joinpath("lexicon.toml").read_text(encoding="utf-8"))


def _words(name: str) -> frozenset[str]:
    return frozenset(_LISTS[name].split())


def _functions(name: str) -> dict[str, str]:
    """Map the words of lists to the functions that name the lists."""
    return {word: function for function, words in _LISTS[name].items() for word in words.split()}


COPULAS = _words("copulas")
LINKING_VERBS = COPULAS | {"going"}
"""Verbs without objects: a clause below them continues a verb chain."""

TITLES = _words("titles")
POSTHONORIFICS = _words("posthonorifics")
COMPANY_ENDS = _words("company_ends")
PARTNERS = _words("partners")
MONTHS = _words("months")
DEGREE_ADVERBS = _words("degree_adverbs")
OTHER_ADVERBS = _words("other_adverbs")
COMPARISON_ADVERBS = _words("comparison_adverbs")
ADVERBIAL_SUBORDINATORS = _words("adverbial_subordinators")
SPLITTING_VERBS = _words("splitting_verbs")
TIME_NOUNS = _words("time_nouns")
MEASURES = _words("measures")
CHANGES = _words("changes")

ADVERB_FUNCTIONS = _functions("adverb_functions")
PREPOSITION_FUNCTIONS = _functions("preposition_functions")
SUBORDINATOR_FUNCTIONS = _functions("subordinator_functions")
WH_FUNCTIONS = _functions("wh_functions")
