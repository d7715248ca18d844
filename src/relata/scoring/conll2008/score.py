"""The result of scoring a system: counts, measures, and a signature that says what they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import relata
from relata.scoring.conll2008 import official_text
from relata.scoring.conll2008.checks import Side
from relata.scoring.conll2008.measures import measures
from relata.scoring.conll2008.options import Options
from relata.scoring.conll2008.semantics import Semantics
from relata.scoring.conll2008.syntax import Attachment, SentenceScore
from relata.scoring.conll2008.tally import Counts


@dataclass(frozen=True, slots=True)
class Exact:
    """Sentences that are right as a whole, out of all; the official program counts others in semantics."""

    sentences: int
    syntactic: int
    semantic: int
    semantic_sentences: int
    overall: int


@dataclass(frozen=True, slots=True)
class Score:
    """The scores of a system, and all that is needed to tell what they say.

    `classes` are the semantic scores by the class of the predicate, `tables` counts by label, direction,
    distance, predicate and argument, `tags` right heads and labels by tag. `sentences` are in their order.
    `nonprojective` holds links by type; they say little where `system.no_trees` is not 0.
    """

    options: Options
    gold: Side
    system: Side
    syntax: Attachment
    exact: Exact
    classes: Mapping[str, Semantics]
    nonprojective: Mapping[str, Counts]
    tags: Mapping[str, Attachment]
    tables: Mapping[str, Mapping[str, Counts]]
    sentences: tuple[SentenceScore, ...]
    other_lemmas: int = 0
    warnings: tuple[str, ...] = ()

    @property
    def semantics(self) -> Semantics:
        """The semantic scores over all predicates."""
        return sum(self.classes.values(), Semantics())

    @property
    def nonprojective_total(self) -> Counts:
        """The nonprojective links of all types."""
        return sum(self.nonprojective.values(), Counts())

    @property
    def unscored(self) -> int:
        """How many tokens do not count in syntax."""
        return sum(sentence.tokens for sentence in self.sentences) - self.syntax.words

    @property
    def measures(self) -> dict[str, float]:
        """The task's measures by its own names, in its order, in per cent to four decimals."""
        return measures(self)

    @property
    def signature(self) -> str:
        """What was computed, on what, by which version: state it with the numbers."""
        parts = self.options.signature | {
            "gold": self.gold.fingerprint,
            "sys": self.system.fingerprint,
            "relata": relata.__version__,
        }
        return "|".join(["conll2008", *(f"{name}:{value}" for name, value in parts.items())])

    @property
    def aborted(self) -> bool:
        """Whether the official program stops before its end on these files, dividing by zero."""
        return official_text.aborts(self)

    def official(self, tables: tuple[str, ...] = (), *, sentences: bool = False) -> str:
        """What the official program prints: its summary, and tables of its report.

        With `sentences` a line for each of them goes first. Where the program stops, so does the text.
        """
        return official_text.render(self, tables, sentences=sentences)

    def as_dict(self, *, sentences: bool = False) -> dict[str, Any]:
        """The scores with the counts behind them, ready for JSON."""
        found: dict[str, Any] = {
            "scorer": "conll2008",
            "signature": self.signature,
            "version": relata.__version__,
            "mode": self.options.mode,
            "measures": self.measures,
            "syntax": self.syntax.as_dict() | {"unscored": self.unscored},
            "exact": {name: getattr(self.exact, name) for name in Exact.__slots__},
            "semantics": self.semantics.as_dict(),
            "classes": {name: scores.as_dict() for name, scores in self.classes.items()},
            "nonprojective": {name: counts.as_dict() for name, counts in self.nonprojective.items()},
            "sentences_without_tree": {"gold": self.gold.no_trees, "system": self.system.no_trees},
            "tables": {
                "tag": {tag: counts.as_dict() for tag, counts in self.tags.items()},
                **{
                    name: {key: counts.as_dict() for key, counts in table.items()}
                    for name, table in self.tables.items()
                },
            },
        }
        if self.options.strict_pred:
            found["other_lemmas"] = self.other_lemmas
        if sentences:
            found["sentences"] = [each.attachment.as_dict() for each in self.sentences]
        return found
