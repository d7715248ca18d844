"""Alignment of the relations of a document by the official program: token F1, overlap, and its search."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from relata.scoring.conll2016.records import CrashError, Record
from relata.scoring.conll2016.search import Alignment, align

Tokens = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ArgumentPairs:
    """Arguments (all Arg1, or all Arg2) of a document, gold and predicted.

    `scores` holds, for each gold, the token F1 of the predictions that share a token with it.
    """

    gold: list[Tokens]
    predicted: list[Tokens]
    scores: list[dict[int, float]]

    def overlap(self, i: int, j: int) -> bool:
        """Test whether one starts strictly before the other ends; a single token overlaps nothing (B7)."""
        gold, predicted = self.gold[i], self.predicted[j]
        if not predicted:
            return False
        return (gold[-1] > predicted[0] and gold[0] <= predicted[0]) or (
            predicted[-1] > gold[0] and predicted[0] <= gold[0]
        )

    def refuse_empty(self) -> None:
        """Crash as the official program does where it looks for the first token of an empty argument."""
        if any(self.predicted) and not all(self.gold):
            raise CrashError("B7", "a gold argument has no tokens")


@dataclass(frozen=True, slots=True)
class DocumentPairs:
    """Relations of a document, gold and predicted, with their arguments."""

    gold: Sequence[Record]
    predicted: Sequence[Record]
    arg1: ArgumentPairs
    arg2: ArgumentPairs


def document_pairs(gold: Sequence[Record], predicted: Sequence[Record]) -> DocumentPairs:
    """Compare the relations of a document with each other."""
    arg1 = _argument_pairs([record.arg1 for record in gold], [record.arg1 for record in predicted])
    arg2 = _argument_pairs([record.arg2 for record in gold], [record.arg2 for record in predicted])
    return DocumentPairs(gold, predicted, arg1, arg2)


def align_argument(argument: ArgumentPairs, threshold: float) -> Alignment:
    """Align relations by one argument."""
    argument.refuse_empty()
    by_gold: dict[Tokens, dict[int, float]] = {}
    for i, (gold, scores) in enumerate(zip(argument.gold, argument.scores, strict=True)):
        if gold not in by_gold:  # equal golds share their edges, which makes many of them quick
            above = {j: score for j, score in scores.items() if score >= threshold}
            by_gold[gold] = {j: score for j, score in above.items() if argument.overlap(i, j)}
    return align([by_gold[gold] for gold in argument.gold], len(argument.predicted))


def align_relations(document: DocumentPairs, threshold: float) -> Alignment:
    """Align relations by the mean token F1 of both arguments."""
    arg1, arg2 = document.arg1, document.arg2
    arg1.refuse_empty()
    arg2.refuse_empty()
    by_gold: dict[tuple[Tokens, Tokens], dict[int, float]] = {}
    golds = list(zip(arg1.gold, arg2.gold, strict=True))
    for i, (gold, scores1, scores2) in enumerate(zip(golds, arg1.scores, arg2.scores, strict=True)):
        if gold not in by_gold:
            means = {j: (scores1.get(j, 0.0) + scores2.get(j, 0.0)) / 2 for j in scores1 | scores2}
            above = {j: mean for j, mean in means.items() if mean >= threshold}
            by_gold[gold] = {
                j: mean for j, mean in above.items() if arg1.overlap(i, j) and arg2.overlap(i, j)
            }
    return align([by_gold[gold] for gold in golds], len(document.predicted))


def _argument_pairs(gold: list[Tokens], predicted: list[Tokens]) -> ArgumentPairs:
    holders: defaultdict[int, list[int]] = defaultdict(list)
    for j, prediction in enumerate(predicted):
        for token in set(prediction):
            holders[token].append(j)
    sizes = [len(set(prediction)) for prediction in predicted]
    scores: dict[Tokens, dict[int, float]] = {}
    for argument in dict.fromkeys(gold):
        tokens = frozenset(argument)
        common = Counter(chain.from_iterable(holders.get(token, ()) for token in tokens))
        scores[argument] = {j: _f1(shared, sizes[j], len(tokens)) for j, shared in common.items()}
    return ArgumentPairs(gold, predicted, [scores[argument] for argument in gold])


def _f1(common: int, predicted: int, gold: int) -> float:
    # In this order: the rounding errors of the official program decide at the cutoff (B17).
    precision, recall = common / predicted, common / gold
    return 2 * (precision * recall) / (precision + recall)
