"""Training instances: inputs of the heads, with their targets."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from relata.discourse.argument_decoding import argument_labels
from relata.discourse.explicit.arguments import connective_context
from relata.discourse.labels import CONNECTIVE_TAGS, SITE_KINDS
from relata.discourse.languages import language
from relata.discourse.nonexplicit.sites import (
    Site,
    anchor_of,
    between_sentences,
    clause_begins,
    inside_sentence,
    is_inside,
    joined_sentences,
    words_next_to_border,
)
from relata.document import Document, Tokens
from relata.document.relations import SENSED, DiscourseRelation
from relata.formats import discogem, relation_pairs
from relata.model.inputs import Input, InputBuilder, windows
from relata.training.data.sentences import RoleTargets, SentenceTargets, SyntaxTargets

if TYPE_CHECKING:
    from torch import Tensor

_MOST_WORDS = 60
"""The most words of an argument that has no document."""

TAGS, EXPLICIT, SITE, SENSE, EXTRA = "tags", "explicit", "site", "sense", "extra"
"""The tasks: connectives, anchors, and what is inside sentences; arguments and sense of a connective; a site;
the sense of given arguments; the sense of extra instances, which has a head for itself."""

_SAMPLE = 400
"""The approximate number of inputs that are a sample for an encoder."""

Item = TypeVar("Item")
View = Callable[[InputBuilder], Input]
"""A function that builds the input of an instance with any tokenizer."""


@dataclass(slots=True)
class TrainingInstance:
    """An input of a task with its targets; a target that does not apply is None.

    `soft` are the probabilities that a teacher gives to targets. The targets of a `silver` instance are not
    by annotators: only the teacher's probabilities are learned.
    """

    task: str
    input: Input
    view: View
    labels: list[int] | None = None
    anchors: list[int] | None = None
    kind: int | None = None
    sense: str | None = None
    altlex: list[int] | None = None
    syntax: SyntaxTargets | None = None
    roles: RoleTargets | None = None
    soft: Mapping[str, Tensor] | None = None
    silver: bool = False


def instances(
    document: Document, builder: InputBuilder, sentences: SentenceTargets | None = None
) -> Iterator[TrainingInstance]:
    """Yield all instances of a document with relations; `sentences` adds targets of trees and roles."""
    yield from _tag_instances(document, builder, sentences)
    for relation in document.relations:
        if relation.explicit and relation.connective and relation.senses:
            yield from _explicit_instance(document, relation, builder)
        elif relation.type in SENSED and relation.senses:
            left, right = words_next_to_border(relation)
            yield pair_instance(SENSE, document.tokens, left, right, relation.senses[0], builder)
    yield from _site_instances(document, builder)


def sentence_instances(
    document: Document, builder: InputBuilder, sentences: SentenceTargets
) -> Iterator[TrainingInstance]:
    """Yield the instances of a document without relations: targets of trees and roles alone."""
    for words in windows(document, builder):
        view = partial(InputBuilder.window, tokens=document.tokens, words=words)
        syntax, roles = sentences.syntax(document, words), sentences.roles(document, words)
        yield TrainingInstance(TAGS, view(builder), view, syntax=syntax, roles=roles)


def silver_instances(document: Document, builder: InputBuilder) -> Iterator[TrainingInstance]:
    """Yield the instances of a document that was analysed by a model: questions to a teacher."""
    for item in instances(document, builder):
        item.silver = True
        yield item


def unmarked_instances(document: Document, builder: InputBuilder) -> Iterator[TrainingInstance]:
    """Yield explicit relations with their connectives left out, as extra sense instances."""
    for relation in document.relations:
        if relation.explicit and relation.senses:
            connective = frozenset(relation.connective.indices if relation.connective else ())
            sides = words_next_to_border(relation)
            left, right = ([word for word in side if word not in connective] for side in sides)
            if left and right:
                yield pair_instance(EXTRA, document.tokens, left, right, relation.senses[0], builder)


def discogem_instances(folder: Path, split: str, builder: InputBuilder) -> Iterator[TrainingInstance]:
    """Yield the relations of a split of DiscoGeM ("train", "dev", "test") that have a PDTB-3 sense."""
    for item in discogem.items(folder):
        if item.part == split and item.sense:
            yield _extra_instance(item.arg1, item.arg2, item.sense, builder)


def labelled_pair_instances(path: Path, builder: InputBuilder) -> Iterator[TrainingInstance]:
    """Yield the training part of a table of pairs; the labels of their relations go with a direction."""
    for pair in relation_pairs.read(path):
        if pair.part == "train":
            yield _extra_instance(pair.first, pair.second, f"{pair.label} {pair.direction}", builder)


def sense_questions(extra: Iterable[TrainingInstance]) -> Iterator[TrainingInstance]:
    """Yield extra instances without their sense: questions to a teacher about the senses of the corpus."""
    for item in extra:
        yield replace(item, task=SENSE, sense=None, silver=True)


def pair_instance(
    task: str, tokens: Tokens, left: Iterable[int], right: Iterable[int], sense: str, builder: InputBuilder
) -> TrainingInstance:
    """Build the instance of two arguments and their sense."""
    view = partial(InputBuilder.pair, tokens=tokens, left=tuple(left), right=tuple(right))
    return TrainingInstance(task, view(builder), view, sense=sense)


def _extra_instance(left: str, right: str, sense: str, builder: InputBuilder) -> TrainingInstance:
    """Build the extra instance of two texts, of which the words next to each other are read."""
    before, behind = left.split()[-_MOST_WORDS:], right.split()[:_MOST_WORDS]
    tokens, border = _blank_tokens([*before, *behind]), len(before)
    return pair_instance(EXTRA, tokens, range(border), range(border, len(tokens)), sense, builder)


def instance_digest(items: Iterable[TrainingInstance]) -> str:
    """Compute a digest of inputs and all their targets."""
    digest = hashlib.sha256()
    for item in items:
        targets = (
            *(item.labels, item.input.arguments, item.anchors, item.kind, item.sense, item.altlex),
            *(item.syntax, item.roles),
        )
        digest.update(repr((item.task, item.input.pieces, targets)).encode())
        for probabilities in (item.soft or {}).values():
            digest.update(probabilities.contiguous().numpy().data)
    return digest.hexdigest()


def senses_of(items: Iterable[TrainingInstance]) -> tuple[str, ...]:
    """Collect the senses of instances, sorted."""
    return tuple(sorted({item.sense for item in items if item.sense is not None}))


def sample_inputs(items: Sequence[TrainingInstance]) -> list[Input]:
    """Choose inputs that are evenly spread over instances: a sample of what the encoder will see."""
    return [item.input for item in sample(items)]


def sample(items: Sequence[Item]) -> Sequence[Item]:
    """Choose some hundred items that are evenly spread over a sequence."""
    return items[:: max(1, len(items) // _SAMPLE)]


def _blank_tokens(words: list[str]) -> Tokens:
    offsets, begin = [], 0
    for word in words:
        offsets.append((begin, begin + len(word)))
        begin += len(word) + 1
    return Tokens(" ".join(words), offsets)


def _tag_instances(
    document: Document, builder: InputBuilder, sentences: SentenceTargets | None
) -> Iterator[TrainingInstance]:
    tags, anchors = [0] * len(document.tokens), [0] * len(document.tokens)
    for relation in document.relations:
        if relation.explicit and relation.connective:
            for part, (first, last) in enumerate(relation.connective.ranges):
                begin, inside = ("B", "I") if part == 0 else ("B2", "I2")
                tags[first] = CONNECTIVE_TAGS.index(begin)
                for word in range(first + 1, last):
                    tags[word] = CONNECTIVE_TAGS.index(inside)
        elif _stands_inside(document, relation):
            anchors[anchor_of(relation)] = 1
    for words in windows(document, builder):
        view = partial(InputBuilder.window, tokens=document.tokens, words=words)
        labels = [tags[word] for word in words]
        item = TrainingInstance(TAGS, view(builder), view, labels, [anchors[word] for word in words])
        if sentences:
            item.syntax, item.roles = sentences.syntax(document, words), sentences.roles(document, words)
        yield item


def _explicit_instance(
    document: Document, relation: DiscourseRelation, builder: InputBuilder
) -> Iterator[TrainingInstance]:
    assert relation.connective is not None
    words = connective_context(document, builder, relation.connective)
    if set(relation.connective.indices) <= set(words):
        labels = argument_labels(words, relation.arg1, relation.arg2)
        view = partial(
            InputBuilder.connective,
            tokens=document.tokens,
            connective=relation.connective,
            context=words,
            arguments=labels,
        )
        if not {*relation.arg1.indices, *relation.arg2.indices} <= set(words):
            yield TrainingInstance(EXPLICIT, view(builder), view, sense=relation.senses[0])
        else:
            yield TrainingInstance(EXPLICIT, view(builder), view, labels, sense=relation.senses[0])


def _site_instances(document: Document, builder: InputBuilder) -> Iterator[TrainingInstance]:
    between: dict[int, DiscourseRelation] = {}
    anchors = set()
    for relation in document.relations:
        if relation.explicit or not relation.arg1.ranges or not relation.arg2.ranges:
            continue
        if _stands_inside(document, relation):
            anchors.add(anchor_of(relation))
            site = inside_sentence(document, anchor_of(relation))
            if site.left:
                yield _site_instance(document.tokens, site, relation, builder)
        else:
            between.setdefault(document.tokens.sentence_of(relation.arg2.ranges[0][0]), relation)
    for word in clause_begins(document, language(document.language).clause_ends):
        if word not in anchors:
            yield _site_instance(document.tokens, inside_sentence(document, word), None, builder)
    joined = joined_sentences(document.relations, document)
    for site in between_sentences(document, joined - between.keys()):
        relation_there = between.get(document.tokens.sentence_of(site.right[0]))
        yield _site_instance(document.tokens, site, relation_there, builder)


def _stands_inside(document: Document, relation: DiscourseRelation) -> bool:
    """Return true for a relation without connective that an anchor inside a sentence shows."""
    if not relation.arg1 or not relation.arg2 or relation.type not in language(document.language).inside:
        return False
    return is_inside(relation.arg1, relation.arg2)


def _site_instance(
    tokens: Tokens, site: Site, relation: DiscourseRelation | None, builder: InputBuilder
) -> TrainingInstance:
    view = partial(InputBuilder.pair, tokens=tokens, left=site.left, right=site.right)
    input = view(builder)
    kind = str(relation.type).replace("AltLexC", "AltLex") if relation else "none"
    if relation is None or kind not in SITE_KINDS:
        return TrainingInstance(SITE, input, view, kind=0)
    labels = None
    if {*relation.arg1.indices, *relation.arg2.indices} <= set(input.words):
        labels = argument_labels(input.words, relation.arg1, relation.arg2)
    altlex = set(relation.connective.indices) if relation.connective else set()
    return TrainingInstance(
        SITE,
        input,
        view,
        labels,
        kind=SITE_KINDS.index(kind),
        sense=relation.senses[0] if relation.type in SENSED and relation.senses else None,
        altlex=[int(word in altlex) for word in input.words] if kind == "AltLex" else None,
    )
