"""Components of a parser, in an order in which each has the layers it requires."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from relata.errors import PipelineError
from relata.pipeline.state import ParseState


class Component(Protocol):
    """One step of an analysis: reads the layers it requires, and adds the layers it provides."""

    @property
    def name(self) -> str: ...
    @property
    def requires(self) -> frozenset[str]: ...
    @property
    def provides(self) -> frozenset[str]: ...
    def __call__(self, parses: Sequence[ParseState]) -> None: ...


class Pipeline:
    """Components that run in order; `given` names the layers that documents bring along."""

    def __init__(self, components: Iterable[Component], given: Iterable[str] = ()) -> None:
        self.components = tuple(components)
        self.given = frozenset(given)
        self._check_requirements()

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the components, in order."""
        return tuple(component.name for component in self.components)

    def select(self, *names: str) -> Pipeline:
        """Keep the named components, and those before them that provide what they require."""
        self._check_names(names)
        selected: list[Component] = []
        required: set[str] = set()
        for component in reversed(self.components):
            if component.name in names or required & component.provides:
                selected.append(component)
                required = (required - component.provides) | (component.requires - self.given)
        return Pipeline(reversed(selected), self.given)

    def disable(self, *names: str) -> Pipeline:
        """Leave out the named components; raise if another component requires what they provide."""
        self._check_names(names)
        return Pipeline((item for item in self.components if item.name not in names), self.given)

    def _check_names(self, names: Iterable[str]) -> None:
        for name in names:
            if name not in self.names:
                raise PipelineError(f"no component {name!r}; there is {', '.join(self.names)}")

    def _check_requirements(self) -> None:
        provided = self.given
        for component in self.components:
            if missing := component.requires - provided:
                raise PipelineError(
                    f"component {component.name!r} cannot run here: "
                    f"required: {_listed(component.requires)}; provided: {_listed(provided)}; "
                    f"missing: {_listed(missing)}"
                )
            provided |= component.provides


def _listed(layers: Iterable[str]) -> str:
    return ", ".join(sorted(layers)) or "nothing"
