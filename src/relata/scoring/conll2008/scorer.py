"""Scoring a system: from files, documents or pairs of sentences to its `Score`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from relata.document import Document
from relata.errors import FormatError, OnError, strict
from relata.scoring.conll2008.analysis import Analysis
from relata.scoring.conll2008.checks import SideTally, WordCheck
from relata.scoring.conll2008.nonprojective import TYPES, add_links
from relata.scoring.conll2008.options import CORRECTED, Options
from relata.scoring.conll2008.reading import Pair, document_pairs, read_pairs
from relata.scoring.conll2008.score import Exact, Score
from relata.scoring.conll2008.semantics import SemanticTally
from relata.scoring.conll2008.syntax import DIRECTIONS, DISTANCES, SyntaxTally
from relata.scoring.conll2008.tally import Counts, Tally

_FIXED_ROWS = {"direction": DIRECTIONS, "distance": DISTANCES}
"""Tables that have the same rows always, in their order."""


def score(gold: Iterable[Document], system: Iterable[Document], *, options: Options = CORRECTED) -> Score:
    """Score the dependencies and propositions of documents against gold ones of the same tokens."""
    return score_pairs(document_pairs(gold, system, options), options, "gold", "system")


def score_files(
    gold: str | Path, system: str | Path, *, options: Options = CORRECTED, on_error: OnError = strict
) -> Score:
    """Score a system's file against the gold one; both are read side by side."""
    return score_pairs(read_pairs(gold, system, options, on_error=on_error), options, str(gold), str(system))


def score_pairs(pairs: Iterable[Pair], options: Options, gold: str, system: str) -> Score:
    """Score pairs of sentences; `gold` and `system` name the files that they are from."""
    scorer = _Scorer(options, gold, system)
    for pair in pairs:
        scorer.add(*pair)
    return scorer.score()


class _Scorer:
    """Takes in pairs of sentences one by one."""

    def __init__(self, options: Options, gold: str, system: str) -> None:
        self.options = options
        self.gold, self.system = SideTally(gold), SideTally(system)
        self.words = WordCheck(system)
        self.syntax = SyntaxTally(punctuation=options.punctuation)
        self.semantics = SemanticTally()
        self.links = Tally()
        self.syntactic = self.semantic = self.overall = self.semantic_sentences = 0

    def add(self, gold: Analysis, system: Analysis) -> None:
        semantic = self.semantics.add(gold, system)
        self.semantic += semantic
        self.semantic_sentences += 1
        if not gold:  # a sentence to the official program, but in semantics only
            return
        syntactic = self.syntax.add(self.semantic_sentences, gold, system).exact
        self.syntactic += syntactic
        self.overall += syntactic and semantic
        add_links(self.links, gold, system)
        self.gold.add(gold)
        self.system.add(system)
        self.words.add(gold, system)

    def score(self) -> Score:
        """The score of what was taken in."""
        sentences = tuple(self.syntax.sentences)
        if not sentences:
            raise FormatError("expected sentences, found none", self.gold.name)
        return Score(
            options=self.options,
            gold=self.gold.side(),
            system=self.system.side(),
            syntax=self.syntax.total,
            exact=Exact(len(sentences), self.syntactic, self.semantic, self.semantic_sentences, self.overall),
            classes=self.semantics.classes,
            nonprojective=_with_rows(self.links, TYPES),
            tags=self.syntax.tags,
            tables={
                name: _with_rows(tally, _FIXED_ROWS.get(name, ()))
                for name, tally in (self.syntax.tables | self.semantics.tables).items()
            },
            sentences=sentences,
            other_lemmas=self.semantics.other_lemmas,
            warnings=tuple(self._doubts()),
        )

    def _doubts(self) -> Iterator[str]:
        yield from self.words.doubts()
        yield from self.gold.doubts()
        yield from self.system.doubts()
        propositions = sum((each.propositions for each in self.semantics.classes.values()), Counts())
        for side, size in ((self.gold, propositions.gold), (self.system, propositions.pred)):
            if not size:
                yield f"{side.name}: no predicates; what would be divided by their number is given as 0"


def _with_rows(tally: Tally, rows: tuple[str, ...]) -> dict[str, Counts]:
    """The counts of a tally: these rows first, there or not."""
    counts = tally.counts()
    return {row: counts.pop(row, Counts()) for row in rows} | counts
