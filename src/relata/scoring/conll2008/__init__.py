"""The CoNLL-2008 scorer of dependencies and roles, as its program computes and as it was meant."""

from relata.scoring.conll2008.analysis import MODES, Options, Pair, read_pairs
from relata.scoring.conll2008.official import TABLES, aborts, official_text
from relata.scoring.conll2008.result import DependencyScore
from relata.scoring.conll2008.scorer import score, score_files, score_pairs
from relata.scoring.conll2008.syntax import Attachment
from relata.scoring.score import PercentCounts

__all__ = [
    "MODES",
    "TABLES",
    "Attachment",
    "DependencyScore",
    "Options",
    "Pair",
    "PercentCounts",
    "aborts",
    "official_text",
    "read_pairs",
    "score",
    "score_files",
    "score_pairs",
]
