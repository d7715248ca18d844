"""Predicates that newer PropBank annotates and PropBank 1, and so the CoNLL-2008 task, does not."""

from __future__ import annotations

from relata.document import Document

_AUXILIARIES = frozenset(("have.01", "do.01"))


def is_auxiliary(roleset: str | None) -> bool:
    """Whether a roleset is of "be", or of the auxiliaries "have" and "do".

    >>> [name for name in ("be.03", "have.01", "have.03", "do.02", "become.01") if is_auxiliary(name)]
    ['be.03', 'have.01']
    """
    name = roleset or ""
    return name in _AUXILIARIES or name.partition(".")[0].partition("_")[0] == "be"


def without_auxiliaries(document: Document) -> Document:
    """The document with the propositions that PropBank 1 would have of it."""
    return document.with_propositions(
        proposition for proposition in document.propositions if not is_auxiliary(proposition.roleset)
    )
