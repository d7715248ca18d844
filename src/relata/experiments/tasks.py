"""Tasks: a data set with the labels that its instances have to train with and to be judged by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from relata.experiments.data import Dataset
from relata.experiments.folds import Fold, check_classes, check_parts
from relata.experiments.labels import LabelSet, Policy, label_set
from relata.experiments.splits import Splitter

Labels = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be classified: instances that have a label to train with or to be judged by.

    `examples` are the labels of each instance for training, each of which makes an example of its own; a
    prediction is right if it is one of the instance's `gold` labels.
    """

    data: Dataset
    labels: LabelSet
    training: Policy
    judging: Policy
    examples: tuple[Labels, ...]
    gold: tuple[Labels, ...]

    def __len__(self) -> int:
        return len(self.data)

    @property
    def senses(self) -> frozenset[str]:
        """All senses of the data, with or without a label."""
        own = (sense for each in self.data.instances for senses in each.senses for sense in senses)
        return frozenset((*own, *self.labels.dropped))

    def folds(self, splitter: Splitter) -> list[Fold]:
        """The folds of a splitter, with the instances that have a label for their part.

        A document on both sides is refused unless the split is at instance level, and so is a training part
        that lacks a label.
        """
        first = [(gold or examples)[0] for gold, examples in zip(self.gold, self.examples, strict=True)]
        documents = self.data.groups("document")
        found = [self._usable(fold) for fold in splitter.folds(first, self.data.groups(splitter.by))]
        for fold in found:
            check_parts(fold, documents, instance_level=splitter.instance_level)
            check_classes(fold, self.examples, self.labels.labels)
        return found

    def training_examples(self, indices: Sequence[int]) -> Iterator[tuple[int, str]]:
        """The examples of instances: an instance and one of its labels."""
        return ((index, label) for index in indices for label in self.examples[index])

    def sizes(self, fold: Fold) -> tuple[int, int, int]:
        """How many examples there are to train on, and instances to tune on and to test on."""
        train = sum(len(self.examples[index]) for index in fold.train)
        return train, len(fold.dev), len(fold.test)

    def _usable(self, fold: Fold) -> Fold:
        def having(indices: Sequence[int], labels: Sequence[Labels]) -> list[int]:
            return [index for index in indices if labels[index]]

        train = having(fold.train.tolist(), self.examples)
        dev, test = (having(part.tolist(), self.gold) for part in (fold.dev, fold.test))
        return Fold(fold.name, *(np.array(part, dtype=np.intp) for part in (train, dev, test)))


def make_task(
    data: Dataset, labels: str, *, training: Policy = Policy.ALL, judging: Policy = Policy.ALL
) -> Task:
    """The task of a label set on a data set."""
    chosen = label_set(labels, (each.senses for each in data.instances), training)
    examples = [chosen.labels_of(each.senses, training) for each in data.instances]
    gold = [chosen.labels_of(each.senses, judging) for each in data.instances]
    kept = [place for place in range(len(data)) if examples[place] or gold[place]]
    return Task(
        replace(data, instances=tuple(data.instances[place] for place in kept)),
        chosen,
        training,
        judging,
        tuple(examples[place] for place in kept),
        tuple(gold[place] for place in kept),
    )
