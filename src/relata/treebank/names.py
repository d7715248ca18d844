"""Titles before a name and what follows one: Mr., Inc., III."""

from __future__ import annotations

import re

from relata.treebank.lexicon import POSTHONORIFICS, TITLES
from relata.treebank.node import PROPER, Node

_ROMAN = re.compile(r"V?I+|I?V|I?X")


def mark_titles(phrase: Node) -> None:
    """Gives TITLE to a title at the beginning of a phrase, POSTHON to a posthonorific at its end."""
    if len(phrase.children) < 2:
        return
    first, last = phrase.children[0], phrase.children[-1]
    if first.category in PROPER and _bare(first) in TITLES:
        first.function = "TITLE"
    if last.category in PROPER and (_bare(last) in POSTHONORIFICS or _ROMAN.fullmatch(last.form)):
        last.function = "POSTHON"


def _bare(word: Node) -> str:
    return word.form.lower().removesuffix(".")
