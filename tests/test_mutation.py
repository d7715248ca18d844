"""The runner of mutation tests makes faults, and notices whether tests do."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests import mutation

SOURCE = '''"""Module."""


def clip(value: int, most: int = 3) -> int:
    """Return 3 at most."""
    if value > most:
        return most
    return value + 0
'''


def test_mutants_differ_from_the_source_in_one_place(tmp_path: Path) -> None:
    path = tmp_path / "clip.py"
    path.write_text(SOURCE, encoding="utf-8")

    sources = [mutant.source for mutant in mutation.mutants(path)]

    assert len(set(sources)) == len(sources) == 7
    assert ast.unparse(ast.parse(SOURCE)) not in sources
    assert all('"""Return 3 at most."""' in source for source in sources)
    assert any("value >= most" in source for source in sources)


@pytest.mark.parametrize(("test", "killed"), [("assert clip(9) == 3", True), ("assert clip(0) == 0", False)])
def test_a_mutant_survives_tests_that_do_not_notice(
    test: str, killed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mutation, "REPOSITORY", tmp_path)
    monkeypatch.delenv("PYTHONPATH", raising=False)
    path = tmp_path / "src" / "clip.py"
    path.parent.mkdir()
    path.write_text(SOURCE, encoding="utf-8")
    (tmp_path / "test_clip.py").write_text(f"from clip import clip\n\ndef test(): {test}\n", encoding="utf-8")
    (mutant,) = [each for each in mutation.mutants(path) if "return most" in each.change]

    assert mutation.survives(mutant, tmp_path / "src", ["test_clip.py"]) is not killed
    assert path.read_text(encoding="utf-8") == SOURCE
