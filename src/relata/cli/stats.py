"""`relata stats`: count the content of a corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from relata.batch.progress import Progress
from relata.cli.console import emit_json, emit_table
from relata.cli.options import (
    ARGUMENT,
    FormatOption,
    FromOption,
    LenientOption,
    declared,
    format_of,
    reading,
    reads_corpora,
)
from relata.cli.treebank import (
    DictionaryOption,
    NamesOption,
    NombankOption,
    PropbankOption,
    SplitOption,
    TreebankOptions,
)

if TYPE_CHECKING:
    from relata.evaluation.corpus_statistics import Statistics
    from relata.formats.propbank.frames import ArgumentCounts

_NONPROJECTIVE_KINDS = {
    "wh": "wh-movement",
    "split_clause": "split clause",
    "split_np": "split noun phrase",
    "other": "other",
}


@click.command(short_help="Count the content of a corpus.")
@declared
@reads_corpora
def stats(
    source: Annotated[Path, ARGUMENT],
    *,
    source_format: FromOption = None,
    propbank: PropbankOption = None,
    nombank: NombankOption = None,
    names: NamesOption = None,
    split: SplitOption = False,
    dictionary: DictionaryOption = (),
    connectives: Annotated[int, "Number of connectives to list.", click.IntRange(0)] = 20,
    form: FormatOption = "text",
    lenient: LenientOption = False,
) -> None:
    """Count documents, tokens and relations by type, sense, argument position and discontinuity.

    Of dependencies: labels, and nonprojective links by kind. Of propositions: predicates by tag, and roles;
    of a treebank, arguments with several heads, and discontinuous ones that became one.

    \b
    Examples:
      relata stats examples/conll2016
      relata stats examples/conll2008/gold.conll08
      relata stats pdtb3/ --from pdtb3 --format json
      relata stats wsj/ --from ptb --propbank prop.txt --nombank nombank.1.0 --split
    """
    from relata.evaluation.corpus_statistics import statistics
    from relata.formats.propbank.frames import ArgumentCounts

    options, conversion = TreebankOptions(propbank, nombank, names, split, dictionary), ArgumentCounts()
    read = options.reader(format_of(source, source_format), counts=conversion)
    with reading(lenient=lenient) as on_error:
        documents = read(source, on_error=on_error)
        counts = statistics(Progress().follow(documents, "documents"))
        if form == "json":
            emit_json(counts.as_dict() | ({"conversion": asdict(conversion)} if conversion.arguments else {}))
        else:
            _show(counts, connectives)
            if conversion.arguments:
                _show_conversion(conversion)


def _show(counts: Statistics, connectives: int) -> None:
    sizes = ("documents", "paragraphs", "sentences", "tokens", "relations", "propositions")
    emit_table("Corpus", ("", "count"), [(name, f"{getattr(counts, name):,}") for name in sizes])
    if counts.relations:
        _show_relations(counts, connectives)
    if counts.labels:
        _show_labels(counts.labels)
    if counts.links:
        _show_nonprojective(counts)
    _show_counts("Predicates by tag", "tag", counts.predicates)
    _show_counts("Roles", "role", counts.roles)


def _show_conversion(counts: ArgumentCounts) -> None:
    """Print the shares of arguments that were split and merged, as the CoNLL-2008 paper gives them."""
    rows = [
        (name, f"{count:,}", f"{count / counts.arguments:.1%}")
        for name, count in (
            ("arguments", counts.arguments),
            ("several heads, split", counts.several_heads),
            ("discontinuous", counts.discontinuous),
            ("discontinuous, merged", counts.merged),
        )
    ]
    emit_table("Conversion of arguments", ("", "count", "share"), rows)


def _show_relations(counts: Statistics, connectives: int) -> None:
    from relata.evaluation.corpus_statistics import POSITIONS

    kinds = [kind for kind, _ in counts.types.most_common()]
    emit_table(
        "Relations by type",
        ("type", "count", "share"),
        [
            (kind, f"{count:,}", f"{count / counts.relations:.1%}")
            for kind, count in counts.types.most_common()
        ],
    )
    senses = sorted({sense for counter in counts.senses.values() for sense in counter})
    emit_table("Senses", ("sense", *kinds, "all"), _cross(counts.senses, senses, kinds))
    positions = _cross(counts.positions, POSITIONS, kinds)
    emit_table("Position of Arg1, seen from Arg2", ("position", *kinds, "all"), positions)
    parts = [(part, f"{counts.discontinuous[part]:,}") for part in ("connective", "arg1", "arg2")]
    emit_table("Discontinuous spans", ("part", "count"), parts)
    if connectives:
        title = f"Explicit connectives ({len(counts.connectives):,} in all)"
        _show_counts(title, "connective", counts.connectives, connectives)


def _cross(
    table: Mapping[str, Counter[str]], labels: Iterable[str], kinds: list[str]
) -> list[tuple[str, ...]]:
    """Return rows of labels by relation type, with a total; labels that do not occur are left out."""
    rows = [(label, [table[kind][label] for kind in kinds]) for label in labels]
    return [(label, *(f"{count:,}" for count in (*row, sum(row)))) for label, row in rows if any(row)]


def _show_labels(labels: Counter[str]) -> None:
    """Print labels of one part with their meanings, and labels of several parts, with and without gapping."""
    from relata.evaluation.corpus_statistics import GAP
    from relata.syntax.labels import deprel_descriptions

    meanings = deprel_descriptions()
    rows = [
        (label, meanings.get(label, ""), f"{count:,}", f"{count / labels.total():.1%}")
        for label, count in labels.most_common()
        if "-" not in label
    ]
    emit_table("Dependency labels", ("label", "meaning", "count", "share"), rows, text_columns=2)
    combined = Counter({label: count for label, count in labels.items() if "-" in label})
    gapped = Counter({label: count for label, count in combined.items() if GAP in label.split("-")})
    _show_counts("Dependency labels of several parts", "label", combined - gapped)
    _show_counts("Dependency labels of gapping", "label", gapped)


def _show_nonprojective(counts: Statistics) -> None:
    rows = [(name, f"{counts.nonprojective[kind]:,}") for kind, name in _NONPROJECTIVE_KINDS.items()]
    rows.append(("all", f"{counts.nonprojective.total():,} of {counts.links:,}"))
    rows.append(("sentences with any", f"{counts.nonprojective_sentences:,}"))
    emit_table("Nonprojective links", ("kind", "count"), rows)


def _show_counts(title: str, kind: str, counts: Counter[str], limit: int | None = None) -> None:
    if counts:
        emit_table(
            title, (kind, "count"), [(name, f"{count:,}") for name, count in counts.most_common(limit)]
        )
