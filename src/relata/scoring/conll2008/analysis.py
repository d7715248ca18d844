"""A sentence of a file as the scorer compares it, rows turned into frames."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count, repeat
from pathlib import Path

from relata.errors import ScoringError
from relata.formats.conll2008 import rows as table
from relata.formats.conll2008.rows import DEPREL, EMPTY, PPOSS, PRED, SPLIT_FORM, SUPPORT, Row, sense

MODES = ("corrected", "official")


@dataclass(frozen=True, slots=True)
class Options:
    """Options of scoring: `official` reproduces the task's program with its defects, `corrected` has none.

    `punctuation` and `support` decide whether punctuation (in syntax) and support chains (in semantics)
    count. With `strict_pred` the sense is all that follows the last dot of PRED, and differing lemmas are
    counted.
    """

    mode: str = "corrected"
    punctuation: bool = True
    support: bool = False
    strict_pred: bool = False

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise ScoringError(f"no mode {self.mode!r}; expected one of {', '.join(MODES)}")
        if self.official and self.strict_pred:
            raise ScoringError(
                "mode official compares senses in its own way; strict_pred goes with corrected"
            )

    @property
    def official(self) -> bool:
        """Whether the mode is official."""
        return self.mode == "official"

    @property
    def signed(self) -> dict[str, object]:
        """The options by name, as they stand in signatures."""
        return {
            "mode": self.mode,
            "punct": "yes" if self.punctuation else "no",
            "su": "yes" if self.support else "no",
            "pred": "strict" if self.strict_pred else "sense",
        }


CORRECTED = Options()
"""The default."""


@dataclass(frozen=True, slots=True)
class PredicateFrame:
    """Predicate with the lemma and the sense of its roleset, and its roles by token position."""

    lemma: str
    sense: str
    roles: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Analysis:
    """Sentence with its dependencies and frames; positions are counted from 0, heads from 1.

    `head_keys` are the values that heads are compared by. `skipped` counts the predicates and the arguments
    of support chains that were left out. `content` joins the fields that scores depend on.
    """

    forms: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    heads: tuple[int | None, ...] = ()
    head_keys: tuple[int | str | None, ...] = ()
    deprels: tuple[str, ...] = ()
    frames: Mapping[int, PredicateFrame] = field(default_factory=dict)
    skipped: tuple[int, int] = (0, 0)
    content: str = ""
    line: int | None = None

    def __len__(self) -> int:
        return len(self.forms)


def analysis(rows: list[Row], options: Options, path: str | Path, line: int | None) -> Analysis:
    """Build the analysis of checked rows; a HEAD that is no number is refused."""
    lines = repeat(None) if line is None else count(line)
    heads = tuple(table.head(row, path, at) for row, at in zip(rows, lines, strict=False))
    frames, skipped = framed(rows, options)
    return Analysis(
        *words(rows),
        heads=heads,
        head_keys=heads,
        deprels=tuple(_cell(row, DEPREL, EMPTY) for row in rows),
        frames=frames,
        skipped=skipped,
        content=content(rows),
        line=line,
    )


def words(rows: list[Row]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Extract the forms and the tags of rows."""
    return tuple(_cell(row, SPLIT_FORM) for row in rows), tuple(_cell(row, PPOSS) for row in rows)


def content(rows: list[Row]) -> str:
    """Join the fields of rows that scores depend on."""
    return "\n".join("\t".join((_cell(row, SPLIT_FORM), *row[PPOSS:])) for row in rows)


def framed(rows: list[Row], options: Options) -> tuple[dict[int, PredicateFrame], tuple[int, int]]:
    """Build the frames of rows, and count skipped predicates and arguments of support chains.

    The columns of skipped predicates are not read. A missing cell is an empty role.
    """
    parts: Callable[[str], tuple[str, str]] = strict_parts if options.strict_pred else task_parts
    frames: dict[int, PredicateFrame] = {}
    predicates = arguments = 0
    for column, position in enumerate(table.predicates(rows), start=table.ARGS):
        lemma, roleset_sense = parts(rows[position][PRED])
        if roleset_sense == SUPPORT and not options.support:
            predicates += 1
            continue
        roles = {n: role for n, row in enumerate(rows) if (role := _cell(row, column)) != EMPTY}
        if not options.support:
            scored = {n: role for n, role in roles.items() if role != SUPPORT}
            arguments += len(roles) - len(scored)
            roles = scored
        frames[position] = PredicateFrame(lemma, roleset_sense, roles)
    return frames, (predicates, arguments)


def task_parts(pred: str) -> tuple[str, str]:
    """Split PRED into lemma and sense as the task does: the sense is the second field between dots."""
    return pred.partition(".")[0], sense(pred)


def strict_parts(pred: str) -> tuple[str, str]:
    """Split PRED into lemma and sense at its last dot.

    >>> strict_parts("phone.in.01"), strict_parts("phone")
    (('phone.in', '01'), ('phone', ''))
    """
    lemma, dot, roleset_sense = pred.rpartition(".")
    return (lemma, roleset_sense) if dot else (pred, "")


def _cell(row: Row, column: int, otherwise: str = "") -> str:
    """Look up a field of a row that may be too short for it."""
    return row[column] if column < len(row) else otherwise
