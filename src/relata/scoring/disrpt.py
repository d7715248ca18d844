"""The DISRPT scores: discourse units (task 1), connectives (task 2) and relations (task 3).

Unlike in the public script, a connective on the last token counts, and an I-conn without a B-conn before it
is no connective. Files that do not fit each other are an error.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple

from relata.errors import FormatError, ScoringError, strict
from relata.formats.conllu import document_id, from_line
from relata.formats.disrpt.annotations import connective_ranges, label, rows
from relata.formats.files import read_lines
from relata.scoring.score import Score, ZeroCounts

__all__ = ["DisrptScore", "score", "score_labels", "score_relations"]

_UNITS = ("doc", "unit1_toks", "unit2_toks")


@dataclass(frozen=True, slots=True)
class DisrptScore(Score):
    """Score of a task: its counts by document and by label.

    Relations have as many predictions as golds, so that precision, recall and F1 are all the accuracy.
    `gold` and `predicted` are digests of the data; `confusion` counts pairs of gold and predicted labels.
    """

    scorer = "disrpt"

    task: str
    gold: str
    predicted: str
    documents: Mapping[str, ZeroCounts]
    labels: Mapping[str, ZeroCounts] = field(default_factory=dict)
    confusion: Mapping[tuple[str, str], int] = field(default_factory=dict)

    @property
    def counts(self) -> ZeroCounts:
        """The counts of all documents together."""
        return sum(self.documents.values(), ZeroCounts())

    @property
    def measures(self) -> dict[str, float]:
        """The scores of the task by name, rounded to four decimals."""
        scores = {"accuracy": self.counts.precision} if self.task == "relations" else self.counts.scores
        return {name: round(score, 4) for name, score in scores.items()}

    @property
    def signed(self) -> dict[str, object]:
        """The parts of the signature."""
        return {"task": self.task, "gold": self.gold, "pred": self.predicted}

    def as_dict(self) -> dict[str, Any]:
        """Convert scores and counts for JSON."""
        return self.header | {
            "task": self.task,
            "measures": self.measures,
            "counts": self.counts.as_dict(),
            "labels": {name: counts.as_dict() for name, counts in self.labels.items()},
            "confusion": [
                {"gold": gold, "pred": pred, "count": count}
                for (gold, pred), count in sorted(self.confusion.items())
            ],
            "documents": {name: counts.as_dict() for name, counts in self.documents.items()},
        }

    def text(self) -> str:
        """Format a table with the signature below it."""
        return "\n".join([*self._lines(), self.signature])

    def _lines(self) -> Iterator[str]:
        table = {self.task: self.counts}
        if self.task == "relations":
            table, counts = dict(self.labels), self.counts
            yield f"accuracy {counts.precision:.4f} ({counts.tp} of {counts.gold} relations)"
        width = max(map(len, table), default=0)
        yield f"{'':{width}} precision  recall      f1    gold    pred  correct"
        for name, counts in table.items():
            scores = f"{counts.precision:9.4f} {counts.recall:7.4f} {counts.f1:7.4f}"
            yield f"{name:{width}} {scores} {counts.gold:7} {counts.pred:7} {counts.tp:8}"


def score(gold: str | Path, predicted: str | Path) -> DisrptScore:
    """Score `.rels` files on the labels of relations, `.tok` and `.conllu` files on the labels in MISC."""
    suffixes = {Path(gold).suffix, Path(predicted).suffix}
    if suffixes == {".rels"}:
        return score_relations(gold, predicted)
    if suffixes <= {".tok", ".conllu"}:
        return score_labels(gold, predicted)
    raise ScoringError(f"{gold}, {predicted}: expected two .rels files, or two of .tok and .conllu")


def score_labels(gold: str | Path, predicted: str | Path) -> DisrptScore:
    """Score exact spans of connectives, or beginnings of discourse units, as the gold file has them."""
    documents: defaultdict[str, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    pairs = _ItemPairs(_tokens, Path(gold), Path(predicted))
    for expected, actual in pairs:
        golds, predictions = documents[expected.document]
        golds.append(expected.label)
        predictions.append(actual.label)
    task = _task(documents.values())
    if task is None:
        raise ScoringError(f"{gold}: no token is labelled with Conn= or Seg= in MISC")
    ranges = connective_ranges if task == "connectives" else _unit_starts
    counts = {}
    for name, labels in documents.items():
        right, guessed = (set(ranges(side)) for side in labels)
        counts[name] = ZeroCounts(len(right & guessed), len(guessed), len(right))
    return DisrptScore(task, *pairs.fingerprints, documents=counts)


def score_relations(gold: str | Path, predicted: str | Path) -> DisrptScore:
    """Score the labels of relations, which must be the same relations in the same order."""
    documents: defaultdict[str, ZeroCounts] = defaultdict(ZeroCounts)
    labels: defaultdict[str, ZeroCounts] = defaultdict(ZeroCounts)
    confusion: Counter[tuple[str, str]] = Counter()
    pairs = _ItemPairs(_relations, Path(gold), Path(predicted))
    for expected, actual in pairs:
        documents[expected.document] += ZeroCounts(expected.label == actual.label, 1, 1)
        confusion[expected.label, actual.label] += 1
    for (right, guess), count in confusion.items():
        labels[right] += ZeroCounts(count if right == guess else 0, 0, count)
        labels[guess] += ZeroCounts(0, count, 0)
    return DisrptScore(
        "relations",
        *pairs.fingerprints,
        documents=dict(documents),
        labels=dict(sorted(labels.items())),
        confusion=dict(confusion),
    )


class _Item(NamedTuple):
    """A token or a relation: its text must be the same on both sides, its label is compared."""

    document: str
    line: int
    text: str
    label: str


class _ItemPairs:
    """Items of two files side by side; `fingerprints` are digests of the items read so far."""

    def __init__(self, read: Callable[[Path], Iterator[_Item]], gold: Path, predicted: Path) -> None:
        self._read = read
        self._gold, self._predicted = gold, predicted
        self._digests = hashlib.sha256(), hashlib.sha256()

    def __iter__(self) -> Iterator[tuple[_Item, _Item]]:
        for expected, actual in zip_longest(self._read(self._gold), self._read(self._predicted)):
            if actual is None:
                place = f"{self._gold}:{expected.line}"
                raise ScoringError(f"{self._predicted}: ends before {expected.text!r} of {place}")
            here = f"{self._predicted}:{actual.line}"
            if expected is None:
                raise ScoringError(f"{here}: {actual.text!r} comes after the end of {self._gold}")
            if expected.text != actual.text:
                wanted = f"{expected.text!r} as in {self._gold}:{expected.line}"
                raise ScoringError(f"{here}: expected {wanted}, found {actual.text!r}")
            for digest, item in zip(self._digests, (expected, actual), strict=True):
                digest.update(f"{item.text}\t{item.label}\n".encode())
            yield expected, actual

    @property
    def fingerprints(self) -> tuple[str, str]:
        return self._digests[0].hexdigest()[:8], self._digests[1].hexdigest()[:8]


def _tokens(path: Path) -> Iterator[_Item]:
    """Read the words of a file with their labels; a document begins at `newdoc`."""
    document = path.stem
    for number, line in read_lines(path):
        if line.startswith("#"):
            document = document_id([from_line(line)]) or document
        elif line:
            fields = line.split("\t")
            if len(fields) != 10:
                raise FormatError(f"expected 10 fields between tabs, found {len(fields)}", path, line=number)
            if fields[0].isdigit():
                yield _Item(document, number, fields[1], label(fields[9]))


def _relations(path: Path) -> Iterator[_Item]:
    for line, row in rows(path, strict):
        yield _Item(row["doc"], line, " ".join(row[name] for name in _UNITS), row["label"])


def _task(documents: Collection[tuple[list[str], list[str]]]) -> str | None:
    """Find the task by the gold labels, else by the predicted ones; None if no gold token has a label."""
    golds, predictions = (set().union(*(sides[side] for sides in documents)) for side in (0, 1))
    if not any(golds):
        return None
    labels = golds if golds & {"b-conn", "i-conn", "b-seg"} else predictions
    return "units" if "b-seg" in labels and not labels & {"b-conn", "i-conn"} else "connectives"


def _unit_starts(labels: Iterable[str]) -> Iterator[tuple[int, int]]:
    return ((index, index + 1) for index, value in enumerate(labels) if value == "b-seg")
