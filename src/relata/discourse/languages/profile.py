"""What differs from language to language in how discourse is marked and annotated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from relata.document import Span
from relata.document.relations import RelationType


@dataclass(frozen=True, slots=True)
class Language:
    """The profile of a language; `relata.discourse.languages` has one for each.

    `entry` is how a connective is looked up in the lexicon. `relates_back` says whether a connective inside a
    sentence may relate it to an earlier one, `belongs_together` whether two stretches of text are parts of
    one connective, which `parts_across` sentences may stand between. `signal_in_arguments` says whether the
    words of a connective or an AltLex can be words of an argument, too; `by_meaning` whether Arg2 may stand
    before Arg1 at the border of a relation without connective; `doubles` whether several relations may have
    the same two arguments. `inside` are the types of relations without connective that stand inside
    sentences; `clause_ends` are the marks behind which most of these begin, if training is to show also the
    places behind such marks where there is no relation. `mark_between` is the punctuation mark that separates
    two arguments, where the data of the language have it, with its type.
    """

    entry: Callable[[Span], str]
    relates_back: Callable[[str], bool]
    belongs_together: Callable[[str, str], bool]
    parts_across: int
    signal_in_arguments: bool
    by_meaning: bool
    doubles: bool
    inside: frozenset[RelationType]
    clause_ends: frozenset[str]
    mark_between: Callable[[Span, Span], tuple[Span | None, str | None]]
