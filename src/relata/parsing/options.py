"""Options of a parser: components to run, layers that documents bring along, senses, argument style."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from relata.discourse.argument_style import MODEL
from relata.errors import PipelineError
from relata.model.devices import CPU, DEVICES
from relata.pipeline import ARGUMENTS, COMPONENTS, CONNECTIVES, CONSTITUENTS, GIVEN, TYPES

_FINDERS = ("connectives", "explicit", "implicit")
_REDUNDANT = {CONNECTIVES: _FINDERS[:1], ARGUMENTS: _FINDERS, TYPES: _FINDERS}
"""Components that would find what is given, by the layer that is given."""


@dataclass(frozen=True, slots=True)
class ParserOptions:
    """Options of `relata.load`, the batch runner, the command line and the server.

    `only` and `disable` name components; constituents are left out by default, since they take an eighth of
    the time, unless `only` names them or `disable` is empty. `given` is the layer that documents bring along:
    "connectives", "arguments", or "types", which are arguments with the types of relations; `senses` is the
    inventory to map senses to. Relations with a probability below `min_score` are left out. `conventions` is
    the style of annotation: "model" for that of the model's first training data, the name of another one that
    it knows ("pdtb"), "conll2016" for bare arguments, as in the shared task, or a name and that:
    "pdtb,conll2016". `threads` is the number of threads, or None for the default: the environment variable
    RELATA_THREADS, else 2. `split` splits English words at hyphens and slashes, as CoNLL-2008 does. `device`
    is where the encoder runs: "cpu", "cuda", "mps", or "auto" for the first of the last two that onnxruntime
    can use, else "cpu".
    """

    only: Collection[str] = ()
    disable: Collection[str] = (CONSTITUENTS,)
    given: str | None = None
    senses: str | None = None
    min_score: float = 0.0
    conventions: str = MODEL
    threads: int | None = None
    split: bool = False
    device: str = CPU

    def __post_init__(self) -> None:
        for name in ("only", "disable"):
            value = getattr(self, name)
            object.__setattr__(self, name, (value,) if isinstance(value, str) else tuple(value))
        for name in (*self.only, *self.disable):
            if name not in COMPONENTS:
                raise PipelineError(f"no component {name!r}; there is {', '.join(COMPONENTS)}")
        if self.given not in (None, *GIVEN):
            raise PipelineError(
                f"no layer {self.given!r} that documents can give; there is {', '.join(GIVEN)}"
            )
        for name in self.only:
            if self.given and name in _REDUNDANT[self.given]:
                raise PipelineError(f"component {name!r} finds what is given: {self.given}")
        if self.device not in DEVICES:
            raise PipelineError(f"no device {self.device!r}; there is {', '.join(DEVICES)}")
        if self.threads is not None and not (isinstance(self.threads, int) and self.threads > 0):
            raise ValueError(f"threads: expected a positive number, got {self.threads!r}")
