"""Sentences as the scorer compares them, gold and system side by side, from files or documents.

The official program reads files with defects. It takes the end of a file, and each superfluous blank line,
for a sentence without words; loses the predicate and the roles on the last line of a file that does not end
with a blank line; compares heads as text; and takes missing cells for a predicate without a sense, or an
argument without a role.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count, repeat, zip_longest
from pathlib import Path
from typing import NamedTuple

from relata.document import Document
from relata.errors import FormatError, OnError, ScoringError, strict
from relata.formats.conll2008 import rows as table
from relata.formats.conll2008.rows import DEPREL, EMPTY, HEAD, PPOSS, PRED, SPLIT_FORM, SUPPORT, Block, Row
from relata.formats.conll2008.writing import sentence_rows
from relata.formats.warnings import Unsupported

MODES = ("corrected", "official")
WEIGHT = 0.5
"""Weight of semantics in the macro scores of the task."""


@dataclass(frozen=True, slots=True)
class Options:
    """Options of scoring: `official` reproduces the task's program with its defects, `corrected` has none.

    `punctuation` and `support` decide whether punctuation (in syntax) and support chains (in semantics)
    count. With `strict_pred` the sense is all that follows the last dot of PRED, and differing lemmas are
    counted. `semantic_weight` is the weight of semantics in the macro scores.
    """

    mode: str = "corrected"
    punctuation: bool = True
    support: bool = False
    strict_pred: bool = False
    semantic_weight: float = WEIGHT

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise ScoringError(f"no mode {self.mode!r}; expected one of {', '.join(MODES)}")
        if not 0 <= self.semantic_weight <= 1:
            raise ScoringError(f"expected a weight of semantics from 0 to 1, got {self.semantic_weight}")
        if self.official and self.semantic_weight != WEIGHT:
            raise ScoringError("mode official weighs semantics as syntax; other weights go with corrected")
        if self.official and self.strict_pred:
            raise ScoringError(
                "mode official compares senses in its own way; strict_pred goes with corrected"
            )

    @property
    def official(self) -> bool:
        """True in official mode."""
        return self.mode == "official"

    @property
    def signed(self) -> dict[str, object]:
        """The options by name, as they stand in signatures."""
        return {
            "mode": self.mode,
            "punct": "yes" if self.punctuation else "no",
            "su": "yes" if self.support else "no",
            "pred": "strict" if self.strict_pred else "sense",
        } | ({} if self.semantic_weight == WEIGHT else {"wsem": self.semantic_weight})


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


Pair = tuple[Analysis, Analysis]


def read_pairs(
    gold: str | Path, system: str | Path, options: Options, *, on_error: OnError = strict
) -> Iterator[Pair]:
    """Read the sentences of two files, pair by pair; memory holds one pair.

    A pair with a fault on either side is left out if `on_error` returns.
    """
    if options.official:
        yield from _official_pairs(gold, system, options)
    else:
        yield from _pairs(_file(gold, on_error), _file(system, on_error), options, on_error)


def document_pairs(gold: Iterable[Document], system: Iterable[Document], options: Options) -> Iterator[Pair]:
    """Pair the sentences of documents."""
    return _pairs(_documents(gold, "gold"), _documents(system, "system"), options, strict)


class _SentenceRows(NamedTuple):
    """Rows of a sentence, None if they are faulty, with their place."""

    rows: list[Row] | None
    path: str
    line: int | None = None


def _file(path: str | Path, on_error: OnError) -> Iterator[_SentenceRows]:
    for block in table.blocks(path):
        if block.rows or block.fault:
            rows: list[Row] | None = None
            try:
                rows = table.checked(block, path, on_error)
            except FormatError as error:
                on_error(error)
            yield _SentenceRows(rows, str(path), block.line)


def _documents(documents: Iterable[Document], side: str) -> Iterator[_SentenceRows]:
    for document in documents:
        for rows in sentence_rows(document, Unsupported("CoNLL-2008")):
            yield _SentenceRows(rows, f"{side} document {document.id}")


def _pairs(
    gold: Iterator[_SentenceRows], system: Iterator[_SentenceRows], options: Options, on_error: OnError
) -> Iterator[Pair]:
    for expected, actual in zip_longest(gold, system):
        if expected is None or actual is None:
            longer = expected or actual
            raise FormatError("a sentence that the other side does not have", longer.path, line=longer.line)
        if expected.rows is None or actual.rows is None:
            continue
        try:
            yield _pair(expected, expected.rows, actual, actual.rows, options)
        except FormatError as error:
            on_error(error)


def _pair(
    expected: _SentenceRows, gold: list[Row], actual: _SentenceRows, system: list[Row], options: Options
) -> Pair:
    if len(gold) != len(system):
        place = expected.path if expected.line is None else f"{expected.path}:{expected.line}"
        message = f"expected {len(gold)} tokens, as at {place}, found {len(system)}"
        raise FormatError(message, actual.path, line=actual.line)
    annotated = analysis(gold, options, expected.path, expected.line)
    if None in annotated.heads:
        line = None if expected.line is None else expected.line + annotated.heads.index(None)
        raise FormatError("expected a head: this is the gold", expected.path, line=line, field="HEAD")
    return annotated, analysis(system, options, actual.path, actual.line)


def _official_pairs(gold: str | Path, system: str | Path, options: Options) -> Iterator[Pair]:
    """Read the pairs of two files as the official program does; both sides may be empty."""
    ended = True
    for expected, actual in zip_longest(table.blocks(gold), table.blocks(system)):
        if expected is None or actual is None:
            block, path = (actual, system) if expected is None else (expected, gold)
            if block.rows or block.fault:  # more than a blank line at the end
                raise FormatError("a sentence that the other file does not have", path, line=block.line)
            continue
        if fault := expected.fault or actual.fault:
            raise fault
        if len(expected.rows) != len(actual.rows):
            place = f"{gold}:{expected.line}"
            message = f"expected {len(expected.rows)} tokens, as at {place}, found {len(actual.rows)}"
            raise FormatError(message, system, line=actual.line)
        yield _official_analysis(expected, options), _official_analysis(actual, options)
        ended = expected.closed and actual.closed
    if ended:
        yield Analysis(), Analysis()


def _official_analysis(block: Block, options: Options) -> Analysis:
    if not block.rows:
        return Analysis()
    rows = [row + [""] * (table.ARGS - len(row)) for row in block.rows]
    keys = tuple(row[HEAD] for row in rows)
    frames = framed(rows if block.closed else rows[:-1], options)
    return _analysis(block.rows, tuple(map(table.number, keys)), keys, "", frames, block.line)


def analysis(rows: list[Row], options: Options, path: str | Path, line: int | None) -> Analysis:
    """Build the analysis of checked rows; a HEAD that is no number is refused."""
    lines = repeat(None) if line is None else count(line)
    heads = tuple(table.head(row, path, at) for row, at in zip(rows, lines, strict=False))
    return _analysis(rows, heads, heads, EMPTY, framed(rows, options), line)


def _analysis(
    rows: list[Row],
    heads: tuple[int | None, ...],
    head_keys: tuple[int | str | None, ...],
    missing_label: str,
    frames: tuple[dict[int, PredicateFrame], tuple[int, int]],
    line: int | None,
) -> Analysis:
    forms = tuple(_cell(row, SPLIT_FORM) for row in rows)
    tags = tuple(_cell(row, PPOSS) for row in rows)
    deprels = tuple(_cell(row, DEPREL, missing_label) for row in rows)
    content = "\n".join("\t".join((form, *row[PPOSS:])) for form, row in zip(forms, rows, strict=True))
    return Analysis(forms, tags, heads, head_keys, deprels, *frames, content, line)


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
    return pred.partition(".")[0], table.sense(pred)


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
