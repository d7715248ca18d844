"""Files with one JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from relata.errors import FormatError, OnError, strict
from relata.formats.files import read_lines


def read_objects(path: str | Path, *, on_error: OnError = strict) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a file with their line numbers from 1; empty lines are skipped."""
    for number, line in read_lines(path, on_error=on_error):
        if not line or line.isspace():
            continue
        try:
            yield number, parse_object(line, path, number)
        except FormatError as error:
            on_error(error)


def parse_object(line: str, path: str | Path, number: int) -> dict[str, Any]:
    """The JSON object that stands on a line."""
    try:
        value = json.loads(line)
    except json.JSONDecodeError as error:
        raise FormatError(f"broken JSON at column {error.colno}: {error.msg}", path, line=number) from None
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits, endless nesting
        raise FormatError(f"no usable JSON: {error}", path, line=number) from None
    if not isinstance(value, dict):
        raise FormatError("expected one JSON object a line", path, line=number)
    return value
