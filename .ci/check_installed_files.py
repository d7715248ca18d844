"""Check that the installed package has every file of `src/relata`: models, tables, pages."""

from __future__ import annotations

import sys
from importlib.metadata import files
from pathlib import Path

installed = {str(path) for path in files("relata-nlp") or ()}
source = Path(__file__).parents[1] / "src"
expected = {
    str(path.relative_to(source))
    for path in (source / "relata").rglob("*")
    if path.is_file() and "__pycache__" not in path.parts
}
if missing := sorted(expected - installed):
    sys.exit(f"not installed: {', '.join(missing)}")
print(f"installed: all {len(expected)} files of src/relata")
