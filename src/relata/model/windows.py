"""Windows: components that read runs of whole sentences share one pass of the encoder."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from relata.model.encoder import Floats
from relata.model.inputs import Input, windows
from relata.model.model import Model
from relata.pipeline import ParseState

Array = npt.NDArray[Any]


class WindowComponent(ABC):
    """Component that reads windows of whole sentences."""

    name: ClassVar[str]
    requires: ClassVar[frozenset[str]]
    provides: ClassVar[frozenset[str]]

    def __init__(self, model: Model) -> None:
        self.model = model

    def __call__(self, parses: Sequence[ParseState]) -> None:
        """Read the windows of documents, and add the layers to their parses."""
        read_windows(self.model, (self,), parses)

    def read(self, input: Input, states: Floats) -> Any:  # noqa: ARG002
        """Read a window, on any thread; None for a component that only writes."""
        return None

    def empty(self) -> Any:
        """Make an empty collection for the readings of a document's windows."""
        return []

    @abstractmethod
    def write(self, parse: ParseState, readings: Any) -> None:
        """Add the readings of all windows of a document to its parse."""


def read_windows(model: Model, components: Sequence[WindowComponent], parses: Iterable[ParseState]) -> None:
    """Run components over the windows of documents, in one pass of the encoder."""

    def read(input: Input, states: Floats) -> list[Any]:
        return [component.read(input, states) for component in components]

    for parse, windows_of_parse in groupby(model.map(read, _inputs(model, parses)), key=lambda pair: pair[0]):
        collections = deque(component.empty() for component in components)
        for _, readings in windows_of_parse:
            for collection, reading in zip(collections, readings, strict=True):
                collection.append(reading)
        for component in components:  # frees the readings of each component once they are written
            component.write(parse, collections.popleft())


def _inputs(model: Model, parses: Iterable[ParseState]) -> Iterator[tuple[ParseState, Input]]:
    for parse in parses:
        for words in windows(parse.document, model.builder):
            yield parse, model.builder.window(parse.document.tokens, words)


class Rows:
    """Columns of arrays that grow window by window; a column has one or more numbers of one type in a row.

    Each column is one piece of memory. The arrays of a million single windows would fragment the heap, and
    the memory that the encoder frees could not go back to the system.

    >>> rows = Rows((np.int32, 1), (np.float32, 2))
    >>> rows.append((np.array([7, 8], np.int32), np.zeros((2, 2), np.float32)))
    >>> [column.shape for column in rows.columns()]
    [(2,), (2, 2)]
    """

    def __init__(self, *columns: tuple[npt.DTypeLike, int]) -> None:
        self._columns = [(np.dtype(kind), width, bytearray()) for kind, width in columns]

    def append(self, arrays: Sequence[Array]) -> None:
        """Add the rows of a window to each column."""
        for (kind, _, content), array in zip(self._columns, arrays, strict=True):
            content += array.astype(kind, copy=False).tobytes()

    def columns(self) -> list[Array]:
        """View the columns without copying; nothing can be appended afterwards."""
        views = ((np.frombuffer(content, kind), width) for kind, width, content in self._columns)
        return [view if width == 1 else view.reshape(-1, width) for view, width in views]
