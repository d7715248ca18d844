"""Explicit relations: connectives, the position of Arg1, both arguments, and the sense."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Self

from relata.baselines.arguments import ARG1, ARG2, ArgumentLabeller
from relata.baselines.features import ParsedDocument, Words, connective_features
from relata.baselines.learners import State
from relata.baselines.presets import Preset
from relata.baselines.stages import FeatureModel, SequenceModel, Stage
from relata.baselines.units import is_punctuation
from relata.document import Document, Span, Tokens
from relata.document.relations import DiscourseRelation, RelationType

AnnotatedConnective = tuple[Words, DiscourseRelation, ParsedDocument]

_YES, _NO = "yes", "no"
_SAME, _PREVIOUS = "same sentence", "previous sentence"
_GAP = " .. "


class TrainingConnectives:
    """Connectives of training documents, contiguous and discontinuous, as the forms of their pieces."""

    def __init__(self, entries: Iterable[tuple[tuple[str, ...], ...]]) -> None:
        self._entries = sorted(set(entries))
        self._contiguous = {entry[0] for entry in self._entries if len(entry) == 1}
        self._longest = max(map(len, self._contiguous), default=0)
        self._discontinuous = [entry for entry in self._entries if len(entry) > 1]

    @classmethod
    def of_spans(cls, connectives: Iterable[Span]) -> TrainingConnectives:
        """Collect the lower-case forms of connectives."""
        return cls(
            tuple(_forms(span.tokens, range(first, last)) for first, last in span.ranges)
            for span in connectives
        )

    @classmethod
    def of_lines(cls, lines: Iterable[str]) -> TrainingConnectives:
        """Read entries that `lines` wrote."""
        return cls(tuple(tuple(piece.split(" ")) for piece in line.split(_GAP)) for line in lines)

    def lines(self) -> list[str]:
        """Write each entry as a line."""
        return [_GAP.join(" ".join(piece) for piece in entry) for entry in self._entries]

    def find(self, document: Document, sentence: range) -> Iterator[Words]:
        """Yield the candidates of a sentence: discontinuous ones, then the longest at each position."""
        forms = _forms(document.tokens, sentence)
        for entry in self._discontinuous:
            if positions := _in_order(forms, entry):
                yield tuple(sentence.start + position for position in positions)
        start = 0
        while start < len(forms):
            stops = range(min(start + self._longest, len(forms)), start, -1)
            stop = next((stop for stop in stops if forms[start:stop] in self._contiguous), None)
            if stop is not None:
                yield tuple(sentence[start:stop])
            start = stop or start + 1


def _forms(tokens: Tokens, indices: range) -> tuple[str, ...]:
    return tuple(tokens.form(index).lower() for index in indices)


def _in_order(forms: tuple[str, ...], entry: Iterable[tuple[str, ...]]) -> list[int]:
    """Return the positions of the pieces, each after the one before; none if a piece is missing."""
    positions: list[int] = []
    for piece in entry:
        starts = range(positions[-1] + 1 if positions else 0, len(forms))
        start = next((start for start in starts if forms[start : start + len(piece)] == piece), None)
        if start is None:
            return []
        positions += range(start, start + len(piece))
    return positions


class ClassicalConnectiveFinder:
    """Classifier of words that are a connective in training, one by one or as a chain over the sentence."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._lexicon = TrainingConnectives(())
        self._model = SequenceModel() if stage.learner == "crf" else FeatureModel(stage)

    def fit(self, documents: Sequence[ParsedDocument]) -> Self:
        """Learn from the explicit relations of documents."""
        gold = [set(map(connective_of, parsed.document.relations)) - {()} for parsed in documents]
        spans = [
            parsed.document.tokens.span(words)
            for parsed, connectives in zip(documents, gold, strict=True)
            for words in connectives
        ]
        self._lexicon = TrainingConnectives.of_spans(spans)
        sentences = [
            (parsed, list(self._lexicon.find(parsed.document, sentence.range)), connectives)
            for parsed, connectives in zip(documents, gold, strict=True)
            for sentence in parsed.document.sentences
        ]
        sequences = [self._rows(candidates, parsed) for parsed, candidates, _ in sentences]
        labels = [
            [_YES if words in connectives else _NO for words in candidates]
            for _, candidates, connectives in sentences
        ]
        if isinstance(self._model, SequenceModel):
            self._model.fit(filter(None, sequences), filter(None, labels))
        else:
            self._model.fit(
                [row for rows in sequences for row in rows], [label for row in labels for label in row]
            )
        return self

    def __call__(self, parsed: ParsedDocument) -> list[Words]:
        """Return the connectives of a document in text order, none of which share a word."""
        taken: set[int] = set()
        connectives = []
        sentences = [
            candidates
            for sentence in parsed.document.sentences
            if (candidates := list(self._lexicon.find(parsed.document, sentence.range)))
        ]
        rows = [self._rows(candidates, parsed) for candidates in sentences]
        if isinstance(self._model, SequenceModel):
            labels = [label for sentence in self._model.predict(rows) for label in sentence]
        else:
            labels = self._model.predict([row for sentence in rows for row in sentence])
        candidates = [words for sentence in sentences for words in sentence]
        for words, label in zip(candidates, labels, strict=True):  # discontinuous candidates go first
            if label == _YES and taken.isdisjoint(words):
                connectives.append(words)
                taken.update(words)
        return sorted(connectives)

    def _rows(self, candidates: Iterable[Words], parsed: ParsedDocument) -> list[list[str]]:
        return [list(connective_features(words, parsed, self._stage.features)) for words in candidates]

    def state(self) -> State:
        """Return what `restored` needs."""
        return {"lexicon": self._lexicon.lines(), "model": self._model.state()}

    def restored(self, state: State) -> Self:
        """Take over the state of a fitted finder."""
        self._lexicon = TrainingConnectives.of_lines(state["lexicon"])
        self._model.restored(state["model"])
        return self


def connective_of(relation: DiscourseRelation) -> Words:
    """Return the words of an explicit relation's connective; none if it has none."""
    return relation.connective.indices if relation.explicit and relation.connective else ()


class SentenceConventions:
    """Conventions of a corpus: what belongs to arguments.

    That may be punctuation at the ends of sentences, connectives, and marks behind an argument in a sentence.
    """

    def __init__(self) -> None:
        self.keeps_ends, self.keeps_connectives, self.keeps_marks = True, False, False

    def fit(self, documents: Iterable[Document]) -> Self:
        """Learn from the relations between sentences, and from connectives."""
        with_end: list[bool] = []
        with_connective: list[bool] = []
        with_mark: list[bool] = []
        for document in documents:
            for relation in document.relations:
                if not (relation.arg1 and relation.arg2):
                    continue
                if _sentence(relation.arg1) < _sentence(relation.arg2):
                    with_end.append(is_punctuation(document, relation.arg1.ranges[-1][1] - 1))
                if words := connective_of(relation):
                    arguments = {*relation.arg1.indices, *relation.arg2.indices}
                    with_connective.append(arguments.issuperset(words))
                    for argument in (relation.arg1, relation.arg2):
                        last = argument.ranges[-1][1] - 1
                        marked = is_punctuation(document, last)
                        if marked or _next_mark(document, last):
                            with_mark.append(marked)
        self.keeps_ends = 2 * sum(with_end) > len(with_end)
        self.keeps_connectives = 2 * sum(with_connective) > len(with_connective)
        self.keeps_marks = 2 * sum(with_mark) > len(with_mark)
        return self

    def __call__(self, document: Document, words: Sequence[int]) -> list[int]:
        """Return the words of a sentence that make an argument."""
        return list(words) if self.keeps_ends else _trimmed_ends(document, words)

    def signal(self, argument: list[int], connective: Words, document: Document) -> list[int]:
        """Return an argument without the connective, unless the corpus keeps it there."""
        if self.keeps_connectives or set(connective).isdisjoint(argument):
            return argument
        return _trimmed_ends(document, [word for word in argument if word not in connective])

    def edges(self, argument: list[int], document: Document) -> list[int]:
        """Return an argument without marks at its ends, but with those behind it if the corpus has them."""
        words = _trimmed_ends(document, argument)
        while words and self.keeps_marks and (mark := _next_mark(document, words[-1])):
            words.append(mark)
        return words

    def state(self) -> State:
        """Return what `restored` needs."""
        return {
            "keeps_ends": self.keeps_ends,
            "keeps_connectives": self.keeps_connectives,
            "keeps_marks": self.keeps_marks,
        }

    def restored(self, state: State) -> Self:
        """Take over the conventions of a corpus."""
        self.keeps_ends, self.keeps_connectives = state["keeps_ends"], state["keeps_connectives"]
        self.keeps_marks = state["keeps_marks"]
        return self


def _next_mark(document: Document, word: int) -> int | None:
    """Return the mark behind a word in its sentence, if there is one."""
    sentence = document.tokens.sentence_range(document.tokens.sentence_of(word))
    return word + 1 if word + 1 in sentence and is_punctuation(document, word + 1) else None


def _trimmed_ends(document: Document, words: Sequence[int]) -> list[int]:
    """Return words without the punctuation at both ends, unless there are no others."""
    inner = [position for position, word in enumerate(words) if not is_punctuation(document, word)]
    return list(words[inner[0] : inner[-1] + 1]) if inner else list(words)


class ClassicalExplicitParser:
    """Arguments and senses of connectives, by the stages of a preset."""

    def __init__(self, preset: Preset, conventions: SentenceConventions) -> None:
        self._preset = preset
        self._conventions = conventions
        self._positions = FeatureModel(preset.positions)
        self._senses = FeatureModel(preset.explicit)
        self._labeller = ArgumentLabeller(preset.arguments)
        self._previous = ArgumentLabeller(preset.previous) if preset.previous else None

    def fit(self, documents: Sequence[ParsedDocument]) -> Self:
        """Learn from the explicit relations of documents."""
        examples = list(_examples(documents))
        inside = [_is_in(relation, parsed.sentence(words[0])) for words, relation, parsed in examples]
        labels = [_SAME if same else _PREVIOUS for same in inside]
        self._positions.fit(self._rows(examples, self._preset.positions), labels)
        self._labeller.fit(
            (words, parsed.sentence(words[0]), relation, parsed)
            for (words, relation, parsed), same in zip(examples, inside, strict=True)
            if same
        )
        windows = (
            (words, _two_sentences(words, parsed), relation, parsed) for words, relation, parsed in examples
        )
        before = [
            example
            for example, same in zip(windows, inside, strict=True)
            if not same and _is_in(example[2], example[1])
        ]
        if self._previous and before:
            self._previous.fit(before)
        else:
            self._previous = None
        senses = [relation.senses[0] for _, relation, _ in examples]
        self._senses.fit(self._rows(examples, self._preset.explicit), senses)
        return self

    def __call__(self, connectives: Sequence[Words], parsed: ParsedDocument) -> Iterator[DiscourseRelation]:
        """Yield the relation of each connective that has two arguments."""
        rows = [
            list(connective_features(words, parsed, self._preset.positions.features)) for words in connectives
        ]
        positions, senses = self._positions.predict(rows), self.senses(connectives, parsed)
        tokens = parsed.document.tokens
        for words, position, sense in zip(connectives, positions, senses, strict=True):
            arg1, arg2 = self._arguments(words, position, parsed)
            if arg1 and arg2:
                yield DiscourseRelation(
                    RelationType.EXPLICIT, tokens.span(arg1), tokens.span(arg2), (sense,), tokens.span(words)
                )

    def senses(self, connectives: Iterable[Words], parsed: ParsedDocument) -> list[str]:
        """Return the senses of connectives."""
        kinds = self._preset.explicit.features
        return self._senses.predict(connective_features(words, parsed, kinds) for words in connectives)

    @property
    def sense_labels(self) -> list[str]:
        """Senses that the parser knows."""
        return self._senses.labels

    def _rows(self, examples: Iterable[AnnotatedConnective], stage: Stage) -> Iterator[Iterator[str]]:
        return (connective_features(words, parsed, stage.features) for words, _, parsed in examples)

    def _arguments(self, words: Words, position: str, parsed: ParsedDocument) -> tuple[list[int], list[int]]:
        sentence = parsed.sentence(words[0])
        window, labeller = sentence, self._labeller
        if position == _PREVIOUS and sentence.start > 0:
            if self._previous is None:
                before = parsed.sentence(sentence.start - 1)
                rest = [word for word in sentence if word not in words]
                return self._conventions(parsed.document, before), self._conventions(parsed.document, rest)
            window, labeller = _two_sentences(words, parsed), self._previous
        arguments = labeller(words, window, parsed, (ARG1, ARG2))
        arg1, arg2 = (
            self._conventions.signal(arguments[name], words, parsed.document) for name in (ARG1, ARG2)
        )
        if self._preset.arguments.learner != "crf":
            arg1, arg2 = (self._conventions.edges(argument, parsed.document) for argument in (arg1, arg2))
        return arg1, [word for word in arg2 if word not in arg1]

    def state(self) -> State:
        """Return what `restored` needs."""
        state = {
            "positions": self._positions.state(),
            "senses": self._senses.state(),
            "labeller": self._labeller.state(),
        }
        return state | ({"previous": self._previous.state()} if self._previous else {})

    def restored(self, state: State) -> Self:
        """Take over the state of a fitted parser."""
        self._positions.restored(state["positions"])
        self._senses.restored(state["senses"])
        self._labeller.restored(state["labeller"])
        if self._previous and "previous" in state:
            self._previous.restored(state["previous"])
        else:
            self._previous = None
        return self


def _examples(documents: Iterable[ParsedDocument]) -> Iterator[AnnotatedConnective]:
    for parsed in documents:
        for relation in parsed.document.relations:
            if (words := connective_of(relation)) and relation.senses and relation.arg1 and relation.arg2:
                yield words, relation, parsed


def _is_in(relation: DiscourseRelation, window: range) -> bool:
    """Check that both arguments stand in a window."""
    ranges = (*relation.arg1.ranges, *relation.arg2.ranges)
    return all(first in window and last - 1 in window for first, last in ranges)


def _two_sentences(words: Words, parsed: ParsedDocument) -> range:
    """Return the words of the sentence of a connective and of the one before."""
    sentence = parsed.sentence(words[0])
    return range(parsed.sentence(max(sentence.start - 1, 0)).start, sentence.stop)


def _sentence(span: Span) -> int:
    return span.tokens.sentence_of(span.ranges[0][0])
