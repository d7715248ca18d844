"""Scoring a system, from files, documents or pairs of sentences."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from relata.document import Document
from relata.document.dependency_tree import is_tree
from relata.errors import FormatError, OnError, strict
from relata.scoring.conll2008.analysis import CORRECTED, Analysis, Options, Pair, document_pairs, read_pairs
from relata.scoring.conll2008.result import DependencyScore, Exact, Side
from relata.scoring.conll2008.semantics import Semantics, SemanticTally
from relata.scoring.conll2008.syntax import DIRECTIONS, DISTANCES, LINK_TYPES, SyntaxTally, add_links
from relata.scoring.score import PercentCounts, Tally

_FIXED_ROWS = {"direction": DIRECTIONS, "distance": DISTANCES}
"""Tables that always have the same rows, in their order."""


def score(
    gold: Iterable[Document], system: Iterable[Document], *, options: Options = CORRECTED
) -> DependencyScore:
    """Score the dependencies and propositions of documents against gold ones of the same tokens."""
    return score_pairs(document_pairs(gold, system, options), options, "gold", "system")


def score_files(
    gold: str | Path, system: str | Path, *, options: Options = CORRECTED, on_error: OnError = strict
) -> DependencyScore:
    """Score a system's file against the gold one; both are read side by side."""
    return score_pairs(read_pairs(gold, system, options, on_error=on_error), options, str(gold), str(system))


def score_pairs(pairs: Iterable[Pair], options: Options, gold: str, system: str) -> DependencyScore:
    """Score pairs of sentences; `gold` and `system` name their files."""
    scorer = _PairScorer(options, gold, system)
    for pair in pairs:
        scorer.add(*pair)
    return scorer.score()


class _PairScorer:
    """Counters of pairs of sentences."""

    def __init__(self, options: Options, gold: str, system: str) -> None:
        self.options = options
        self.gold, self.system = _SideTally(gold), _SideTally(system)
        self.other_words: list[int | None] = []
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
        if gold.forms != system.forms or gold.tags != system.tags:
            words, system_words = (
                zip(gold.forms, gold.tags, strict=True),
                zip(system.forms, system.tags, strict=True),
            )
            for position, (word, system_word) in enumerate(zip(words, system_words, strict=True)):
                if word != system_word:
                    self.other_words.append(None if system.line is None else system.line + position)

    def score(self) -> DependencyScore:
        """Compute the score of all pairs."""
        sentences = tuple(self.syntax.sentences)
        if not sentences:
            raise FormatError("expected sentences, found none", self.gold.name)
        return DependencyScore(
            options=self.options,
            gold=self.gold.side(),
            system=self.system.side(),
            syntax=self.syntax.total,
            exact=Exact(len(sentences), self.syntactic, self.semantic, self.semantic_sentences, self.overall),
            classes=self.semantics.classes,
            nonprojective=_with_rows(self.links, LINK_TYPES),
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
        no_tree = "heads that form no tree (a cycle, not one root, or outside the sentence)"
        for side, lines, fault, unit in (
            (self.system, self.other_words, "SPLIT_FORM or PPOSS is not the gold's", "tokens"),
            (self.gold, self.gold.no_trees, no_tree, "sentences"),
            (self.system, self.system.no_trees, no_tree, "sentences"),
        ):
            if lines:
                place = side.name if lines[0] is None else f"{side.name}:{lines[0]}"
                yield f"{place}: {fault}; {len(lines)} such {unit}"
        propositions = sum(self.semantics.classes.values(), Semantics()).propositions
        for side, size in ((self.gold, propositions.gold), (self.system, propositions.pred)):
            if not size:
                yield f"{side.name}: no predicates; what would be divided by their number is given as 0"


class _SideTally:
    """Counters of the sentences of one file, with the lines of those that are no trees."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.no_trees: list[int | None] = []
        self._digest = hashlib.sha256()
        self._predicates = self._arguments = 0

    def add(self, sentence: Analysis) -> None:
        self._digest.update(f"{sentence.content}\n\n".encode())
        self._predicates += sentence.skipped[0]
        self._arguments += sentence.skipped[1]
        if not is_tree(sentence.heads):
            self.no_trees.append(sentence.line)

    def side(self) -> Side:
        digest = self._digest.hexdigest()[:8]
        return Side(self.name, digest, len(self.no_trees), self._predicates, self._arguments)


def _with_rows(tally: Tally, rows: tuple[str, ...]) -> dict[str, PercentCounts]:
    """Put these rows first in the counts of a tally, empty ones included."""
    counts = tally.counts(PercentCounts)
    return {row: counts.pop(row, PercentCounts()) for row in rows} | counts
