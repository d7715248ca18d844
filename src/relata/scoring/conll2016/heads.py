"""The head of an explicit connective: the tokens that a prediction must have to be right.

"two weeks after" is matched by "after" alone, "if then" needs both words. The heads of connectives are a
table of the shared task; this module locates them among the tokens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

from relata.scoring.conll2016.records import Record


class CrashError(Exception):
    """Input on which the official program crashes; `defect` is the number of the known defect."""

    def __init__(self, defect: str, cause: str) -> None:
        super().__init__(f"{defect}: {cause}")
        self.defect = defect
        self.cause = cause


def official_head(gold: Record) -> frozenset[int]:
    """Find the head as the official program does: case matters, and words are taken for tokens.

    Raises `CrashError` where the program crashes.
    """
    table, text = _heads("connective_heads_cased.tsv"), gold.connective_text
    head = table.get(text) or table.get(text.lower()) or text
    positions = _locate(words(head), words(text.lower()), table)
    if positions is None:
        raise CrashError("B5", f"the head of the connective {text!r} is not among its lower-case words")
    if any(position >= len(gold.connective) for position in positions):
        raise CrashError("B6", f"the connective {text!r} has more words than tokens")
    return frozenset(gold.connective[position] for position in positions)


def corrected_head(gold: Record) -> frozenset[int]:
    """Find the head without regard to case; all tokens if table or words do not determine it."""
    tokens = sorted(set(gold.connective))
    table, text = _heads("connective_heads.tsv"), gold.connective_text.lower()
    head, connective = table.get(text), words(text)
    if len(connective) != len(tokens) and gold.connective_forms:
        forms = dict(zip(gold.connective, gold.connective_forms, strict=True))
        connective = [forms[token].lower() for token in tokens]
    if head is None or len(connective) != len(tokens):
        return frozenset(tokens)
    positions = _locate(words(head), connective, table)
    return frozenset(tokens if positions is None else [tokens[position] for position in positions])


def words(text: str) -> list[str]:
    """Split a text into words as the task does: at blanks only."""
    return [word for word in text.split(" ") if word]


def _locate(head: Sequence[str], connective: Sequence[str], table: Mapping[str, str]) -> list[int] | None:
    """Locate the words of a head, in order; "afterwards" may stand for its head "afterward"."""
    positions: list[int] = []
    start = 0
    for wanted in head:
        hits = (
            position
            for position in range(start, len(connective))
            if wanted in (connective[position], table.get(connective[position]))
        )
        position = next(hits, None)
        if position is None:
            return None
        positions.append(position)
        start = position + 1
    return positions


@cache
def _heads(name: str) -> dict[str, str]:
    rows = resources.files(__package__).joinpath("data", name).read_text(encoding="utf-8").splitlines()
    return dict(row.split("\t") for row in rows)
