"""Models that learn nothing from the folds: predictions from a file, and trained parsers."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Self

from msgspec import Meta, Struct

import relata
from relata.document import Document
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import DataWarning, FormatError, ProtocolError
from relata.experiments.data import ArgumentPair, Dataset, check_unseen
from relata.experiments.labels import RelationLabelSet
from relata.experiments.models.classifiers import Answer, Classifier, DevelopmentPart, Pairs
from relata.experiments.tasks import Task
from relata.formats.json_lines import convert, read_objects
from relata.model.package import ModelPackage
from relata.parsing.loading import find
from relata.pipeline import ARGUMENTS, TYPES
from relata.senses import ENTREL

if TYPE_CHECKING:
    from relata.parsing.parser import Parser


class Untrained(Classifier):
    """A model without training."""

    def fit(self, X: Pairs, y: Sequence[str], dev: DevelopmentPart | None = None) -> Self:  # noqa: N803
        """Return the model as it is."""
        del X, y, dev
        return self


@dataclass(eq=False, repr=False)
class GivenPredictions(Untrained):
    """Labels from a JSON Lines file: `{"id": ..., "label": ...}`, optionally with "score", "fold" and "seed".

    Rows with a fold or a seed are for that fold or that restart alone. A sense below a label is cut to it.
    """

    path: Path
    labels: RelationLabelSet
    fold: str
    seed: int

    def answers(self, X: Pairs) -> list[Answer]:  # noqa: N803
        """Look up the label of each instance; refuse a file that lacks one."""
        table = self._table()
        if missing := [pair.id for pair in X if pair.id not in table]:
            raise ProtocolError(
                f"{self.path}: no prediction for {len(missing)} of {len(X)} instances "
                f"of fold {self.fold}, seed {self.seed}; the first is {missing[0]}"
            )
        return [table[pair.id] for pair in X]

    def _table(self) -> dict[str, Answer]:
        table: dict[str, Answer] = {}
        for line, row in _prediction_rows(self.path):
            if row.fold in (None, self.fold) and row.seed in (None, self.seed):
                if row.id in table:
                    raise FormatError(f"a second prediction for {row.id}", self.path, line=line, field="id")
                table[row.id] = Answer(self.labels.label(row.label) or row.label, row.score)
        return table


class _PredictionRow(Struct):
    """Line of a file of predictions."""

    id: str
    label: str
    fold: str | None = None
    seed: Annotated[int, Meta(ge=0)] | None = None
    score: float | None = None


def check_predictions(path: Path, task: Task) -> None:
    """Refuse labels outside the label set and the data; warn of ids outside the task."""
    rows = [row for _, row in _prediction_rows(path)]
    senses, labels = task.senses, Counter(row.label for row in rows)
    unknown = [label for label, _ in labels.most_common() if not task.labels.covers(label, senses)]
    if unknown:
        listed = ", ".join(f"{label} ({labels[label]})" for label in unknown[:3])
        more = ", ..." if len(unknown) > 3 else ""
        raise ProtocolError(
            f"{path}: {sum(labels[label] for label in unknown)} of {len(rows)} labels are not in "
            f"{task.labels.name} and no senses of the data: {listed}{more}"
        )
    ids = set(task.data.ids)
    if outside := sum(row.id not in ids for row in rows):
        warnings.warn(DataWarning(path, "predictions for no instance of the task", outside), stacklevel=2)


def _prediction_rows(path: Path) -> Iterator[tuple[int, _PredictionRow]]:
    """Yield the rows of a file of predictions with their line numbers."""
    return ((line, convert(row, _PredictionRow, path, line)) for line, row in read_objects(path))


@dataclass(eq=False, repr=False)
class ShippedParser(Untrained):
    """Senses of a trained Relata parser; a sense without label in the set stays, and is wrong."""

    model: str
    labels: RelationLabelSet

    def answers(self, X: Pairs) -> list[Answer]:  # noqa: N803
        """Parse each instance as a document of two arguments."""
        # A relation of withheld type may become EntRel: only where EntRel is a label.
        parser = _load_parser(self.model, ARGUMENTS if ENTREL in self.labels.labels else TYPES)
        documents = (_document(pair, parser.package.language) for pair in X)
        return [self._answer(parsed.relations[0]) for parsed in parser.pipe(documents)]

    def _answer(self, relation: DiscourseRelation) -> Answer:
        sense = relation.sense or str(relation.type)
        return Answer(self.labels.label(sense) or sense, relation.score)


def check_parser(model: str, data: Dataset, tested: Iterable[int]) -> None:
    """Refuse a parser of another language, or one whose manifest names a tested folder as training data."""
    manifest = ModelPackage.peek(find(model)).manifest
    if manifest["language"] != data.language:
        raise ProtocolError(
            f"relata:{model} is for {manifest['language']!r}, the data are in {data.language!r}"
        )
    name = data.source.rpartition("/")[2]
    parts = {f"{name}/{data.instances[index].part}" for index in tested}
    check_unseen(f"relata:{model}", manifest, {data.source, *parts} if parts else ())


@cache
def _load_parser(model: str, given: str) -> Parser:
    return relata.load(model, given=given, threads=1)


def _document(pair: ArgumentPair, language: str) -> Document:
    """Return a document of the two arguments alone, which is all that the parser looks at."""
    tokens, border = pair.joined_tokens()
    arg1, arg2 = tokens.span(range(border)), tokens.span(range(border, len(tokens)))
    relation = DiscourseRelation(RelationType.IMPLICIT, arg1, arg2)
    return Document(pair.id, language, tokens, relations=(relation,))
