"""Model packages: directories with an encoder, a tokenizer, heads, a card, and a manifest of all that."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from relata.errors import FormatError, ModelError
from relata.formats.files import read_text, replacing

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float32]

FORMAT = "relata-model/1"
MANIFEST, CARD = "manifest.json", "CARD.md"
ENCODER, TOKENIZER, HEADS = "encoder.onnx", "tokenizer.json", "heads.npz"
FILES = (ENCODER, TOKENIZER, HEADS, CARD)
"""What a package consists of, beside its manifest."""

_EXPECTED: dict[str, type] = {
    "language": str,
    "version": str,
    "files": dict,
    "labels": dict,
    "settings": dict,
    "training": dict,
    "scores": dict,
    "licence": str,
    "track": str,
    "resources": list,
}


@dataclass(frozen=True, slots=True)
class ModelPackage:
    """A model on disk; `manifest` says what it is, how it was made and how well it does."""

    path: Path
    manifest: Mapping[str, Any]

    @classmethod
    def load(cls, path: str | Path) -> ModelPackage:
        """The package of a directory; refused if a file of it is missing or not the one that was made."""
        package = cls.peek(path)
        for name in package.damaged():
            raise ModelError(f"{package.path / name}: damaged, its sha256 is not the one in {MANIFEST}")
        return package

    @classmethod
    def peek(cls, path: str | Path) -> ModelPackage:
        """The package of a directory by its manifest alone: its files are there, whatever they hold."""
        place = Path(path)
        manifest = _manifest(place / MANIFEST)
        for name in FILES:
            if name not in manifest["files"]:
                raise ModelError(f"{place / MANIFEST}: files: expected the sha256 of {name}")
            if not (place / name).is_file():
                raise ModelError(f"{place / name}: missing from the model")
        return cls(place, manifest)

    @classmethod
    def save(
        cls, path: str | Path, files: Mapping[str, bytes | Path], manifest: Mapping[str, Any]
    ) -> ModelPackage:
        """Writes a package of files (contents, or where they stand); fills in "format" and "files"."""
        with replacing(path) as fresh:
            fresh.mkdir()
            for name in FILES:
                content = files[name]
                data = content.read_bytes() if isinstance(content, Path) else content
                (fresh / name).write_bytes(data)
            sums = {name: _sha256(fresh / name) for name in FILES}
            whole = {"format": FORMAT, **manifest, "files": sums}
            text = json.dumps(whole, ensure_ascii=False, indent=2) + "\n"
            (fresh / MANIFEST).write_text(text, encoding="utf-8", newline="\n")
            cls.load(fresh)
        return cls.peek(path)

    @property
    def language(self) -> str:
        """The language it parses."""
        return str(self.manifest["language"])

    @property
    def fingerprint(self) -> str:
        """What tells it from every other model: its manifest vouches for all its files."""
        return _sha256(self.path / MANIFEST)[:16]

    @property
    def senses(self) -> tuple[str, ...]:
        """The senses it tells apart, in the order of its heads; none, if it knows no discourse."""
        return tuple(self.manifest["labels"].get("senses", ()))

    @property
    def connectives(self) -> Mapping[str, Mapping[str, int]]:
        """How often the connectives of its training data have each sense; nothing, if it does not say."""
        counts: Mapping[str, Mapping[str, int]] = self.manifest["labels"].get("connectives", {})
        return counts

    @property
    def nominals(self) -> Mapping[str, Mapping[str, float]]:
        """How often nouns ("n") and adjectives ("j") of its training data are predicates, if it says so."""
        rates: Mapping[str, Mapping[str, float]] = self.manifest["labels"].get("nominals", {})
        return rates

    @property
    def size(self) -> int:
        """How many bytes its files take."""
        return sum((self.path / name).stat().st_size for name in (MANIFEST, *FILES))

    def damaged(self) -> Iterator[str]:
        """The files that are not those which were made."""
        sums = self.manifest["files"]
        return (name for name in FILES if _sha256(self.path / name) != sums[name])

    def card(self) -> str:
        """What its makers say of it, in Markdown."""
        return _text(self.path / CARD)

    def heads(self) -> dict[str, Floats]:
        """The arrays of the heads, as float32."""
        import numpy as np

        path = self.path / HEADS
        try:
            with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as arrays:
                return {name: arrays[name].astype(np.float32) for name in arrays.files}
        except (OSError, ValueError, zipfile.BadZipFile) as error:
            raise ModelError(f"{path}: no arrays that numpy reads: {error}") from None


def _manifest(path: Path) -> dict[str, Any]:
    try:
        manifest = json.loads(_text(path))
    except (ValueError, RecursionError) as error:
        raise ModelError(f"{path}: broken JSON: {error}") from None
    found = manifest.get("format") if isinstance(manifest, dict) else None
    if found != FORMAT:
        raise ModelError(f"{path}: format: expected {FORMAT!r}, got {found!r}")
    for name, kind in _EXPECTED.items():
        if not isinstance(manifest.get(name), kind):
            raise ModelError(f"{path}: {name}: expected a {kind.__name__}, got {manifest.get(name)!r}")
    for name in ("senses", "tags", "deprels", "roles", "rolesets"):
        if not _are_names(manifest["labels"].get(name, [])):
            raise ModelError(f"{path}: labels.{name}: expected a list of {name}")
    if not manifest["labels"].get("senses") and not manifest["labels"].get("tags"):
        raise ModelError(f"{path}: labels: expected senses or tags")
    if not _are_counts(manifest["labels"].get("connectives", {})):
        raise ModelError(f"{path}: labels.connectives: expected numbers of senses by connective")
    if not _are_rates(manifest["labels"].get("nominals", {})):
        raise ModelError(f"{path}: labels.nominals: expected shares of predicates by part of speech")
    whole: dict[str, Any] = manifest
    return whole


def _are_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _are_counts(value: object) -> bool:
    return isinstance(value, dict) and all(
        isinstance(counts, dict) and all(type(count) is int and count >= 0 for count in counts.values())
        for counts in value.values()
    )


def _are_rates(value: object) -> bool:
    return isinstance(value, dict) and all(
        isinstance(rates, dict)
        and all(type(rate) in (int, float) and 0 <= rate <= 1 for rate in rates.values())
        for rates in value.values()
    )


def _text(path: Path) -> str:
    try:
        return read_text(path)
    except FormatError as error:
        raise ModelError(f"{error}; expected the directory of a model") from None


def _sha256(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise ModelError(f"{path}: cannot be read: {error.strerror}") from None
