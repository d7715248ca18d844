"""Significance of the difference between systems on the columns of the task, paired over sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path

import numpy as np

from relata.errors import OnError, ScoringError, strict
from relata.scoring.conll2008.analysis import CORRECTED, Options, Pair, read_pairs
from relata.scoring.conll2008.scorer import score_pairs
from relata.scoring.conll2008.semantics import Semantics, SemanticTally
from relata.scoring.conll2008.syntax import SyntaxTally
from relata.scoring.score import PercentCounts, Signature
from relata.scoring.significance import PLAN, Array, Comparison, Resampling, Statistic, compare_counts

_WORDS, _HEAD, _LABEL, _BOTH, _SENTENCES, _SYNTACTIC, _SEMANTIC, _OVERALL = range(8)
_KINDS = {"Labeled": 8, "Unlabeled": 11, "Proposition": 14}
"""First of three columns with right, system and gold dependencies or propositions."""

_ATTACHED = {"Labeled": _BOTH, "Unlabeled": _HEAD}
DEFAULT = "Labeled macro F1"


def compare_files(
    gold: str | Path,
    systems: Sequence[str | Path],
    *,
    measure: str = DEFAULT,
    options: Options = CORRECTED,
    plan: Resampling = PLAN,
    on_error: OnError = strict,
) -> Comparison:
    """Compare systems with the first of them, by a measure of the corrected scorer."""
    known = statistics(options.semantic_weight)
    if measure not in known:
        raise ScoringError(f"no measure {measure!r}; expected one of: {'; '.join(known)}")
    if len(systems) < 2:
        raise ScoringError(f"expected at least two systems to compare, got {len(systems)}")
    counts: dict[str, Array] = {}
    warnings: list[str] = []
    fingerprints: list[str] = []
    for system in systems:
        pairs = list(read_pairs(gold, system, options, on_error=on_error))
        score = score_pairs(pairs, options, str(gold), str(system))
        warnings += score.warnings
        fingerprints.append(score.system.fingerprint)
        counts[str(system)] = sentence_counts(pairs, options)
    baseline = str(systems[0])
    parts = {"measure": measure, **options.signed, **asdict(plan), "gold": score.gold.fingerprint}
    return Comparison(
        measure=measure,
        baseline=baseline,
        systems=compare_counts(counts, known[measure], baseline=baseline, plan=plan, unit="sentences"),
        documents=len(counts[baseline]),
        plan=plan,
        signature=Signature("conll2008-compare", parts | {"sys": "+".join(fingerprints)}),
        warnings=tuple(dict.fromkeys(warnings)),
        unit="sentences",
    )


def sentence_counts(pairs: Iterable[Pair], options: Options) -> Array:
    """Count what the measures are made of, a row for each sentence."""
    rows = []
    for gold, system in pairs:
        if not gold:
            continue
        syntax = SyntaxTally(punctuation=options.punctuation).add(1, gold, system)
        tally = SemanticTally()
        semantic = tally.add(gold, system)
        semantics = sum(tally.classes.values(), Semantics())
        words = syntax.attachment
        exact = 1, syntax.exact, semantic, syntax.exact and semantic
        kinds = semantics.labeled.total, semantics.unlabeled.total, semantics.propositions
        rows.append([words.words, words.head, words.label, words.both, *exact, *_cells(kinds)])
    return np.array(rows, dtype=np.float64)


def _cells(kinds: Iterable[PercentCounts]) -> list[int]:
    return [number for counts in kinds for number in (counts.tp, counts.pred, counts.gold)]


def statistics(weight: float) -> Mapping[str, Statistic]:
    """Return the measures of the task by its own names, as functions of summed counts."""
    shares = {
        "Labeled attachment score": (_BOTH, _WORDS),
        "Unlabeled attachment score": (_HEAD, _WORDS),
        "Label accuracy score": (_LABEL, _WORDS),
        "Exact syntactic match": (_SYNTACTIC, _SENTENCES),
        "Exact semantic match": (_SEMANTIC, _SENTENCES),
        "Exact overall match": (_OVERALL, _SENTENCES),
    }
    found: dict[str, Statistic] = {name: partial(_share, pair) for name, pair in shares.items()}
    for kind in _KINDS:
        for rate in ("precision", "recall", "F1"):
            found[f"{kind} {rate}"] = partial(_rate, kind, rate, None)
            if kind in _ATTACHED:
                found[f"{kind} macro {rate}"] = partial(_rate, kind, rate, weight)
                found[f"{kind} micro {rate}"] = partial(_micro, kind, rate)
    return found


def _share(columns: tuple[int, int], counts: Array) -> Array:
    return _ratio(counts[..., columns[0]], counts[..., columns[1]])


def _rate(kind: str, rate: str, weight: float | None, counts: Array) -> Array:
    """Compute precision, recall or F1; with the weight of semantics, of its mean with attachment."""
    right, system, gold = (counts[..., _KINDS[kind] + number] for number in range(3))
    precision, recall = _ratio(right, system), _ratio(right, gold)
    if weight is not None:
        attachment = _share((_ATTACHED[kind], _WORDS), counts)
        precision, recall = (weight * score + (1 - weight) * attachment for score in (precision, recall))
    return _chosen(rate, precision, recall)


def _micro(kind: str, rate: str, counts: Array) -> Array:
    right, system, gold = (counts[..., _KINDS[kind] + number] for number in range(3))
    right, words = right + counts[..., _ATTACHED[kind]], counts[..., _WORDS]
    return _chosen(rate, _ratio(right, system + words), _ratio(right, gold + words))


def _chosen(rate: str, precision: Array, recall: Array) -> Array:
    f1 = _ratio(2.0 * precision * recall, precision + recall)
    return {"precision": precision, "recall": recall, "F1": f1}[rate]


def _ratio(numerator: Array, denominator: Array) -> Array:
    return np.divide(numerator, denominator, out=np.zeros_like(numerator), where=denominator != 0)
