"""The score of a system: the task's measures, with the counts behind them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from relata.scoring.conll2008.analysis import Options
from relata.scoring.conll2008.semantics import Semantics
from relata.scoring.conll2008.syntax import Attachment, SentenceScore
from relata.scoring.score import PercentCounts, Score, harmonic_mean, per_cent


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two files: its name, a digest of its content, and counts of peculiarities.

    `no_trees` counts the sentences whose heads form no tree; skipped predicates and arguments are those of
    support chains.
    """

    name: str
    fingerprint: str
    no_trees: int
    skipped_predicates: int
    skipped_arguments: int


@dataclass(frozen=True, slots=True)
class Exact:
    """Number of sentences that are right as a whole; the official program counts others in semantics."""

    sentences: int
    syntactic: int
    semantic: int
    semantic_sentences: int
    overall: int


@dataclass(frozen=True, slots=True)
class DependencyScore(Score):
    """Scores of a system.

    `classes` are the semantic scores by the class of the predicate, `tables` counts by label, direction,
    distance, predicate and argument, `tags` right heads and labels by tag. `sentences` are in their order.
    `nonprojective` holds links by type; they mean little where `system.no_trees` is not 0.
    """

    scorer = "conll2008"

    options: Options
    gold: Side
    system: Side
    syntax: Attachment
    exact: Exact
    classes: Mapping[str, Semantics]
    nonprojective: Mapping[str, PercentCounts]
    tags: Mapping[str, Attachment]
    tables: Mapping[str, Mapping[str, PercentCounts]]
    sentences: tuple[SentenceScore, ...]
    other_lemmas: int = 0
    warnings: tuple[str, ...] = ()

    @property
    def semantics(self) -> Semantics:
        """The semantic scores over all predicates."""
        return sum(self.classes.values(), Semantics())

    @property
    def nonprojective_total(self) -> PercentCounts:
        """The nonprojective links of all types."""
        return sum(self.nonprojective.values(), PercentCounts())

    @property
    def unscored(self) -> int:
        """The number of tokens that do not count in syntax."""
        return sum(sentence.tokens for sentence in self.sentences) - self.syntax.words

    @property
    def measures(self) -> dict[str, float]:
        """The task's measures by its own names, in per cent to four decimals; 0 without a denominator."""
        return {name: per_cent(value) for name, value in _measures(self)}

    @property
    def signed(self) -> dict[str, object]:
        """The parts of the signature."""
        return self.options.signed | {"gold": self.gold.fingerprint, "sys": self.system.fingerprint}

    def micro(self, kind: str) -> PercentCounts:
        """Count all dependencies, syntactic and semantic, `labeled` or `unlabeled`."""
        right = self.syntax.both if kind == "labeled" else self.syntax.head
        semantic: PercentCounts = getattr(self.semantics, kind).total
        return semantic + PercentCounts(right, self.syntax.words, self.syntax.words)

    def as_dict(self, *, sentences: bool = False) -> dict[str, Any]:
        """Convert scores and counts for JSON."""
        tables: dict[str, Mapping[str, Attachment] | Mapping[str, PercentCounts]] = {"tag": self.tags}
        score = self.header | {
            "mode": self.options.mode,
            "measures": self.measures,
            "syntax": self.syntax.as_dict() | {"unscored": self.unscored},
            "exact": asdict(self.exact),
            "semantics": self.semantics.as_dict(),
            "classes": {name: scores.as_dict() for name, scores in self.classes.items()},
            "nonprojective": {name: counts.as_dict() for name, counts in self.nonprojective.items()},
            "sentences_without_tree": {"gold": self.gold.no_trees, "system": self.system.no_trees},
            "tables": {
                name: {key: counts.as_dict() for key, counts in table.items()}
                for name, table in (tables | {**self.tables}).items()
            },
        }
        if self.options.strict_pred:
            score["other_lemmas"] = self.other_lemmas
        if sentences:
            score["sentences"] = [sentence.attachment.as_dict() for sentence in self.sentences]
        return score


def macro(attachment: float, semantic: float, weight: float) -> float:
    """Combine a syntactic and a semantic score, which has this weight."""
    return weight * semantic + (1 - weight) * attachment


def _measures(score: DependencyScore) -> Iterator[tuple[str, float]]:
    syntax, semantics, exact = score.syntax, score.semantics, score.exact
    labeled, unlabeled = syntax.share(syntax.both), syntax.share(syntax.head)
    yield "Labeled attachment score", labeled
    yield "Unlabeled attachment score", unlabeled
    yield "Label accuracy score", syntax.share(syntax.label)
    yield "Exact syntactic match", _share(exact.syntactic, exact.sentences)
    yield from _rates("Labeled", semantics.labeled.total)
    yield from _rates("Unlabeled", semantics.unlabeled.total)
    yield from _rates("Proposition", semantics.propositions)
    yield "Exact semantic match", _share(exact.semantic, exact.semantic_sentences)
    weight = score.options.semantic_weight
    yield from _rates("Labeled macro", semantics.labeled.total, (labeled, weight))
    yield from _rates("Unlabeled macro", semantics.unlabeled.total, (unlabeled, weight))
    yield "Exact overall match", _share(exact.overall, exact.sentences)
    yield from _rates("Labeled micro", score.micro("labeled"))
    yield from _rates("Unlabeled micro", score.micro("unlabeled"))
    yield "Normalised SRL", semantics.labeled.total.f1 / labeled if labeled else 0.0


def _rates(
    name: str, counts: PercentCounts, weighed: tuple[float, float] | None = None
) -> Iterator[tuple[str, float]]:
    """Precision, recall and F1 by name; with the score of attachment and a weight, their macro scores."""
    precision, recall = counts.precision, counts.recall
    if weighed is not None:
        attachment, weight = weighed
        precision, recall = (macro(attachment, score, weight) for score in (precision, recall))
    yield f"{name} precision", precision
    yield f"{name} recall", recall
    yield f"{name} F1", harmonic_mean(precision, recall)


def _share(right: int, total: int) -> float:
    return right / total if total else 0.0
