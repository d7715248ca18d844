"""Gold standards and the runs of systems, each from files of the task or from a corpus of any format."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from relata.document import Document
from relata.errors import OnError, strict
from relata.scoring.conll2016.corpora import gold_records, is_corpus, predicted_records, read_documents
from relata.scoring.conll2016.labels import TASK, LabelSet
from relata.scoring.conll2016.reading import read_gold, read_predictions
from relata.scoring.conll2016.records import Record


@dataclass(frozen=True, slots=True)
class Standard:
    """Gold relations, with their documents where a side is a corpus."""

    records: list[Record]
    documents: list[Document]

    @property
    def language(self) -> str | None:
        """The language that the documents tell, if they do."""
        return common_language(self.documents)


def read_standard(
    gold: str | Path,
    systems: Sequence[str | Path],
    *,
    supplementary: bool = False,
    on_error: OnError = strict,
) -> Standard:
    """The gold standard that systems are held against."""
    if not any(map(is_corpus, (gold, *systems))):
        return Standard(read_gold(gold, on_error=on_error), [])
    documents = read_documents(gold, on_error)
    return Standard(gold_records(documents, supplementary=supplementary), documents)


def read_system(
    path: str | Path, standard: Standard, labels: LabelSet, *, on_error: OnError = strict
) -> list[Record]:
    """The relations of a system; those of a corpus are moved to the gold words."""
    if is_corpus(path):
        return predicted_records(read_documents(path, on_error), standard.documents, path)
    return read_predictions(path, labels, on_error=on_error)


def common_language(documents: Iterable[Document]) -> str | None:
    """The language of documents, where they have one that the task knows."""
    languages = {document.language for document in documents}
    return languages.pop() if len(languages) == 1 and languages <= TASK.keys() else None
