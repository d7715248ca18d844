"""Recipes of the engineer's tour run as they are: spaCy, Hugging Face datasets."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.paths import REPOSITORY

TOUR = REPOSITORY / "docs" / "tours" / "engineer.md"
BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)

CHECKS = {
    "spacy": "assert document._.relations[0].arg1[0].text == 'We left early', document._.relations",
    "datasets": "assert parsed[0]['senses'] == ['Contingency.Cause.Reason'], parsed[0]\n"
    "assert parsed[0]['second'] == ['it rained.'], parsed[0]\n"
    "assert parsed[1]['senses'] == [], parsed[1]\n"
    "assert texts.map(parse, batched=True, num_proc=2)[:] == parsed[:]",
}


@pytest.mark.parametrize("module", CHECKS)
def test_a_recipe_runs(module: str, tmp_path: Path) -> None:
    pytest.importorskip(module, reason=f"needs {module}")
    [recipe] = [code for code in BLOCK.findall(TOUR.read_text("utf-8")) if f"{module}" in code]
    script = tmp_path / "recipe.py"
    script.write_text(f"{recipe}\n{CHECKS[module]}\n", "utf-8")
    environment = os.environ | {"HF_HOME": str(tmp_path), "HF_HUB_OFFLINE": "1"}

    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, env=environment, cwd=tmp_path
    )

    assert done.returncode == 0, done.stderr
