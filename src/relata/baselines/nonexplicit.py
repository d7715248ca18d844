"""Relations without connective: between adjacent sentences, and inside one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Self

from relata.baselines.arguments import ARG1, ArgumentLabeller, Conventions, is_punctuation
from relata.baselines.candidates import Words
from relata.baselines.features import Surroundings, clause_features
from relata.baselines.linear import LinearModel
from relata.discourse.nonexplicit.sites import between_sentences, is_inside, joined_sentences
from relata.document import Document, Span
from relata.document.relations import SENSED, DiscourseRelation, RelationType
from relata.experiments.instances import Instance, Sides
from relata.experiments.models.linear import Logistic
from relata.senses import ENTREL
from relata.treebank.constituents import Constituent

Relations = Iterable[DiscourseRelation]

_NONE = "none"
_TYPES = (*SENSED, RelationType.ENTREL)
_FEATURES = ("word-pairs", "first-last", "production-rules", "dependency-rules")
_CLAUSES = frozenset({"S", "SBAR", "VP", "PP", "SINV", "SQ", "FRAG", "UCP"})


class SenseOfPair:
    """The sense of two given arguments, EntRel among the senses."""

    def fit(self, documents: Sequence[Surroundings]) -> Self:
        """Learns from the relations without connective."""
        instances, labels = [], []
        for around in documents:
            pairs = _Pairs(around.document)
            for relation in around.document.relations:
                if relation.type in _TYPES and relation.arg1 and relation.arg2:
                    instances.append(pairs(relation.arg1, relation.arg2))
                    labels.append(_label(relation))
        self._model = Logistic(_FEATURES).fit(instances, labels)
        return self

    def __call__(self, document: Document, arguments: Iterable[tuple[Span, Span]]) -> list[str]:
        """The senses of pairs of arguments."""
        pairs = _Pairs(document)
        instances = [pairs(arg1, arg2) for arg1, arg2 in arguments]
        return [answer.label for answer in self._model.answers(instances)] if instances else []


class BetweenSentences:
    """Relations of adjacent sentences that no connective joins."""

    def fit(self, documents: Sequence[Surroundings], conventions: Conventions, sense: SenseOfPair) -> Self:
        """Learns where there is a relation."""
        self._conventions, self._sense = conventions, sense
        instances, labels = [], []
        for around in documents:
            document = around.document
            pairs = _Pairs(document)
            there = {
                document.tokens.sentence_of(relation.arg2.ranges[0][0])
                for relation in document.relations
                if relation.type in _TYPES and relation.arg2
            }
            for arg1, arg2, number in self._sites(document, document.relations):
                instances.append(pairs(arg1, arg2))
                labels.append("relation" if number in there else _NONE)
        self._model = Logistic(_FEATURES).fit(instances, labels)
        return self

    def __call__(
        self, document: Document, explicit: Iterable[DiscourseRelation]
    ) -> Iterator[DiscourseRelation]:
        """The relations of a document, whose explicit ones are known."""
        sites = [(arg1, arg2) for arg1, arg2, _ in self._sites(document, explicit)]
        if not sites:
            return
        pairs = _Pairs(document)
        kinds = self._model.answers([pairs(arg1, arg2) for arg1, arg2 in sites])
        found = [site for site, kind in zip(sites, kinds, strict=True) if kind.label != _NONE]
        for (arg1, arg2), sense in zip(found, self._sense(document, found), strict=True):
            yield relation_of(arg1, arg2, sense)

    def _sites(self, document: Document, explicit: Relations) -> Iterator[tuple[Span, Span, int]]:
        tokens = document.tokens
        for site in between_sentences(document, joined_sentences(explicit, document)):
            number = tokens.sentence_of(site.right[0])
            arg1, arg2 = (
                tokens.span(self._conventions(document, tokens.sentence_range(n)))
                for n in (number - 1, number)
            )
            yield arg1, arg2, number


class InsideSentence:
    """Relations of a clause with what stands before it in its sentence."""

    def fit(self, documents: Sequence[Surroundings]) -> Self:
        """Learns from relations whose second argument is a constituent."""
        rows, labels = [], []
        examples: list[tuple[Words, DiscourseRelation, Surroundings]] = []
        for around in documents:
            gold = _inside(around.document)
            taken = _connective_words(around.document.relations)
            for node in _clauses(around, taken):
                relation = gold.get(_trimmed(node.words, around.document))
                rows.append(list(clause_features(node, around)))
                labels.append(_label(relation) if relation else _NONE)
                if relation:
                    examples.append((tuple(node.words), relation, around))
        self._model = LinearModel().fit(rows, labels)
        if examples:  # PDTB-2 has no such relations
            self._labeller = ArgumentLabeller().fit(examples)
        return self

    def __call__(
        self, around: Surroundings, explicit: Iterable[DiscourseRelation]
    ) -> Iterator[DiscourseRelation]:
        """The relations of a document, whose explicit ones are known."""
        tokens = around.document.tokens
        nodes = list(_clauses(around, _connective_words(explicit)))
        senses = self._model.predict(clause_features(node, around) for node in nodes)
        taken: set[int] = set()
        for node, sense in zip(nodes, senses, strict=True):
            if sense == _NONE or not taken.isdisjoint(node.words):
                continue
            anchor = tuple(node.words)
            if arg1 := self._labeller(anchor, around, (ARG1,))[ARG1]:
                taken.update(anchor)
                yield relation_of(tokens.span(arg1), tokens.span(anchor), sense)


def relation_of(arg1: Span, arg2: Span, sense: str) -> DiscourseRelation:
    """An Implicit relation, or an EntRel if the sense is that."""
    type = RelationType.ENTREL if sense == ENTREL else RelationType.IMPLICIT
    return DiscourseRelation(type, arg1, arg2, (sense,))


class _Pairs:
    """Pairs of spans of a document as instances."""

    def __init__(self, document: Document) -> None:
        self._id = document.id
        self._sides = Sides(document)

    def __call__(self, arg1: Span, arg2: Span) -> Instance:
        name = f"{self._id}:{arg1.ranges}:{arg2.ranges}"
        return Instance(name, self._id, "", self._sides(arg1), self._sides(arg2), ((), ()))


def _label(relation: DiscourseRelation) -> str:
    return ENTREL if relation.type is RelationType.ENTREL else relation.senses[0]


def _inside(document: Document) -> dict[Words, DiscourseRelation]:
    """The relations without connective inside a sentence, by the words of Arg2."""
    return {
        _trimmed(relation.arg2.indices, document): relation
        for relation in document.relations
        if relation.type is RelationType.IMPLICIT
        and relation.senses
        and relation.arg1
        and relation.arg2
        and not relation.arg2.discontinuous
        and is_inside(relation.arg1, relation.arg2)
    }


def _clauses(around: Surroundings, taken: frozenset[int]) -> Iterator[Constituent]:
    """The clauses that no connective opens; of those over the same words, the highest."""
    for tree in filter(None, around.trees):
        seen = {tree.words}
        for node in tree.nodes():
            first = node.words.start
            if node.category in _CLAUSES and node.words not in seen and taken.isdisjoint((first - 1, first)):
                seen.add(node.words)
                yield node


def _connective_words(relations: Iterable[DiscourseRelation]) -> frozenset[int]:
    return frozenset(
        word
        for relation in relations
        if relation.explicit and relation.connective
        for word in relation.connective.indices
    )


def _trimmed(words: Sequence[int], document: Document) -> Words:
    """Words without the punctuation at their end."""
    kept = list(words)
    while kept and is_punctuation(document, kept[-1]):
        kept.pop()
    return tuple(kept)
