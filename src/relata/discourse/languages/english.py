"""Profile of English discourse."""

from __future__ import annotations

import re

from relata.discourse.languages.profile import Language
from relata.document import Span
from relata.document.relations import SENSED

_FIRST_PARTS = {
    "then": ("if",),
    "or": ("either", "whether"),
    "nor": ("neither",),
    "and": ("both",),
    "but": ("not",),
    "also": ("not",),
    "hand": ("hand",),
}
"""First words of discontinuous connectives, by a word of the later part."""

_ADVERBIALS = """
accordingly, actually, additionally, afterwards, also, as a result, as well, besides, by contrast,
consequently, conversely, earlier, finally, for example, for instance, furthermore, hence, however, in
addition, in contrast, in fact, in other words, in particular, in the end, in turn, indeed, instead,
later, likewise, meanwhile, moreover, nevertheless, next, nonetheless, on the other hand, otherwise,
previously, rather, similarly, simultaneously, specifically, still, subsequently, then, therefore,
though, thus, too, ultimately
"""
"""Connectives that relate a sentence to an earlier one from any position in it."""

_FILLER = re.compile(
    r"(?:(?:uh|um|er|erm|hm+|mhm|mm+|uh huh|uh-huh|yeah|yep|yes|no|nope|okay|ok|oh|ah|wow|well|right|sure|"
    r"alright|all right|of course|exactly|you know|i mean|i see|so|anyway|hi|hello|hey|bye|thanks|thank you|"
    r"good morning|good evening|welcome|everyone|everybody|guys|folks|there|again|sir|ma'am)(?: |$))+"
)
"""Greetings, words of agreement and of hesitation."""

_LABEL = re.compile(r"(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?[A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){0,2}(?: ?\([^)]*\))?")

_RELATING_BACK = frozenset(_ADVERBIALS.replace("\n", " ").strip().split(", "))


def relates_back(connective: str) -> bool:
    """Test if a connective inside a sentence may relate it to an earlier one: "Last year, however, ...".

    >>> relates_back("However"), relates_back("because")
    (True, False)
    """
    return connective.lower() in _RELATING_BACK


def belongs_together(first: str, second: str) -> bool:
    """Test if two stretches of text are parts of one connective: "if" and "then".

    >>> belongs_together("On the one hand", "on the other hand")
    True
    """
    opening = first.lower().split()
    return any(word in opening for part in second.lower().split() for word in _FIRST_PARTS.get(part, ()))


_MODAL = re.compile(
    r"\b(?:can|could|will|would|may|might|shall|should|must|'ll|’ll|'d|’d|ca|wo)\b", re.IGNORECASE
)


def firm_sense(connective: str, arg2: str) -> str | None:
    """Name the sense of a connective that has hardly another: "Hurry, otherwise you will miss it."

    >>> firm_sense("otherwise", "you will miss it."), firm_sense("otherwise", "all was calm.")
    ('Contingency.Negative-condition.Arg1-as-negCond', None)
    """
    match connective.lower():
        case "instead":
            return "Expansion.Substitution.Arg2-as-subst"
        case "otherwise" | "or else" if _MODAL.search(arg2):
            return "Contingency.Negative-condition.Arg1-as-negCond"
    return None


def _no_mark(arg1: Span, arg2: Span) -> tuple[None, None]:
    del arg1, arg2
    return None, None


ENGLISH = Language(
    relates_back=relates_back,
    belongs_together=belongs_together,
    parts_across=0,
    signal_in_arguments=False,
    by_meaning=False,
    doubles=True,
    inside=frozenset(SENSED),
    clause_ends=frozenset(),
    mark_between=_no_mark,
    label=_LABEL,
    filler=_FILLER,
    firm_sense=firm_sense,
)
