"""The head of an explicit connective: the tokens that a prediction must have to be right.

"two weeks after" is found by "after" alone, "if then" needs both words. Which words are the head of a
connective is a table of the shared task; where they stand among its tokens, this module works out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

from relata.scoring.conll2016.defects import CrashError
from relata.scoring.conll2016.records import Record


def official_head(gold: Record) -> frozenset[int]:
    """The head as the official program finds it: case matters, and words are taken for tokens.

    Raises `CrashError` where the program falls over.
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
    """The head without regard to case; all tokens if the table or the words do not say."""
    tokens = sorted(set(gold.connective))
    table, text = _heads("connective_heads.tsv"), gold.connective_text.lower()
    head, given = table.get(text), words(text)
    if len(given) != len(tokens) and gold.connective_forms:
        forms = dict(zip(gold.connective, gold.connective_forms, strict=True))
        given = [forms[token].lower() for token in tokens]
    if head is None or len(given) != len(tokens):
        return frozenset(tokens)
    positions = _locate(words(head), given, table)
    return frozenset(tokens if positions is None else [tokens[position] for position in positions])


def _locate(head: Sequence[str], given: Sequence[str], table: Mapping[str, str]) -> list[int] | None:
    """Where the words of a head stand, in order: "afterwards", say, may stand for its head "afterward"."""
    positions: list[int] = []
    start = 0
    for wanted in head:
        hits = (i for i in range(start, len(given)) if wanted in (given[i], table.get(given[i])))
        position = next(hits, None)
        if position is None:
            return None
        positions.append(position)
        start = position + 1
    return positions


def words(text: str) -> list[str]:
    """The words of a text as the task cuts it: at blanks, and at nothing else."""
    return [word for word in text.split(" ") if word]


@cache
def _heads(name: str) -> dict[str, str]:
    rows = resources.files(__package__).joinpath("data", name).read_text(encoding="utf-8").splitlines()
    return dict(row.split("\t") for row in rows)
