"""Tasks: a data set with labels to train with and to judge by, and its folds."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from relata.errors import FormatError, OnError, ProtocolError, strict
from relata.experiments.data import Dataset
from relata.experiments.labels import Policy, RelationLabelSet, label_set
from relata.experiments.splits import Fold, Splitter

Labels = tuple[str, ...]
Sizes = tuple[int, int, int]
"""Numbers of examples to train on, and of instances to tune on and to test on."""


@dataclass(frozen=True, slots=True)
class Task:
    """Instances that have a label to train with or to be judged by.

    Each of the `examples` labels of an instance makes one training example. A prediction is right if it is
    one of the `gold` labels.
    """

    data: Dataset
    labels: RelationLabelSet
    training: Policy
    judging: Policy
    examples: tuple[Labels, ...]
    gold: tuple[Labels, ...]

    def __len__(self) -> int:
        return len(self.data)

    @property
    def senses(self) -> frozenset[str]:
        """All senses of the data, with or without a label."""
        senses = (sense for pair in self.data.instances for field in pair.senses for sense in field)
        return frozenset((*senses, *self.labels.dropped))

    def folds(self, splitter: Splitter, *, complete: bool = True, on_error: OnError = strict) -> list[Fold]:
        """Return the folds of a splitter, with the instances that have a label for their part.

        Refuse a document on both sides, unless the split is at instance level, and a training part that lacks
        a label if training parts must be `complete`. Lenient reading goes on with such a label, and without
        a fold that has nothing to train on or to test on.
        """
        first = [(gold or examples)[0] for gold, examples in zip(self.gold, self.examples, strict=True)]
        documents = self.data.groups("document")
        folds = []
        for fold in splitter.folds(first, self.data.groups(splitter.by)):
            usable = self._usable(fold)
            try:
                check_parts(usable, documents, instance_level=splitter.instance_level)
            except ProtocolError as error:
                self._refuse(error, on_error)
                continue
            folds.append(usable)
            try:
                check_labels(usable, self.examples, self.labels.labels if complete else ())
            except ProtocolError as error:
                self._refuse(error, on_error)
        if not folds:
            raise ProtocolError(f"split {splitter.name}: no fold has instances to train on and to test on")
        return folds

    def _refuse(self, error: ProtocolError, on_error: OnError) -> None:
        """Raise an error, or pass it on as a fault of the data."""
        if on_error is strict:
            raise error
        on_error(FormatError(str(error), self.data.source))

    def training_examples(self, indices: Sequence[int]) -> Iterator[tuple[int, str]]:
        """Return pairs of an instance index and one of its training labels."""
        return ((index, label) for index in indices for label in self.examples[index])

    def sizes(self, fold: Fold) -> Sizes:
        """Return the numbers of examples to train on, and of instances to tune on and to test on."""
        train = sum(len(self.examples[index]) for index in fold.train)
        return train, len(fold.dev), len(fold.test)

    def label_counts(self, folds: Sequence[Fold]) -> dict[str, dict[str, float]]:
        """Return the mean number of each label over folds, by part: of training examples, of gold labels."""
        counts: dict[str, dict[str, float]] = {}
        for part, labels in (("train", self.examples), ("dev", self.gold), ("test", self.gold)):
            counter = Counter(label for fold in folds for n in fold.parts[part] for label in labels[n])
            counts[part] = {label: counter[label] / len(folds) for label in self.labels.labels}
        return counts

    def relations(self, types: Iterable[str]) -> Iterator[dict[str, str | None]]:
        """Yield document and label of each relation of the documents, None for those of other types."""
        kinds = frozenset(types)
        for relation in self.data.relations or self.data.instances:
            labels = self.labels.labels_of(relation.senses, self.judging) if relation.type in kinds else ()
            yield {"document": relation.document, "label": labels[0] if labels else None}

    def _usable(self, fold: Fold) -> Fold:
        labels = {"train": self.examples, "dev": self.gold, "test": self.gold}
        parts = (
            np.array([index for index in indices.tolist() if labels[name][index]], dtype=np.intp)
            for name, indices in fold.parts.items()
        )
        return Fold(fold.name, *parts)


def make_task(
    data: Dataset, labels: str, *, training: Policy = Policy.ALL, judging: Policy = Policy.ALL
) -> Task:
    """Return the task of a label set on a data set."""
    chosen = label_set(labels, (pair.senses for pair in data.instances), training)
    examples = [chosen.labels_of(pair.senses, training) for pair in data.instances]
    gold = [chosen.labels_of(pair.senses, judging) for pair in data.instances]
    labelled = [index for index in range(len(data)) if examples[index] or gold[index]]
    return Task(
        replace(data, instances=tuple(data.instances[index] for index in labelled)),
        chosen,
        training,
        judging,
        tuple(examples[index] for index in labelled),
        tuple(gold[index] for index in labelled),
    )


def folds_fingerprint(folds: Iterable[Fold], ids: Sequence[str]) -> str:
    """Return a short digest of the instance ids in each part of each fold, in any order."""
    digest = hashlib.sha256()
    for fold in folds:
        for name, indices in fold.parts.items():
            members = "\0".join(sorted(ids[index] for index in indices))
            digest.update(f"{name}\1{members}\2".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:12]


def shared_documents(fold: Fold, documents: npt.ArrayLike) -> list[str]:
    """Return the documents that stand in several parts of a fold."""
    names = np.asarray(documents)
    counter = Counter(name for indices in fold.parts.values() for name in set(names[indices].tolist()))
    return sorted(name for name, count in counter.items() if count > 1)


def check_parts(fold: Fold, documents: npt.ArrayLike, *, instance_level: bool) -> None:
    """Refuse a fold without instances to train on or to test on, or with a document on both sides."""
    for name in ("train", "test"):
        if not len(fold.parts[name]):
            raise ProtocolError(f"fold {fold.name}: no instance to {name} on")
    if not instance_level and (shared := shared_documents(fold, documents)):
        raise ProtocolError(
            f"fold {fold.name}: document {shared[0]} stands on both sides of the split; "
            "instances-N and given-instances are for that, and say so in the report"
        )


def check_labels(fold: Fold, examples: Sequence[Labels], labels: Iterable[str]) -> None:
    """Refuse a fold whose training part lacks a label."""
    trained = {label for index in fold.train for label in examples[index]}
    if missing := [label for label in labels if label not in trained]:
        raise ProtocolError(
            f"fold {fold.name}: no instance of {missing[0]} to train on; "
            "choose a label set without it (L2:N), or go on with --lenient"
        )
