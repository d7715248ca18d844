"""Scores of a run by table and measure: as the shared task writes them (prototext, text), and as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from relata.scoring.score import Counts, Score, rounded

TABLES = ("All", "Explicit only", "Non-explicit only")

PARTIAL = " (partial match)"
"""The suffix of partial tables in the keys of measures."""

_MEASURES = {
    "Parser": "parser",
    "Explicit connective": "connective",
    "Arg1 extraction": "arg1",
    "Arg2 extraction": "arg2",
    "Arg 1 Arg2 extraction": "both",
}
_TITLES = {
    "All": "Evaluation for all discourse relations",
    "Explicit only": "Evaluation for explicit discourse relations only",
    "Non-explicit only": "Evaluation for non-explicit discourse relations only (Implicit, EntRel, AltLex)",
}
_NOTHING = Counts()
_RULE = "\n" + "=" * 48

Number = Callable[[float], str]


@dataclass(frozen=True, slots=True)
class Table:
    """Measures of one table (all relations, explicit only, non-explicit only).

    `both` is Arg1 and Arg2 together; `connective` is absent from partial tables.
    """

    parser: Counts = _NOTHING
    arg1: Counts = _NOTHING
    arg2: Counts = _NOTHING
    both: Counts = _NOTHING
    connective: Counts | None = None
    senses: Mapping[str, Counts] = field(default_factory=dict)

    @property
    def measures(self) -> dict[str, Counts]:
        """The counts by the shared task's names of its measures, in its order."""
        counts = {name: getattr(self, attribute) for name, attribute in _MEASURES.items()}
        return {name: value for name, value in counts.items() if value is not None}

    def as_dict(self) -> dict[str, Any]:
        """Convert measures and senses for JSON."""
        return {
            "measures": {name: counts.as_dict() for name, counts in self.measures.items()},
            "senses": {sense: counts.as_dict() for sense, counts in self.senses.items()},
        }


@dataclass(frozen=True, slots=True)
class RunTables:
    """Tables of a run by name, with warnings; `partial` is None where partial scores are not computed."""

    strict: Mapping[str, Table]
    partial: Mapping[str, Table] | None
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RelationScore(Score):
    """Score of a run: strict and partial tables by name.

    `partial` is None where partial scores were not asked for, or do not exist (sense-only task).
    `gold` and `predicted` are digests of the data.
    """

    scorer = "conll2016"

    mode: str
    language: str
    senses: str
    cutoff: str
    strict: Mapping[str, Table]
    partial: Mapping[str, Table] | None
    gold: str
    predicted: str
    supplementary: bool = False
    warnings: tuple[str, ...] = ()

    @property
    def tables(self) -> dict[str, Table]:
        """All tables by the names that the keys of measures begin with."""
        return dict(self.strict) | {name + PARTIAL: table for name, table in (self.partial or {}).items()}

    @property
    def measures(self) -> dict[str, float]:
        """The values of all measures by the shared task's keys, in its order, rounded to four decimals."""
        return {
            f"{table_name} {measure} {name}": rounded(value)
            for table_name, table in self.tables.items()
            for measure, counts in table.measures.items()
            for name, value in counts.scores.items()
        }

    @property
    def signed(self) -> dict[str, object]:
        """The parts of the signature."""
        return {
            "mode": self.mode,
            "task": "sense-only" if self.supplementary else None,
            "lang": self.language,
            "senses": self.senses,
            "cutoff": self.cutoff if self.partial is not None else None,
            "gold": self.gold,
            "pred": self.predicted,
        }

    def prototext(self) -> str:
        """Format the measures for the blind evaluation; the blank after a key is part of the format."""
        return "".join(
            f'measure {{\n key: "{key}" \n value: "{value!r}"\n}}\n' for key, value in self.measures.items()
        )

    def text(self) -> str:
        """Format the tables in the shared task's layout."""
        return "".join(f"{line}\n" for line in self._lines())

    def as_dict(self) -> dict[str, Any]:
        """Convert scores and counts for JSON."""
        return self.header | {
            "mode": self.mode,
            "language": self.language,
            "senses": self.senses,
            "cutoff": self.cutoff,
            "supplementary": self.supplementary,
            "measures": self.measures,
            "tables": {name: table.as_dict() for name, table in self.tables.items()},
            "warnings": list(self.warnings),
        }

    def _lines(self) -> Iterator[str]:
        # The official program prints some values as they are, and others after it has rounded them (B21).
        exact: Number = _plain if self.mode == "official" else _rounded
        for name, table in self.strict.items():
            if not self.supplementary:
                yield _RULE
            yield _TITLES[name]
            yield from _strict_lines(table, exact)
        if self.partial is None:
            return
        yield "\n######## partial"
        for name, table in self.partial.items():
            yield _RULE
            yield _TITLES[name]
            yield "PARTIAL EVALUATION - For diagnostics only and not for ranking"
            if self.mode == "official":
                yield "Aligning relations - This will time out after 120 seconds"
            yield from _partial_lines(table, self.cutoff, exact)


def _strict_lines(table: Table, exact: Number) -> Iterator[str]:
    yield f"Explicit connectives         : {_scores(table.measures['Explicit connective'], exact)}"
    yield f"Arg 1 extractor              : {_scores(table.arg1, exact)}"
    yield f"Arg 2 extractor              : {_scores(table.arg2, exact)}"
    yield f"Arg1 Arg2 extractor combined : {_scores(table.both, exact)}"
    yield from _sense_lines(table, exact)
    yield f"Overall parser performance --------------\n{_scores(table.parser, _rounded)}"


def _partial_lines(table: Table, cutoff: str, exact: Number) -> Iterator[str]:
    arguments = {
        "Arg 1 extractor (partial matching)": table.arg1,
        "Arg 2 extractor (partial matching)": table.arg2,
        "Concatenated Arg 1 Arg 2 extractor (partial matching)": table.arg1 + table.arg2,
        "Conjunctive Arg 1 & Arg 2 extractor (partial matching)": table.both,
    }
    for title, counts in arguments.items():
        yield f"{title:54} : {_scores(counts, _rounded)}"
    yield from _sense_lines(table, exact)
    yield f"Overall parser performance (cutoff = {cutoff})--------------\n{_scores(table.parser, _rounded)}"


def _sense_lines(table: Table, exact: Number) -> Iterator[str]:
    width = max(map(len, table.senses), default=0) + 1
    yield "Sense classification--------------"
    for label, counts in {"*Micro-Average": table.parser, **dict(sorted(table.senses.items()))}.items():
        number = exact if label in table.senses else _rounded
        precision, recall, f1 = map(number, counts.scores.values())
        yield f"{label:<{width}} precision {precision}\trecall {recall}\tF1 {f1}"


def _scores(counts: Counts, number: Number) -> str:
    return f"Precision {number(counts.precision)} Recall {number(counts.recall)} F1 {number(counts.f1)}"


def _plain(value: float) -> str:
    return f"{value:.4f}"


def _rounded(value: float) -> str:
    return f"{rounded(value):.4f}"
