"""Windows: components that read runs of whole sentences, all of them in one pass of the encoder."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any, ClassVar

from relata.model.encoder import Floats
from relata.model.inputs import Input, windows
from relata.model.model import Model
from relata.pipeline.state import ParseState


class WindowComponent(ABC):
    """A component of a pipeline that reads windows of whole sentences."""

    name: ClassVar[str]
    requires: ClassVar[frozenset[str]]
    provides: ClassVar[frozenset[str]]

    def __init__(self, model: Model) -> None:
        self.model = model

    def __call__(self, parses: Sequence[ParseState]) -> None:
        read_windows(self.model, (self,), parses)

    @abstractmethod
    def read(self, input: Input, states: Floats) -> Any:
        """What it finds in a window; runs on many threads."""

    def gathered(self) -> Any:
        """Something empty that what is found in the windows of a parse is appended to."""
        return []

    @abstractmethod
    def write(self, parse: ParseState, readings: Any) -> None:
        """Adds what it found in all windows of a parse to it: what `gathered` gave, filled."""


def read_windows(model: Model, components: Sequence[WindowComponent], parses: Iterable[ParseState]) -> None:
    """Runs components over the windows of parses, which the encoder reads once for all of them."""

    def read(input: Input, states: Floats) -> list[Any]:
        return [component.read(input, states) for component in components]

    for parse, found in groupby(model.map(read, _work(model, parses)), key=lambda reading: reading[0]):
        gathered = deque(component.gathered() for component in components)
        for _, readings in found:
            for own, reading in zip(gathered, readings, strict=True):
                own.append(reading)
        for component in components:  # what one has written is kept no longer
            component.write(parse, gathered.popleft())


def _work(model: Model, parses: Iterable[ParseState]) -> Iterator[tuple[ParseState, Input]]:
    for parse in parses:
        document = parse.document
        for words in windows(document, model.builder):
            yield parse, model.builder.window(document.tokens, words)
