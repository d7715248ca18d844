"""Pipelines: components in an order in which each finds what it requires."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, Protocol, TypeVar

from relata.errors import PipelineError

Draft = TypeVar("Draft")
Draft_contra = TypeVar("Draft_contra", contravariant=True)


class Component(Protocol[Draft_contra]):
    """One step of an analysis: it reads the layers it requires off drafts, and adds those it provides."""

    @property
    def name(self) -> str: ...
    @property
    def requires(self) -> frozenset[str]: ...
    @property
    def provides(self) -> frozenset[str]: ...
    def __call__(self, drafts: Sequence[Draft_contra]) -> None: ...


class Pipeline(Generic[Draft]):
    """Components that run one after the other; `given` are the layers that drafts have to begin with."""

    def __init__(self, components: Iterable[Component[Draft]], given: Iterable[str] = ()) -> None:
        self.components = tuple(components)
        self.given = frozenset(given)
        self._check()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the components, in order."""
        return tuple(component.name for component in self.components)

    def __call__(self, drafts: Sequence[Draft]) -> None:
        for component in self.components:
            component(drafts)

    def select(self, *names: str) -> Pipeline[Draft]:
        """The named components, with those before them that provide what they require."""
        self._know(names)
        chosen: list[Component[Draft]] = []
        wanted: set[str] = set()
        for component in reversed(self.components):
            if component.name in names or wanted & component.provides:
                chosen.append(component)
                wanted = (wanted - component.provides) | (component.requires - self.given)
        return Pipeline(reversed(chosen), self.given)

    def disable(self, *names: str) -> Pipeline[Draft]:
        """The pipeline without the named components; refused if another requires what they provide."""
        self._know(names)
        return Pipeline((each for each in self.components if each.name not in names), self.given)

    def _know(self, names: Iterable[str]) -> None:
        for name in names:
            if name not in self.names:
                raise PipelineError(f"no component {name!r}; there is {', '.join(self.names)}")

    def _check(self) -> None:
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
