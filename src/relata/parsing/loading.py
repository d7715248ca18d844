"""Finding and loading models: `relata.load`."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypedDict, Unpack, overload

from relata.errors import ModelError, RelataError

if TYPE_CHECKING:
    from relata.baselines.saved import SavedSystem
    from relata.model.package import ModelPackage
    from relata.parsing.classical import SavedParser
    from relata.parsing.multilingual import MultilingualParser
    from relata.parsing.options import ParserOptions
    from relata.parsing.parser import Parser

    AnyParser: TypeAlias = "Parser | MultilingualParser | SavedParser"

_SHIPPED = Path(__file__).parents[1] / "models"


class LoadOptions(TypedDict, total=False):
    """Keyword arguments of `load`: the fields of `relata.parsing.options.ParserOptions`."""

    only: str | Collection[str]
    disable: str | Collection[str]
    given: str | None
    senses: str | None
    min_score: float
    conventions: str
    threads: int | None
    split: bool
    device: str


def installed() -> dict[str, Path]:
    """Directories of the models that came with Relata or as wheels, by name; the latter come first."""
    from relata.model.wheel import in_wheels

    shipped = {path.parent.name: path.parent for path in sorted(_SHIPPED.glob("*/manifest.json"))}
    return shipped | in_wheels()


def find(model: str | Path) -> Path:
    """Find the directory of a model: an installed one by its name, any other by its path."""
    models = installed()
    if str(model) in models:
        return models[str(model)]
    path = Path(model)
    if not path.is_dir():
        raise ModelError(
            f"no model {str(model)!r}; {_listed(models)}; any other, such as one that "
            "`relata train discourse` made, goes by its directory"
        )
    return path


@overload
def load(model: str | Path, **options: Unpack[LoadOptions]) -> Parser: ...
@overload
def load(model: None = None, **options: Unpack[LoadOptions]) -> MultilingualParser: ...
def load(model: str | Path | None = None, **options: Unpack[LoadOptions]) -> Parser | MultilingualParser:
    """Load a parser: of an installed model (`"en"`, `"zh"`), or of the model in a directory.

    Without a model, each text is parsed by the installed model of its language. Options:

    - `only`, `disable`: names of components (syntax, constituents, roles, connectives, explicit, implicit,
      senses); the default of `disable` is "constituents", and `disable=()` runs all;
    - `given`: the layer that documents bring along, "connectives" or "arguments";
    - `senses`: another inventory for the senses, such as "conll2016" or "pdtb3-l2";
    - `min_score`: the lowest probability of a relation that is returned;
    - `conventions`: "model" for annotation as in the model's first training data, another name that the model
      knows ("pdtb"), "conll2016" for bare arguments, or both: "pdtb,conll2016";
    - `threads`: the number of threads; the default is the environment variable RELATA_THREADS, else 2;
    - `split`: true to split English words at hyphens and slashes, as CoNLL-2008 does;
    - `device`: "cpu" (the default), "cuda" or "mps" for an accelerator that onnxruntime can use, or "auto".
    """
    from relata.parsing.options import ParserOptions

    return load_with(model, ParserOptions(**options))  # type: ignore[return-value]


def load_with(model: str | Path | None, options: ParserOptions) -> AnyParser:
    """Load a parser as `load` does, with options in one object, or the parser of a saved system."""
    from relata.baselines.saved import is_saved_system
    from relata.parsing.multilingual import MultilingualParser

    if model is None:
        return MultilingualParser(partial(_load_language, options))
    path = find(model)
    return load_system(path, options) if is_saved_system(path) else _load_model(options, path)


def _load_language(options: ParserOptions, language: str) -> Parser:
    return _load_model(options, find_for(language))


def _load_model(options: ParserOptions, path: Path) -> Parser:
    from relata.model.model import Model
    from relata.parsing.parser import Parser

    return Parser(Model.load(path, threads=options.threads, device=options.device), options)


def load_system(path: Path, options: ParserOptions) -> SavedParser:
    """Load the parser of a saved system, with the model that adds dependencies if it was trained on these."""
    from relata.baselines.saved import SavedSystem
    from relata.parsing.classical import SentenceParser, SystemParser

    record = SavedSystem.peek(path).record
    if record.stages is None:
        return SentenceParser(path, options)
    return SystemParser(path, options, load_syntax(record.syntax) if record.syntax else None)


def load_syntax(model: str) -> Parser:
    """Load a model for tags and dependencies alone."""
    return load(model, only="syntax")


def described(model: str | Path) -> ModelPackage | SavedSystem:
    """Open the package of a model, or of a saved system, without what it holds."""
    from relata.baselines.saved import SavedSystem, is_saved_system
    from relata.model.package import ModelPackage

    path = find(model)
    return SavedSystem.peek(path) if is_saved_system(path) else ModelPackage.peek(path)


def find_for(language: str) -> Path:
    """Find the directory of the installed model of a language."""
    models = installed()
    if language not in models:
        raise RelataError(f"no model for texts in {language!r} is installed; {_listed(models)}")
    return models[language]


def _listed(models: Collection[str]) -> str:
    return f"installed: {', '.join(models) or 'none'}"
