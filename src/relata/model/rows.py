"""Rows of numbers that windows add to, kept in one piece of memory for each column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


class Rows:
    """Columns of arrays that grow window by window; a column has numbers of one type, one or more in a row.

    The arrays of single windows, a million words of them, would stay between what the encoder frees, and keep
    the system from getting any of it back.

    >>> rows = Rows((np.int32, 1), (np.float32, 2))
    >>> rows.append((np.array([7, 8], np.int32), np.zeros((2, 2), np.float32)))
    >>> [column.shape for column in rows.columns()]
    [(2,), (2, 2)]
    """

    def __init__(self, *columns: tuple[npt.DTypeLike, int]) -> None:
        self._columns = [(np.dtype(kind), width, bytearray()) for kind, width in columns]

    def append(self, arrays: Sequence[Array]) -> None:
        """Adds the rows of a window to each column."""
        for (kind, _, content), array in zip(self._columns, arrays, strict=True):
            content += array.astype(kind, copy=False).tobytes()

    def columns(self) -> list[Array]:
        """The columns, of all windows so far; they are not copied, and nothing can be added from then on."""
        found = ((np.frombuffer(content, kind), width) for kind, width, content in self._columns)
        return [column if width == 1 else column.reshape(-1, width) for column, width in found]
