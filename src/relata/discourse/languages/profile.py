"""Profiles of languages: marking and annotation of discourse that differ by language."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass

from relata.document import Span
from relata.document.relations import RelationType


@dataclass(frozen=True, slots=True)
class Language:
    """Profile of a language's discourse; `relata.discourse.languages` has one for each language.

    `relates_back` tests if a connective inside a sentence may relate it to an earlier one; `belongs_together`
    tests if two stretches of text are parts of one connective, at most `parts_across` sentences apart.
    `signal_in_arguments`: the words of a connective or AltLex may belong to an argument. `by_meaning`: Arg2
    may stand before Arg1 at the border of a relation without connective. `doubles`: several relations may
    have the same two arguments. `inside` lists the types of relations without connective inside sentences;
    `clause_ends` the marks before most of these, so that training sees places without a relation as well.
    `mark_between` finds the punctuation mark that separates two arguments, with its type. `label` matches the
    label of a speaker before a colon, `filler` sentences without content, in lower case and without marks.
    `firm_sense` names the sense of a connective that has hardly another, given the text of its Arg2.
    `pairs` lists the two parts of connectives that go together wherever they stand in one sentence, `sure`
    the words that are always connectives.
    """

    relates_back: Callable[[str], bool]
    belongs_together: Callable[[str, str], bool]
    parts_across: int
    signal_in_arguments: bool
    by_meaning: bool
    doubles: bool
    inside: frozenset[RelationType]
    clause_ends: frozenset[str]
    mark_between: Callable[[Span, Span], tuple[Span | None, str | None]]
    label: re.Pattern[str]
    filler: re.Pattern[str]
    firm_sense: Callable[[str, str], str | None]
    pairs: Collection[tuple[str, str]] = ()
    sure: Collection[str] = ()
