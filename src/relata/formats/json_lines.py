"""Files of JSON objects, one a line or in one array, and their conversion to typed records."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from relata.errors import FormatError, OnError, map_usable, strict
from relata.formats.files import opened, read_lines, read_text

if TYPE_CHECKING:
    from msgspec import ValidationError

T = TypeVar("T")

_ARRAY_START = re.compile(rb"(?:\xef\xbb\xbf)?\s*\[")

_PLACE = re.compile(r"(?P<fault>.*?)(?: - at `\$(?P<field>[^`]*)`)?", re.DOTALL)
_STEP = re.compile(r"[^.\[\]]+")
_TYPES = re.compile(r"`([a-z |]+)`")
_MISSING = re.compile(r"Object missing required field `(.*)`")
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`")
_TYPE_NAMES = {
    "str": "a string",
    "int": "an integer",
    "float": "a number",
    "bool": "a boolean",
    "array": "a list",
    "object": "an object",
}


def read_objects(path: str | Path, *, on_error: OnError = strict) -> Iterator[tuple[int, dict[str, Any]]]:
    """Read the objects of a JSON Lines file with their line numbers from 1; skip empty lines."""

    def numbered(line: tuple[int, str]) -> tuple[int, dict[str, Any]]:
        return line[0], parse_object(line[1], path, line[0])

    return map_usable(numbered, filled_lines(path, on_error=on_error), on_error)


def filled_lines(path: str | Path, *, on_error: OnError = strict) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file that are not blank, with their line numbers from 1."""
    lines = read_lines(path, on_error=on_error)
    return ((number, line) for number, line in lines if line and not line.isspace())


def parse_object(line: str, path: str | Path, number: int) -> dict[str, Any]:
    """Parse a line that holds one JSON object."""
    try:
        value = json.loads(line, object_pairs_hook=_distinct_fields)
    except (ValueError, RecursionError) as error:
        raise _broken(error, path, number) from None
    if not isinstance(value, dict):
        raise FormatError("expected one JSON object a line", path, line=number)
    return value


def is_array_file(path: Path) -> bool:
    """Return true for a `.json` file that holds an array, as `relata parse --format json` prints it.

    Files of CoNLL-2016 (`parses.json`, `relations.json`) hold objects.
    """
    if path.suffix != ".json" or not path.is_file():
        return False
    with opened(path) as file:
        return _ARRAY_START.match(file.read(1 << 10)) is not None


def read_array(path: str | Path, *, on_error: OnError = strict) -> Iterator[tuple[int, dict[str, Any]]]:
    """Read the objects of a JSON array with the numbers of the lines where they begin.

    The text of the file is held in memory, but only one object at a time.
    """
    text, decoder = read_text(path), json.JSONDecoder(object_pairs_hook=_distinct_fields)
    line, counted = 1, 0  # lines are counted up to this character
    at = _after_blanks(text, text.index("[") + 1)
    separator = "," if text[at : at + 1] != "]" else "]"
    while separator == ",":
        line, counted = line + text.count("\n", counted, at), at
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            raise _broken(error, path, getattr(error, "lineno", line)) from None
        if isinstance(value, dict):
            yield line, value
        else:
            on_error(FormatError("expected a JSON object", path, line=line))
        at = _after_blanks(text, at)
        separator = text[at : at + 1]
        if separator == ",":
            at = _after_blanks(text, at + 1)
    if separator != "]" or text[at + 1 :].strip():
        expected = "nothing after the array" if separator == "]" else ", or ] after an object"
        raise FormatError(f"expected {expected}", path, line=text.count("\n", 0, at) + 1)


def convert(value: Any, record_type: type[T], path: str | Path, line: int, field: str = "") -> T:
    """Convert a parsed JSON value to a msgspec record; a fault is named by its path below `field`."""
    import msgspec

    try:
        return msgspec.convert(value, record_type)
    except UnicodeEncodeError:
        raise FormatError("half a surrogate pair in the name of a field", path, line=line) from None
    except msgspec.ValidationError as error:
        message, inner = _explanation(error, value, record_type)
        place = f"{field}.{inner}" if field and inner and inner[0] != "[" else field + inner
        raise FormatError(message, path, line=line, field=place or None) from None


def _distinct_fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build a JSON object; of two values of one field, the first would be lost."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        repeated = next(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        raise ValueError(f"the field {repeated!r} comes twice in one object")
    return fields


def _after_blanks(text: str, at: int) -> int:
    while text[at : at + 1].isspace():
        at += 1
    return at


def _broken(error: Exception, path: str | Path, line: int) -> FormatError:
    if isinstance(error, json.JSONDecodeError):
        return FormatError(f"broken JSON at column {error.colno}: {error.msg}", path, line=line)
    return FormatError(f"no usable JSON: {error}", path, line=line)  # endless nesting, endless numbers


def _explanation(error: ValidationError, value: Any, record_type: Any) -> tuple[str, str]:
    """Return the message for a conversion error and the path of the faulty field."""
    match = _PLACE.fullmatch(str(error))
    fault, field = (match["fault"], (match["field"] or "").lstrip(".")) if match else (str(error), "")
    if missing := _MISSING.fullmatch(fault):
        return "is missing", f"{field}.{missing[1]}".lstrip(".")
    if field.endswith("[...]"):  # a value of an object of strings, whose key msgspec leaves out
        field = field.removesuffix("[...]")
        strings = _value_at(value, field)
        field += "." + next(key for key, member in strings.items() if not isinstance(member, str))
    if unknown := _UNKNOWN.fullmatch(fault):
        return f"unknown field {unknown[1]!r}; expected {_choices(record_type, field)}", field
    if fault.startswith("Invalid enum value"):
        return f"expected one of {_choices(record_type, field)}, got {_value_at(value, field)!r}", field
    if fault == "Number out of range":
        return "expected a finite number", field
    return _TYPES.sub(_type_name, fault[:1].lower() + fault[1:]), field


def _type_name(match: re.Match[str]) -> str:
    """Name the JSON types between backticks; null only if nothing else is expected."""
    names = [_TYPE_NAMES.get(name, name) for name in match[1].split(" | ")]
    return " or ".join([name for name in names if name != "null"] or names)


def _value_at(value: Any, field: str) -> Any:
    for step in _STEP.findall(field):
        value = value[int(step) if isinstance(value, list) else step]
    return value


def _choices(record_type: Any, field: str) -> str:
    """List the fields of the record, or the values of the enumeration, that a path leads to."""
    from msgspec import inspect

    node: Any = inspect.type_info(record_type)
    for step in [*_STEP.findall(field), None]:
        if isinstance(node, inspect.UnionType):
            node = next(member for member in node.types if not isinstance(member, inspect.NoneType))
        if step is not None and isinstance(node, inspect.StructType):
            node = next(member.type for member in node.fields if member.encode_name == step)
        elif step is not None:
            node = node.item_type
    if isinstance(node, inspect.StructType):
        return ", ".join(sorted(member.encode_name for member in node.fields))
    return ", ".join(node.cls if isinstance(node, inspect.EnumType) else map(str, node.values))
