"""Lines of relations.json or output.json: their fields, and the relations that they describe."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, count, repeat
from pathlib import Path
from reprlib import Repr
from typing import Any, NamedTuple, NoReturn

import msgspec
from msgspec import UNSET, Struct

from relata.document import Span, Tokens
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import FormatError, OnError, SpanError, map_usable, strict
from relata.formats.json_lines import filled_lines, parse_object
from relata.formats.warnings import Repairs

TYPES = (RelationType.EXPLICIT, RelationType.IMPLICIT, RelationType.ALTLEX, RelationType.ENTREL)
"""The types of the shared task."""

SPANS = ("Arg1", "Arg2", "Connective")
"""The fields that every relation has a TokenList in."""

CONNECTIVE_TEXT = "Connective.RawText"
"""The name among `extras` for the text of a connective where it is not what stands in the text."""

TUPLE = "[charBegin, charEnd, docToken, sentence, tokenInSentence]"
"""The form of a token in gold data."""

_SHORT = Repr()
_SHORT.maxstring = 60


class SpanFields(Struct):
    """A span of a relation: document token ids or 5-tuples; the optional fields may hold anything."""

    tokens: list[int | list[int]] = msgspec.field(name="TokenList")
    raw_text: Any = msgspec.field(name="RawText", default=None)
    pieces: Any = msgspec.field(name="CharacterSpanList", default=None)
    punctuation_type: Any = msgspec.field(name="PunctuationType", default=None)

    @property
    def gold_style(self) -> bool:
        """True if the tokens are 5-tuples, as in gold data only."""
        return bool(self.tokens) and isinstance(self.tokens[0], list)

    @property
    def ids(self) -> list[int]:
        """The document token ids."""
        tokens: list[Any] = self.tokens
        return [row[2] for row in tokens] if self.gold_style else tokens


class RelationFields(Struct, kw_only=True):
    """The fields of a line; a field with a fault is `UNSET`, and the optional fields may hold anything."""

    doc_id: str = msgspec.field(name="DocID")
    type: Any = msgspec.field(name="Type", default=UNSET)
    senses: list[str] = msgspec.field(name="Sense")
    arg1: SpanFields = msgspec.field(name="Arg1")
    arg2: SpanFields = msgspec.field(name="Arg2")
    connective: SpanFields = msgspec.field(name="Connective")
    id: Any = msgspec.field(name="ID", default=None)
    punctuation: Any = msgspec.field(name="Punctuation", default=UNSET)
    sup1: Any = msgspec.field(name="Sup1Span", default=UNSET)

    @property
    def spans(self) -> tuple[SpanFields, SpanFields, SpanFields]:
        """The spans, in the order of `SPANS`."""
        return self.arg1, self.arg2, self.connective


class FieldFault(NamedTuple):
    """A field of a line, or a part of it, that is not as expected."""

    field: str
    message: str

    def error(self, path: str | Path, line: int) -> FormatError:
        """Add the place in the file."""
        return FormatError(self.message, path, line=line, field=self.field)


def expected(form: str, value: object) -> str:
    """Say that a value should have another form; values are shortened, and `UNSET` is absent."""
    return f"expected {form}, found {'no such field' if value is UNSET else _SHORT.repr(value)}"


def parse_relation(line: str, path: str | Path, number: int) -> tuple[RelationFields, list[FieldFault]]:
    """Parse a line into its fields and all their faults; a line without a JSON object is refused."""
    try:
        fields = _DECODER.decode(line)
    except (msgspec.MsgspecError, RecursionError):
        return _salvaged(parse_object(line, path, number))
    return fields, [
        _token_fault(name, span.tokens, place)
        for name, span in zip(SPANS, fields.spans, strict=True)
        if (place := _odd_token(span.tokens)) is not None
    ]


def read_relations(
    path: str | Path, *, on_error: OnError = strict
) -> Iterator[tuple[int, RelationFields, list[FieldFault]]]:
    """Read the lines of a file with their numbers from 1; empty lines are skipped."""

    def numbered(line: tuple[int, str]) -> tuple[int, RelationFields, list[FieldFault]]:
        return line[0], *parse_relation(line[1], path, line[0])

    return map_usable(numbered, filled_lines(path, on_error=on_error), on_error)


_DECODER = msgspec.json.Decoder(RelationFields)


def _salvaged(row: dict[str, Any]) -> tuple[RelationFields, list[FieldFault]]:
    """Convert the sound fields of a row that msgspec refuses, and list the faults of the others."""
    faults = list(_faults(row))
    faulty = {fault.field.partition(".")[0] for fault in faults}
    values = {
        field.name: msgspec.convert(row[field.encode_name], field.type)
        for field in msgspec.structs.fields(RelationFields)
        if field.encode_name in row and field.encode_name not in faulty
    }
    required = dict.fromkeys(("doc_id", "senses", "arg1", "arg2", "connective"), UNSET)
    return RelationFields(**(required | values)), faults


def _faults(row: dict[str, Any]) -> Iterator[FieldFault]:
    doc_id, senses = row.get("DocID", UNSET), row.get("Sense", UNSET)
    if not isinstance(doc_id, str):
        yield FieldFault("DocID", expected("a string", doc_id))
    if not isinstance(senses, list) or not all(isinstance(sense, str) for sense in senses):
        yield FieldFault("Sense", expected("a list of strings", senses))
    for name in SPANS:
        if fault := _span_fault(name, row.get(name, UNSET)):
            yield fault


def _span_fault(name: str, span: object) -> FieldFault | None:
    if not isinstance(span, dict):
        return FieldFault(name, expected("an object with a TokenList", span))
    tokens = span.get("TokenList", UNSET)
    if not isinstance(tokens, list):
        return FieldFault(f"{name}.TokenList", expected("a list of tokens", tokens))
    place = _odd_token(tokens)
    return None if place is None else _token_fault(name, tokens, place)


def _odd_token(tokens: list[Any]) -> int | None:
    """Find the first token that is no id among ids, or no 5-tuple among 5-tuples."""
    kinds = set(map(type, tokens))
    if kinds <= {int}:
        return None
    if not isinstance(tokens[0], list):
        return next(place for place, token in enumerate(tokens) if type(token) is not int)
    if kinds == {list} and set(map(len, tokens)) == {5} and set(map(type, chain(*tokens))) == {int}:
        return None
    sound = (type(row) is list and list(map(type, row)) == [int] * 5 for row in tokens)
    return list(sound).index(False)


def _token_fault(name: str, tokens: list[Any], place: int) -> FieldFault:
    form = TUPLE if isinstance(tokens[0], list) else "a document token id"
    return FieldFault(f"{name}.TokenList[{place}]", expected(form, tokens[place]))


class RelationReader:
    """Reader for the relations of one document; `repairs` counts repairs."""

    def __init__(self, tokens: Tokens, language: str, path: str | Path, repairs: Repairs) -> None:
        self._repairs = repairs
        self._tokens = tokens
        self._language = language
        self.path = path
        self._line = 0
        sizes = [len(tokens.sentence_range(number)) for number in range(len(tokens.sentence_starts))]
        sentences = chain.from_iterable(map(repeat, count(), sizes))
        positions = chain.from_iterable(map(range, sizes))
        self._rows = list(
            map(list, zip(tokens.begins, tokens.ends, count(), sentences, positions, strict=False))
        )

    def read(self, line: int, fields: RelationFields) -> DiscourseRelation:
        """Build the relation of a line without faults; refuse what does not fit the document."""
        self._line = line
        connective, text = self._part(fields.connective, "Connective")
        if not all(fields.senses):
            self._refuse("Sense", expected("a list of strings", fields.senses))
        extras = {}
        if connective and text is not None and text != raw_text(connective, self._language):
            extras[CONNECTIVE_TEXT] = text
        punctuation, punctuation_type = self._punctuation(fields.punctuation)
        return DiscourseRelation(
            type=self._type(fields, connective),
            arg1=self._argument(fields.arg1, "Arg1"),
            arg2=self._argument(fields.arg2, "Arg2"),
            senses=tuple(fields.senses),
            connective=connective or None,
            inserted=None if connective else text or None,
            punctuation=punctuation,
            punctuation_type=punctuation_type,
            sup1=self._supplement(fields.sup1),
            id=self._id(fields.id),
            extras=extras,
        )

    def _type(self, fields: RelationFields, connective: Span) -> RelationType:
        if fields.type == "" and not fields.senses:  # relations-no-senses.json withholds the type as well
            return RelationType.EXPLICIT if connective else RelationType.IMPLICIT
        if fields.type not in TYPES:
            self._refuse("Type", expected(", ".join(TYPES), fields.type))
        return RelationType(fields.type)

    def _id(self, number: Any) -> int | None:
        if number is not None and type(number) is not int:
            self._refuse("ID", expected("an integer", number))
        return number

    def _argument(self, fields: SpanFields, name: str) -> Span:
        span, text = self._part(fields, name)
        if text is not None and text != span.text and _letters(text) != _letters(span.text):
            self._repairs.add("RawText not as in the text")
        return span

    def _punctuation(self, value: Any) -> tuple[Span | None, str | None]:
        if value is UNSET:
            return None, None
        if fault := _span_fault("Punctuation", value):
            self._refuse(*fault)
        fields = msgspec.convert(value, SpanFields)
        kind = self._string(fields.punctuation_type, "Punctuation.PunctuationType")
        return self._part(fields, "Punctuation")[0], kind

    def _supplement(self, pieces: Any) -> Span | None:
        if pieces is UNSET:
            return None
        span = self._span_at(pieces, "Sup1Span")
        if pieces != _json_pieces(span):
            self._repairs.add("Sup1Span set to whole tokens")
        return span

    def _part(self, fields: SpanFields, name: str) -> tuple[Span, str | None]:
        """Build the span of an argument, a connective or a mark, with its raw text."""
        text = self._string(fields.raw_text, f"{name}.RawText")
        span = self._span(fields, f"{name}.TokenList")
        pieces = fields.pieces
        if (
            pieces is not None
            and pieces != _json_pieces(span)
            and self._span_at(pieces, f"{name}.CharacterSpanList") != span
        ):
            self._repairs.add("CharacterSpanList not as in the TokenList")
        return span, text

    def _string(self, value: Any, field: str) -> str | None:
        if value is not None and not isinstance(value, str):
            self._refuse(field, expected("a string", value))
        return value

    def _span(self, fields: SpanFields, field: str) -> Span:
        ids = fields.ids
        if fields.gold_style and ids[0] >= 0 and fields.tokens == self._rows[ids[0] : ids[0] + len(ids)]:
            return Span(self._tokens, ((ids[0], ids[0] + len(ids)),))  # nearly all lists are like this
        for place, (index, row) in enumerate(zip(ids, fields.tokens, strict=True)):
            if not 0 <= index < len(self._rows):
                message = f"token {index} is outside the document of {len(self._rows)} tokens"
                self._refuse(f"{field}[{place}]", message)
            if fields.gold_style and row != self._rows[index]:
                message = f"expected {self._rows[index]} as in parses.json, found {row}"
                self._refuse(f"{field}[{place}]", message)
        span = self._tokens.span(ids)
        if ids != list(span.indices):
            self._repairs.add("TokenList unsorted or with repeated ids")
        return span

    def _span_at(self, pieces: Any, field: str) -> Span:
        """Find the tokens under character offsets, which need not fall on token edges."""
        try:
            offsets = [(begin, end) for begin, end in pieces]
            if not {type(offset) for piece in offsets for offset in piece} <= {int}:
                raise TypeError
            return self._tokens.span_at(offsets, snap=True)
        except (TypeError, ValueError):
            self._refuse(field, expected("a list of [begin, end]", pieces))
        except SpanError as error:
            self._refuse(field, str(error))

    def _refuse(self, field: str, message: str) -> NoReturn:
        raise FormatError(message, self.path, line=self._line, field=field)


def raw_text(span: Span, language: str) -> str:
    """Format the text of a span as the task's files do: the English ones leave line ends out."""
    return span.text.replace("\n", "") if language == "en" else span.text


def _json_pieces(span: Span) -> list[list[int]]:
    return [list(piece) for piece in span.pieces]


def _letters(text: str) -> str:
    return "".join(text.split())
