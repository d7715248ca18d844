"""Labelling of arguments: units of one or two sentences become Arg1, Arg2 or neither."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

from relata.baselines.features import ParsedDocument, Words
from relata.baselines.learners import Floats, State
from relata.baselines.stages import FeatureModel, SequenceModel, Stage
from relata.baselines.units import UNITS, Unit, Window, is_punctuation
from relata.document.relations import DiscourseRelation

ARG1, ARG2 = "Arg1", "Arg2"
_NEITHER = "neither"

Example = tuple[Words, Window, DiscourseRelation, ParsedDocument]
"""An anchor, the words around it that are looked at, its relation, its document."""


class ArgumentLabeller:
    """Classifier of the units around an anchor by the method of a stage.

    The units of "nodes" overlap: the likeliest node is an argument, without the words of the other one that
    it holds (Lin et al. 2014). Other units are labelled one by one, or as a chain by the learner "crf".
    """

    def __init__(self, stage: Stage) -> None:
        self._units = UNITS[stage.method]
        self._nodes = stage.method == "nodes"
        self._model = SequenceModel() if stage.learner == "crf" else FeatureModel(stage)

    def fit(self, examples: Iterable[Example]) -> Self:
        """Learn from anchors with the arguments in their windows."""
        sequences, labels = [], []
        for anchor, window, relation, parsed in examples:
            units = self._units(anchor, window, parsed)
            sequences.append([unit.features for unit in units])
            labels.append(self._gold(units, relation, parsed))
        if isinstance(self._model, SequenceModel):
            self._model.fit(sequences, labels)
        else:
            rows = (features for sequence in sequences for features in sequence)
            self._model.fit(rows, [label for sequence in labels for label in sequence])
        return self

    def __call__(
        self, anchor: Words, window: Window, parsed: ParsedDocument, names: Sequence[str]
    ) -> dict[str, list[int]]:
        """Return the words of the named arguments; an empty one gets its most probable unit."""
        units = self._units(anchor, window, parsed)
        arguments: dict[str, list[int]] = {name: [] for name in names}
        if not units:
            return arguments
        rows = [unit.features for unit in units]
        if isinstance(self._model, SequenceModel):
            labels = self._model.predict([rows], names)[0]
        else:
            probabilities = self._model.probabilities(rows)
            if self._nodes:
                return self._likeliest_nodes(units, probabilities, anchor, names)
            labels = with_marks(self._labels(probabilities, names), units, parsed)
        for unit, label in zip(units, labels, strict=True):
            if label in arguments:
                arguments[label] += unit.words
        return {name: sorted(words) for name, words in arguments.items()}

    def _labels(self, probabilities: Floats, names: Iterable[str]) -> list[str]:
        """Return the most probable label of each unit, and each name at least once."""
        assert isinstance(self._model, FeatureModel)
        known = self._model.labels
        labels = [known[column] for column in probabilities.argmax(axis=1)]
        for name in names:
            if name not in labels and name in known:
                labels[int(probabilities[:, known.index(name)].argmax())] = name
        return labels

    def _likeliest_nodes(
        self, units: Sequence[Unit], probabilities: Floats, anchor: Words, names: Iterable[str]
    ) -> dict[str, list[int]]:
        """Return the words of the likeliest node of each name, without those of the smaller other one."""
        assert isinstance(self._model, FeatureModel)
        chosen = {
            name: set(units[int(probabilities[:, self._model.labels.index(name)].argmax())].words)
            for name in names
            if name in self._model.labels
        }
        for name, words in chosen.items():
            for other, inner in chosen.items():
                if name != other and inner < words:
                    chosen[name] = words - inner
        return {name: sorted(chosen.get(name, set()) - set(anchor)) for name in names}

    def _gold(self, units: Iterable[Unit], relation: DiscourseRelation, parsed: ParsedDocument) -> list[str]:
        first, second = frozenset(relation.arg1.indices), frozenset(relation.arg2.indices)
        signal = frozenset(relation.connective.indices) if relation.connective else frozenset()
        if self._nodes:
            first, second = (core(words - signal, parsed) for words in (first, second))
        labels = []
        for unit in units:
            words = core(unit.words, parsed)
            if self._nodes:
                # a node that holds the connective or the other argument is cut down to its own words
                own = (words, words - second, words - signal, words - second - signal)
                is_first, is_second = first in own, second in (words, words - first, words - signal)
            else:
                # a clause that holds the connective belongs to an argument that leaves it out
                own_words = words - signal or words
                is_first, is_second = own_words <= first, own_words <= second
            labels.append(ARG1 if is_first else ARG2 if is_second else _NEITHER)
        return labels

    def state(self) -> State:
        """Return what `restored` needs."""
        return self._model.state()

    def restored(self, state: State) -> Self:
        """Take over the state of a fitted labeller."""
        self._model.restored(state)
        return self


def with_marks(labels: Sequence[str], units: Sequence[Unit], parsed: ParsedDocument) -> list[str]:
    """Give marks the label of the units on both sides, if these agree."""
    marks = [all(is_punctuation(parsed.document, word) for word in unit.words) for unit in units]
    filled = list(labels)
    before: str | None = None
    for number, is_mark in enumerate(marks):
        if not is_mark:
            before = labels[number]
            continue
        following = (label for label, mark in zip(labels[number:], marks[number:], strict=True) if not mark)
        if before and before == next(following, None):
            filled[number] = before
    return filled


def core(words: Iterable[int], parsed: ParsedDocument) -> frozenset[int]:
    """Return words without punctuation, or all if there are no others."""
    every = frozenset(words)
    return frozenset(word for word in every if not is_punctuation(parsed.document, word)) or every
