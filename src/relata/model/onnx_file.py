"""Checks of an ONNX file before onnxruntime opens it: standard operators, and nothing in other files.

The file is a message of Protocol Buffers, of which a few fields are read; that needs no library.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from relata.errors import ModelError

OPSETS = {"": 17}
"""Operator sets of the models that Relata exports: the standard's, of this version."""

_OPSET_IMPORT, _GRAPH, _FUNCTIONS = 8, 7, 25  # of a model
_NODE, _INITIALIZER = 1, 5  # of a graph
_ATTRIBUTE, _NODE_DOMAIN = 5, 7  # of a node
_TENSOR, _SUBGRAPH, _TENSORS, _SUBGRAPHS = 5, 6, 10, 11  # of an attribute
_EXTERNAL_DATA, _DATA_LOCATION = 13, 14  # of a tensor
_DEPTH = 8
"""Most graphs inside each other."""

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_Field = tuple[int, int | memoryview]


def check_onnx(path: Path) -> None:
    """Refuse a model with other operators than the standard's of one version, or with data in other files."""
    try:
        _check_model(memoryview(path.read_bytes()), path)
    except OSError as error:
        raise ModelError(f"{path}: cannot be read: {error.strerror}") from None
    except (IndexError, ValueError):
        raise ModelError(f"{path}: no encoder: expected a file in the format ONNX") from None


def _check_model(data: memoryview, path: Path) -> None:
    opsets: dict[str, int] = {}
    for number, value in _fields(data):
        if number == _OPSET_IMPORT:
            fields = dict(_fields(_message(value)))
            opsets[_text(fields.get(1))] = _number(fields.get(2, 0))
        elif number == _FUNCTIONS:
            raise ModelError(f"{path}: functions of its own; expected operators of the ONNX standard only")
        elif number == _GRAPH:
            _check_graph(_message(value), path)
    if opsets != OPSETS:
        given = ", ".join(f"{name or 'ai.onnx'} {version}" for name, version in opsets.items()) or "none"
        raise ModelError(f"{path}: operator sets: expected ai.onnx {OPSETS['']}, got {given}")


def _check_graph(data: memoryview, path: Path, depth: int = 0) -> None:
    if depth == _DEPTH:
        raise ModelError(f"{path}: expected at most {_DEPTH} graphs inside each other")
    for number, value in _fields(data):
        if number == _INITIALIZER:
            _check_tensor(_message(value), path)
        elif number == _NODE:
            for field, content in _fields(_message(value)):
                if field == _NODE_DOMAIN and _text(content):
                    raise ModelError(f"{path}: an operator of {_text(content)!r}; expected the standard's")
                if field == _ATTRIBUTE:
                    _check_attribute(_message(content), path, depth)


def _check_attribute(data: memoryview, path: Path, depth: int) -> None:
    for number, value in _fields(data):
        if number in {_TENSOR, _TENSORS}:
            _check_tensor(_message(value), path)
        elif number in {_SUBGRAPH, _SUBGRAPHS}:
            _check_graph(_message(value), path, depth + 1)


def _check_tensor(data: memoryview, path: Path) -> None:
    for number, value in _fields(data):
        if number == _EXTERNAL_DATA or (number == _DATA_LOCATION and value):
            raise ModelError(f"{path}: numbers in another file; expected all of them in this one")


def _fields(data: memoryview) -> Iterator[_Field]:
    """Yield the numbers and values of the fields of a message; IndexError or ValueError if it is none."""
    position = 0
    while position < len(data):
        key, position = _varint(data, position)
        kind = key & 7
        if kind == _VARINT:
            value, position = _varint(data, position)
            yield key >> 3, value
            continue
        if kind == _BYTES:
            size, position = _varint(data, position)
        elif kind in {_FIXED64, _FIXED32}:
            size = 8 if kind == _FIXED64 else 4
        else:
            raise ValueError(kind)
        if size > len(data) - position:
            raise ValueError(size)
        yield key >> 3, data[position : position + size]
        position += size


def _varint(data: memoryview, position: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[position]
        position += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, position
        shift += 7
        if shift > 63:
            raise ValueError(shift)


def _message(value: int | memoryview) -> memoryview:
    if isinstance(value, int):
        raise ValueError(value)
    return value


def _text(value: int | memoryview | None) -> str:
    return "" if value is None else bytes(_message(value)).decode()


def _number(value: int | memoryview) -> int:
    if isinstance(value, int):
        return value
    raise ValueError(value)
