"""The tables of `relata stats` on sentences: labels, nonprojective links, predicates and roles."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from relata.cli.console import emit_table

if TYPE_CHECKING:
    from relata.evaluation.sentence_statistics import SentenceStatistics

_KINDS = {
    "wh": "wh-movement",
    "split_clause": "split clause",
    "split_np": "split noun phrase",
    "other": "other",
}


def show_sentence_level(counts: SentenceStatistics) -> None:
    """Print the tables of what there is."""
    if counts.labels:
        _show_labels(counts.labels)
    if counts.links:
        _show_nonprojective(counts)
    _show_counts("Predicates by tag", "tag", counts.predicates)
    _show_counts("Roles", "role", counts.roles)


def _show_labels(labels: Counter[str]) -> None:
    """Labels of one part, with what they mean, and of several, with and without gapping."""
    from relata.evaluation.sentence_statistics import GAP
    from relata.syntax.labels import DEPREL_DESCRIPTIONS

    parts = {label: label.split("-") for label in labels}
    emit_table(
        "Dependency labels",
        ("label", "meaning", "count", "share"),
        [
            (label, DEPREL_DESCRIPTIONS.get(label, ""), f"{count:,}", f"{count / labels.total():.1%}")
            for label, count in labels.most_common()
            if len(parts[label]) == 1
        ],
        text_columns=2,
    )
    several = Counter({label: count for label, count in labels.items() if len(parts[label]) > 1})
    gapped = Counter({label: count for label, count in several.items() if GAP in parts[label]})
    _show_counts("Dependency labels of several parts", "label", several - gapped)
    _show_counts("Dependency labels of gapping", "label", gapped)


def _show_nonprojective(counts: SentenceStatistics) -> None:
    total = counts.nonprojective.total()
    rows = [(name, f"{counts.nonprojective[kind]:,}") for kind, name in _KINDS.items()]
    rows.append(("all", f"{total:,} of {counts.links:,}"))
    rows.append(("sentences with any", f"{counts.nonprojective_sentences:,}"))
    emit_table("Nonprojective links", ("kind", "count"), rows)


def _show_counts(title: str, kind: str, counts: Counter[str]) -> None:
    if counts:
        emit_table(title, (kind, "count"), [(name, f"{count:,}") for name, count in counts.most_common()])
