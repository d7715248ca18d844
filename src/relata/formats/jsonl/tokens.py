"""The tokens of a document from JSON: by column, because there can be millions."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

from relata.document import COLUMNS, Tokens
from relata.errors import SpanError
from relata.formats.jsonl.fields import Field

_TOKEN = frozenset(("span", "form", "head", *COLUMNS))


def decode_tokens(text: str, layer: Field, sentences: list[Field]) -> Tokens:
    """The tokens of all sentences of a layer; the first faulty one is named."""
    for sentence in sentences:
        words = sentence.at("tokens").required()
        if not _sound(words.value):
            for word in words.items():
                _check(word, len(words.value))
    table = [word for sentence in sentences for word in sentence.value["tokens"]]
    sizes = (len(sentence.value["tokens"]) for sentence in sentences)
    known = _keys(table)
    try:
        return Tokens(
            text,
            (word["span"] for word in table),
            sentence_starts=list(accumulate(sizes, initial=0))[:-1],
            forms=[_form(word, text) for word in table],
            heads=[word.get("head") for word in table] if "head" in known else None,
            **{name: [word.get(name) for word in table] for name in COLUMNS if name in known},
        )
    except SpanError as error:
        layer.refuse(str(error))
    except OverflowError:
        layer.refuse(f"expected offsets within the text of {len(text)} characters")


def _form(word: dict[str, Any], text: str) -> str:
    form = word.get("form")
    return text[slice(*word["span"])] if form is None else form


def _keys(words: list[dict[str, Any]]) -> set[str]:
    return set().union(*words)


def _sound(words: Any) -> bool:
    """Whether all tokens of a sentence are as they should be: what `_check` says, but of all at once."""
    if not isinstance(words, list):
        return False
    try:
        known = _keys(words)
        edges = [edge for begin, end in (word["span"] for word in words) for edge in (begin, end)]
        heads = [word["head"] for word in words if word.get("head") is not None]
        texts = {type(word.get(name)) for name in known - {"span", "head"} for word in words}
    except (AttributeError, KeyError, TypeError, ValueError):
        return False
    return (
        known <= _TOKEN
        and set(map(type, edges)) <= {int}
        and texts <= {str, type(None)}
        and set(map(type, heads)) <= {int}
        and all(0 <= head <= len(words) for head in heads)
    )


def _check(word: Field, size: int) -> None:
    word.check_object(_TOKEN)
    word.at("span").pair()
    for name in ("form", *COLUMNS):
        word.at(name).optional_string()
    head = word.at("head").optional_integer()
    if head is not None and not 0 <= head <= size:
        word.at("head").refuse(f"expected 0 to {size}, got {head}")
