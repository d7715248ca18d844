"""Scoring a run: from relations, or from files, to its `Score`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path

from relata.document import Document
from relata.errors import OnError, strict
from relata.scoring.conll2016.checks import doubts, reject_faulty
from relata.scoring.conll2016.corrected import score_corrected
from relata.scoring.conll2016.official import score_official
from relata.scoring.conll2016.records import Record, fingerprint, records
from relata.scoring.conll2016.result import RunTables
from relata.scoring.conll2016.scores import Fingerprints, Score
from relata.scoring.conll2016.settings import Setting, setting
from relata.scoring.conll2016.standards import common_language, read_standard, read_system
from relata.scoring.conll2016.supplementary import paired_by_id

Analysis = Iterable[Document | Record]


def score(
    gold: Analysis,
    predicted: Analysis,
    *,
    mode: str = "corrected",
    language: str | None = None,
    senses: str | None = None,
    cutoff: str | float = "0.7",
    supplementary: bool = False,
    partial: bool = True,
) -> Score:
    """Score predicted relations against gold ones.

    `senses` names the label set (an inventory of `relata.senses`; by default the task's for the language).
    Raises `RejectedError` for predictions that the task's validator would turn down.
    """
    given = [*gold]
    if language is None and mode == "corrected":
        language = common_language(each for each in given if isinstance(each, Document))
    golds = _records(given)
    chosen = setting(golds, mode=mode, language=language, senses=senses, cutoff=cutoff)
    return _score(
        golds, _records(predicted), chosen, "predictions", supplementary=supplementary, partial=partial
    )


def score_files(
    gold: str | Path,
    predicted: str | Path,
    *,
    mode: str = "corrected",
    language: str | None = None,
    senses: str | None = None,
    cutoff: str | float = "0.7",
    supplementary: bool = False,
    partial: bool = True,
    on_error: OnError = strict,
) -> Score:
    """Score a system output against the gold relations: files, directories that hold them, or corpora.

    A predicted corpus may have other words than the gold one, such as those found in its raw text: its
    relations are moved to the gold words.
    """
    standard = read_standard(gold, [predicted], supplementary=supplementary, on_error=on_error)
    golds = standard.records
    chosen = setting(golds, mode=mode, language=language or standard.language, senses=senses, cutoff=cutoff)
    predictions = read_system(predicted, standard, chosen.labels, on_error=on_error)
    return _score(golds, predictions, chosen, str(predicted), supplementary=supplementary, partial=partial)


def _score(
    gold: Sequence[Record],
    predicted: Sequence[Record],
    chosen: Setting,
    source: str,
    *,
    supplementary: bool,
    partial: bool,
) -> Score:
    reject_faulty(predicted, chosen.labels, source)
    fingerprints = Fingerprints(fingerprint(gold), fingerprint(predicted))
    doubtful = doubts(gold, predicted)
    if supplementary:
        gold, predicted = paired_by_id(gold, predicted, source)
    tables = _tables(gold, predicted, chosen, chosen.threshold if partial and not supplementary else None)
    return Score(
        mode=chosen.mode,
        language=chosen.language,
        senses=chosen.labels.name,
        cutoff=chosen.cutoff,
        strict=tables.strict,
        partial=tables.partial,
        fingerprints=fingerprints,
        supplementary=supplementary,
        warnings=(*chosen.notes, *doubtful, *tables.warnings),
    )


def _tables(
    gold: Sequence[Record], predicted: Sequence[Record], chosen: Setting, cutoff: Fraction | None
) -> RunTables:
    if chosen.mode == "official":
        return score_official(gold, predicted, chosen.language, cutoff)
    labels = chosen.labels
    return score_corrected(labels.applied(gold), labels.applied(predicted), labels.labels, cutoff)


def _records(analysis: Iterable[Document | Record]) -> list[Record]:
    return [
        record for each in analysis for record in (records([each]) if isinstance(each, Document) else [each])
    ]
