"""Relations without connective, between adjacent sentences and inside a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Self

from relata.baselines.explicit import (
    ARG1,
    ArgumentLabeller,
    Example,
    SentenceConventions,
    connective_of,
    is_punctuation,
)
from relata.baselines.features import ParsedDocument, Words, clause_features
from relata.baselines.linear import LinearModel, PairModel
from relata.baselines.pairs import LayerPair, LayerReader
from relata.discourse.nonexplicit.sites import between_sentences, is_inside, joined_sentences
from relata.document import Document, Span
from relata.document.relations import SENSED, DiscourseRelation, RelationType
from relata.senses import ENTREL
from relata.treebank.constituents import Constituent

Relations = Iterable[DiscourseRelation]
SpanPair = tuple[Span, Span]

_NONE, _RELATION = "none", "relation"
_TYPES = (*SENSED, RelationType.ENTREL)
_CLAUSES = frozenset({"S", "SBAR", "VP", "PP", "SINV", "SQ", "FRAG", "UCP"})


class PairSenses:
    """Sense of a pair of arguments, EntRel included."""

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
            pairs += _layers(parsed.document, ((relation.arg1, relation.arg2) for relation in relations))
            labels += map(_sense, relations)
        self._model = PairModel().fit(pairs, labels)
        return self

    def __call__(self, document: Document, arguments: Iterable[SpanPair]) -> list[str]:
        """Return the senses of pairs of arguments."""
        return self._model.predict(_layers(document, arguments))


class BetweenSentences:
    """Relations of adjacent sentences that no connective joins."""

    def fit(
        self, documents: Sequence[ParsedDocument], conventions: SentenceConventions, senses: PairSenses
    ) -> Self:
        """Learn which adjacent sentences have a relation."""
        self._conventions, self._senses = conventions, senses
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
            pairs += _layers(document, sites.values())
            labels += [_RELATION if sentence in related else _NONE for sentence in sites]
        self._model = PairModel().fit(pairs, labels)
        return self

    def __call__(self, document: Document, explicit: Relations) -> Iterator[DiscourseRelation]:
        """Yield the relations of a document with these explicit relations."""
        sites = self._sites(document, explicit).values()
        labels = self._model.predict(_layers(document, sites))
        pairs = [pair for pair, label in zip(sites, labels, strict=True) if label == _RELATION]
        for (arg1, arg2), sense in zip(pairs, self._senses(document, pairs), strict=True):
            yield _relation(arg1, arg2, sense)

    def _sites(self, document: Document, explicit: Relations) -> dict[int, SpanPair]:
        """Return pairs of sentences as arguments by the number of the second one."""
        tokens = document.tokens

        def argument(sentence: int) -> Span:
            return tokens.span(self._conventions(document, tokens.sentence_range(sentence)))

        sites = between_sentences(document, joined_sentences(explicit, document))
        numbers = (tokens.sentence_of(site.right[0]) for site in sites)
        return {number: (argument(number - 1), argument(number)) for number in numbers}


class InsideSentence:
    """Relations of a clause with the words before it in its sentence."""

    def fit(self, documents: Sequence[ParsedDocument]) -> Self:
        """Learn from relations whose second argument is a constituent."""
        rows, labels = [], []
        examples: list[Example] = []
        for parsed in documents:
            gold = _relations_inside(parsed.document)
            for node in _clauses(parsed, parsed.document.relations):
                relation = gold.get(_trimmed(node.words, parsed.document))
                rows.append(list(clause_features(node, parsed)))
                labels.append(_sense(relation) if relation else _NONE)
                if relation:
                    examples.append((tuple(node.words), relation, parsed))
        self._model = LinearModel().fit(rows, labels)
        if examples:  # PDTB-2 has no such relations
            self._labeller = ArgumentLabeller().fit(examples)
        return self

    def __call__(self, parsed: ParsedDocument, explicit: Relations) -> Iterator[DiscourseRelation]:
        """Yield the relations of a document with these explicit relations."""
        tokens = parsed.document.tokens
        nodes = list(_clauses(parsed, explicit))
        senses = self._model.predict(clause_features(node, parsed) for node in nodes)
        taken: set[int] = set()
        for node, sense in zip(nodes, senses, strict=True):
            if sense == _NONE or not taken.isdisjoint(node.words):
                continue
            arg2 = tuple(node.words)
            if arg1 := self._labeller(arg2, parsed, (ARG1,))[ARG1]:
                taken.update(arg2)
                yield _relation(tokens.span(arg1), tokens.span(arg2), sense)


def type_of(sense: str) -> RelationType:
    """Return the type of a relation without connective that has this sense."""
    return RelationType.ENTREL if sense == ENTREL else RelationType.IMPLICIT


def _layers(document: Document, arguments: Iterable[SpanPair]) -> list[LayerPair]:
    layers = LayerReader(document)
    return [(layers(arg1), layers(arg2)) for arg1, arg2 in arguments]


def _relation(arg1: Span, arg2: Span, sense: str) -> DiscourseRelation:
    return DiscourseRelation(type_of(sense), arg1, arg2, (sense,))


def _sense(relation: DiscourseRelation) -> str:
    return ENTREL if relation.type is RelationType.ENTREL else relation.senses[0]


def _relations_inside(document: Document) -> dict[Words, DiscourseRelation]:
    """Return the relations without connective inside a sentence, by the words of Arg2."""
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


def _clauses(parsed: ParsedDocument, relations: Relations) -> Iterator[Constituent]:
    """Yield the clauses that no connective opens; of several over the same words, the highest."""
    connectives = {word for relation in relations for word in connective_of(relation)}
    for tree in parsed.trees:
        seen = {tree.words}
        for node in tree.nodes():
            first = node.words.start
            opened = not connectives.isdisjoint((first - 1, first))
            if node.category in _CLAUSES and node.words not in seen and not opened:
                seen.add(node.words)
                yield node


def _trimmed(words: Sequence[int], document: Document) -> Words:
    """Return words without the punctuation at their end."""
    end = len(words)
    while end and is_punctuation(document, words[end - 1]):
        end -= 1
    return tuple(words[:end])
