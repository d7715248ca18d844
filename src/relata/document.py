"""The document: a text, its tokens and sentences, and spans over them.

Tokens are stored by column, so that a document of a million tokens stays small; `Token`, `Sentence` and
`Span` are light values that look into those columns. All character offsets index the text, end exclusive.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, overload

from relata.errors import SpanError

if TYPE_CHECKING:
    from relata.relations import DiscourseRelation, Proposition

NO_HEAD = -1
"""What the head column holds where no head is known."""

COLUMNS = ("lemma", "upos", "tag", "feats", "deprel", "deps", "misc")
"""The optional text columns of a token table. `tag` is the fine-grained tag (PTB, CTB), `upos` universal."""

Column = tuple[str | None, ...]
Offsets = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Token:
    """One token. `head` is 1-based in its sentence, 0 for the root, None if not known."""

    index: int
    begin: int
    end: int
    form: str
    lemma: str | None = None
    upos: str | None = None
    tag: str | None = None
    feats: str | None = None
    head: int | None = None
    deprel: str | None = None
    deps: str | None = None
    misc: str | None = None


class Tokens(Sequence[Token]):
    """The tokens of a document, by column, with the text they stand in and the sentences they form.

    >>> tokens = Tokens("It rained .", [(0, 2), (3, 9), (10, 11)], tag=("PRP", "VBD", "."))
    >>> tokens[1].form, tokens[1].tag, tokens.span([0, 1]).text
    ('rained', 'VBD', 'It rained')
    """

    __slots__ = ("_odd_forms", "begins", "columns", "ends", "heads", "sentence_starts", "text")

    def __init__(
        self,
        text: str,
        offsets: Iterable[Offsets],
        *,
        sentence_starts: Iterable[int] | None = None,
        forms: Iterable[str] | None = None,
        heads: Iterable[int | None] | None = None,
        **columns: Iterable[str | None] | None,
    ) -> None:
        begins, ends = array("i"), array("i")
        for begin, end in offsets:
            begins.append(begin)
            ends.append(end)
        starts = (
            array("i", [0] if len(begins) else []) if sentence_starts is None else array("i", sentence_starts)
        )
        _check_offsets(text, begins, ends)
        _check_starts(starts, len(begins))
        self.text = text
        self.begins = memoryview(begins).toreadonly()
        self.ends = memoryview(ends).toreadonly()
        self.sentence_starts = memoryview(starts).toreadonly()
        self._odd_forms = {} if forms is None else _odd_forms(text, begins, ends, forms)
        self.heads = None if heads is None else _head_column(heads, len(begins))
        self.columns: Mapping[str, Column] = MappingProxyType(_text_columns(columns, len(begins)))

    def __len__(self) -> int:
        return len(self.begins)

    @overload
    def __getitem__(self, index: int) -> Token: ...
    @overload
    def __getitem__(self, index: slice) -> list[Token]: ...
    def __getitem__(self, index: int | slice) -> Token | list[Token]:
        if isinstance(index, slice):
            return [self._token(i) for i in range(*index.indices(len(self)))]
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(f"token {index} of {len(self)}")
        return self._token(index)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tokens):
            return NotImplemented
        return self is other or (
            self.text == other.text
            and self.begins == other.begins
            and self.ends == other.ends
            and self.sentence_starts == other.sentence_starts
            and self._odd_forms == other._odd_forms
            and self.heads == other.heads
            and self.columns == other.columns
        )

    def __hash__(self) -> int:
        return hash((self.text, len(self.begins)))

    def __repr__(self) -> str:
        return f"<Tokens: {len(self)} in {len(self.sentence_starts)} sentences>"

    def form(self, index: int) -> str:
        """The form of a token: what stands in the text, unless the corpus writes it otherwise ("-LRB-")."""
        odd = self._odd_forms.get(index)
        return self.text[self.begins[index] : self.ends[index]] if odd is None else odd

    def head(self, index: int) -> int | None:
        """The head of a token, 1-based in its sentence; 0 is the root, None not known."""
        head = NO_HEAD if self.heads is None else self.heads[index]
        return None if head == NO_HEAD else head

    def sentence_of(self, index: int) -> int:
        """The number of the sentence that a token stands in."""
        return bisect_right(self.sentence_starts, index) - 1

    def sentence_range(self, sentence: int) -> range:
        """The token indices of a sentence."""
        starts = self.sentence_starts
        last = starts[sentence + 1] if sentence + 1 < len(starts) else len(self)
        return range(starts[sentence], last)

    def span(self, indices: Iterable[int]) -> Span:
        """The span of these token indices, in any order, repeated or not."""
        return Span(self, _ranges(sorted(set(indices))))

    def span_at(self, pieces: Iterable[Offsets], *, snap: bool = False) -> Span:
        """The span of the tokens under these characters; an edge inside a token is refused unless `snap`."""
        ranges: list[range] = []
        for begin, end in pieces:
            if not 0 <= begin <= end <= len(self.text):
                raise SpanError(
                    f"characters {begin}..{end} are outside the text of {len(self.text)} characters"
                )
            first, last = bisect_right(self.ends, begin), bisect_left(self.begins, end)
            inside = first < last
            if not snap and (not inside or self.begins[first] < begin or self.ends[last - 1] > end):
                raise SpanError(
                    f"characters {begin}..{end} ({self.text[begin:end]!r}) do not fall on token edges"
                )
            ranges.append(range(first, last))
        return self.span(index for piece in ranges for index in piece)

    def annotate(
        self, *, heads: Iterable[int | None] | None = None, **columns: Iterable[str | None]
    ) -> Tokens:
        """The same tokens with these columns added or replaced."""
        return Tokens(
            self.text,
            zip(self.begins, self.ends, strict=True),
            sentence_starts=self.sentence_starts,
            forms=map(self.form, range(len(self))),
            heads=map(self.head, range(len(self))) if heads is None and self.heads is not None else heads,
            **{**self.columns, **columns},
        )

    def _token(self, index: int) -> Token:
        values = {name: column[index] for name, column in self.columns.items()}
        return Token(
            index, self.begins[index], self.ends[index], self.form(index), head=self.head(index), **values
        )


@dataclass(frozen=True, slots=True, eq=False)
class Span:
    """A set of tokens, contiguous or not: `ranges` are its pieces as half-open ranges of token indices."""

    tokens: Tokens = field(repr=False)
    ranges: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        if self.ranges and not (self.ranges[0][0] >= 0 and self.ranges[-1][1] <= len(self.tokens)):
            raise SpanError(f"tokens {self.ranges} are outside the document of {len(self.tokens)} tokens")
        if any(first >= last for first, last in self.ranges) or any(
            before[1] >= after[0] for before, after in pairwise(self.ranges)
        ):
            raise SpanError(f"token ranges {self.ranges} must be ascending and apart")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Span):
            return NotImplemented
        return self.ranges == other.ranges and (
            self.tokens is other.tokens or self.tokens.text == other.tokens.text
        )

    def __hash__(self) -> int:
        return hash(self.ranges)

    def __len__(self) -> int:
        return sum(last - first for first, last in self.ranges)

    def __iter__(self) -> Iterator[Token]:
        return (self.tokens[index] for index in self.indices)

    def __str__(self) -> str:
        return self.text

    @property
    def indices(self) -> tuple[int, ...]:
        """The token indices, ascending."""
        return tuple(index for first, last in self.ranges for index in range(first, last))

    @property
    def pieces(self) -> tuple[Offsets, ...]:
        """The character offsets of the contiguous pieces."""
        begins, ends = self.tokens.begins, self.tokens.ends
        return tuple((begins[first], ends[last - 1]) for first, last in self.ranges)

    @property
    def text(self) -> str:
        """The surface text, pieces joined by one blank."""
        return " ".join(self.tokens.text[begin:end] for begin, end in self.pieces)

    @property
    def discontinuous(self) -> bool:
        """Whether the span has more than one piece."""
        return len(self.ranges) > 1


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a document; iterate it for its tokens."""

    document: Document = field(repr=False)
    index: int

    def __len__(self) -> int:
        return len(self.range)

    def __iter__(self) -> Iterator[Token]:
        return (self.document.tokens[index] for index in self.range)

    @property
    def range(self) -> range:
        """The indices of its tokens in the document."""
        return self.document.tokens.sentence_range(self.index)

    @property
    def offsets(self) -> Offsets:
        """The characters from its first token to its last; an empty sentence has none."""
        tokens, own = self.document.tokens, self.range
        if not own:
            here = tokens.ends[own.start - 1] if own.start else 0
            return here, here
        return tokens.begins[own.start], tokens.ends[own.stop - 1]

    @property
    def text(self) -> str:
        """The text from its first token to its last."""
        begin, end = self.offsets
        return self.document.text[begin:end]

    @property
    def tree(self) -> str | None:
        """Its constituent tree in brackets, if there is one."""
        return self.document.trees[self.index] if self.document.trees else None

    @property
    def comments(self) -> tuple[str, ...]:
        """What the corpus notes on it, line by line (CoNLL-U comments without the "#")."""
        return self.document.comments[self.index] if self.document.comments else ()

    @property
    def nonwords(self) -> tuple[str, ...]:
        """Its CoNLL-U rows that are no words: multiword tokens ("3-4") and empty nodes ("5.1")."""
        return self.document.nonwords[self.index] if self.document.nonwords else ()


@dataclass(frozen=True, slots=True)
class Document:
    """A text and what is known of it. Immutable: `with_relations` and the like give a new document.

    >>> text = "It rained , so we left ."
    >>> words = Tokens(text, [(0, 2), (3, 9), (10, 11), (12, 14), (15, 17), (18, 22), (23, 24)])
    >>> Document("weather", "en", words).sentences[0].text
    'It rained , so we left .'
    """

    id: str
    language: str
    tokens: Tokens
    paragraphs: tuple[Offsets, ...] = ()
    relations: tuple[DiscourseRelation, ...] = ()
    propositions: tuple[Proposition, ...] = ()
    trees: tuple[str | None, ...] = ()
    comments: tuple[tuple[str, ...], ...] = ()
    nonwords: tuple[tuple[str, ...], ...] = ()
    metadata: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "metadata", MappingProxyType(dict(self.metadata)))
        sentences = len(self.tokens.sentence_starts)
        for name, layer in (("trees", self.trees), ("comments", self.comments), ("nonwords", self.nonwords)):
            if layer and len(layer) != sentences:
                raise SpanError(f"{self.id}: {len(layer)} {name} for {sentences} sentences")
        for begin, end in self.paragraphs:
            if not 0 <= begin <= end <= len(self.text):
                raise SpanError(f"{self.id}: paragraph {begin}..{end} is outside the text")

    def __hash__(self) -> int:
        return hash((self.id, self.tokens))

    def __repr__(self) -> str:
        return (
            f"<Document {self.id!r} ({self.language}): {len(self.tokens)} tokens, "
            f"{len(self.sentences)} sentences, {len(self.relations)} relations>"
        )

    @property
    def text(self) -> str:
        """The text that all offsets point into."""
        return self.tokens.text

    @property
    def sentences(self) -> Sequence[Sentence]:
        """The sentences, in order."""
        return [Sentence(self, index) for index in range(len(self.tokens.sentence_starts))]

    def with_relations(self, relations: Iterable[DiscourseRelation]) -> Document:
        """The same document with these discourse relations."""
        return replace(self, relations=tuple(relations))

    def with_propositions(self, propositions: Iterable[Proposition]) -> Document:
        """The same document with these propositions."""
        return replace(self, propositions=tuple(propositions))


def _ranges(indices: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Ascending, distinct indices as half-open ranges."""
    ranges: list[tuple[int, int]] = []
    for index in indices:
        if ranges and ranges[-1][1] == index:
            ranges[-1] = (ranges[-1][0], index + 1)
        else:
            ranges.append((index, index + 1))
    return tuple(ranges)


def _check_offsets(text: str, begins: array[int], ends: array[int]) -> None:
    last_begin = last_end = 0
    for index, (begin, end) in enumerate(zip(begins, ends, strict=True)):
        if not 0 <= begin <= end <= len(text):
            raise SpanError(f"token {index} at {begin}..{end} is outside the text of {len(text)} characters")
        if begin < last_begin or end < last_end:
            raise SpanError(f"token {index} at {begin}..{end} stands before the token it follows")
        last_begin, last_end = begin, end


def _check_starts(starts: array[int], tokens: int) -> None:
    if any(before > after for before, after in pairwise(starts)) or any(start > tokens for start in starts):
        raise SpanError("sentence starts must be ascending token indices")
    if (starts[0] != 0) if len(starts) else tokens:
        raise SpanError("the first sentence must start at token 0")


def _odd_forms(text: str, begins: array[int], ends: array[int], forms: Iterable[str]) -> dict[int, str]:
    """The forms that differ from the text under them; all others are read off the text."""
    return {
        index: form
        for index, (begin, end, form) in enumerate(zip(begins, ends, forms, strict=True))
        if text[begin:end] != form
    }


def _head_column(heads: Iterable[int | None], size: int) -> memoryview[int]:
    column = array("i", (NO_HEAD if head is None else head for head in heads))
    if len(column) != size:
        raise SpanError(f"{len(column)} heads for {size} tokens")
    return memoryview(column).toreadonly()


def _text_columns(columns: Mapping[str, Iterable[str | None] | None], size: int) -> dict[str, Column]:
    """The named columns as tuples that share equal strings: tags and labels repeat a great deal."""
    shared: dict[str | None, str | None] = {}
    kept: dict[str, Column] = {}
    for name in COLUMNS:
        values = columns.get(name)
        if values is None:
            continue
        column = tuple(shared.setdefault(value, value) for value in values)
        if len(column) != size:
            raise SpanError(f"{len(column)} values of {name} for {size} tokens")
        kept[name] = column
    if unknown := columns.keys() - set(COLUMNS):
        raise TypeError(f"unknown token columns: {', '.join(sorted(unknown))}")
    return kept
