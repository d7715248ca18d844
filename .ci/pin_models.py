"""Pin the models in `src/relata/models` as released: write their digests into the code.

    python .ci/pin_models.py

Run it when a model that ships has changed; a test says so if it was forgotten. Earlier releases stay pinned.
"""

from __future__ import annotations

import hashlib
import json
import runpy
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "relata"
TARGET = SOURCE / "model" / "released.py"
HEAD = '''"""Digests of the manifests of released models; `python .ci/pin_models.py` writes this module."""

RELEASED = {
'''


def main() -> None:
    pins: dict[str, str] = runpy.run_path(str(TARGET))["RELEASED"] if TARGET.exists() else {}
    for manifest in sorted(SOURCE.glob("models/*/manifest.json")):
        data = manifest.read_bytes()
        digest = hashlib.sha256(data).hexdigest()
        if digest not in pins:
            pins[digest] = f"{manifest.parent.name}, version {json.loads(data)['version']}"
            print(f"pinned: {pins[digest]}")
    lines = (f'    "{digest}": "{name}",\n' for digest, name in pins.items())
    TARGET.write_text(HEAD + "".join(lines) + "}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
