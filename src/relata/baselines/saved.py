"""Saved systems: a directory with a manifest and one archive of arrays; loading runs no code of it."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
from msgspec import Struct, to_builtins

from relata.baselines.dependencies import SENTENCE_SYSTEMS, SentenceSystem
from relata.baselines.learners import State
from relata.baselines.parser import ClassicalParser
from relata.baselines.presets import Preset
from relata.baselines.resources import Lexicons, UsedResource
from relata.errors import FormatError, ModelError
from relata.formats.encodings import UTF8
from relata.formats.files import read_text, replacing
from relata.formats.json_lines import convert

FAMILY = "relata-classical"
FORMAT = f"{FAMILY}/2"
MANIFEST, ARRAYS = "manifest.json", "arrays.npz"
_TEXT = ":text"
_System = TypeVar("_System")


class _SystemRecord(Struct):
    """Manifest of a saved system."""

    format: str
    system: str
    language: str
    version: str
    stages: Preset | None
    senses: list[str]
    syntax: str | None
    resources: list[UsedResource]
    track: str
    training: dict[str, Any]
    sha256: str


@dataclass(frozen=True, slots=True)
class SavedSystem:
    """A trained system on disk, with its manifest."""

    path: Path
    record: _SystemRecord

    @classmethod
    def peek(cls, path: str | Path) -> SavedSystem:
        """Read the manifest of a directory; refuse another version."""
        folder = Path(path)
        manifest = _read_manifest(folder / MANIFEST)
        version = manifest.get("format")
        if version != FORMAT:
            raise ModelError(
                f"{folder / MANIFEST}: format: expected {FORMAT!r}, got {version!r}: train the system again, "
                "or use the version of Relata that made it"
            )
        try:
            return cls(folder, convert(manifest, _SystemRecord, folder / MANIFEST, 1))
        except FormatError as error:
            raise ModelError(str(error)) from None

    @classmethod
    def save(
        cls,
        path: Path,
        parser: ClassicalParser | SentenceSystem,
        *,
        system: str,
        language: str,
        version: str,
        training: Mapping[str, Any],
        syntax: str | None = None,
    ) -> SavedSystem:
        """Write a trained system."""
        lexicons, preset, senses = Lexicons(), None, list[str]()
        if isinstance(parser, ClassicalParser):
            lexicons, preset, senses = parser.lexicons, parser.preset, parser.sense_labels
        tables = {
            name: _table_lines(getattr(lexicons, name))
            for name in ("brown", "polarity", "inquirer", "verb_classes")
        }
        vectors = lexicons.vectors
        if vectors:
            tables["vector words"] = list(vectors)
        state = {"parser": parser.state(), "tables": tables}
        arrays: dict[str, Any] = dict(_flat(state, ""))
        if vectors:
            arrays["vectors"] = np.stack(list(vectors.values())).astype(np.float16)
        with replacing(path) as fresh:
            fresh.mkdir()
            with (fresh / ARRAYS).open("wb") as file:
                np.savez_compressed(file, **arrays)
            record = _SystemRecord(
                FORMAT,
                system,
                language,
                version,
                preset,
                senses,
                syntax,
                list(lexicons.used),
                lexicons.track,
                dict(training),
                _sha256(fresh / ARRAYS),
            )
            text = json.dumps(to_builtins(record), ensure_ascii=False, indent=2) + "\n"
            (fresh / MANIFEST).write_text(text, encoding="utf-8", newline="\n")
        return cls.peek(path)

    def load_relations(self) -> ClassicalParser:
        """Load a system of relations; refuse one that is damaged."""

        def restored(state: Mapping[str, Any], vectors: npt.NDArray[Any] | None) -> ClassicalParser:
            assert self.record.stages is not None
            lexicons = _lexicons(state["tables"], vectors, self.record.resources)
            return ClassicalParser(self.record.stages, lexicons).restored(state["parser"])

        return self._loaded(restored)

    def load_sentences(self) -> SentenceSystem:
        """Load a system of trees and roles; refuse one that is damaged."""
        return self._loaded(lambda state, _: SentenceSystem(self.record.system).restored(state["parser"]))

    def _loaded(self, restored: Callable[[Mapping[str, Any], npt.NDArray[Any] | None], _System]) -> _System:
        """Build a system of the arrays on disk."""
        path = self.path / ARRAYS
        try:
            data = path.read_bytes()
        except OSError as error:
            raise ModelError(f"{path}: cannot be read: {error.strerror}") from None
        if hashlib.sha256(data).hexdigest() != self.record.sha256:
            raise ModelError(f"{path}: damaged, its sha256 is not the one in {MANIFEST}")
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as archive:
                arrays = {name: archive[name] for name in archive.files}
            return restored(_nested(arrays), arrays.get("vectors"))
        except (KeyError, IndexError, TypeError, ValueError, AttributeError, zipfile.BadZipFile) as error:
            raise ModelError(f"{path}: parts of the model are missing or do not fit: {error}") from None

    @property
    def language(self) -> str:
        """Language that it parses."""
        return self.record.language

    @property
    def fingerprint(self) -> str:
        """Digest that differs from that of any other model."""
        return _sha256(self.path / MANIFEST)[:16]

    @property
    def manifest(self) -> dict[str, Any]:
        """Manifest as plain data."""
        plain: dict[str, Any] = to_builtins(self.record)
        return plain

    def damaged(self) -> Iterator[str]:
        """Yield the names of files with another sha256 than in the manifest."""
        path = self.path / ARRAYS
        if not path.is_file() or _sha256(path) != self.record.sha256:
            yield ARRAYS

    def card(self) -> str:
        """Describe the system: what it follows, its stages, its resources, its training data."""
        record = self.record
        lines = [f"# {record.system} ({record.language})", ""]
        if record.stages:
            lines += [f"Follows {record.stages.follows}.", f"Departs: {record.stages.departs}.", ""]
            lines += [
                f"- {name}: {stage}; {', '.join(stage.features)}"
                for name, stage in record.stages.stages().items()
            ]
        else:
            lines.append(f"Follows {SENTENCE_SYSTEMS[record.system]}.")
        lines += ["", f"Track: {record.track}."]
        lines += [
            f"- {each.kind}: {each.source}, {each.words} words, {each.track}" for each in record.resources
        ]
        lines += ["", f"Training: {json.dumps(record.training, ensure_ascii=False)}"]
        return "\n".join(lines)

    @property
    def size(self) -> int:
        """Size of its files in bytes."""
        return sum((self.path / name).stat().st_size for name in (MANIFEST, ARRAYS))


def is_saved_system(path: Path) -> bool:
    """Test if a directory has the manifest of a saved system, of any version."""
    try:
        manifest = _read_manifest(path / MANIFEST)
    except ModelError:
        return False
    return str(manifest.get("format")).partition("/")[0] == FAMILY


def _read_manifest(path: Path) -> dict[str, Any]:
    try:
        manifest = json.loads(read_text(path, UTF8))
    except FormatError as error:
        raise ModelError(str(error)) from None
    except (ValueError, RecursionError) as error:
        raise ModelError(f"{path}: broken JSON: {error}") from None
    if not isinstance(manifest, dict):
        raise ModelError(f"{path}: expected a JSON object")
    return manifest


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _flat(state: State, prefix: str) -> Iterator[tuple[str, npt.NDArray[Any]]]:
    """Yield arrays by their path in a state: lists of strings as bytes of lines, other values as JSON."""
    for name, value in state.items():
        path = f"{prefix}{name}"
        if isinstance(value, Mapping):
            yield from _flat(value, f"{path}/")
        elif isinstance(value, np.ndarray):
            yield path, value
        elif isinstance(value, list):
            yield path + _TEXT, _bytes(json.dumps(value, ensure_ascii=False))
        else:
            yield path + _TEXT, _bytes(json.dumps(value))


def _nested(arrays: Mapping[str, npt.NDArray[Any]]) -> dict[str, Any]:
    """Build a state of arrays by their path."""
    state: dict[str, Any] = {}
    for path, array in arrays.items():
        *folders, name = path.removesuffix(_TEXT).split("/")
        inner = state
        for folder in folders:
            inner = inner.setdefault(folder, {})
        if path.endswith(_TEXT):
            inner[name] = json.loads(array.tobytes().decode("utf-8"))
        else:
            if array.dtype.kind == "f" and not np.isfinite(array).all():
                raise ValueError(f"{path}: expected finite numbers")
            inner[name] = array
    return state


def _bytes(text: str) -> npt.NDArray[np.uint8]:
    return np.frombuffer(text.encode("utf-8", "surrogatepass"), dtype=np.uint8)


def _table_lines(table: Mapping[str, str | Iterable[str]]) -> list[str]:
    """Write a table of words as lines: the word, and its value or values behind a tab."""
    return [
        f"{word}\t{value if isinstance(value, str) else ' '.join(sorted(value))}"
        for word, value in table.items()
    ]


def _lexicons(
    tables: Mapping[str, list[str]], vectors: npt.NDArray[Any] | None, used: Iterable[UsedResource]
) -> Lexicons:
    pairs = {name: [line.split("\t", 1) for line in lines] for name, lines in tables.items()}
    return Lexicons(
        brown=dict(pairs["brown"]),
        polarity=dict(pairs["polarity"]),
        inquirer={word: frozenset(names.split()) for word, names in pairs["inquirer"]},
        verb_classes={word: tuple(numbers.split()) for word, numbers in pairs["verb_classes"]},
        vectors={}
        if vectors is None
        else dict(zip(tables["vector words"], vectors.astype(np.float32), strict=True)),
        used=tuple(used),
    )
