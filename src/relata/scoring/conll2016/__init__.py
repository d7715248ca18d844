"""The CoNLL-2016 scorer of shallow discourse parsing, as its program computes and as it was meant.

>>> gold = [Record("d", "Implicit", ("Expansion.Conjunction",), (0, 1, 2), (3, 4, 5))]
>>> score(gold, gold).measures["All Parser f1"]
1.0
"""

from relata.scoring.conll2016.inputs import read_gold, read_predictions, validate_output
from relata.scoring.conll2016.labels import MODES, LabelSet, Setting, label_set, setting
from relata.scoring.conll2016.records import Record, records
from relata.scoring.conll2016.result import TABLES, RelationScore, Table
from relata.scoring.conll2016.scorer import score, score_files
from relata.scoring.conll2016.validation import Report
from relata.scoring.score import Counts

__all__ = [
    "MODES",
    "TABLES",
    "Counts",
    "LabelSet",
    "Record",
    "RelationScore",
    "Report",
    "Setting",
    "Table",
    "label_set",
    "read_gold",
    "read_predictions",
    "records",
    "score",
    "score_files",
    "setting",
    "validate_output",
]
