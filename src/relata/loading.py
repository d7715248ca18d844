"""Finding and loading models: `relata.load`."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

from relata.errors import ModelError

if TYPE_CHECKING:
    from relata.discourse.parser import Parser

_SHIPPED = Path(__file__).parent / "models"


def installed() -> dict[str, Path]:
    """The models that came with Relata, by name."""
    return {place.parent.name: place.parent for place in sorted(_SHIPPED.glob("*/manifest.json"))}


def find(model: str | Path) -> Path:
    """The directory of a model: one that is installed, by name, or any other by its path."""
    models = installed()
    if str(model) in models:
        return models[str(model)]
    place = Path(model)
    if not place.is_dir():
        names = ", ".join(models) or "none"
        raise ModelError(
            f"no model {str(model)!r}; installed: {names}; any other, such as one that "
            "`relata train discourse` made, goes by its directory"
        )
    return place


def load(
    model: str | Path = "en",
    *,
    only: str | Collection[str] = (),
    disable: str | Collection[str] = (),
    given: str | None = None,
    senses: str | None = None,
    min_score: float = 0.0,
    threads: int | None = None,
) -> Parser:
    """A parser: of an installed model (`"en"`) or of the one in a directory.

    `only` and `disable` name components (connectives, explicit, implicit, senses). `given` says that
    documents bring their "connectives" or "arguments" along. `senses` is another inventory for the senses,
    such as "conll2016" or "pdtb3-l2". Relations below `min_score` are left out. `threads` is how many work;
    else the environment variable RELATA_THREADS says it, else there are two.
    """
    from relata.discourse.parser import Parser
    from relata.neural.model import Model

    return Parser(
        Model.load(find(model), threads=threads),
        only=_names(only),
        disable=_names(disable),
        given=given,
        senses=senses,
        min_score=min_score,
    )


def _names(names: str | Collection[str]) -> Collection[str]:
    return (names,) if isinstance(names, str) else names
