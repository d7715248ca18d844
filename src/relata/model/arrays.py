"""Arrays of a heads file: no code runs, and their sizes are known before they take memory."""

from __future__ import annotations

import zipfile
from math import prod
from pathlib import Path
from typing import IO

import numpy as np
import numpy.typing as npt
from numpy.lib import format as npy

from relata.errors import ModelError

Floats = npt.NDArray[np.float32]

MOST_ARRAYS = 4096
MOST_BYTES = 1 << 30
"""Bytes of all arrays of a file, unpacked."""
_MOST_HEADER = 4096


def read_arrays(path: Path) -> dict[str, Floats]:
    """Read the arrays of an .npz file as float32; refuse what is no number, or too much of it."""
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
            size = sum(member.file_size for member in members)
            if len(members) > MOST_ARRAYS or size > MOST_BYTES:
                limit = f"expected at most {MOST_ARRAYS} arrays of {MOST_BYTES >> 20} MB in all"
                raise ModelError(f"{path}: {limit}, got {len(members)} of {size >> 20} MB")
            arrays = {}
            for member in members:
                with archive.open(member) as file:
                    arrays[member.filename.removesuffix(".npy")] = _array(file, member.file_size)
    except ModelError:
        raise
    except Exception as error:  # zipfile, zlib and numpy raise many types that share no base
        raise ModelError(f"{path}: no arrays that numpy reads: {error}") from None
    for name, array in arrays.items():
        if not np.isfinite(array).all():
            raise ModelError(f"{path}: {name}: expected finite numbers")
    return arrays


def _array(file: IO[bytes], size: int) -> Floats:
    """Read an array; ValueError if its header and its size do not agree."""
    version = npy.read_magic(file)
    if version != (1, 0):
        raise ValueError(f"expected version 1.0 of the format npy, got {version}")
    shape, fortran_order, kind = npy.read_array_header_1_0(file, max_header_size=_MOST_HEADER)
    if kind.kind not in "fiu":
        raise ValueError(f"expected numbers, got {kind}")
    if prod(shape) * kind.itemsize != size - file.tell():
        raise ValueError(f"the shape {shape} does not fit {size} bytes")
    numbers = np.frombuffer(file.read(), dtype=kind)
    return numbers.reshape(shape, order="F" if fortran_order else "C").astype(np.float32)
