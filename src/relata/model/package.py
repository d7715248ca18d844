"""Model packages: directories of an encoder, a tokenizer, heads and a card, with a manifest of them all."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct

from relata.errors import FormatError, ModelError
from relata.formats.encodings import UTF8
from relata.formats.files import read_text, replacing
from relata.formats.json_lines import convert

if TYPE_CHECKING:
    from relata.model.arrays import Floats

FORMAT = "relata-model/2"
MANIFEST, CARD = "manifest.json", "CARD.md"
ENCODER, TOKENIZER, HEADS = "encoder.onnx", "tokenizer.json", "heads.npz"
FILES = (ENCODER, TOKENIZER, HEADS, CARD)
"""Files of a package, without its manifest."""

_MOST_BYTES = {
    MANIFEST: 16 << 20,
    ENCODER: 2 << 30,  # of any message of Protocol Buffers
    TOKENIZER: 64 << 20,
    HEADS: 1 << 30,
    CARD: 4 << 20,
}
"""Sizes above which a file is refused."""

_Share = Annotated[float, Meta(ge=0, le=1)]


class _LabelRecord(Struct):
    """Label sets of the heads, how often nominals ("n", "j") are predicates, and the known conventions."""

    senses: list[str] = []
    tags: list[str] = []
    deprels: list[str] = []
    constituents: list[str] = []
    roles: list[str] = []
    rolesets: list[str] = []
    nominals: dict[str, dict[str, _Share]] = {}
    conventions: list[str] = []


class _ManifestRecord(Struct):
    """Fields that every manifest has."""

    format: str
    language: str
    version: str
    files: dict[str, str]
    labels: _LabelRecord
    settings: dict[str, Any]
    training: dict[str, Any]
    scores: dict[str, Any]
    licence: str
    track: str
    resources: list[Any]


@dataclass(frozen=True, slots=True)
class ModelPackage:
    """A model on disk; its manifest has its labels, settings, training and scores."""

    path: Path
    manifest: Mapping[str, Any]

    @classmethod
    def load(cls, path: str | Path) -> ModelPackage:
        """Open the package of a directory; raise if a file is missing or damaged."""
        package = cls.peek(path)
        for name in package.damaged():
            raise ModelError(f"{package.path / name}: damaged, its sha256 is not the one in {MANIFEST}")
        return package

    @classmethod
    def peek(cls, path: str | Path) -> ModelPackage:
        """Open the package of a directory; check that its files are there, but not what they hold."""
        folder = Path(path)
        for name, most in _MOST_BYTES.items():
            if (file := folder / name).is_file() and file.stat().st_size > most:
                raise ModelError(f"{file}: larger than the {most >> 20} MB that are read")
        manifest = _manifest(folder / MANIFEST)
        for name in FILES:
            if name not in manifest["files"]:
                raise ModelError(f"{folder / MANIFEST}: files: expected the sha256 of {name}")
            if not (folder / name).is_file():
                raise ModelError(f"{folder / name}: missing from the model")
        return cls(folder, manifest)

    @classmethod
    def save(
        cls, path: str | Path, files: Mapping[str, bytes | Path], manifest: Mapping[str, Any]
    ) -> ModelPackage:
        """Write a package of files, given as contents or paths; fills in "format" and "files"."""
        with replacing(path) as fresh:
            fresh.mkdir()
            for name in FILES:
                content = files[name]
                data = content.read_bytes() if isinstance(content, Path) else content
                (fresh / name).write_bytes(data)
            sums = {name: _sha256(fresh / name) for name in FILES}
            complete = {**manifest, "format": FORMAT, "files": sums}
            text = json.dumps(complete, ensure_ascii=False, indent=2) + "\n"
            (fresh / MANIFEST).write_text(text, encoding="utf-8", newline="\n")
            cls.load(fresh)
        return cls.peek(path)

    @property
    def language(self) -> str:
        """Language that it parses."""
        return str(self.manifest["language"])

    @property
    def fingerprint(self) -> str:
        """Digest that differs from that of any other model: the manifest has the digests of all files."""
        return _sha256(self.path / MANIFEST)[:16]

    @property
    def senses(self) -> tuple[str, ...]:
        """Senses in the order of its heads; none if it was not trained for discourse."""
        return tuple(self.manifest["labels"].get("senses", ()))

    @property
    def conventions(self) -> tuple[str, ...]:
        """Names of the conventions that its training data follow, in the order of their opening pieces."""
        named = tuple(self.manifest["labels"].get("conventions", ()))
        return named or conventions_of(self.manifest.get("training", {}))

    @property
    def nominals(self) -> Mapping[str, Mapping[str, float]]:
        """Shares of nouns ("n") and adjectives ("j") that are predicates in its training data, by lemma."""
        rates: Mapping[str, Mapping[str, float]] = self.manifest["labels"].get("nominals", {})
        return rates

    @property
    def size(self) -> int:
        """Size of its files in bytes."""
        return sum((self.path / name).stat().st_size for name in (MANIFEST, *FILES))

    def damaged(self) -> Iterator[str]:
        """List the files whose digest is not the one in the manifest."""
        sums = self.manifest["files"]
        return (name for name in FILES if _sha256(self.path / name) != sums[name])

    def card(self) -> str:
        """Read its card, in Markdown."""
        return _text(self.path / CARD)

    def heads(self) -> dict[str, Floats]:
        """Read the arrays of the heads, as float32."""
        from relata.model.arrays import read_arrays

        return read_arrays(self.path / HEADS)


def conventions_number(name: str, conventions: Sequence[str]) -> int:
    """Look up the number of conventions; those without a name are the first ones."""
    if name and name not in conventions:
        raise ModelError(f"no conventions {name!r}; the model knows {', '.join(conventions) or 'no names'}")
    return conventions.index(name) if name else 0


def conventions_of(training: Mapping[str, Any]) -> tuple[str, ...]:
    """Name the conventions of a model without names for them: the folder of its training data, if known.

    >>> conventions_of({"data": {"train": {"source": "gdtb/train"}}})
    ('gdtb',)
    """
    source = training.get("data", {}).get("train", {}).get("source", "")
    return (source.partition("/")[0],) if source else ()


def _manifest(path: Path) -> dict[str, Any]:
    try:
        manifest = json.loads(_text(path))
    except (ValueError, RecursionError) as error:
        raise ModelError(f"{path}: broken JSON: {error}") from None
    version = manifest.get("format") if isinstance(manifest, dict) else None
    if version != FORMAT:
        raise ModelError(f"{path}: format: expected {FORMAT!r}, got {version!r}")
    try:
        record = convert(manifest, _ManifestRecord, path, 1)
    except FormatError as error:
        raise ModelError(str(error)) from None
    if not (record.labels.senses or record.labels.tags):
        raise ModelError(f"{path}: labels: expected senses or tags")
    return dict(manifest)


def _text(path: Path) -> str:
    try:
        return read_text(path, UTF8)
    except FormatError as error:
        raise ModelError(f"{error}; expected the directory of a model") from None


def _sha256(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise ModelError(f"{path}: cannot be read: {error.strerror}") from None
