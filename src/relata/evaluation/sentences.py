"""How well a model analyses sentences: with words given, and everything else found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from relata.document import Document
from relata.model.model import Model
from relata.parsing.parser import Parser
from relata.pipeline.state import SENTENCE_COMPONENTS
from relata.scoring.conll2008 import score
from relata.scoring.score import ZeroCounts

SYNTAX_MEASURES = ("tags", "UAS", "LAS")
ROLE_MEASURES = ("predicate F1", "roleset", "semantic F1", "macro F1")
"""Tags and attachment in per cent of the words; predicates by place; rolesets of the predicates that were
found; labelled semantic F1 and macro F1 as the CoNLL-2008 task has them."""

Measures = dict[str, float]


class AnnotatedPart(Protocol):
    """The annotated documents of one source."""

    @property
    def documents(self) -> Sequence[Document]:
        """The documents, in order."""


def measure_sentences(
    model: Model, sources: Mapping[str, AnnotatedPart], *, greedy: bool = False
) -> Measures:
    """The measures of each source, by names such as "wsj LAS"."""
    parser = Parser(model, only=sentence_components(model), greedy=greedy)
    found = {}
    for name, part in sources.items():
        for measure, value in _measure(parser, part.documents).items():
            found[f"{name} {measure}"] = value
    return found


def sentence_criterion(measures: Mapping[str, float]) -> float:
    """The one number by which models are compared: the mean over sources of LAS and semantic F1."""
    chosen = [value for name, value in measures.items() if name.endswith((" LAS", " semantic F1"))]
    return sum(chosen) / len(chosen)


def sentence_components(model: Model) -> tuple[str, ...]:
    """Name the components for sentences that a model was trained for."""
    known = "roles" in model.package.manifest["labels"]
    return SENTENCE_COMPONENTS if known else SENTENCE_COMPONENTS[:1]


def _measure(parser: Parser, documents: Sequence[Document]) -> Measures:
    gold = [document for document in documents if document.tokens]
    parsed = [parser(bare(document)) for document in gold]
    syntax = score(gold, parsed).measures
    found = dict(
        zip(
            SYNTAX_MEASURES,
            (
                _tag_accuracy(gold, parsed),
                syntax["Unlabeled attachment score"],
                syntax["Labeled attachment score"],
            ),
            strict=True,
        )
    )
    pairs = [pair for pair in zip(gold, parsed, strict=True) if is_annotated(pair[0])]
    if not any(document.propositions for document, _ in pairs) or "roles" not in parser.pipeline.names:
        return found
    semantics = score(*zip(*pairs, strict=True)).measures
    predicates, rolesets = _predicates(pairs)
    values = (predicates.f1, rolesets.precision)
    found |= zip(ROLE_MEASURES[:2], (100 * value for value in values), strict=True)
    found["semantic F1"] = semantics["Labeled F1"]
    found["macro F1"] = semantics["Labeled macro F1"]
    return found


def is_annotated(document: Document) -> bool:
    """Return true for a document that was annotated for propositions: it has at least one."""
    return bool(document.propositions)


def bare(document: Document) -> Document:
    """A document with its words and sentences alone."""
    tokens = document.tokens
    bare = type(tokens)(
        tokens.text,
        zip(tokens.begins, tokens.ends, strict=True),
        sentence_starts=tokens.sentence_starts,
        forms=map(tokens.form, range(len(tokens))),
    )
    return replace(document, tokens=bare, propositions=(), relations=(), trees=(), comments=(), nonwords=())


def _tag_accuracy(gold: Iterable[Document], parsed: Iterable[Document]) -> float:
    right = total = 0
    for one, other in zip(gold, parsed, strict=True):
        for own, found in zip(one.tokens.columns["tag"], other.tokens.columns["tag"], strict=True):
            right += own == found
            total += own is not None
    return 100 * right / total


def _predicates(pairs: Iterable[tuple[Document, Document]]) -> tuple[ZeroCounts, ZeroCounts]:
    """Predicates that were found, and of these the ones with the right roleset."""
    places, rolesets = ZeroCounts(), ZeroCounts()
    for gold, parsed in pairs:
        own, found = (
            {each.predicate.ranges[0][0]: each.roleset for each in document.propositions}
            for document in (gold, parsed)
        )
        both = own.keys() & found.keys()
        right = sum(own[place] == found[place] for place in both)
        places += ZeroCounts(len(both), len(found), len(own))
        rolesets += ZeroCounts(right, len(both), len(both))
    return places, rolesets
