"""Training instances: inputs with what the heads should say of them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from relata.discourse.argument_decoding import argument_labels
from relata.discourse.explicit.parser import words_around
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
from relata.model.inputs import Input, InputBuilder, windows
from relata.training.data.sentence_targets import RoleTargets, SentenceTargets, SyntaxTargets

if TYPE_CHECKING:
    from torch import Tensor

SENTENCES_BEFORE = 2

TAGS, EXPLICIT, SITE, SENSE, EXTRA = "tags", "explicit", "site", "sense", "extra"
"""The tasks: connectives, anchors, and what is inside sentences; arguments and sense of a connective; a site;
the sense of given arguments; the same of other corpora, with a head of its own."""

_SOME = 400
"""About how many inputs show what an encoder reads."""

Item = TypeVar("Item")
View = Callable[[InputBuilder], Input]
"""Builds the input of an instance, with any tokenizer."""


@dataclass(slots=True)
class Instance:
    """An input of a task with its targets; a target that does not apply is None.

    `soft` are probabilities that a teacher gives the targets. Targets of a `silver` instance are not by
    annotators, so that it is learned by a teacher's word alone.
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
) -> Iterator[Instance]:
    """All instances that a document with relations gives; with `sentences`, those of its sentences, too."""
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
) -> Iterator[Instance]:
    """The instances of a document's sentences alone."""
    for words in windows(document, builder):
        view = partial(InputBuilder.window, tokens=document.tokens, words=words)
        syntax, roles = sentences.syntax(document, words), sentences.roles(document, words)
        yield Instance(TAGS, view(builder), view, syntax=syntax, roles=roles)


def silver_instances(document: Document, builder: InputBuilder) -> Iterator[Instance]:
    """The instances of a document that was analysed by a model: where to ask a teacher."""
    for item in instances(document, builder):
        item.silver = True
        yield item


def unmarked_instances(document: Document, builder: InputBuilder) -> Iterator[Instance]:
    """Explicit relations with their connectives left out, as extra sense instances."""
    for relation in document.relations:
        if relation.explicit and relation.senses:
            own = frozenset(relation.connective.indices if relation.connective else ())
            sides = words_next_to_border(relation)
            left, right = ([word for word in side if word not in own] for side in sides)
            if left and right:
                yield pair_instance(EXTRA, document.tokens, left, right, relation.senses[0], builder)


def pair_instance(
    task: str, tokens: Tokens, left: Iterable[int], right: Iterable[int], sense: str, builder: InputBuilder
) -> Instance:
    """Two arguments and their sense."""
    view = partial(InputBuilder.pair, tokens=tokens, left=tuple(left), right=tuple(right))
    return Instance(task, view(builder), view, sense=sense)


def fingerprint(items: Iterable[Instance]) -> str:
    """A digest of inputs and all their targets."""
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


def senses_of(found: Iterable[Instance]) -> tuple[str, ...]:
    """The senses that instances have, sorted."""
    return tuple(sorted({each.sense for each in found if each.sense is not None}))


def some_inputs(found: Sequence[Instance]) -> list[Input]:
    """The inputs of some instances: they show what an encoder reads."""
    return [each.input for each in some(found)]


def some(found: Sequence[Item]) -> Sequence[Item]:
    """Some of many, from here and there."""
    return found[:: max(1, len(found) // _SOME)]


def _tag_instances(
    document: Document, builder: InputBuilder, sentences: SentenceTargets | None
) -> Iterator[Instance]:
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
        found = Instance(TAGS, view(builder), view, labels, [anchors[word] for word in words])
        if sentences:
            found.syntax, found.roles = sentences.syntax(document, words), sentences.roles(document, words)
        yield found


def _explicit_instance(
    document: Document, relation: DiscourseRelation, builder: InputBuilder
) -> Iterator[Instance]:
    assert relation.connective is not None
    words = words_around(document, builder, relation.connective, SENTENCES_BEFORE)
    if set(relation.connective.indices) <= set(words):
        labels = argument_labels(words, relation.arg1, relation.arg2)
        view = partial(
            InputBuilder.connective,
            tokens=document.tokens,
            connective=relation.connective,
            context=words,
            arguments=labels,
        )
        whole = {*relation.arg1.indices, *relation.arg2.indices} <= set(words)
        yield Instance(EXPLICIT, view(builder), view, labels if whole else None, sense=relation.senses[0])


def _site_instances(document: Document, builder: InputBuilder) -> Iterator[Instance]:
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
        found = between.get(document.tokens.sentence_of(site.right[0]))
        yield _site_instance(document.tokens, site, found, builder)


def _stands_inside(document: Document, relation: DiscourseRelation) -> bool:
    """Whether a relation without connective is one that an anchor inside a sentence shows."""
    if not relation.arg1 or not relation.arg2 or relation.type not in language(document.language).inside:
        return False
    return is_inside(relation.arg1, relation.arg2)


def _site_instance(
    tokens: Tokens, site: Site, relation: DiscourseRelation | None, builder: InputBuilder
) -> Instance:
    view = partial(InputBuilder.pair, tokens=tokens, left=site.left, right=site.right)
    input = view(builder)
    kind = str(relation.type).replace("AltLexC", "AltLex") if relation else "none"
    if relation is None or kind not in SITE_KINDS:
        return Instance(SITE, input, view, kind=0)
    labels = None
    if {*relation.arg1.indices, *relation.arg2.indices} <= set(input.words):
        labels = argument_labels(input.words, relation.arg1, relation.arg2)
    own = set(relation.connective.indices) if relation.connective else set()
    return Instance(
        SITE,
        input,
        view,
        labels,
        kind=SITE_KINDS.index(kind),
        sense=relation.senses[0] if relation.type in SENSED and relation.senses else None,
        altlex=[int(word in own) for word in input.words] if kind == "AltLex" else None,
    )
