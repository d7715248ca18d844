"""Resumption of stopped runs: the facts that results depend on, kept in a file beside the results.

Facts are a JSON object, such as `{"relata": "0.2.0", "model": "ab12", "min_score": 0.5}`. A run goes on in a
directory if its facts equal those in the file; else one line names the facts that differ:

    run = RunFile(out / "run.json")
    if (before := run.read()) is not None:
        require_same_run(out, differences(before, facts), "--force replaces them")
    run.write(facts)
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from relata.errors import FormatError, RelataError
from relata.formats.encodings import UTF8
from relata.formats.files import read_text, replace_text

Facts = Mapping[str, Any]
"""Values that JSON can hold, by name."""


@dataclass(frozen=True, slots=True)
class RunFile:
    """JSON file with the facts of a run."""

    path: Path

    def read(self) -> dict[str, Any] | None:
        """Return the facts in the file, or None without a file; refuse a file that is no JSON object."""
        if not self.path.exists():
            return None
        try:
            facts = json.loads(read_text(self.path, UTF8))
        except json.JSONDecodeError as error:
            raise FormatError(f"broken JSON: {error.msg}", self.path, line=error.lineno) from None
        if not isinstance(facts, dict):
            raise FormatError("expected a JSON object", self.path)
        return facts

    def write(self, facts: Facts) -> None:
        """Write the facts; the file changes at once or not at all."""
        replace_text(self.path, [json.dumps(facts, ensure_ascii=False, indent=2) + "\n"])


def differences(before: Facts, facts: Facts, *, ignored: Collection[str] = ()) -> list[str]:
    """Return the names of facts that an earlier run had otherwise, or did not have.

    >>> differences({"model": "en", "only": ["syntax"]}, {"model": "zh", "only": ("syntax",)})
    ['model']
    """
    values = json.loads(json.dumps(facts))  # tuples become lists, as in a file
    return [name for name, value in values.items() if name not in ignored and before.get(name) != value]


def require_same_run(
    path: Path, names: Collection[str], advice: str, *, error: type[RelataError] = RelataError
) -> None:
    """Refuse to go on with results of another run; `names` are the facts that differ."""
    if names:
        raise error(f"{path}: holds outputs of another run (with another {', '.join(names)}); {advice}")


def file_digest(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def fingerprint(*parts: str | bytes | memoryview) -> str:
    """Return the SHA-256 of the parts, in hexadecimal digits; the order of the parts counts."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode(errors="surrogatepass") if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.hexdigest()
