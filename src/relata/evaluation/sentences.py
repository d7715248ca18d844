"""Scores of a model on sentences: with gold tokens, and everything else parsed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from relata.document import Document
from relata.model.model import Model
from relata.parsing.options import ParserOptions
from relata.parsing.parser import Parser
from relata.pipeline import CONSTITUENTS, SENTENCE_COMPONENTS, SYNTAX
from relata.scoring.conll2008 import score
from relata.scoring.constituents import compare_trees
from relata.scoring.score import ZeroCounts

Measures = dict[str, float]


class AnnotatedPart(Protocol):
    """Annotated documents of one source."""

    @property
    def documents(self) -> Sequence[Document]:
        """Documents in order."""


def measure_sentences(model: Model, sources: Mapping[str, AnnotatedPart]) -> Measures:
    """Compute the measures of each source, by names such as "wsj LAS"."""
    parser = Parser(model, ParserOptions(only=sentence_components(model)))
    return {
        f"{name} {measure}": value
        for name, part in sources.items()
        for measure, value in _measure(parser, part.documents).items()
    }


def sentence_criterion(measures: Mapping[str, float]) -> float:
    """Compute the number by which models are compared: the mean of LAS and semantic F1 over sources."""
    chosen = [value for name, value in measures.items() if name.endswith((" LAS", " semantic F1"))]
    return sum(chosen) / len(chosen)


def sentence_components(model: Model) -> tuple[str, ...]:
    """Name the components for sentences that a model was trained for."""
    labels = model.package.manifest["labels"]
    return tuple(name for name in SENTENCE_COMPONENTS if name == SYNTAX or labels.get(name))


def _measure(parser: Parser, documents: Sequence[Document]) -> Measures:
    gold = [document for document in documents if document.tokens]
    parsed = [parser(bare(document)) for document in gold]
    syntax = score(gold, parsed).measures
    measures = {
        "tags": _tag_accuracy(gold, parsed),
        "UAS": syntax["Unlabeled attachment score"],
        "LAS": syntax["Labeled attachment score"],
    }
    pairs = [pair for pair in zip(gold, parsed, strict=True) if is_annotated(pair[0])]
    if CONSTITUENTS in parser.pipeline.names:
        measures["constituents"] = _constituents(gold, parsed)
    if not any(document.propositions for document, _ in pairs) or "roles" not in parser.pipeline.names:
        return measures
    semantics = score(*zip(*pairs, strict=True))
    classes = {name: semantics.classes[name].labeled.total for name in ("verbal", "nominal")}
    predicates, rolesets = _predicate_counts(pairs)
    return measures | {
        "predicate F1": 100 * predicates.f1,
        "roleset": 100 * rolesets.precision,
        "semantic F1": semantics.measures["Labeled F1"],
        **{f"{name} F1": 100 * counts.f1 for name, counts in classes.items()},
        "macro F1": semantics.measures["Labeled macro F1"],
    }


def measure_constituents(model: Model, sources: Mapping[str, AnnotatedPart]) -> Measures:
    """Compute the labelled F1 of the constituents of each source with trees, as "wsj constituents"."""
    parser = Parser(model, ParserOptions(only=CONSTITUENTS))
    return {
        f"{name} constituents": _constituents(part.documents, map(parser, map(bare, part.documents)))
        for name, part in sources.items()
        if any(document.trees for document in part.documents)
    }


def _constituents(gold: Iterable[Document], parsed: Iterable[Document]) -> float:
    """Compute the labelled F1 of constituents, in per cent; sentences without a gold tree do not count."""
    counts = ZeroCounts()
    for document, analysis in zip(gold, parsed, strict=True):
        for expected, found in zip(document.trees, analysis.trees, strict=False):
            if expected and found:
                counts += compare_trees(expected, found)
    return 100 * counts.f1


def is_annotated(document: Document) -> bool:
    """Test if a document was annotated for propositions: it has at least one."""
    return bool(document.propositions)


def bare(document: Document) -> Document:
    """Strip a document to its tokens and sentences."""
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
    for document, analysis in zip(gold, parsed, strict=True):
        tags = zip(document.tokens.columns["tag"], analysis.tokens.columns["tag"], strict=True)
        for tag, predicted in tags:
            right += tag == predicted
            total += tag is not None
    return 100 * right / total


def _predicate_counts(pairs: Iterable[tuple[Document, Document]]) -> tuple[ZeroCounts, ZeroCounts]:
    """Count the predicates found, and among these the right rolesets."""
    predicates, rolesets = ZeroCounts(), ZeroCounts()
    for pair in pairs:
        gold, parsed = (
            {item.predicate.ranges[0][0]: item.roleset for item in document.propositions} for document in pair
        )
        common = gold.keys() & parsed.keys()
        right = sum(gold[token] == parsed[token] for token in common)
        predicates += ZeroCounts(len(common), len(parsed), len(gold))
        rolesets += ZeroCounts(right, len(common), len(common))
    return predicates, rolesets
