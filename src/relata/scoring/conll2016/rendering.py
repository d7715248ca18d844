"""Scores as the shared task writes them (prototext, text tables), and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import relata
from relata.scoring.conll2016.result import Table, rounded
from relata.scoring.counts import Counts

if TYPE_CHECKING:
    from relata.scoring.conll2016.scores import Score

_TITLES = {
    "All": "Evaluation for all discourse relations",
    "Explicit only": "Evaluation for explicit discourse relations only",
    "Non-explicit only": ("Evaluation for non-explicit discourse relations only (Implicit, EntRel, AltLex)"),
}
_RULE = "\n" + "=" * 48
_MICRO = "*Micro-Average"

Number = Callable[[float], str]


def prototext(score: Score) -> str:
    """The measures as the blind evaluation wants them; the blank after a key is part of the format."""
    return "".join(
        f'measure {{\n key: "{key}" \n value: "{value!r}"\n}}\n' for key, value in score.measures.items()
    )


def text(score: Score) -> str:
    """The tables in the shared task's layout."""
    # The official program prints some values as they are, and others after it has rounded them (B21).
    exact: Number = _plain if score.mode == "official" else _rounded
    lines: list[str] = []
    for name, table in score.strict.items():
        lines += [] if score.supplementary else [_RULE]
        lines += [_TITLES[name], *_strict_lines(table, exact)]
    if score.partial is not None:
        lines.append("\n######## partial")
        for name, table in score.partial.items():
            lines += [_RULE, _TITLES[name], "PARTIAL EVALUATION - For diagnostics only and not for ranking"]
            if score.mode == "official":
                lines.append("Aligning relations - This will time out after 120 seconds")
            lines += _partial_lines(table, score.cutoff, exact)
    return "".join(f"{line}\n" for line in lines)


def as_dict(score: Score) -> dict[str, Any]:
    """The scores with the counts behind them, ready for JSON."""
    return {
        "scorer": "conll2016",
        "signature": score.signature,
        "version": relata.__version__,
        "mode": score.mode,
        "language": score.language,
        "senses": score.senses,
        "cutoff": score.cutoff,
        "supplementary": score.supplementary,
        "measures": score.measures,
        "tables": {name: _table(table) for name, table in score.tables.items()},
        "warnings": list(score.warnings),
    }


def _table(table: Table) -> dict[str, Any]:
    return {
        "measures": {name: _counts(counts) for name, counts in table.measures.items()},
        "senses": {sense: _counts(counts) for sense, counts in table.senses.items()},
    }


def _counts(counts: Counts) -> dict[str, float]:
    return {
        "tp": counts.tp,
        "pred": counts.pred,
        "gold": counts.gold,
        "precision": rounded(counts.precision),
        "recall": rounded(counts.recall),
        "f1": rounded(counts.f1),
    }


def _strict_lines(table: Table, exact: Number) -> Iterator[str]:
    measures = table.measures
    yield f"Explicit connectives         : {_scores(measures['Explicit connective'], exact)}"
    yield f"Arg 1 extractor              : {_scores(measures['Arg1 extraction'], exact)}"
    yield f"Arg 2 extractor              : {_scores(measures['Arg2 extraction'], exact)}"
    yield f"Arg1 Arg2 extractor combined : {_scores(measures['Arg 1 Arg2 extraction'], exact)}"
    yield from _sense_lines(table, exact)
    yield "Overall parser performance --------------"
    yield _scores(table.parser, _rounded)


def _partial_lines(table: Table, cutoff: str, exact: Number) -> Iterator[str]:
    both_added = table.arg1 + table.arg2
    yield f"Arg 1 extractor (partial matching)                     : {_scores(table.arg1, _rounded)}"
    yield f"Arg 2 extractor (partial matching)                     : {_scores(table.arg2, _rounded)}"
    yield f"Concatenated Arg 1 Arg 2 extractor (partial matching)  : {_scores(both_added, _rounded)}"
    yield f"Conjunctive Arg 1 & Arg 2 extractor (partial matching) : {_scores(table.both, _rounded)}"
    yield from _sense_lines(table, exact)
    yield f"Overall parser performance (cutoff = {cutoff})--------------"
    yield _scores(table.parser, _rounded)


def _sense_lines(table: Table, exact: Number) -> Iterator[str]:
    width = max(map(len, table.senses), default=0) + 1
    rows: Mapping[str, tuple[Counts, Number]] = {
        _MICRO: (table.parser, _rounded),
        **{sense: (table.senses[sense], exact) for sense in sorted(table.senses)},
    }
    yield "Sense classification--------------"
    for label, (counts, number) in rows.items():
        precision, recall, f1 = (number(v) for v in (counts.precision, counts.recall, counts.f1))
        yield f"{label:<{width}} precision {precision}\trecall {recall}\tF1 {f1}"


def _scores(counts: Counts, number: Number) -> str:
    return f"Precision {number(counts.precision)} Recall {number(counts.recall)} F1 {number(counts.f1)}"


def _plain(value: float) -> str:
    return f"{value:.4f}"


def _rounded(value: float) -> str:
    return f"{rounded(value):.4f}"
