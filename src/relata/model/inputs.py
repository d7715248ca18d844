"""Inputs of the encoder: word pieces of a stretch of a document, with markers where a task needs them.

Training and run-time build their inputs here, so that both see the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from relata.document import Document, Span, Tokens
from relata.segmentation.characters import simplified
from relata.segmentation.radicals import unified

CLS, SEP, UNKNOWN = "[CLS]", "[SEP]", "[UNK]"
_ALIASES = {CLS: "<s>", SEP: "</s>", UNKNOWN: "<unk>"}
"""Other names of these special pieces, in vocabularies that are not BERT's."""
CONNECTIVE_BEGIN, CONNECTIVE_END = "[unused1]", "[unused2]"
"""Markers around each part of the connective whose arguments are sought."""

SHAPES = 6
MOST_PIECES = 256
MOST_IN_CONTEXT = 200
_MOST_OF_WORD = 12
"""Most pieces of a word: of a URL or a line of dashes, the beginning is enough."""
_MOST_OF_SIDE = 250
_MOST_OF_CUT = 480
"""Limits for odd text, below the 512 pieces that encoders take; prose stays far below."""
_MOST_REMEMBERED = 200_000


class Encoding(Protocol):
    """Word cut into pieces."""

    @property
    def ids(self) -> list[int]:
        """Numbers of the pieces."""


class Tokenizer(Protocol):
    """Interface of `WordPiece`, and of `tokenizers.Tokenizer` in training."""

    def encode(self, sequence: str, *, add_special_tokens: bool) -> Encoding:
        """Cut a text into pieces."""

    def token_to_id(self, token: str) -> int | None:
        """Look up the number of a piece."""


@dataclass(slots=True)
class Input:
    """Sequence of word pieces.

    `words` has the token index of each word; `first` and `last` its first and last piece, `shapes` its shape,
    `marked` 1 for words of the connective. `mark` is the index of the first marker. In windows, `sentences`
    has the sentence of each word. With given arguments, `arguments` has the argument of each word.
    `conventions` is the number of the conventions that its first piece stands for.
    """

    pieces: list[int] = field(default_factory=list)
    types: list[int] = field(default_factory=list)
    words: list[int] = field(default_factory=list)
    first: list[int] = field(default_factory=list)
    last: list[int] = field(default_factory=list)
    shapes: list[int] = field(default_factory=list)
    marked: list[int] = field(default_factory=list)
    mark: int = 0
    sentences: list[int] = field(default_factory=list)
    arguments: list[int] = field(default_factory=list)
    conventions: int = 0

    def __len__(self) -> int:
        return len(self.pieces)


def conventions_mark(number: int) -> str:
    """Name the piece that opens inputs by a model's conventions of this number.

    >>> conventions_mark(0), conventions_mark(1)
    ('[CLS]', '[unused3]')
    """
    return f"[unused{number + 2}]" if number else CLS


class InputBuilder:
    """Builds inputs with one tokenizer, marked with one of the model's conventions.

    Each form is cut into pieces once.
    """

    def __init__(self, tokenizer: Tokenizer, conventions: int = 0) -> None:
        self._tokenizer = tokenizer
        self._known: dict[str, tuple[list[int], int]] = {}
        self._conventions = conventions
        self._opening = conventions_mark(conventions)
        tokens = (CLS, SEP, UNKNOWN, CONNECTIVE_BEGIN, CONNECTIVE_END, self._opening)
        self._ids = {token: piece_number(tokenizer, token) for token in tokens}

    def by(self, conventions: int) -> InputBuilder:
        """Make a builder with the same tokenizer for the model's conventions of this number."""
        return InputBuilder(self._tokenizer, conventions)

    def window(self, tokens: Tokens, words: Sequence[int]) -> Input:
        """Build the input of consecutive words, for labels of tokens."""
        input = self._open()
        self._add_words(input, tokens, words, 0)
        input.sentences += map(tokens.sentence_of, words)
        return self._close(input, 0)

    def connective(
        self, tokens: Tokens, connective: Span, context: Sequence[int], arguments: Sequence[int] = ()
    ) -> Input:
        """Build the input of the words around a connective, with markers around its parts."""
        signal = set(connective.indices)
        input = self._open()
        input.arguments += arguments
        for word in context:
            if word in signal and word - 1 not in signal:
                if not input.mark:
                    input.mark = len(input.pieces)
                self._add_piece(input, CONNECTIVE_BEGIN, 0)
            self._add_words(input, tokens, (word,), 0, marked=word in signal)
            if word in signal and word + 1 not in signal:
                self._add_piece(input, CONNECTIVE_END, 0)
        return self._close(input, 0)

    def pair(self, tokens: Tokens, left: Sequence[int], right: Sequence[int]) -> Input:
        """Build the input of two stretches of words."""
        input = self._open()
        self._add_words(input, tokens, self._fitting(tokens, left[::-1])[::-1], 0)
        self._close(input, 0)
        self._add_words(input, tokens, self._fitting(tokens, right), 1)
        return self._close(input, 1)

    def lengths(self, tokens: Tokens, words: Iterable[int]) -> list[int]:
        """Count the pieces of each word."""
        return [len(self._look(tokens.form(word))[0]) for word in words]

    def _fitting(self, tokens: Tokens, words: Sequence[int]) -> Sequence[int]:
        """Cut words after the last one that a side has room for."""
        if len(words) * _MOST_OF_WORD <= _MOST_OF_SIDE:
            return words
        words, room = words[:_MOST_OF_SIDE], _MOST_OF_SIDE  # a word makes one piece at least
        for count, size in enumerate(self.lengths(tokens, words)):
            room -= size
            if room < 0:
                return words[:count]
        return words

    def _open(self) -> Input:
        input = Input(conventions=self._conventions)
        self._add_piece(input, self._opening, 0)
        return input

    def _close(self, input: Input, type: int) -> Input:
        self._add_piece(input, SEP, type)
        return input

    def _add_piece(self, input: Input, token: str, type: int) -> None:
        input.pieces.append(self._ids[token])
        input.types.append(type)

    def _add_words(
        self, input: Input, tokens: Tokens, words: Iterable[int], type: int, *, marked: bool = False
    ) -> None:
        for word in words:
            pieces, look = self._look(tokens.form(word))
            input.words.append(word)
            input.first.append(len(input.pieces))
            input.pieces += pieces
            input.types += [type] * len(pieces)
            input.last.append(len(input.pieces) - 1)
            input.shapes.append(look)
            input.marked.append(int(marked))

    def _encode(self, form: str) -> list[int]:
        return self._tokenizer.encode(form, add_special_tokens=False).ids[:_MOST_OF_WORD]

    def _look(self, form: str) -> tuple[list[int], int]:
        """Cut a form into pieces, in simplified characters if it has unknown ones, and find its shape."""
        known = self._known.get(form)
        if known is None:
            # A tokenizer takes no half of a surrogate pair.
            valid = unified(form).encode("utf-8", "replace").decode("utf-8")
            ids = self._encode(valid)
            if self._ids[UNKNOWN] in ids:
                ids = self._encode(simplified(valid))
            known = ids or [self._ids[UNKNOWN]], shape(form)
            if len(self._known) >= _MOST_REMEMBERED:
                self._known.clear()
            self._known[form] = known
        return known


def piece_number(tokenizer: Tokenizer, piece: str) -> int:
    """Look up the number of a special piece, by any of its names."""
    number = tokenizer.token_to_id(piece)
    if number is None and piece in _ALIASES:
        number = tokenizer.token_to_id(_ALIASES[piece])
    if number is None:
        raise ValueError(f"the tokenizer has no {piece}")
    return number


def shape(form: str) -> int:
    """Classify the capitals, digits and punctuation of a word, which an uncased encoder does not see."""
    if not any(map(str.isalnum, form)):
        return 4
    if any(map(str.isdigit, form)):
        return 3
    if len(form) > 1 and form.isupper():
        return 1
    return 2 if form[0].isupper() else 0


def windows(document: Document, builder: InputBuilder, most: int = MOST_PIECES) -> Iterator[list[int]]:
    """Split a document into runs of whole sentences of at most `most` pieces; cut longer sentences."""
    tokens = document.tokens
    window: list[int] = []
    room = most - 2  # the first and the last piece are taken
    for sentence in document.sentences:
        for run, size in _cut(tokens, sentence.range, builder, most - 2):
            if size > room:
                yield window
                window, room = [], most - 2
            window += run
            room -= size
    if window:
        yield window


def context(
    document: Document, builder: InputBuilder, around: Span, *, before: int, most: int = MOST_IN_CONTEXT
) -> list[int]:
    """List the words of a span's sentences and of up to `before` earlier ones, while they fit."""
    tokens = document.tokens
    first = tokens.sentence_of(around.ranges[0][0])
    last = tokens.sentence_of(around.ranges[-1][1] - 1)
    sentence = range(tokens.sentence_range(first).start, tokens.sentence_range(last).stop)
    size = _length(tokens, sentence, builder, most)
    if size > most:
        return near(tokens, sentence, builder, around, most // 3)
    words = list(sentence)
    for index in range(first - 1, max(-1, first - 1 - before), -1):
        earlier = tokens.sentence_range(index)
        size += _length(tokens, earlier, builder, most)
        if size > most:
            break
        words[:0] = earlier
    return words


def near(tokens: Tokens, words: range, builder: InputBuilder, around: Span, reach: int) -> list[int]:
    """List at most `reach` words on either side of a span's first token, and the rest of the span."""
    middle = around.ranges[0][0]
    selected = list(range(max(words.start, middle - reach), min(words.stop, middle + reach + 1)))
    selected += [word for word in around.indices if word > selected[-1]][:reach]
    sizes = builder.lengths(tokens, selected)
    while sum(sizes) > _MOST_OF_CUT:
        end = 0 if middle - selected[0] > selected[-1] - middle else -1
        selected.pop(end)
        sizes.pop(end)
    return selected


def _length(tokens: Tokens, words: Sequence[int], builder: InputBuilder, most: int) -> int:
    """Count the pieces of words, or the words alone if these are more than `most`.

    A word makes one piece at least. A line of a million words must not be measured for each connective.
    """
    return len(words) if len(words) > most else sum(builder.lengths(tokens, words))


def _cut(
    tokens: Tokens, words: Sequence[int], builder: InputBuilder, most: int
) -> Iterator[tuple[list[int], int]]:
    """Cut words into runs of at most `most` pieces; yield each with its number of pieces."""
    run: list[int] = []
    filled = 0
    for word, size in zip(words, builder.lengths(tokens, words), strict=True):
        if filled + size > most:
            yield run, filled
            run, filled = [], 0
        run.append(word)
        filled += size
    if run:
        yield run, filled
