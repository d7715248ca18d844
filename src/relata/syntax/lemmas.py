"""Lemmas of English words: from a form and its Penn Treebank tag, by a table of endings and exceptions.

A rule says how many characters go from the end of a form and what comes in their place; the rule of the
longest ending holds, and a whole word ("^went") is the longest of all. The table is learned from treebanks by
`relata.resources.lemma_table`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

Rule = tuple[int, str]
"""How many characters are cut off the end, and what is put there."""

Rules = Mapping[str, Rule]
"""Rules by ending; that of a whole word begins with "^"."""

LONGEST_ENDING = 6
WORD = "^"
_SHORTEST_STEM = 2
"""So many characters a rule must leave of a word that it does not name."""

_TABLE = "lemmas.tsv"


def lemma(form: str, tag: str | None) -> str:
    """The lemma of a word, in lower case; a tag without rules leaves the form as it is.

    >>> lemma("went", "VBD"), lemma("Stopping", "VBG"), lemma("men", "NNS"), lemma("better", "RBR")
    ('go', 'stop', 'man', 'well')
    """
    return apply_rules(form.lower(), _tables().get(tag or "", {}))


def apply_rules(word: str, rules: Rules) -> str:
    """The lemma of a word in lower case by the rules of its tag."""
    found = rules.get(WORD + word)
    if found is None:
        lengths = range(min(LONGEST_ENDING, len(word)), -1, -1)
        found = next((rules[end] for size in lengths if (end := word[len(word) - size :]) in rules), (0, ""))
        if len(word) - found[0] < _SHORTEST_STEM:
            return word
    cut, added = found
    return word[: len(word) - cut] + added


def parse_table(lines: Iterable[str]) -> dict[str, dict[str, Rule]]:
    """The rules of each tag; lines that begin with "#" are remarks."""
    tables: dict[str, dict[str, Rule]] = {}
    for line in lines:
        if line and not line.startswith("#"):
            tag, ending, cut, added = line.split("\t")
            tables.setdefault(tag, {})[ending] = int(cut), added
    return tables


@cache
def _tables() -> dict[str, dict[str, Rule]]:
    text = files("relata.syntax").joinpath(_TABLE).read_text(encoding="utf-8")
    return parse_table(text.split("\n"))
