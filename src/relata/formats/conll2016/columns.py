"""The tab-separated view of a document: a row for each token, a column for each relation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from relata.document import Document, Span
from relata.document.relations import DiscourseRelation, RelationType

_ONE_LINE = str.maketrans("\t\n\r", "   ")


def conll_lines(document: Document, relations: Sequence[DiscourseRelation]) -> Iterator[str]:
    """The lines of a .conll file; relations stand in the order of their first tokens."""
    tokens = document.tokens
    tags = tokens.columns.get("tag") or [None] * len(tokens)
    filled: dict[int, list[tuple[int, str]]] = {}
    for column, relation in enumerate(sorted(relations, key=_first_token)):
        for index, label in _labels(relation).items():
            filled.setdefault(index, []).append((column, label))
    blank = ["_"] * len(relations)
    for sentence in range(len(tokens.sentence_starts)):
        for place, index in enumerate(tokens.sentence_range(sentence)):
            row = blank
            if index in filled:
                row = blank.copy()
                for column, label in filled[index]:
                    row[column] = label
            form = tokens.form(index).translate(_ONE_LINE)
            yield "\t".join((f"{index}\t{sentence}\t{place}\t{form}\t{tags[index] or '_'}", *row)) + "\n"
        yield "\n"


def _first_token(relation: DiscourseRelation) -> int:
    return min(chain.from_iterable(span.indices[:1] for span in _spans(relation)), default=0)


def _spans(relation: DiscourseRelation) -> Iterator[Span]:
    for span in (relation.connective, relation.arg1, relation.arg2, relation.punctuation):
        if span is not None:
            yield span


def _labels(relation: DiscourseRelation) -> dict[int, str]:
    """The cells of a column by token: the sense stands at the connective, else at the mark, else at Arg2."""
    senses = ",".join(relation.senses)
    labels = dict.fromkeys(relation.arg1.indices, "arg1") | dict.fromkeys(relation.arg2.indices, "arg2")
    if relation.connective is None and relation.punctuation is None:
        opening = "|".join(filter(None, ("arg2", relation.inserted, senses)))
        labels |= dict.fromkeys(_openings(relation.arg2), opening)
    if relation.punctuation is not None:
        mark = "punct" if relation.connective else f"punct|{senses}"
        labels |= _over(relation.punctuation, mark, labels)
    if relation.connective is not None:
        kind = "altlex" if relation.type is RelationType.ALTLEX else "conn"
        labels |= _over(relation.connective, f"{kind}|{senses}", labels)
    return labels


def _over(span: Span, mark: str, labels: dict[int, str]) -> dict[int, str]:
    """The mark for each token of a span, with the name of the argument that it lies in."""
    return {index: "|".join(filter(None, (mark, labels.get(index)))) for index in span.indices}


def _openings(span: Span) -> list[int]:
    """The tokens at which a span begins in a sentence."""
    tokens, inside = span.tokens, set(span.indices)
    starts = set(tokens.sentence_starts)
    return [index for index in span.indices if index in starts or index - 1 not in inside]
