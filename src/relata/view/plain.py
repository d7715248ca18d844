"""Documents given as plain dictionaries: those of a .jsonl file, of which text and relations will do."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from relata.errors import FormatError, RelataError
from relata.formats.jsonl.fields import Field
from relata.view.blocks import lay_out
from relata.view.model import PARTS, Pieces, ShownDocument, ShownRelation


def show_dictionary(given: Mapping[str, Any], name: str) -> ShownDocument:
    """A document as a page shows it; `name` is its id if it gives none, and what errors call it."""
    root = Field(dict(given), "", name, 1)
    try:
        text = root.at("text").required().string()
        return ShownDocument(
            id=root.at("id").optional_string() or name,
            language=root.at("language").optional_string() or "",
            text=text,
            blocks=lay_out(
                text, _within(root.at("paragraphs"), text), _sentences(root.at("sentences"), text)
            ),
            relations=tuple(_relation(item, text) for item in root.at("relations").items()),
        )
    except FormatError as error:
        raise RelataError(f"{name}: {error.field}: {error.message}") from None


def _sentences(field: Field, text: str) -> list[int]:
    """Where the sentences begin that say it."""
    spans = [_object(item).at("span") for item in field.items()]
    return [_inside(span, text)[0] for span in spans if span]


def _relation(field: Field, text: str) -> ShownRelation:
    relation = _object(field)
    inserted = (relation.at(name).optional_string() for name in ("inserted", "second_inserted"))
    number = relation.at("id")
    spans = {part: _pieces(relation.at(part), text) for part in PARTS}
    return ShownRelation(
        type=relation.at("type").required().string(),
        senses=relation.at("senses").strings() + relation.at("second_senses").strings(),
        spans={part: pieces for part, pieces in spans.items() if pieces},
        inserted=tuple(filter(None, inserted)),
        score=relation.at("score").optional_number(),
        facts={
            **({"id": str(number.value)} if number else {}),
            **_known("provenance", relation.at("provenance")),
            **_known("punctuation", relation.at("punctuation_type")),
            **relation.at("extras").mapping(),
        },
    )


def _known(name: str, field: Field) -> dict[str, str]:
    return {name: field.string()} if field else {}


def _pieces(field: Field, text: str) -> Pieces:
    """The pieces of a span, `{"spans": [[begin, end]]}`, ascending; an absent span has none."""
    if not field:
        return ()
    spans = _object(field).at("spans").required()
    pieces = _within(spans, text)
    if any(before[1] > after[0] for before, after in pairwise(pieces)):
        spans.refuse("expected ascending pieces that do not overlap")
    return pieces


def _within(field: Field, text: str) -> Pieces:
    return tuple(_inside(item, text) for item in field.items())


def _inside(field: Field, text: str) -> tuple[int, int]:
    begin, end = field.pair()
    if not 0 <= begin <= end <= len(text):
        field.refuse(f"{begin}..{end} is outside the text of {len(text)} characters")
    return begin, end


def _object(field: Field) -> Field:
    if not isinstance(field.value, dict):
        field.refuse("expected an object")
    return field
