"""Instances: two arguments and their senses, as a classifier sees them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from relata.document import Document, Span, Tokens
from relata.document.relations import DiscourseRelation
from relata.experiments.labels import Senses
from relata.treebank.constituents import Constituent, constituents

Layer = tuple[str, ...] | None
"""What a corpus says of an argument; None if it says nothing of this kind."""


@dataclass(frozen=True, slots=True)
class Side:
    """An argument: its words; their tags and lemmas; the rules of its constituents and dependencies."""

    words: tuple[str, ...]
    tags: Layer = None
    lemmas: Layer = None
    productions: Layer = None
    dependencies: Layer = None


@dataclass(frozen=True, slots=True)
class Instance:
    """A relation to classify; `part` is where its corpus has it: "train", "dev", "test" or nowhere ("").

    `apart` says whether Arg2 begins in another sentence than Arg1 ends in.
    """

    id: str
    document: str
    type: str
    arg1: Side
    arg2: Side
    senses: Senses
    genre: str = ""
    part: str = ""
    apart: bool = field(default=True, repr=False)  # fingerprints of data are older


def instances(document: Document, types: Iterable[str], part: str = "") -> Iterator[Instance]:
    """The relations of these types that have both arguments, in the order of the document."""
    wanted = frozenset(types)
    sides = Sides(document)
    for number, relation in enumerate(document.relations):
        if relation.type in wanted and relation.arg1 and relation.arg2:
            yield Instance(
                f"{document.id}:{number}",
                document.id,
                str(relation.type),
                sides(relation.arg1),
                sides(relation.arg2),
                _senses(relation),
                document.metadata.get("genre", ""),
                part,
                apart=_apart(relation),
            )


def joined_tokens(instance: Instance) -> tuple[Tokens, int]:
    """The words of both arguments as tokens of a text, and the place where the second begins."""
    words = instance.arg1.words + instance.arg2.words
    offsets, at = [], 0
    for word in words:
        offsets.append((at, at + len(word)))
        at += len(word) + 1
    border = len(instance.arg1.words)
    return Tokens(" ".join(words), offsets, sentence_starts=(0, border) if instance.apart else (0,)), border


def plain_side(tokens: Tokens) -> Side:
    """All words of a text as an argument of which nothing else is known."""
    return Side(tuple(map(tokens.form, range(len(tokens)))))


def _apart(relation: DiscourseRelation) -> bool:
    tokens = relation.arg1.tokens
    return tokens.sentence_of(relation.arg1.ranges[-1][1] - 1) != tokens.sentence_of(
        relation.arg2.ranges[0][0]
    )


def _senses(relation: DiscourseRelation) -> Senses:
    return relation.senses, relation.second_senses


class Sides:
    """Makes the sides of one document's spans."""

    def __init__(self, document: Document) -> None:
        self._tokens = document.tokens
        self._trees: Sequence[Constituent | None] | None = constituents(document) if document.trees else None
        self._dependents: dict[int, list[str]] | None = (
            _dependents(document) if document.tokens.heads and "deprel" in document.tokens.columns else None
        )

    def __call__(self, span: Span) -> Side:
        return Side(
            tuple(map(self._tokens.form, span.indices)),
            self._column("tag", span),
            self._column("lemma", span),
            None if self._trees is None else tuple(self._productions(span, self._trees)),
            None if self._dependents is None else tuple(self._rules(span, self._dependents)),
        )

    def _column(self, name: str, span: Span) -> Layer:
        column = self._tokens.columns.get(name)
        return None if column is None else tuple(column[index] or "_" for index in span.indices)

    def _productions(self, span: Span, trees: Sequence[Constituent | None]) -> Iterator[str]:
        """The rules of all constituents that lie in the span, down to tags and words."""
        words = frozenset(span.indices)
        numbers = {
            self._tokens.sentence_of(edge) for piece in span.ranges for edge in (piece[0], piece[1] - 1)
        }
        for number in range(min(numbers), max(numbers) + 1):
            tree = trees[number]
            for node in tree.nodes() if tree else ():
                if words.issuperset(node.words):
                    if node.preterminal:
                        yield f"{node.category} -> {self._tokens.form(node.words.start).lower()}"
                    else:
                        yield node.production

    def _rules(self, span: Span, dependents: dict[int, list[str]]) -> Iterator[str]:
        """The words that have dependents, each with the labels of these."""
        for index in span.indices:
            if labels := dependents.get(index):
                yield f"{self._tokens.form(index).lower()} <- {' '.join(labels)}"


def _dependents(document: Document) -> dict[int, list[str]]:
    """The labels of each word's dependents, in their order; without those of punctuation."""
    found: dict[int, list[str]] = {}
    for sentence in document.sentences:
        for token in sentence:
            if token.head and token.deprel and token.deprel.lower() not in {"punct", "p"}:
                found.setdefault(sentence.range.start + token.head - 1, []).append(token.deprel)
    return found
