"""Lemmas of English words: from a form and its Penn Treebank tag, by a table of endings and exceptions.

A rule replaces the end of a form. The rule of the longest ending applies; a complete word ("^went") is the
longest of all. `relata resources lemmas` learns the table `lemmas.tsv` from treebanks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

Rule = tuple[int, str]
"""Number of characters cut off the end, and the characters put there."""

Rules = Mapping[str, Rule]
"""Rules by ending; the ending of a complete word begins with "^"."""

LONGEST_ENDING = 6
WORD = "^"
_SHORTEST_STEM = 2
"""Least number of characters that the rule of an ending leaves of a word."""

TABLE = "lemmas.tsv"


def lemma(form: str, tag: str | None) -> str:
    """Look up the lemma of a word, in lower case; a tag without rules leaves the form unchanged.

    >>> lemma("went", "VBD"), lemma("Stopping", "VBG"), lemma("men", "NNS"), lemma("better", "RBR")
    ('go', 'stop', 'man', 'well')
    """
    return apply_rules(form.lower(), _tables().get(tag or "", {}))


def apply_rules(word: str, rules: Rules) -> str:
    """Lemmatize a word in lower case by the rules of its tag."""
    rule = rules.get(WORD + word)
    if rule is None:
        lengths = range(min(LONGEST_ENDING, len(word)), -1, -1)
        rule = next((rules[end] for size in lengths if (end := word[len(word) - size :]) in rules), (0, ""))
        if len(word) - rule[0] < _SHORTEST_STEM:
            return word
    cut, added = rule
    return word[: len(word) - cut] + added


def parse_table(lines: Iterable[str]) -> dict[str, dict[str, Rule]]:
    """Parse the rules of each tag; lines that begin with "#" are remarks."""
    tables: dict[str, dict[str, Rule]] = {}
    for line in lines:
        if line and not line.startswith("#"):
            tag, ending, cut, added = line.split("\t")
            tables.setdefault(tag, {})[ending] = int(cut), added
    return tables


@cache
def _tables() -> dict[str, dict[str, Rule]]:
    text = files("relata.syntax").joinpath(TABLE).read_text(encoding="utf-8")
    return parse_table(text.split("\n"))
