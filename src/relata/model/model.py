"""Model ready to run: package, word pieces, encoder and the arrays of its heads."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from relata.errors import ModelError
from relata.model.devices import CPU
from relata.model.encoder import Encoder, Floats
from relata.model.heads import Weights
from relata.model.inputs import Input, InputBuilder, Tokenizer
from relata.model.package import ENCODER, TOKENIZER, ModelPackage
from relata.model.tokenizer import WordPiece

Key = TypeVar("Key")
Read = TypeVar("Read")


@dataclass(frozen=True, slots=True)
class Model:
    """Package, input builder, encoder and weights that all components share."""

    package: ModelPackage
    builder: InputBuilder
    encoder: Encoder
    weights: Weights

    @classmethod
    def load(cls, path: str | Path, *, threads: int | None = None, device: str = CPU) -> Model:
        """Load the model of a package's directory."""
        package = ModelPackage.load(path)
        return cls(
            package,
            _builder(package.path / TOKENIZER),
            Encoder(package.path / ENCODER, threads, device),
            Weights.of(package),
        )

    def by(self, conventions: int) -> Model:
        """Make the model annotate by its conventions of this number."""
        return replace(self, builder=self.builder.by(conventions)) if conventions else self

    def map(
        self, read: Callable[[Input, Floats], Read], work: Iterable[tuple[Key, Input]]
    ) -> Iterator[tuple[Key, Read]]:
        """Apply `read` to each input and its states; yield the results in order, by key."""
        return self.encoder.map(read, work)


def _builder(path: Path) -> InputBuilder:
    try:
        settings = json.loads(path.read_bytes())
        return InputBuilder(WordPiece(settings) if WordPiece.reads(settings) else _from_library(path))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ModelError(f"{path}: no tokenizer that can be used: {error}") from None


def _from_library(path: Path) -> Tokenizer:
    """Load a tokenizer of another kind than BERT's, which a user's model may have."""
    try:
        import tokenizers
    except ImportError:
        raise ModelError(f"{path}: not BERT's word pieces: `pip install tokenizers` to use it") from None
    try:
        tokenizer = tokenizers.Tokenizer.from_file(str(path))
    except Exception as error:  # the library raises bare Exception for files that it cannot use
        raise ValueError(error) from None
    tokenizer.no_truncation()
    tokenizer.no_padding()
    loaded: Tokenizer = tokenizer
    return loaded
