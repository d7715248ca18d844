"""The CoNLL-2008 scorer of dependencies and roles, as its program computes and as it was meant."""

from relata.scoring.conll2008.checks import Side
from relata.scoring.conll2008.official_tables import TABLES
from relata.scoring.conll2008.options import MODES, Options
from relata.scoring.conll2008.reading import read_pairs
from relata.scoring.conll2008.score import Exact, Score
from relata.scoring.conll2008.scorer import score, score_files, score_pairs
from relata.scoring.conll2008.semantics import CLASSES, Dependencies, Semantics
from relata.scoring.conll2008.syntax import Attachment, SentenceScore
from relata.scoring.conll2008.tally import Counts

__all__ = [
    "CLASSES",
    "MODES",
    "TABLES",
    "Attachment",
    "Counts",
    "Dependencies",
    "Exact",
    "Options",
    "Score",
    "Semantics",
    "SentenceScore",
    "Side",
    "read_pairs",
    "score",
    "score_files",
    "score_pairs",
]
