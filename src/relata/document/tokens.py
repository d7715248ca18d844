"""Tokens of a text with their offsets, and spans: sets of tokens.

Tokens are stored in columns, so that a document of a million tokens stays small; `Token` and `Span` are light
views of these columns. All character offsets index the text, end exclusive.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain, islice, pairwise, repeat
from operator import le
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn, overload

from relata.errors import SpanError

NO_HEAD = -1
"""Value of the head column for an unknown head."""

COLUMNS = ("lemma", "upos", "tag", "feats", "deprel", "deps", "misc")
"""Optional text columns of a token table. `tag` is the fine-grained tag (PTB, CTB), `upos` universal."""

Column = tuple[str | None, ...]
Offsets = tuple[int, int]
if TYPE_CHECKING:
    Numbers = array[int] | memoryview[int]


@dataclass(frozen=True, slots=True)
class Token:
    """One token. `head` is 1-based in its sentence, 0 for the root, None if unknown."""

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
    """Tokens of a document in columns, with its text and its sentence boundaries.

    >>> tokens = Tokens("It rained .", [(0, 2), (3, 9), (10, 11)], tag=("PRP", "VBD", "."))
    >>> tokens[1].form, tokens[1].tag, tokens.span([0, 1]).text
    ('rained', 'VBD', 'It rained')
    """

    __slots__ = ("text", "begins", "ends", "sentence_starts", "odd_forms", "heads", "columns")  # noqa: RUF023

    text: str
    begins: memoryview[int]
    ends: memoryview[int]
    sentence_starts: memoryview[int]
    heads: memoryview[int] | None
    columns: Mapping[str, Column]
    odd_forms: Mapping[int, str]
    """Forms that differ from the text of their token, by token index."""

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
        size = len(begins)
        starts = array("i", (0,) if sentence_starts is None and size else sentence_starts or ())
        _check_offsets(text, begins, ends)
        _check_starts(starts, size)
        odd_forms = {} if forms is None else _odd_forms(text, begins, ends, forms)
        head_column = None if heads is None else _head_column(heads, size)
        self._fill(text, begins, ends, starts, odd_forms, head_column, _text_columns(columns, size))

    @classmethod
    def of_words(cls, words: Iterable[str], gaps: Iterable[str] | None = None, **layers: Any) -> Tokens:
        """Return words as tokens of a new text that joins them by `gaps`, by blanks if there are none.

        >>> Tokens.of_words(["They", "do", "n't"], [" ", ""]).text
        "They don't"
        """
        words = list(words)
        gaps = list(gaps or repeat(" ", len(words) - 1))
        gaps += [""] * (len(words) - len(gaps))
        sizes = (len(word) + len(gap) for word, gap in zip(words, gaps, strict=True))
        begins = accumulate(sizes, initial=0)
        offsets = ((begin, begin + len(word)) for begin, word in zip(begins, words, strict=False))
        return cls("".join(chain.from_iterable(zip(words, gaps, strict=True))), offsets, **layers)

    def _fill(
        self,
        text: str,
        begins: Numbers,
        ends: Numbers,
        starts: Numbers,
        odd_forms: Mapping[int, str],
        heads: Numbers | None,
        columns: Mapping[str, Column],
    ) -> None:
        setter = object.__setattr__
        setter(self, "text", text)
        setter(self, "begins", memoryview(begins).toreadonly())
        setter(self, "ends", memoryview(ends).toreadonly())
        setter(self, "sentence_starts", memoryview(starts).toreadonly())
        setter(self, "heads", memoryview(heads).toreadonly() if heads else None)
        setter(self, "columns", MappingProxyType(columns))
        setter(self, "odd_forms", odd_forms)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"tokens do not change; annotate() gives new ones with another {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        begins, ends, starts = (array("i", view) for view in (self.begins, self.ends, self.sentence_starts))
        heads = None if self.heads is None else array("i", self.heads)
        return _filled, (self.text, begins, ends, starts, self.odd_forms, heads, dict(self.columns))

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

    def __iter__(self) -> Iterator[Token]:
        return self.between(0, len(self))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tokens):
            return NotImplemented
        return self is other or all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    def __hash__(self) -> int:
        return hash((self.text, len(self.begins)))

    def __repr__(self) -> str:
        return f"<Tokens: {len(self)} in {len(self.sentence_starts)} sentences>"

    def form(self, index: int) -> str:
        """Return the form of a token: its text, unless the corpus has another form ("-LRB-")."""
        odd = self.odd_forms.get(index)
        return self.text[self.begins[index] : self.ends[index]] if odd is None else odd

    def head(self, index: int) -> int | None:
        """Return the head of a token, 1-based in its sentence; 0 is the root, None unknown."""
        head = NO_HEAD if self.heads is None else self.heads[index]
        return None if head == NO_HEAD else head

    def between(self, start: int, stop: int) -> Iterator[Token]:
        """Return the tokens from index `start` to before index `stop`: quicker than one by one."""
        indices = range(start, stop)
        known: dict[str, Iterable[Any]] = {name: column[start:stop] for name, column in self.columns.items()}
        if self.heads is not None:
            known["head"] = map(self.head, indices)
        names = ("lemma", "upos", "tag", "feats", "head", "deprel", "deps", "misc")
        layers = (known.get(name, repeat(None)) for name in names)
        return map(
            Token, indices, self.begins[start:stop], self.ends[start:stop], map(self.form, indices), *layers
        )

    def sentence_of(self, index: int) -> int:
        """Return the number of the sentence of a token."""
        return bisect_right(self.sentence_starts, index) - 1

    def sentence_range(self, sentence: int) -> range:
        """Return the token indices of a sentence."""
        starts = self.sentence_starts
        last = starts[sentence + 1] if sentence + 1 < len(starts) else len(self)
        return range(starts[sentence], last)

    def span(self, indices: Iterable[int]) -> Span:
        """Return the span of token indices, which may be unsorted and repeated."""
        return Span(self, _ranges(sorted(set(indices))))

    def span_at(self, pieces: Iterable[Offsets], *, snap: bool = False) -> Span:
        """Return the span of the tokens at these characters; refuse edges inside tokens unless `snap`."""
        ranges, size = list[range](), len(self.text)
        for begin, end in pieces:
            if not 0 <= begin <= end <= size:
                raise SpanError(f"characters {begin}..{end} are outside the text of {size} characters")
            first, last = bisect_right(self.ends, begin), bisect_left(self.begins, end)
            inside = first < last
            if not snap and (not inside or self.begins[first] < begin or self.ends[last - 1] > end):
                quoted = repr(self.text[begin:end])
                raise SpanError(f"characters {begin}..{end} ({quoted}) do not fall on token edges")
            ranges.append(range(first, last))
        return self.span(index for piece in ranges for index in piece)

    def annotate(
        self, *, heads: Iterable[int | None] | None = None, **columns: Iterable[str | None]
    ) -> Tokens:
        """Return the tokens with these columns added or replaced."""
        head_column = self.heads if heads is None else _head_column(heads, len(self))
        new_columns = {**self.columns, **_text_columns(columns, len(self))}
        parts = (self.text, self.begins, self.ends, self.sentence_starts, self.odd_forms)
        return _filled(*parts, head_column, new_columns)

    def _token(self, index: int) -> Token:
        values = {name: column[index] for name, column in self.columns.items()}
        return Token(
            index, self.begins[index], self.ends[index], self.form(index), head=self.head(index), **values
        )


@dataclass(frozen=True, slots=True, eq=False)
class Span:
    """A set of tokens, contiguous or not; `ranges` are its pieces as half-open ranges of token indices."""

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
            self.tokens is other.tokens
            or (self.pieces == other.pieces and self.tokens.text == other.tokens.text)
        )

    def __hash__(self) -> int:
        return hash(self.ranges)

    def __len__(self) -> int:
        return sum(last - first for first, last in self.ranges)

    def __iter__(self) -> Iterator[Token]:
        return chain.from_iterable(self.tokens.between(first, last) for first, last in self.ranges)

    def __str__(self) -> str:
        return self.text

    @property
    def indices(self) -> tuple[int, ...]:
        """Token indices, ascending."""
        return tuple(index for first, last in self.ranges for index in range(first, last))

    @property
    def pieces(self) -> tuple[Offsets, ...]:
        """Character offsets of the contiguous pieces."""
        begins, ends = self.tokens.begins, self.tokens.ends
        return tuple((begins[first], ends[last - 1]) for first, last in self.ranges)

    @property
    def text(self) -> str:
        """Surface text, pieces joined by one blank."""
        return " ".join(self.tokens.text[begin:end] for begin, end in self.pieces)

    @property
    def discontinuous(self) -> bool:
        """True if the span has more than one piece."""
        return len(self.ranges) > 1


def _filled(*parts: Any) -> Tokens:
    """Build tokens of checked parts: those of other tokens, or of a pickle."""
    tokens = Tokens.__new__(Tokens)
    tokens._fill(*parts)
    return tokens


def _ranges(indices: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return ascending, distinct indices as half-open ranges."""
    if indices and indices[-1] - indices[0] == len(indices) - 1:  # one piece, as most spans are
        return ((indices[0], indices[-1] + 1),)
    ranges: list[tuple[int, int]] = []
    for index in indices:
        if ranges and ranges[-1][1] == index:
            ranges[-1] = (ranges[-1][0], index + 1)
        else:
            ranges.append((index, index + 1))
    return tuple(ranges)


def _check_offsets(text: str, begins: array[int], ends: array[int]) -> None:
    inside = all(map(le, begins, ends)) and (not ends or (begins[0] >= 0 and ends[-1] <= len(text)))
    if inside and _ascending(begins) and _ascending(ends):
        return
    last_begin = last_end = 0
    for index, (begin, end) in enumerate(zip(begins, ends, strict=True)):
        if not 0 <= begin <= end <= len(text):
            raise SpanError(f"token {index} at {begin}..{end} is outside the text of {len(text)} characters")
        if begin < last_begin or end < last_end:
            raise SpanError(f"token {index} at {begin}..{end} stands before the token it follows")
        last_begin, last_end = begin, end


def _ascending(numbers: array[int]) -> bool:
    return all(map(le, numbers, islice(numbers, 1, None)))


def _check_starts(starts: array[int], tokens: int) -> None:
    if not _ascending(starts) or (starts and starts[-1] > tokens):
        raise SpanError("sentence starts must be ascending token indices")
    if (starts[0] != 0) if starts else tokens:
        raise SpanError("the first sentence must start at token 0")


def _odd_forms(text: str, begins: array[int], ends: array[int], forms: Iterable[str]) -> dict[int, str]:
    """Return the forms that differ from the text of their token."""
    column = tuple(forms)
    if len(column) != len(begins):
        raise SpanError(f"{len(column)} forms for {len(begins)} tokens")
    return {
        index: form
        for index, (begin, end, form) in enumerate(zip(begins, ends, column, strict=True))
        if text[begin:end] != form
    }


def _head_column(heads: Iterable[int | None], size: int) -> array[int]:
    column = array("i", (NO_HEAD if head is None else head for head in heads))
    if len(column) != size:
        raise SpanError(f"{len(column)} heads for {size} tokens")
    return column


def _text_columns(columns: Mapping[str, Iterable[str | None] | None], size: int) -> dict[str, Column]:
    """Return the columns as tuples that share equal strings: tags and labels repeat often."""
    if unknown := columns.keys() - set(COLUMNS):
        raise TypeError(f"unknown token columns: {', '.join(sorted(unknown))}")
    shared: dict[str | None, str | None] = {}
    tuples: dict[str, Column] = {}
    for name in COLUMNS:
        values = columns.get(name)
        if values is None:
            continue
        column = tuple([shared.setdefault(value, value) for value in values])
        if len(column) != size:
            raise SpanError(f"{len(column)} values of {name} for {size} tokens")
        if column:  # without tokens, an empty column equals an absent one
            tuples[name] = column
    return tuples
