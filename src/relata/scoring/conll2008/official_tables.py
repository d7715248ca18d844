"""Tables of the official program's report, in its layout and with its way of rounding.

Sections whose content depends on the order of its hash tables (contexts, frame confusions, specific errors)
are not given, and rows of equal frequency stand in the order in which they came up.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from relata.scoring.conll2008.syntax import Attachment
from relata.scoring.conll2008.tally import Counts

if TYPE_CHECKING:
    from relata.scoring.conll2008.score import Score

_RULE = f"\n  {'=' * 80}\n"
_TAG_RULE = "  -----------+-------+-------+------+-------+------+-------+-------"
_SYNTACTIC = {
    "deprel": ("Precision and recall of DEPREL", "deprel"),
    "attachment": ("Precision and recall of DEPREL + ATTACHMENT", "deprel"),
    "direction": ("Precision and recall of binned HEAD direction", "direction"),
    "distance": ("Precision and recall of binned HEAD distance", "distance"),
}
_SEMANTIC = {
    "predicate": (
        "LABELED semantic dependencies to ROOT",
        "predicate identification and classification",
        "PPOSS",
    ),
    "predicate-unlabeled": (
        "UNLABELED semantic dependencies to ROOT",
        "predicate identification",
        "PPOSS",
    ),
    "argument": (
        "non-ROOT semantic dependencies",
        "identification and classification of arguments",
        "PPOSS(pred) + ARG",
    ),
}
TABLES = ("tag", *_SYNTACTIC, *_SEMANTIC)
"""The names of the tables, in the order of the report."""


def report(score: Score, tables: tuple[str, ...]) -> Iterator[str]:
    """These tables under the headings of the report, line by line."""
    files = f"results in {score.system.name}\n  vs. gold standard {score.gold.name}:\n"
    syntactic = [name for name in _SYNTACTIC if name in tables]
    if syntactic or "tag" in tables:
        yield _RULE
        yield f"  Evaluation of the syntactic {files}"
        yield f"  Number of non-scoring tokens: {score.unscored}\n"
    if "tag" in tables:
        yield from _accuracy_table(score.syntax, score.tags)
        yield from _error_table(score.syntax, score.tags)
    for name in syntactic:
        yield from _syntax_table(*_SYNTACTIC[name], score.tables[name])
    semantic = [name for name in _SEMANTIC if name in tables]
    if semantic:
        yield _RULE
        yield f"  Evaluation of the semantic {files}"
    for name in semantic:
        yield from _semantic_table(*_SEMANTIC[name], score.tables[name])


def _accuracy_table(total: Attachment, tags: Mapping[str, Attachment]) -> Iterator[str]:
    yield "  The overall accuracy and its distribution over PPOSS tags\n"
    yield _TAG_RULE
    yield "  Accuracy   | words | right |   %  | right |   %  | both  |   %"
    yield "             |       | head  |      |  dep  |      | right |"
    yield from _tag_rows(total, tags, _right)


def _error_table(total: Attachment, tags: Mapping[str, Attachment]) -> Iterator[str]:
    yield "  The overall error rate and its distribution over PPOSS tags\n"
    yield _TAG_RULE
    yield "  Error      | words | head  |   %  |  dep  |   %  | both  |   %"
    yield "  Rate       |       | err   |      |  err  |      | wrong |"
    yield from _tag_rows(total, tags, _wrong)


def _right(found: Attachment) -> Iterator[tuple[int, float]]:
    """What is right, with per cent: the program subtracts errors from 100, which may round otherwise."""
    for right in (found.head, found.label, found.both):
        yield right, 100 - (found.words - right) * 100 / found.words


def _wrong(found: Attachment) -> Iterator[tuple[int, float]]:
    """What is wrong, with per cent; the last is head and label together."""
    head, label, either = (found.words - right for right in (found.head, found.label, found.both))
    for wrong in (head, label, head + label - either):
        yield wrong, wrong * 100 / found.words


def _tag_rows(
    total: Attachment,
    tags: Mapping[str, Attachment],
    shares: Callable[[Attachment], Iterator[tuple[int, float]]],
) -> Iterator[str]:
    def row(tag: str, found: Attachment) -> str:
        cells = (f"{count:5} | {share:3.0f}%" for count, share in shares(found))
        return f"  {tag:10} | {found.words:5} | {' | '.join(cells)}"

    yield _TAG_RULE
    yield row("total", total)
    yield _TAG_RULE
    yield from (row(tag, found) for tag, found in tags.items())
    yield f"{_TAG_RULE}\n\n"


def _syntax_table(title: str, key: str, rows: Mapping[str, Counts]) -> Iterator[str]:
    rule = "  ----------------+------+---------+--------+------------+---------------"
    yield f"  {title}\n"
    yield rule
    yield f"  {key:15} | gold | correct | system | recall (%) | precision (%) "
    yield rule
    for name, counts in rows.items():
        yield f"  {name:15} | {_cells(counts)}"
    yield "\n"


def _semantic_table(title: str, meaning: str, key: str, rows: Mapping[str, Counts]) -> Iterator[str]:
    width = max(15, len(key))
    rule = f"  {'-' * width}-+------+---------+--------+------------+---------------|--------|"
    yield f"  Precision and recall for {title}"
    yield f"  (i.e., {meaning})"
    yield rule
    yield f"  {key:{width}} | gold | correct | system | recall (%) | precision (%) |     F1 | "
    yield rule
    for name, counts in rows.items():
        yield f"  {name:{width}} | {_cells(counts)} | {_f1(counts)} |"
    yield f"{rule}\n"


def _cells(counts: Counts) -> str:
    recall, precision = _rate(counts.tp, counts.gold), _rate(counts.tp, counts.pred)
    return (
        f"{counts.gold:4} | {counts.tp:7} | {counts.pred:6} | {_shown(recall, 10)} | {_shown(precision, 13)}"
    )


def _f1(counts: Counts) -> str:
    """F1 of the rounded precision and recall, as the program has it; none if one of them is 0 or none."""
    precision, recall = (float(f"{_rate(counts.tp, total):.2f}") for total in (counts.pred, counts.gold))
    return _shown(2 * precision * recall / (precision + recall) if precision and recall else math.nan, 6)


def _rate(right: int, total: int) -> float:
    return right * 100 / total if total else math.nan


def _shown(value: float, width: int) -> str:
    return f"{'NaN':>{width}}" if math.isnan(value) else f"{value:{width}.2f}"
