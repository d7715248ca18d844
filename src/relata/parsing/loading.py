"""Finding and loading models: `relata.load`."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, overload

from relata.discourse.argument_style import AUTO
from relata.errors import ModelError, RelataError

if TYPE_CHECKING:
    from relata.parsing.multilingual import ParserByLanguage
    from relata.parsing.parser import Parser

_SHIPPED = Path(__file__).parents[1] / "models"


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
        raise ModelError(
            f"no model {str(model)!r}; {_listed(models)}; any other, such as one that "
            "`relata train discourse` made, goes by its directory"
        )
    return place


@overload
def load(
    model: str | Path,
    *,
    only: str | Collection[str] = (),
    disable: str | Collection[str] = (),
    given: str | None = None,
    senses: str | None = None,
    min_score: float = 0.0,
    conventions: str = AUTO,
    threads: int | None = None,
) -> Parser: ...
@overload
def load(
    model: None = None,
    *,
    only: str | Collection[str] = (),
    disable: str | Collection[str] = (),
    given: str | None = None,
    senses: str | None = None,
    min_score: float = 0.0,
    conventions: str = AUTO,
    threads: int | None = None,
) -> ParserByLanguage: ...
def load(
    model: str | Path | None = None,
    *,
    only: str | Collection[str] = (),
    disable: str | Collection[str] = (),
    given: str | None = None,
    senses: str | None = None,
    min_score: float = 0.0,
    conventions: str = AUTO,
    threads: int | None = None,
) -> Parser | ParserByLanguage:
    """A parser: of an installed model (`"en"`, `"zh"`) or of the one in a directory.

    Without a model, each text and document is parsed by the installed one of its language. `only` and
    `disable` name components (syntax, roles, connectives, explicit, implicit, senses). `given` says that
    documents bring their "connectives" or "arguments" along. `senses` is another inventory for the senses,
    such as "conll2016" or "pdtb3-l2". Relations below `min_score` are left out. `conventions` say what
    belongs to an argument: what does so in the "model"'s data, or in those of the shared task ("conll2016");
    "auto" does the latter for documents of the shared task. `threads` is how many work; else the environment
    variable RELATA_THREADS says it, else there are two.
    """
    from relata.model.model import Model
    from relata.parsing.multilingual import ParserByLanguage
    from relata.parsing.parser import Parser

    if threads is not None and not (isinstance(threads, int) and threads > 0):
        raise ValueError(f"threads: expected a number from 1 on, got {threads!r}")

    def parser(place: Path) -> Parser:
        return Parser(
            Model.load(place, threads=threads),
            only=_names(only),
            disable=_names(disable),
            given=given,
            senses=senses,
            min_score=min_score,
            conventions=conventions,
        )

    if model is None:
        return ParserByLanguage(lambda language: parser(_of_language(language)))
    return parser(find(model))


def _of_language(language: str) -> Path:
    """The directory of the installed model of a language, which has its name."""
    models = installed()
    if language not in models:
        raise RelataError(f"no model for texts in {language!r} is installed; {_listed(models)}")
    return models[language]


def _listed(models: Collection[str]) -> str:
    return f"installed: {', '.join(models) or 'none'}"


def _names(names: str | Collection[str]) -> Collection[str]:
    return (names,) if isinstance(names, str) else names
