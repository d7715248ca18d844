"""The senses that relations are scored on: those of the shared task, or another inventory's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from relata import senses
from relata.document.relations import RelationType
from relata.formats.conll2016 import relations
from relata.scoring.conll2016.messages import shown
from relata.scoring.conll2016.records import Record

TASK = {"en": "conll2016-en", "zh": "conll2016-zh"}
"""The label sets of the shared task, by language."""

SCHEMES = (*TASK.values(), "pdtb2", "pdtb3", "tedcdb")
"""The inventories that data are annotated with."""

TYPES = tuple(str(name) for name in RelationType if name is not RelationType.NOREL)
"""The types that relations may have: NoRel says that there is none."""

_TASK_TYPES = tuple(map(str, relations.TYPES))
_ENTREL = "EntRel"


@dataclass(frozen=True, slots=True)
class LabelSet:
    """The labels that count, in their order, and the types that predictions may have.

    Senses are truncated to the labels, but for those of the shared task, which takes a sense as it stands.
    """

    name: str
    labels: tuple[str, ...]
    types: tuple[str, ...]
    truncates: bool

    def label(self, sense: str) -> str:
        """The label that a sense is or falls under; a sense outside stays as it is."""
        if not self.truncates:
            return sense
        return senses.inventory(self.name).truncate(sense) or sense

    def accepts(self, sense: str) -> bool:
        """Whether a sense is one of these labels or falls under one."""
        return self.label(sense) in self.labels

    def complaint(self, sense: str) -> str:
        """Why a sense is not accepted, and where it is one."""
        homes = [name for name in SCHEMES if sense in senses.inventory(name)]
        home = f", a sense of {' and '.join(homes)}" if homes else ""
        return f"expected a sense of {self.name}, found {shown(sense)}{home}"

    def applied(self, records: Iterable[Record]) -> list[Record]:
        """The records with the labels of their senses, each once."""
        if not self.truncates:
            return list(records)
        return [
            replace(record, senses=tuple(dict.fromkeys(map(self.label, record.senses)))) for record in records
        ]


def label_set(name: str) -> LabelSet:
    """The label set of an inventory, with EntRel in any case: the task scores it as if it were a sense."""
    labels = senses.inventory(name).labels
    if name in TASK.values():
        return LabelSet(name, labels, _TASK_TYPES, truncates=False)
    return LabelSet(name, labels if _ENTREL in labels else (*labels, _ENTREL), TYPES, truncates=True)


def inventory(language: str) -> tuple[str, ...]:
    """The senses of the shared task in a language, in its order."""
    return senses.inventory(TASK[language]).labels


def official_language(gold: Iterable[Record]) -> str:
    """The language as the official program has it: EntRel speaks for English, a draw for Chinese."""
    english, chinese = frozenset(inventory("en")), frozenset(inventory("zh"))
    votes = Counter("en" if r.sense in english else "zh" if r.sense in chinese else "" for r in gold)
    return "en" if votes["en"] > votes["zh"] else "zh"


def infer_language(gold: Iterable[Record]) -> str | None:
    """The language that the senses of a gold standard tell, None if they do not."""
    english, chinese = frozenset(inventory("en")), frozenset(inventory("zh"))
    met = Counter(sense for record in gold for sense in record.senses)
    in_english = sum(met[sense] for sense in english - chinese)
    in_chinese = sum(met[sense] for sense in chinese - english)
    if in_english == in_chinese:
        return None
    return "en" if in_english > in_chinese else "zh"
