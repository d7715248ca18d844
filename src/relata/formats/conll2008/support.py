"""Support chains: the pseudo-predicates and arguments `SU` that join a nominal predicate to its support."""

from __future__ import annotations

from dataclasses import replace

from relata.document import Document
from relata.document.relations import Proposition

SUPPORT = "SU"
"""The sense of pseudo-predicates (`take.SU`), and the role of what they govern."""


def sense(pred: str) -> str:
    """The sense that PRED names, as the task reads it: what stands between its first and second dot.

    >>> sense("take.01"), sense("take.01.99"), sense("take")
    ('01', '01', '')
    """
    return pred.split(".", 2)[1] if "." in pred else ""


def strip_su(document: Document) -> Document:
    """The document without support chains: neither pseudo-predicates nor arguments `SU`."""
    return document.with_propositions(
        _without_support(proposition)
        for proposition in document.propositions
        if sense(proposition.roleset or "") != SUPPORT
    )


def _without_support(proposition: Proposition) -> Proposition:
    kept = tuple(argument for argument in proposition.arguments if argument.role != SUPPORT)
    return replace(proposition, arguments=kept)
