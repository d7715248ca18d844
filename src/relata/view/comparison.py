"""Comparison of gold relations with those of a system: correct, wrong, missed and spurious relations.

A relation is correct if the CoNLL-2016 scorer, strict and corrected, counts it: both arguments are the
same tokens, and the sense is one of the gold's. Other relations are paired by overlap, to show the errors.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from relata.document import Document, Span, Tokens
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import RelataError
from relata.structured.assignment import Edge, align
from relata.view.model import ShownDocument, show_document, show_relation


class Status(StrEnum):
    """Result of a system for a relation."""

    CORRECT = "correct"
    SENSE = "wrong sense"
    SPANS = "wrong spans"
    SPANS_AND_SENSE = "wrong spans and sense"
    MISSED = "missed"
    SPURIOUS = "spurious"


@dataclass(frozen=True, slots=True)
class _Candidate:
    """Relation with its spans as sets of gold tokens."""

    relation: DiscourseRelation
    senses: tuple[str, ...]
    arg1: frozenset[int]
    arg2: frozenset[int]
    connective: frozenset[int]


_Candidates = dict[int, _Candidate]


def show_comparison(gold: Iterable[Document], system: Iterable[Document]) -> Iterator[ShownDocument]:
    """Yield the gold documents with the relations of both sides; documents are paired by id."""
    outputs: dict[str, Document] = {document.id: document for document in system}
    for document in gold:
        yield _compared(document, outputs.pop(document.id, None))
    if outputs:
        raise RelataError(f"the gold has no document {next(iter(outputs))!r}, which the system has")


def _compared(gold: Document, system: Document | None) -> ShownDocument:
    if system is None:
        system = replace(gold, relations=())
    if system.text != gold.text:
        raise RelataError(f"document {gold.id!r} has another text in what it is compared with")
    golds, outputs = _candidates(gold, gold.tokens), _candidates(system, gold.tokens)
    pairs = [(golds.pop(i), outputs.pop(j)) for i, j in _pairs(golds, outputs)]
    shown = [
        replace(
            show_relation(left.relation), status=_status(left, right), system=show_relation(right.relation)
        )
        for left, right in pairs
    ]
    for rest, status in ((golds, Status.MISSED), (outputs, Status.SPURIOUS)):
        shown += (replace(show_relation(candidate.relation), status=status) for candidate in rest.values())
    return show_document(gold, tuple(shown))


def _candidates(document: Document, tokens: Tokens) -> _Candidates:
    """Return the relations by number, without those of type NoRel, which no score counts."""
    same = document.tokens == tokens

    def on_gold(span: Span | None) -> frozenset[int]:
        gold_span = span if same or span is None else tokens.span_at(span.pieces, snap=True)
        return frozenset(gold_span.indices if gold_span else ())

    return {
        number: _Candidate(
            relation,
            relation.all_senses or (str(relation.type),),
            *map(on_gold, (relation.arg1, relation.arg2, relation.connective)),
        )
        for number, relation in enumerate(document.relations)
        if relation.type is not RelationType.NOREL
    }


def _pairs(golds: _Candidates, outputs: _Candidates) -> list[tuple[int, int]]:
    """Pair golds and outputs one-to-one: first those of the same arguments, then by overlap."""
    exact = align(_same_arguments(golds, outputs))
    taken, used = {i for i, _ in exact}, {j for _, j in exact}
    golds = {i: gold for i, gold in golds.items() if i not in taken}
    outputs = {j: output for j, output in outputs.items() if j not in used}
    return exact + align(_overlapping(golds, outputs))


def _same_arguments(golds: _Candidates, outputs: _Candidates) -> Iterator[Edge]:
    by_arguments: defaultdict[tuple[frozenset[int], frozenset[int]], list[int]] = defaultdict(list)
    for j, output in outputs.items():
        by_arguments[output.arg1, output.arg2].append(j)
    for i, gold in golds.items():
        for j in by_arguments.get((gold.arg1, gold.arg2), ()):
            yield Edge(i, j, correct=_right_sense(gold, outputs[j]))


def _overlapping(golds: _Candidates, outputs: _Candidates) -> Iterator[Edge]:
    """Yield pairs that share tokens of the connective, or half of the tokens of the arguments."""
    holders: defaultdict[int, set[int]] = defaultdict(set)
    for j, output in outputs.items():
        for token in output.arg1 | output.arg2 | output.connective:
            holders[token].add(j)
    for i, gold in golds.items():
        tokens = gold.arg1 | gold.arg2 | gold.connective
        for j in sorted({j for token in tokens for j in holders.get(token, ())}):
            output = outputs[j]
            shared1, size1 = _shared(gold.arg1, output.arg1)
            shared2, size2 = _shared(gold.arg2, output.arg2)
            weight = 2 * (shared1 * size2 + shared2 * size1)  # over size1 * size2: the sum of both token F1
            if gold.connective & output.connective:
                weight += size1 * size2
            elif weight < size1 * size2 or (gold.connective and output.connective):
                continue
            yield Edge(i, j, weight, size1 * size2, _right_sense(gold, output))


def _shared(gold: frozenset[int], output: frozenset[int]) -> tuple[int, int]:
    """Return the number of common tokens and the sum of both sizes, at least 1 because it divides."""
    return len(gold & output), max(1, len(gold) + len(output))


def _right_sense(gold: _Candidate, output: _Candidate) -> bool:
    return output.senses[0] in gold.senses


def _status(gold: _Candidate, output: _Candidate) -> Status:
    right_spans = (gold.arg1, gold.arg2) == (output.arg1, output.arg2)
    if _right_sense(gold, output):
        return Status.CORRECT if right_spans else Status.SPANS
    return Status.SENSE if right_spans else Status.SPANS_AND_SENSE
