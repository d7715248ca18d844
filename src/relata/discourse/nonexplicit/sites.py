"""Sites: two adjacent stretches of words between which a relation without connective may stand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from relata.document import Document, Span
from relata.document.relations import DiscourseRelation

MOST_WORDS = 90
"""Most words of a side that are read: those next to the border."""


@dataclass(frozen=True, slots=True)
class Site:
    """Words on both sides of a border; `inside` a sentence, or between two."""

    left: range
    right: range
    inside: bool


def between_sentences(document: Document, joined: Collection[int]) -> Iterator[Site]:
    """Yield the sites between adjacent sentences of a paragraph, except before a sentence in `joined`."""
    tokens = document.tokens
    paragraph = _paragraphs(document)
    for sentence in range(1, len(document.sentences)):
        left, right = tokens.sentence_range(sentence - 1), tokens.sentence_range(sentence)
        if left and right and sentence not in joined and paragraph[sentence - 1] == paragraph[sentence]:
            yield Site(left[-MOST_WORDS:], right[:MOST_WORDS], inside=False)


def inside_sentence(document: Document, anchor: int, most: int = MOST_WORDS) -> Site:
    """Build the site before a token inside its sentence, with at most `most` words on either side."""
    words = document.tokens.sentence_range(document.tokens.sentence_of(anchor))
    left, right = range(words.start, anchor), range(anchor, words.stop)
    return Site(left[-most:], right[:most], inside=True)


def clause_begins(document: Document, marks: Collection[str]) -> Iterator[int]:
    """Yield the tokens after marks that may end a clause, inside a sentence."""
    tokens = document.tokens
    for sentence in range(len(document.sentences)):
        words = tokens.sentence_range(sentence)
        yield from (word for word in words[1:] if tokens.form(word - 1) in marks)


def words_next_to_border(relation: DiscourseRelation) -> tuple[Sequence[int], Sequence[int]]:
    """Cut both arguments to the words next to their border."""
    return relation.arg1.indices[-MOST_WORDS:], relation.arg2.indices[:MOST_WORDS]


def joined_sentences(relations: Iterable[DiscourseRelation], document: Document) -> set[int]:
    """Find the sentences that an explicit relation joins with the one before."""
    tokens = document.tokens
    joined = set()
    for relation in relations:
        if relation.explicit and relation.arg1 and relation.arg2:
            left = tokens.sentence_of(relation.arg1.ranges[-1][1] - 1)
            right = tokens.sentence_of(relation.arg2.ranges[0][0])
            if left + 1 == right:
                joined.add(right)
    return joined


def anchor_of(relation: DiscourseRelation) -> int:
    """Find the first token of the later argument, before which the site is."""
    return max(relation.arg1.ranges[0][0], relation.arg2.ranges[0][0])


def is_inside(arg1: Span, arg2: Span) -> bool:
    """Test if two arguments stand in one sentence."""
    tokens = arg1.tokens
    edges = {edge for span in (arg1, arg2) for first, last in span.ranges for edge in (first, last - 1)}
    return len(set(map(tokens.sentence_of, edges))) == 1


def _paragraphs(document: Document) -> list[int]:
    """Find the number of the paragraph in which each sentence begins."""
    begins = [begin for begin, _ in document.paragraphs]
    numbers, at = [], -1
    for sentence in document.sentences:
        while at + 1 < len(begins) and begins[at + 1] <= sentence.offsets[0]:
            at += 1
        numbers.append(at)
    return numbers
