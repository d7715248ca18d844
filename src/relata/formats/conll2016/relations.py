"""One line of relations.json or output.json as a discourse relation, checked against the document."""

from __future__ import annotations

from itertools import chain, count, repeat
from pathlib import Path
from typing import Any, NoReturn

from relata.document import Span, Tokens
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import FormatError, SpanError
from relata.formats.repairs import Repairs

TYPES = (RelationType.EXPLICIT, RelationType.IMPLICIT, RelationType.ALTLEX, RelationType.ENTREL)
"""The types of the shared task."""

CONNECTIVE_TEXT = "Connective.RawText"
"""The name among `extras` for the text of a connective where it is not what stands in the text."""

_TUPLE = "[charBegin, charEnd, docToken, sentence, tokenInSentence]"


class RelationReader:
    """Reads the relations of one document; `dirt` counts what is put right in them."""

    def __init__(self, tokens: Tokens, language: str, path: str | Path, dirt: Repairs) -> None:
        self._dirt = dirt
        self._tokens = tokens
        self._language = language
        self.path = path
        self._line = 0
        sizes = [len(tokens.sentence_range(number)) for number in range(len(tokens.sentence_starts))]
        sentences = chain.from_iterable(map(repeat, count(), sizes))
        places = chain.from_iterable(map(range, sizes))
        self._rows = list(
            map(list, zip(tokens.begins, tokens.ends, count(), sentences, places, strict=False))
        )

    def read(self, line: int, row: dict[str, Any]) -> DiscourseRelation:
        """The relation of one line; a `FormatError` if it does not fit the document."""
        self._line = line
        connective, text = self._part(row, "Connective")
        senses = self._senses(row)
        extras = {}
        if connective and text is not None and text != raw_text(connective, self._language):
            extras[CONNECTIVE_TEXT] = text
        punctuation, punctuation_type = self._punctuation(row)
        return DiscourseRelation(
            type=self._type(row, senses, connective),
            arg1=self._argument(row, "Arg1"),
            arg2=self._argument(row, "Arg2"),
            senses=senses,
            connective=connective or None,
            inserted=None if connective else text or None,
            punctuation=punctuation,
            punctuation_type=punctuation_type,
            sup1=self._supplement(row),
            id=self._id(row),
            extras=extras,
        )

    def _type(self, row: dict[str, Any], senses: tuple[str, ...], connective: Span) -> RelationType:
        given = row.get("Type")
        if given == "" and not senses:  # relations-no-senses.json withholds the type, too
            return RelationType.EXPLICIT if connective else RelationType.IMPLICIT
        if given not in TYPES:
            self._refuse("Type", f"expected {', '.join(TYPES)}, got {given!r}")
        return RelationType(given)

    def _senses(self, row: dict[str, Any]) -> tuple[str, ...]:
        senses = row.get("Sense")
        if not isinstance(senses, list) or not all(isinstance(sense, str) and sense for sense in senses):
            self._refuse("Sense", "expected a list of strings")
        return tuple(senses)

    def _id(self, row: dict[str, Any]) -> int | None:
        number = row.get("ID")
        if number is not None and type(number) is not int:
            self._refuse("ID", f"expected an integer, got {number!r}")
        return number

    def _argument(self, row: dict[str, Any], name: str) -> Span:
        span, text = self._part(row, name)
        if text is not None and text != span.text and _letters(text) != _letters(span.text):
            self._dirt.add("RawText not as in the text")
        return span

    def _punctuation(self, row: dict[str, Any]) -> tuple[Span | None, str | None]:
        if "Punctuation" not in row:
            return None, None
        kind = row["Punctuation"].get("PunctuationType") if isinstance(row["Punctuation"], dict) else None
        if kind is not None and not isinstance(kind, str):
            self._refuse("Punctuation.PunctuationType", "expected a string")
        return self._part(row, "Punctuation")[0], kind

    def _supplement(self, row: dict[str, Any]) -> Span | None:
        if "Sup1Span" not in row:
            return None
        span = self._span_at(row["Sup1Span"], "Sup1Span")
        if row["Sup1Span"] != _json_pieces(span):
            self._dirt.add("Sup1Span set to whole tokens")
        return span

    def _part(self, row: dict[str, Any], name: str) -> tuple[Span, str | None]:
        """The span and the raw text of an argument, a connective or a mark."""
        part = row.get(name)
        if not isinstance(part, dict):
            self._refuse(name, "expected an object with a TokenList")
        text = part.get("RawText")
        if text is not None and not isinstance(text, str):
            self._refuse(f"{name}.RawText", "expected a string")
        span = self._span(part.get("TokenList"), f"{name}.TokenList")
        pieces = part.get("CharacterSpanList")
        if (
            pieces is not None
            and pieces != _json_pieces(span)
            and self._span_at(pieces, f"{name}.CharacterSpanList") != span
        ):
            self._dirt.add("CharacterSpanList not as in the TokenList")
        return span, text

    def _span(self, given: Any, field: str) -> Span:
        """The tokens of a list of document token ids (system output) or of 5-tuples (gold)."""
        if not isinstance(given, list):
            self._refuse(field, "expected a list")
        if self._is_stretch(given):
            return Span(self._tokens, ((given[0][2], given[0][2] + len(given)),))
        gold = bool(given) and isinstance(given[0], list)
        ids = self._gold_ids(given, field) if gold else self._flat_ids(given, field)
        span = self._tokens.span(ids)
        if ids != list(span.indices):
            self._dirt.add("TokenList unsorted or with repeated ids")
        return span

    def _is_stretch(self, given: list[Any]) -> bool:
        """Whether these are the rows of tokens that follow each other, as nearly all lists are."""
        try:
            first = given[0][2]
            return type(first) is int and given == self._rows[first : first + len(given)]
        except (IndexError, KeyError, TypeError):
            return False

    def _gold_ids(self, given: list[Any], field: str) -> list[int]:
        """The ids of 5-tuples, which must agree with parses.json."""
        for place, row in enumerate(given):
            here = f"{field}[{place}]"
            if not (isinstance(row, list) and [type(number) for number in row] == [int] * 5):
                self._refuse(here, f"expected {_TUPLE}, got {row!r}")
            self._check_id(row[2], here)
            if row != self._rows[row[2]]:
                self._refuse(here, f"expected {self._rows[row[2]]} as in parses.json, got {row}")
        return [row[2] for row in given]

    def _flat_ids(self, given: list[Any], field: str) -> list[int]:
        inside = range(len(self._rows))
        if not all(type(index) is int and index in inside for index in given):
            for place, index in enumerate(given):
                self._check_id(index, f"{field}[{place}]")
        return given

    def _check_id(self, index: Any, field: str) -> None:
        if type(index) is not int:
            self._refuse(field, f"expected a document token id, got {index!r}")
        if not 0 <= index < len(self._rows):
            self._refuse(field, f"token {index} is outside the document of {len(self._rows)} tokens")

    def _span_at(self, pieces: Any, field: str) -> Span:
        """The tokens under character offsets, which need not fall on token edges."""
        try:
            offsets = [(begin, end) for begin, end in pieces]
            if not {type(place) for piece in offsets for place in piece} <= {int}:
                raise TypeError
            return self._tokens.span_at(offsets, snap=True)
        except (TypeError, ValueError):
            self._refuse(field, "expected a list of [begin, end]")
        except SpanError as error:
            self._refuse(field, str(error))

    def _refuse(self, field: str, message: str) -> NoReturn:
        raise FormatError(message, self.path, line=self._line, field=field)


def raw_text(span: Span, language: str) -> str:
    """The text of a span as the task's files give it: the English ones leave line ends out."""
    return span.text.replace("\n", "") if language == "en" else span.text


def _json_pieces(span: Span) -> list[list[int]]:
    return [list(piece) for piece in span.pieces]


def _letters(text: str) -> str:
    return "".join(text.split())
