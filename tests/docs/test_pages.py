"""The README and the documentation show what happens, and keep to their size."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from tests.docs.console import (
    can_run,
    console_examples,
    pages,
    prepare_folder,
    run_console_example,
    without_probabilities,
)
from tests.imported_names import check_imported_names
from tests.paths import REPOSITORY

DOCS = REPOSITORY / "docs"
MOST_LINES = 120
WIDTH = 100
PYTHON = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)

PAGES = pages()
USER_PAGES = [page for page in PAGES if DOCS / "lab" not in page.parents]
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(REPOSITORY)))
every_user_page = pytest.mark.parametrize(
    "page", USER_PAGES, ids=lambda page: str(page.relative_to(REPOSITORY))
)


@every_page
def test_python_examples_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)
    results = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert results.failed == 0


@every_user_page
def test_python_examples_import_names_that_exist(page: Path) -> None:
    for example in PYTHON.findall(page.read_text("utf-8")):
        if ">>>" not in example:
            check_imported_names(example)


@every_page
def test_console_examples_print_the_output_shown(page: Path, tmp_path: Path) -> None:
    folder = prepare_folder(tmp_path)
    for example in console_examples(page.read_text("utf-8")):
        if can_run(example):
            output = run_console_example(example.command, folder)
            assert without_probabilities(output) == without_probabilities(example.output), example.command


@every_page
def test_links_lead_to_files(page: Path) -> None:
    targets = re.findall(r"\]\((?!http)([^)#]+)", page.read_text("utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


@every_page
def test_pages_name_no_folder_outside_the_repository(page: Path) -> None:
    assert not re.search(r"\.\./shared|/work/|pypi\.", page.read_text("utf-8"))


@every_user_page
def test_pages_for_users_are_short(page: Path) -> None:
    assert len(page.read_text("utf-8").splitlines()) <= MOST_LINES


@every_user_page
def test_pages_for_users_are_wrapped(page: Path) -> None:
    text = page.read_text("utf-8")
    for example in console_examples(text):
        text = text.replace(example.output, "\n") if example.output.strip() else text
    assert [line for line in text.splitlines() if len(line) > WIDTH] == []


@every_user_page
def test_pages_of_the_site_are_in_its_contents(page: Path) -> None:
    if DOCS in page.parents and page != DOCS / "index.md":
        index = page.parent / "index.md" if page.name != "index.md" else DOCS / "index.md"
        name = page.stem if page.name != "index.md" else f"{page.parent.name}/index"
        assert name in index.read_text("utf-8").splitlines()


def test_the_architecture_page_names_paths_that_exist() -> None:
    text = (DOCS / "explain" / "architecture.md").read_text("utf-8")
    paths = re.findall(r"`([a-z0-9_/]+(?:/|\.py))`", text)
    assert len(paths) > 30
    assert [path for path in paths if not (REPOSITORY / "src" / "relata" / path).exists()] == []


def test_the_architecture_page_names_functions_of_the_files_beside_them() -> None:
    text = (DOCS / "explain" / "architecture.md").read_text("utf-8")
    for names, path in re.findall(
        r"((?:`[A-Za-z_]+`(?:,| and| or)?\s+)+)(?:in|of)\s+`([a-z0-9_/]+\.py)`", text
    ):
        code = (REPOSITORY / "src" / "relata" / path).read_text("utf-8")
        assert [name for name in re.findall(r"`(\w+)`", names) if name not in code] == [], path
