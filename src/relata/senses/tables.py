"""Tables of senses, read from the TSV files of this folder.

`inventories.tsv` has the senses of each inventory in order, parents before children. PDTB-3 has NegResult
twice: the manual files it under Cause, the released files under Negative-cause.

`mappings.tsv` maps senses between inventories. PDTB-2 to CoNLL-2016 is the shared task's own reduction (Xue
et al. 2015). PDTB-2 to PDTB-3 has only pairs that the definitions of both manuals make the same sense.

`spellings.tsv` has variants and misspellings of parts of labels in released data.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

ENTREL = "EntRel"
"""The label of relations between entities: a type that the CoNLL tasks score as if it were a sense."""


@cache
def senses() -> Mapping[str, tuple[str, ...]]:
    """Return the senses of each inventory, in order."""
    table: dict[str, list[str]] = {}
    for name, sense in _rows("inventories.tsv"):
        table.setdefault(name, []).append(sense)
    return {name: tuple(labels) for name, labels in table.items()}


@cache
def mapping_tables() -> Mapping[tuple[str, str], Mapping[str, str]]:
    """Return the counterparts of senses for each pair of inventories.

    A sense without a row has the counterpart of its nearest ancestor with a row.
    """
    tables: dict[tuple[str, str], dict[str, str]] = {}
    for sources, target, sense, counterpart in _rows("mappings.tsv"):
        for source in sources.split(","):
            tables.setdefault((source, target), {})[sense] = counterpart
    return tables


@cache
def spellings() -> Mapping[str, str]:
    """Return the standard spelling of parts of labels, both in small letters."""
    return {row[0]: row[1] for row in _rows("spellings.tsv")}


def _rows(name: str) -> list[list[str]]:
    lines = files("relata.senses").joinpath(name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines[1:]]
