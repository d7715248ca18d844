"""Scoring a run, from relations or from files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from relata.document import Document
from relata.errors import OnError, strict
from relata.scoring.conll2016.corrected import score_corrected
from relata.scoring.conll2016.inputs import common_language, read_standard, read_system
from relata.scoring.conll2016.labels import Setting, setting
from relata.scoring.conll2016.official import score_official
from relata.scoring.conll2016.records import Record, fingerprint, records
from relata.scoring.conll2016.result import RelationScore
from relata.scoring.conll2016.validation import doubts, paired_by_id, reject_faulty

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
) -> RelationScore:
    """Score predicted relations against gold ones.

    `senses` names the label set (an inventory of `relata.senses`; by default the task's for the language).
    Raises `RejectedError` for predictions that the task's validator rejects.
    """
    gold = [*gold]
    if language is None and mode == "corrected":
        language = common_language(item for item in gold if isinstance(item, Document))
    golds = _records(gold)
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
) -> RelationScore:
    """Score a system output against the gold relations: files, directories that hold them, or corpora.

    A predicted corpus may have other words than the gold one, such as those of a tokenizer: its relations are
    moved to the gold words.
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
) -> RelationScore:
    reject_faulty(predicted, chosen.labels, source)
    digests = fingerprint(gold), fingerprint(predicted)
    doubtful = doubts(gold, predicted)
    if supplementary:
        gold, predicted = paired_by_id(gold, predicted, source)
    cutoff = chosen.threshold if partial and not supplementary else None
    labels = chosen.labels
    if chosen.mode == "official":
        tables = score_official(gold, predicted, chosen.language, cutoff)
    else:
        tables = score_corrected(labels.applied(gold), labels.applied(predicted), labels.labels, cutoff)
    return RelationScore(
        chosen.mode,
        chosen.language,
        labels.name,
        chosen.cutoff,
        tables.strict,
        tables.partial,
        *digests,
        supplementary=supplementary,
        warnings=(*chosen.notes, *doubtful, *tables.warnings),
    )


def _records(analysis: Analysis) -> list[Record]:
    return [
        record for item in analysis for record in (records([item]) if isinstance(item, Document) else [item])
    ]
