"""A sentence of a file as the scorer sees it, rows turned into frames."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count, repeat
from pathlib import Path

from relata.formats.conll2008 import rows as table
from relata.formats.conll2008.rows import DEPREL, EMPTY, PPOSS, PRED, SPLIT_FORM, SUPPORT, Row, sense
from relata.scoring.conll2008.options import Options

Parts = Callable[[str], tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Frame:
    """A predicate: the lemma and the sense of its roleset, and its roles by the positions that fill them."""

    lemma: str
    sense: str
    roles: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Analysis:
    """A sentence with its dependencies and frames; positions are counted from 0, heads from 1.

    `head_keys` are what heads are compared by. `skipped` counts the predicates and the arguments of support
    chains that were left out. `content` is the fields that scores depend on, `line` where they begin.
    """

    forms: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    heads: tuple[int | None, ...] = ()
    head_keys: tuple[int | str | None, ...] = ()
    deprels: tuple[str, ...] = ()
    frames: Mapping[int, Frame] = field(default_factory=dict)
    skipped: tuple[int, int] = (0, 0)
    content: str = ""
    line: int | None = None

    def __len__(self) -> int:
        return len(self.forms)


def analysis(rows: list[Row], options: Options, path: str | Path, line: int | None) -> Analysis:
    """The analysis of checked rows; a HEAD that is no number is refused."""
    lines = repeat(None) if line is None else count(line)
    heads = tuple(table.head(row, path, at) for row, at in zip(rows, lines, strict=False))
    frames, skipped = framed(rows, options)
    return Analysis(
        *words(rows),
        heads=heads,
        head_keys=heads,
        deprels=tuple(cell(row, DEPREL, EMPTY) for row in rows),
        frames=frames,
        skipped=skipped,
        content=content(rows),
        line=line,
    )


def words(rows: list[Row]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The forms and the tags of rows."""
    return tuple(cell(row, SPLIT_FORM) for row in rows), tuple(cell(row, PPOSS) for row in rows)


def content(rows: list[Row]) -> str:
    """The fields of rows that scores depend on, in one text."""
    return "\n".join("\t".join((cell(row, SPLIT_FORM), *row[PPOSS:])) for row in rows)


def framed(rows: list[Row], options: Options) -> tuple[dict[int, Frame], tuple[int, int]]:
    """The frames of rows, and how much of support chains was skipped.

    The columns of skipped predicates are not looked into. A cell that is not there is an empty role.
    """
    parts: Parts = strict_parts if options.strict_pred else task_parts
    frames: dict[int, Frame] = {}
    predicates = arguments = 0
    for column, place in enumerate(table.predicates(rows), start=table.ARGS):
        lemma, named = parts(rows[place][PRED])
        if named == SUPPORT and not options.support:
            predicates += 1
            continue
        roles = {n: role for n, row in enumerate(rows) if (role := cell(row, column)) != EMPTY}
        if not options.support:
            scored = {n: role for n, role in roles.items() if role != SUPPORT}
            arguments += len(roles) - len(scored)
            roles = scored
        frames[place] = Frame(lemma, named, roles)
    return frames, (predicates, arguments)


def task_parts(pred: str) -> tuple[str, str]:
    """Lemma and sense of PRED as the task reads them: the sense is the second field between dots."""
    return pred.partition(".")[0], sense(pred)


def strict_parts(pred: str) -> tuple[str, str]:
    """Lemma and sense of PRED, parted by its last dot.

    >>> strict_parts("phone.in.01"), strict_parts("phone")
    (('phone.in', '01'), ('phone', ''))
    """
    lemma, dot, named = pred.rpartition(".")
    return (lemma, named) if dot else (pred, "")


def cell(row: Row, column: int, otherwise: str = "") -> str:
    """A field of a row that may be too short for it."""
    return row[column] if column < len(row) else otherwise
