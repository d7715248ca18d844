"""The DISRPT scores: discourse units (task 1), connectives (task 2) and relations (task 3).

Unlike the public script, a connective on the last token counts, an I-conn without a B-conn before it is no
connective and disturbs no other, and files that do not fit each other are an error.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from relata.errors import FormatError, ScoringError, strict
from relata.formats.conllu.comments import document_id, from_line
from relata.formats.disrpt.annotations import connective_ranges, label, rows
from relata.formats.files import read_lines
from relata.scoring.disrpt_result import Counts, Score

__all__ = ["Counts", "Score", "score", "score_labels", "score_relations"]

_UNITS = ("doc", "unit1_toks", "unit2_toks")


def score(gold: str | Path, predicted: str | Path) -> Score:
    """Scores `.rels` files on the labels of relations, `.tok` and `.conllu` files on what MISC marks."""
    suffixes = {Path(gold).suffix, Path(predicted).suffix}
    if suffixes == {".rels"}:
        return score_relations(gold, predicted)
    if suffixes <= {".tok", ".conllu"}:
        return score_labels(gold, predicted)
    raise ScoringError(f"{gold}, {predicted}: expected two .rels files, or two of .tok and .conllu")


def score_labels(gold: str | Path, predicted: str | Path) -> Score:
    """Exact spans of connectives, or beginnings of discourse units: whichever the gold file marks."""
    documents: defaultdict[str, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    pairs = _Pairs(_tokens, Path(gold), Path(predicted))
    for ours, theirs in pairs:
        golds, predictions = documents[ours.document]
        golds.append(ours.label)
        predictions.append(theirs.label)
    task = _task(documents.values())
    if task is None:
        raise ScoringError(f"{gold}: no token is labelled with Conn= or Seg= in MISC")
    find = connective_ranges if task == "connectives" else _unit_starts
    counts = {name: _matched(find(golds), find(found)) for name, (golds, found) in documents.items()}
    return Score(task, *pairs.fingerprints, documents=counts)


def score_relations(gold: str | Path, predicted: str | Path) -> Score:
    """The accuracy of the labels of relations, which must be the same relations in the same order."""
    documents: defaultdict[str, Counts] = defaultdict(Counts)
    confusion: Counter[tuple[str, str]] = Counter()
    pairs = _Pairs(_relations, Path(gold), Path(predicted))
    for ours, theirs in pairs:
        documents[ours.document] += Counts(ours.label == theirs.label, 1, 1)
        confusion[ours.label, theirs.label] += 1
    labels: defaultdict[str, Counts] = defaultdict(Counts)
    for (right, given), count in confusion.items():
        labels[right] += Counts(count if right == given else 0, 0, count)
        labels[given] += Counts(0, count, 0)
    return Score(
        "relations",
        *pairs.fingerprints,
        documents=dict(documents),
        labels=dict(sorted(labels.items())),
        confusion=dict(confusion),
    )


class _Item(NamedTuple):
    """A token or a relation: `what` it is must be the same on both sides, its `label` is compared."""

    document: str
    line: int
    what: str
    label: str


class _Pairs:
    """Items of two files side by side; `fingerprints` are digests of what was seen of either."""

    def __init__(self, read: Callable[[Path], Iterator[_Item]], gold: Path, predicted: Path) -> None:
        self._read = read
        self._gold, self._predicted = gold, predicted
        self._digests = hashlib.sha256(), hashlib.sha256()

    def __iter__(self) -> Iterator[tuple[_Item, _Item]]:
        for ours, theirs in zip_longest(self._read(self._gold), self._read(self._predicted)):
            if theirs is None:
                raise ScoringError(
                    f"{self._predicted}: ends before {ours.what!r} of {self._gold}:{ours.line}"
                )
            here = f"{self._predicted}:{theirs.line}"
            if ours is None:
                raise ScoringError(f"{here}: {theirs.what!r} comes after the end of {self._gold}")
            if ours.what != theirs.what:
                place = f"{self._gold}:{ours.line}"
                raise ScoringError(f"{here}: expected {ours.what!r} as in {place}, found {theirs.what!r}")
            for digest, item in zip(self._digests, (ours, theirs), strict=True):
                digest.update(f"{item.what}\t{item.label}\n".encode())
            yield ours, theirs

    @property
    def fingerprints(self) -> tuple[str, str]:
        gold, predicted = (digest.hexdigest()[:8] for digest in self._digests)
        return gold, predicted


def _tokens(path: Path) -> Iterator[_Item]:
    """The words of a file, with their labels; documents are told apart by `newdoc`."""
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
    """What is marked: by the gold labels, else by the predicted ones; None if no gold token has a label."""
    golds, predictions = (set().union(*(sides[side] for sides in documents)) for side in (0, 1))
    if not any(golds):
        return None
    for labels in (golds, predictions):
        if labels & {"b-conn", "i-conn"}:
            return "connectives"
        if "b-seg" in labels:
            return "units"
    return "connectives"


def _unit_starts(labels: Iterable[str]) -> Iterator[tuple[int, int]]:
    return ((index, index + 1) for index, value in enumerate(labels) if value == "b-seg")


def _matched(golds: Iterable[tuple[int, int]], predictions: Iterable[tuple[int, int]]) -> Counts:
    right, given = set(golds), set(predictions)
    return Counts(len(right & given), len(given), len(right))
