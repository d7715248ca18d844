"""Pairs of sentences as the official program reads them, with the defects that this brings.

It takes the end of a file, and each blank line too many, for a sentence without words; loses the predicate
and the roles on the last line of a file that does not end with a blank line; compares heads as text; and
takes a cell that is not there for an argument without a role.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from relata.errors import FormatError
from relata.formats.conll2008 import rows as table
from relata.formats.conll2008.rows import DEPREL, HEAD, Block
from relata.scoring.conll2008.analysis import Analysis, cell, content, framed, words
from relata.scoring.conll2008.options import Options


def official_pairs(
    gold: str | Path, system: str | Path, options: Options
) -> Iterator[tuple[Analysis, Analysis]]:
    """The pairs of two files; those without words are empty on both sides."""
    ended = True
    for ours, theirs in zip_longest(table.blocks(gold), table.blocks(system)):
        _check(ours, theirs, gold, system)
        yield _analysis(ours, options), _analysis(theirs, options)
        ended = ours.closed and theirs.closed
    if ended:
        yield Analysis(), Analysis()


def _check(ours: Block | None, theirs: Block | None, gold: str | Path, system: str | Path) -> None:
    """Refuses what the program refuses: lines that do not go together."""
    if ours is None or theirs is None:
        path, longer = (system, theirs) if ours is None else (gold, ours)
        line = longer.line if longer else None
        raise FormatError("a sentence that the other file does not have", path, line=line)
    for block in (ours, theirs):
        if block.fault:
            raise block.fault
    if len(ours.rows) != len(theirs.rows):
        message = f"expected {len(ours.rows)} tokens, as at {gold}:{ours.line}, found {len(theirs.rows)}"
        raise FormatError(message, system, line=theirs.line)


def _analysis(block: Block, options: Options) -> Analysis:
    if not block.rows:
        return Analysis()
    rows = block.rows
    frames, skipped = framed(rows if block.closed else rows[:-1], options)
    keys = tuple(cell(row, HEAD) for row in rows)
    return Analysis(
        *words(rows),
        heads=tuple(map(table.number, keys)),
        head_keys=keys,
        deprels=tuple(cell(row, DEPREL) for row in rows),
        frames=frames,
        skipped=skipped,
        content=content(rows),
        line=block.line,
    )
