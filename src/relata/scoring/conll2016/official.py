"""The shared task's own scores to the last digit (mode "official"), what its program gets wrong included.

The numbers B1 to B21 are those of the known defects of the official program. Where it falls over on an
input, the measure that it fails to give is taken from the corrected scorer, with a warning.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from relata.scoring.conll2016.official_partial import partial_table
from relata.scoring.conll2016.official_strict import strict_table
from relata.scoring.conll2016.records import Record, of_table
from relata.scoring.conll2016.result import PARTIAL, TABLES, RunTables, Table


def score_official(
    gold: Sequence[Record], predicted: Sequence[Record], language: str, cutoff: Fraction | None
) -> RunTables:
    """Score predictions that passed validation; without a cutoff, strictly only.

    `language` is that of all the gold: each table has one of its own, which its gold tells (see B9).
    """
    warnings: list[str] = []
    strict: dict[str, Table] = {}
    partial: dict[str, Table] = {}
    for name in TABLES:
        golds, predictions = of_table(gold, name), of_table(predicted, name)
        strict[name] = strict_table(name, golds, predictions, language, warnings)
        if cutoff is not None:
            partial[name] = partial_table(name + PARTIAL, golds, predictions, language, cutoff, warnings)
    return RunTables(strict, partial or None, tuple(warnings))
