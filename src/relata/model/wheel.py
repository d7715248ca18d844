"""Models as wheels: `pip install` puts them beside Relata, which finds them by an entry point.

A wheel is made without network and is the same bit for bit each time: its files are stored in one order, with
one date, and not compressed, because compression differs between versions of zlib.
"""

from __future__ import annotations

import base64
import hashlib
import re
import zipfile
from collections.abc import Iterator
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from relata.errors import ModelError
from relata.formats.files import replacing
from relata.model.package import FILES, MANIFEST, ModelPackage
from relata.model.trust import SIGNATURE

GROUP = "relata_models"
"""Group of the entry points: names of models, each with the Python package that holds its files."""

_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_VERSION = re.compile(r"\d+(?:\.\d+)*(?:(?:a|b|rc)\d+)?(?:\.post\d+)?")
_DATE = (1980, 1, 1, 0, 0, 0)
_WHEEL = "Wheel-Version: 1.0\nGenerator: relata\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


def write_wheel(package: ModelPackage, folder: Path, name: str) -> Path:
    """Write a model as a wheel, by which `relata.load(name)` finds it; return the file."""
    version = str(package.manifest["version"])
    if not _NAME.fullmatch(name):
        raise ModelError(
            f"the name {name!r}: expected small letters and digits, with hyphens between: my-model"
        )
    if not _VERSION.fullmatch(version):
        raise ModelError(
            f"{package.path / MANIFEST}: version: expected a number such as 1.2, got {version!r}"
        )
    module = f"relata_model_{name.replace('-', '_')}"
    contents = dict(_contents(package, name, module, version))
    info = f"{module}-{version}.dist-info"
    record = f"{info}/RECORD"
    rows = [f"{path},{_digest(data)},{len(data)}\n" for path, data in contents.items()]
    contents[record] = "".join([*rows, f"{record},,\n"]).encode()
    target = folder / f"{module}-{version}-py3-none-any.whl"
    with replacing(target) as fresh, zipfile.ZipFile(fresh, "w") as archive:
        for path, data in contents.items():
            entry = zipfile.ZipInfo(path, _DATE)
            entry.create_system = 3  # Unix, on all systems
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, data)
    return target


@cache
def in_wheels() -> dict[str, Path]:
    """Directories of the models that were installed as wheels, by name; none of their code is run."""
    models: dict[str, Path] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        spec = find_spec(point.value) if point.value.isidentifier() else None
        if spec is None or not spec.submodule_search_locations:
            raise ModelError(f"the entry point {point.name} = {point.value}: expected a package with a model")
        if point.name in models:
            raise ModelError(f"two installed models are called {point.name!r}; pip uninstall one of them")
        models[point.name] = Path(spec.submodule_search_locations[0])
    return models


def _contents(package: ModelPackage, name: str, module: str, version: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a wheel, without its record: paths and contents."""
    yield f"{module}/__init__.py", f'"""Model for Relata: `relata.load("{name}")`."""\n'.encode()
    for file in (MANIFEST, *FILES, SIGNATURE):
        if (package.path / file).is_file():
            yield f"{module}/{file}", (package.path / file).read_bytes()
    metadata = (
        f"Metadata-Version: 2.1\nName: {module.replace('_', '-')}\nVersion: {version}\n"
        f"Summary: Model {name} for Relata ({package.language})\n"
        f"License: {' '.join(str(package.manifest['licence']).split())}\n"
        "Requires-Python: >=3.11\nRequires-Dist: relata-nlp\n"
        f"Description-Content-Type: text/markdown\n\n{package.card()}"
    )
    info = f"{module}-{version}.dist-info"
    yield f"{info}/METADATA", metadata.encode()
    yield f"{info}/WHEEL", _WHEEL.encode()
    yield f"{info}/entry_points.txt", f"[{GROUP}]\n{name} = {module}\n".encode()


def _digest(data: bytes) -> str:
    """Return a digest as records of wheels have it."""
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
