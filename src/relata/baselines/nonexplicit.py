"""Relations without connective, between adjacent sentences and inside a sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Self

from relata.baselines.arguments import ARG1, ARG2, ArgumentLabeller, Example
from relata.baselines.explicit import SentenceConventions, connective_of
from relata.baselines.features import ParsedDocument, Words, clause_features, marked_clause_features
from relata.baselines.learners import State
from relata.baselines.linear import Codes, codes
from relata.baselines.networks import NETWORKS, NetworkModel
from relata.baselines.pair_features import chosen_features
from relata.baselines.pairs import LayerPair
from relata.baselines.stages import FeatureModel, Stage
from relata.baselines.units import clauses_of, is_punctuation
from relata.discourse.nonexplicit.sites import anchor_of, between_sentences, is_inside, joined_sentences
from relata.document import Document, Span
from relata.document.relations import SENSED, DiscourseRelation, RelationType
from relata.senses import ENTREL
from relata.treebank.constituents import Constituent

Relations = Iterable[DiscourseRelation]
SpanPair = tuple[Span, Span]

_NONE, _RELATION = "none", "relation"
_TYPES = (*SENSED, RelationType.ENTREL)
_CLAUSES = frozenset({"S", "SBAR", "VP", "PP", "SINV", "SQ", "FRAG", "UCP"})


class PairModel:
    """Classifier of argument pairs: a learner on surface features, or a network on words."""

    def __init__(self, stage: Stage) -> None:
        self._features = chosen_features(stage.features)
        self._network = NetworkModel(stage) if stage.learner in NETWORKS else None
        self._model = FeatureModel(stage)

    def fit(self, pairs: Sequence[LayerPair], labels: Sequence[str]) -> Self:
        """Learn from argument pairs with a label each."""
        if self._network:
            self._network.fit(pairs, labels)
        else:
            self._model.fit_codes(self._codes(pairs), labels)
        return self

    def predict(self, pairs: Sequence[LayerPair]) -> list[str]:
        """Return the most probable label of each pair."""
        if not pairs:
            return []
        if self._network:
            return self._network.predict(pairs)
        best = self._model.code_probabilities(self._codes(pairs)).argmax(axis=1)
        return [self._model.labels[column] for column in best]

    @property
    def labels(self) -> list[str]:
        """Labels that the classifier knows."""
        return self._network.labels if self._network else self._model.labels

    def _codes(self, pairs: Iterable[LayerPair]) -> list[Codes]:
        return [codes(name for feature in self._features for name in feature.extract(pair)) for pair in pairs]

    def state(self) -> State:
        """Return what `restored` needs."""
        return self._network.state() if self._network else self._model.state()

    def restored(self, state: State) -> Self:
        """Take over the state of a fitted classifier."""
        (self._network or self._model).restored(state)
        return self


class PairSenses:
    """Sense of a pair of arguments, EntRel included."""

    def __init__(self, stage: Stage) -> None:
        self.model = PairModel(stage)

    def fit(self, documents: Sequence[ParsedDocument]) -> Self:
        """Learn from the relations without connective."""
        pairs: list[LayerPair] = []
        labels: list[str] = []
        for parsed in documents:
            relations = [
                relation
                for relation in parsed.document.relations
                if relation.type in _TYPES and relation.arg1 and relation.arg2
            ]
            pairs += _layers(parsed, ((relation.arg1, relation.arg2) for relation in relations))
            labels += map(_sense, relations)
        self.model.fit(pairs, labels)
        return self

    def __call__(self, parsed: ParsedDocument, arguments: Iterable[SpanPair]) -> list[str]:
        """Return the senses of pairs of arguments."""
        return self.model.predict(_layers(parsed, arguments))

    def state(self) -> State:
        """Return what `restored` needs."""
        return self.model.state()

    def restored(self, state: State) -> Self:
        """Take over the state of a fitted classifier."""
        self.model.restored(state)
        return self


class BetweenSentences:
    """Relations of adjacent sentences that no connective joins."""

    def __init__(self, stage: Stage, conventions: SentenceConventions, senses: PairSenses) -> None:
        self._conventions, self._senses = conventions, senses
        self.model = PairModel(stage)

    def fit(self, documents: Sequence[ParsedDocument]) -> Self:
        """Learn which adjacent sentences have a relation."""
        pairs: list[LayerPair] = []
        labels: list[str] = []
        for parsed in documents:
            document = parsed.document
            related = {
                document.tokens.sentence_of(relation.arg2.ranges[0][0])
                for relation in document.relations
                if relation.type in _TYPES and relation.arg2
            }
            sites = self._sites(document, document.relations)
            pairs += _layers(parsed, sites.values())
            labels += [_RELATION if sentence in related else _NONE for sentence in sites]
        self.model.fit(pairs, labels)
        return self

    def __call__(self, parsed: ParsedDocument, explicit: Relations) -> Iterator[DiscourseRelation]:
        """Yield the relations of a document with these explicit relations."""
        sites = self._sites(parsed.document, explicit).values()
        labels = self.model.predict(_layers(parsed, sites))
        pairs = [pair for pair, label in zip(sites, labels, strict=True) if label == _RELATION]
        for (arg1, arg2), sense in zip(pairs, self._senses(parsed, pairs), strict=True):
            yield _relation(arg1, arg2, sense)

    def _sites(self, document: Document, explicit: Relations) -> dict[int, SpanPair]:
        """Return pairs of sentences as arguments by the number of the second one."""
        tokens = document.tokens

        def argument(sentence: int) -> Span:
            return tokens.span(self._conventions(document, tokens.sentence_range(sentence)))

        sites = between_sentences(document, joined_sentences(explicit, document))
        numbers = (tokens.sentence_of(site.right[0]) for site in sites)
        return {number: (argument(number - 1), argument(number)) for number in numbers}

    def state(self) -> State:
        """Return what `restored` needs."""
        return self.model.state()

    def restored(self, state: State) -> Self:
        """Take over the state of a fitted classifier."""
        self.model.restored(state)
        return self


class InsideSentence:
    """Relations of a clause with the words before it in its sentence.

    Clauses are constituents, or by the method "clauses" the words between two marks.
    """

    def __init__(self, stage: Stage) -> None:
        self._marks = stage.method == "clauses"
        self._model = FeatureModel(stage)
        self._labeller: ArgumentLabeller | None = ArgumentLabeller(
            Stage("maxent", method="clauses" if self._marks else "constituents")
        )

    def fit(self, documents: Sequence[ParsedDocument]) -> Self:
        """Learn from relations whose later argument is a clause."""
        rows, labels = [], []
        examples: list[Example] = []
        for parsed in documents:
            gold = _relations_inside(parsed.document, marks=self._marks)
            for words, features in self._clauses(parsed, parsed.document.relations):
                relation = gold.get(words[:1] if self._marks else _trimmed(words, parsed.document))
                rows.append(features)
                labels.append(_sense(relation) if relation else _NONE)
                if relation:
                    examples.append((words, parsed.sentence(words[0]), relation, parsed))
        self._model.fit(rows, labels)
        if examples and self._labeller:
            self._labeller.fit(examples)
        else:  # PDTB-2 has no such relations
            self._labeller = None
        return self

    def __call__(self, parsed: ParsedDocument, explicit: Relations) -> Iterator[DiscourseRelation]:
        """Yield the relations of a document with these explicit relations."""
        if self._labeller is None:
            return
        tokens = parsed.document.tokens
        clauses = list(self._clauses(parsed, explicit))
        senses = self._model.predict(features for _, features in clauses)
        taken: set[int] = set()
        for (words, _), sense in zip(clauses, senses, strict=True):
            if sense == _NONE or not taken.isdisjoint(words):
                continue
            names = (ARG1, ARG2) if self._marks else (ARG1,)
            arguments = self._labeller(words, parsed.sentence(words[0]), parsed, names)
            arg1, arg2 = arguments[ARG1], arguments.get(ARG2) or list(words)
            if arg1:
                taken.update(words)
                yield _relation(tokens.span(arg1), tokens.span(arg2), sense)

    def _clauses(self, parsed: ParsedDocument, relations: Relations) -> Iterator[tuple[Words, list[str]]]:
        """Yield the words and features of the clauses that no connective opens."""
        connectives = {word for relation in relations for word in connective_of(relation)}
        if self._marks:
            for words in _marked_clauses(parsed):
                if connectives.isdisjoint(words):
                    yield tuple(words), list(marked_clause_features(words, parsed))
            return
        for node in _constituent_clauses(parsed, connectives):
            yield tuple(node.words), list(clause_features(node, parsed))

    def state(self) -> State:
        """Return what `restored` needs."""
        labeller = {"labeller": self._labeller.state()} if self._labeller else {}
        return {"model": self._model.state(), **labeller}

    def restored(self, state: State) -> Self:
        """Take over the state of a fitted classifier."""
        self._model.restored(state["model"])
        if self._labeller and "labeller" in state:
            self._labeller.restored(state["labeller"])
        else:
            self._labeller = None
        return self


def type_of(sense: str) -> RelationType:
    """Return the type of a relation without connective that has this sense."""
    return RelationType.ENTREL if sense == ENTREL else RelationType.IMPLICIT


def _layers(parsed: ParsedDocument, arguments: Iterable[SpanPair]) -> list[LayerPair]:
    return [(parsed.layers(arg1), parsed.layers(arg2)) for arg1, arg2 in arguments]


def _relation(arg1: Span, arg2: Span, sense: str) -> DiscourseRelation:
    return DiscourseRelation(type_of(sense), arg1, arg2, (sense,))


def _sense(relation: DiscourseRelation) -> str:
    return ENTREL if relation.type is RelationType.ENTREL else relation.senses[0]


def _relations_inside(document: Document, *, marks: bool) -> dict[Words, DiscourseRelation]:
    """Return the relations without connective inside a sentence, by the words of Arg2.

    With `marks`, they go by the first word of the later argument.
    """
    relations = (
        relation
        for relation in document.relations
        if relation.type is RelationType.IMPLICIT
        and relation.senses
        and relation.arg1
        and relation.arg2
        and is_inside(relation.arg1, relation.arg2)
    )
    if marks:
        return {(anchor_of(relation),): relation for relation in relations}
    return {
        _trimmed(relation.arg2.indices, document): relation
        for relation in relations
        if not relation.arg2.discontinuous
    }


def _marked_clauses(parsed: ParsedDocument) -> Iterator[range]:
    """Yield the clauses between marks, except the first of each sentence."""
    for sentence in parsed.document.sentences:
        clauses = [
            clause
            for clause in clauses_of(sentence.range, parsed.document)
            if not is_punctuation(parsed.document, clause.start)
        ]
        yield from clauses[1:]


def _constituent_clauses(parsed: ParsedDocument, connectives: Collection[int]) -> Iterator[Constituent]:
    """Yield the clauses that no connective opens; of several over the same words, the highest."""
    for tree in parsed.trees:
        seen = {tree.words}
        for node in tree.nodes():
            first = node.words.start
            opened = first - 1 in connectives or first in connectives
            if node.category in _CLAUSES and node.words not in seen and not opened:
                seen.add(node.words)
                yield node


def _trimmed(words: Sequence[int], document: Document) -> Words:
    """Return words without the punctuation at their end."""
    end = len(words)
    while end and is_punctuation(document, words[end - 1]):
        end -= 1
    return tuple(words[:end])
