"""Pairs of sentences as the official program reads them, with the defects that this brings.

It takes the end of a file, and each blank line too many, for a sentence without words; loses the predicate
and the roles on the last line of a file that does not end with a blank line; compares heads as text; and
takes cells that are not there for a predicate without a sense, or an argument without a role.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from relata.errors import FormatError
from relata.formats.conll2008 import rows as table
from relata.formats.conll2008.rows import DEPREL, HEAD, Block
from relata.scoring.conll2008.analysis import Analysis, content, framed, words
from relata.scoring.conll2008.options import Options


def official_pairs(
    gold: str | Path, system: str | Path, options: Options
) -> Iterator[tuple[Analysis, Analysis]]:
    """The pairs of two files; those without words are empty on both sides."""
    ended = True
    for ours, theirs in zip_longest(table.blocks(gold), table.blocks(system)):
        if ours is None or theirs is None:
            _check_rest(ours or theirs, system if ours is None else gold)
            continue
        _check(ours, theirs, gold, system)
        yield _analysis(ours, options), _analysis(theirs, options)
        ended = ours.closed and theirs.closed
    if ended:
        yield Analysis(), Analysis()


def _check_rest(block: Block | None, path: str | Path) -> None:
    """Refuses what only one file has, unless it is a blank line at its end."""
    if block and (block.rows or block.fault):
        raise FormatError("a sentence that the other file does not have", path, line=block.line)


def _check(ours: Block, theirs: Block, gold: str | Path, system: str | Path) -> None:
    """Refuses lines that do not go together."""
    for block in (ours, theirs):
        if block.fault:
            raise block.fault
    if len(ours.rows) != len(theirs.rows):
        message = f"expected {len(ours.rows)} tokens, as at {gold}:{ours.line}, found {len(theirs.rows)}"
        raise FormatError(message, system, line=theirs.line)


def _analysis(block: Block, options: Options) -> Analysis:
    if not block.rows:
        return Analysis()
    rows = [row + [""] * (table.ARGS - len(row)) for row in block.rows]
    frames, skipped = framed(rows if block.closed else rows[:-1], options)
    keys = tuple(row[HEAD] for row in rows)
    return Analysis(
        *words(rows),
        heads=tuple(map(table.number, keys)),
        head_keys=keys,
        deprels=tuple(row[DEPREL] for row in rows),
        frames=frames,
        skipped=skipped,
        content=content(block.rows),
        line=block.line,
    )
