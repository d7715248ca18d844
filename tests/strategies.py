"""Hypothesis strategies for all tests: random documents with every layer."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from relata.document import COLUMNS, Document, Offsets, Span, Tokens
from relata.document.relations import Argument, DiscourseRelation, Proposition, RelationType

WORDS = (
    "the",
    "because",
    "rain",
    "U.S.",
    "don't",
    "naïve",
    "因此",
    "浦东",
    "，",
    "。",
    "“",
    '"',
    "-",
    "\U0001f600",
)
GAPS = ("", " ", " ", " ", "\n", " \n\n", "\u3000", "\t", "\r\n")
ODD_FORMS = ("``", "''", "-LRB-", "\\/", "")
SENSES = ("Contingency.Cause.Reason", "Expansion.Alternative.Chosen alternative", "Causation", "EntRel")

free_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
"""Any text that UTF-8 can hold."""

words = st.sampled_from(WORDS) | st.text(
    st.characters(exclude_categories=["Cs", "Z", "Cc"], exclude_characters="_"), min_size=1, max_size=4
)
"""Forms of corpora, and others without white space, control characters and masks ("_")."""


@st.composite
def texts_with_offsets(draw: DrawFn, *, apart: bool = True) -> tuple[str, list[Offsets]]:
    """Draw a text with token offsets; with `apart`, tokens do not overlap and are not empty."""
    text = draw(st.sampled_from(GAPS))
    offsets: list[Offsets] = []
    for word, gap in draw(st.lists(st.tuples(words, st.sampled_from(GAPS)), max_size=12)):
        offsets.append((len(text), len(text) + len(word)))
        text += word + gap
    if not apart and offsets:
        places = st.integers(0, len(text))
        edges = draw(st.lists(st.tuples(places, places).map(sorted).map(tuple), max_size=3))
        begins, ends = (sorted(column) for column in zip(*offsets, *edges, strict=True))
        offsets = list(zip(begins, ends, strict=True))
    return text, offsets


@st.composite
def token_tables(draw: DrawFn, *, apart: bool = True, odd_forms: bool = True) -> Tokens:
    """Draw tokens in sentences, some of them empty, with any of the columns."""
    text, offsets = draw(texts_with_offsets(apart=apart))
    size = len(offsets)
    cuts = draw(st.lists(st.integers(0, size), max_size=4).map(sorted))
    starts = [0, *cuts] if size else [0] * len(cuts)
    columns: dict[str, Any] = {
        name: draw(st.lists(st.none() | free_text.filter(bool), min_size=size, max_size=size))
        for name in draw(st.sets(st.sampled_from(COLUMNS)))
    }
    if draw(st.booleans()):
        sizes = [stop - start for start, stop in pairwise([*starts, size])]
        raw = draw(st.lists(st.none() | st.integers(0, 99), min_size=size, max_size=size))
        limits = [own for own in sizes for _ in range(own)]
        columns["heads"] = [
            None if head is None else head % (own + 1) for head, own in zip(raw, limits, strict=True)
        ]
    forms = [text[begin:end] for begin, end in offsets]
    if odd_forms and forms:
        for place, form in draw(
            st.dictionaries(st.integers(0, size - 1), st.sampled_from(ODD_FORMS), max_size=3)
        ).items():
            forms[place] = form
    return Tokens(text, offsets, sentence_starts=starts, forms=forms, **columns)


def spans(tokens: Tokens, *, min_size: int = 0) -> SearchStrategy[Span]:
    """Draw sets of tokens, contiguous or not."""
    if not len(tokens):
        return st.just(tokens.span(()))
    places = st.integers(0, len(tokens) - 1)
    stretches = st.tuples(places, places).map(lambda ends: set(range(min(ends), max(ends) + 1)))
    return (stretches | st.sets(places, min_size=min_size, max_size=6)).map(tokens.span)


def relations(
    tokens: Tokens, *, min_size: int = 0, types: tuple[RelationType, ...] = tuple(RelationType)
) -> SearchStrategy[DiscourseRelation]:
    """Draw discourse relations with every field; arguments have at least `min_size` tokens."""
    some, maybe = spans(tokens, min_size=min_size), st.none() | spans(tokens, min_size=1)
    senses = st.lists(st.sampled_from(SENSES), max_size=3).map(tuple)
    return st.builds(
        DiscourseRelation,
        type=st.sampled_from(types),
        arg1=some,
        arg2=some,
        senses=senses,
        connective=maybe,
        inserted=st.none() | free_text.filter(bool),
        second_inserted=st.none() | free_text,
        second_senses=senses,
        punctuation=st.none() | spans(tokens),
        punctuation_type=st.sampled_from((None, "Comma", "Period")),
        sup1=st.none() | spans(tokens),
        sup2=st.none() | spans(tokens),
        score=st.none() | st.floats(allow_nan=False, allow_infinity=False),
        provenance=st.none() | free_text,
        id=st.none() | st.integers(-5, 2**40),
        extras=st.dictionaries(free_text, free_text, max_size=2),
    )


def propositions(tokens: Tokens) -> SearchStrategy[Proposition]:
    """Draw predicates with roles; heads may be anywhere in the document."""
    heads = st.none() | st.integers(0, len(tokens) - 1) if len(tokens) else st.none()
    arguments = st.builds(Argument, st.sampled_from(("A0", "A1", "AM-TMP", "")), spans(tokens), heads)
    return st.builds(
        Proposition,
        spans(tokens),
        st.none() | free_text,
        st.lists(arguments, max_size=3).map(tuple),
        st.none() | st.floats(allow_nan=False, allow_infinity=False),
    )


@st.composite
def documents(
    draw: DrawFn,
    *,
    ids: SearchStrategy[str] = free_text,
    apart: bool = True,
    odd_forms: bool = True,
    min_argument: int = 0,
) -> Document:
    """Draw documents with every layer, or some, or none."""
    tokens = draw(token_tables(apart=apart, odd_forms=odd_forms))
    sentences = len(tokens.sentence_starts)
    lines = st.lists(free_text, max_size=2).map(tuple)
    edges = draw(st.lists(st.integers(0, len(tokens.text)), max_size=6).map(sorted))
    return Document(
        draw(ids),
        draw(st.sampled_from(("en", "zh", "de"))),
        tokens,
        paragraphs=tuple(zip(edges[::2], edges[1::2], strict=False)),
        relations=tuple(draw(st.lists(relations(tokens, min_size=min_argument), max_size=4))),
        propositions=tuple(draw(st.lists(propositions(tokens), max_size=3))),
        trees=draw(_layer(sentences, st.none() | free_text)),
        comments=draw(_layer(sentences, lines)),
        nonwords=draw(_layer(sentences, lines)),
        metadata=draw(st.dictionaries(free_text, free_text, max_size=2)),
    )


def _layer(size: int, values: SearchStrategy[Any]) -> SearchStrategy[tuple[Any, ...]]:
    """Draw a value for each sentence, or an empty layer."""
    return st.just(()) | st.lists(values, min_size=size, max_size=size).map(tuple)


names = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="/\\"), min_size=1).filter(
    lambda name: name.strip(".") and len(name.encode()) < 200
)
"""Document ids that can name a file."""
