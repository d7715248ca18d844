"""The task's measures out of the counts: syntactic, semantic, and both together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from relata.scoring.conll2008.tally import Counts, per_cent

if TYPE_CHECKING:
    from relata.scoring.conll2008.score import Score

WEIGHT = 0.5
"""How much semantics weighs in the macro scores."""


def measures(score: Score) -> dict[str, float]:
    """All measures by the task's names, in per cent to four decimals; what has no denominator is 0."""
    return {name: per_cent(value) for name, value in _values(score)}


def harmonic(precision: float, recall: float) -> float:
    """F1."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def macro(attachment: float, semantic: float) -> float:
    """A syntactic and a semantic score in one."""
    return WEIGHT * semantic + (1 - WEIGHT) * attachment


def micro(score: Score, kind: str) -> Counts:
    """All dependencies together, syntactic and semantic, `labeled` or `unlabeled`."""
    right = score.syntax.both if kind == "labeled" else score.syntax.head
    words = score.syntax.words
    semantic: Counts = getattr(score.semantics, kind).total
    return semantic + Counts(right, words, words)


def _values(score: Score) -> Iterator[tuple[str, float]]:
    syntax, semantics, exact = score.syntax, score.semantics, score.exact
    labeled, unlabeled = syntax.share(syntax.both), syntax.share(syntax.head)
    yield "Labeled attachment score", labeled
    yield "Unlabeled attachment score", unlabeled
    yield "Label accuracy score", syntax.share(syntax.label)
    yield "Exact syntactic match", _share(exact.syntactic, exact.sentences)
    yield from _scores("Labeled", semantics.labeled.total)
    yield from _scores("Unlabeled", semantics.unlabeled.total)
    yield from _scores("Proposition", semantics.propositions)
    yield "Exact semantic match", _share(exact.semantic, exact.semantic_sentences)
    yield from _macro("Labeled macro", labeled, semantics.labeled.total)
    yield from _macro("Unlabeled macro", unlabeled, semantics.unlabeled.total)
    yield "Exact overall match", _share(exact.overall, exact.sentences)
    yield from _scores("Labeled micro", micro(score, "labeled"))
    yield from _scores("Unlabeled micro", micro(score, "unlabeled"))
    yield "Normalised SRL", semantics.labeled.total.f1 / labeled if labeled else 0.0


def _scores(name: str, counts: Counts) -> Iterator[tuple[str, float]]:
    yield f"{name} precision", counts.precision
    yield f"{name} recall", counts.recall
    yield f"{name} F1", counts.f1


def _macro(name: str, attachment: float, semantic: Counts) -> Iterator[tuple[str, float]]:
    precision, recall = macro(attachment, semantic.precision), macro(attachment, semantic.recall)
    yield f"{name} precision", precision
    yield f"{name} recall", recall
    yield f"{name} F1", harmonic(precision, recall)


def _share(right: int, total: int) -> float:
    return right / total if total else 0.0
