"""Documents to look at, and a real browser to look with."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from relata import DiscourseRelation, Document, RelationType, Tokens
from relata.view import render
from tests.paths import REPOSITORY

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

EXAMPLES = REPOSITORY / "examples"
_DATA = re.compile(r'<script type="application/json" class="document">(.*?)</script>', re.DOTALL)
_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,900",
)

_PAINTED = "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(arguments[0])))"
"""Ends when a page has drawn what is in sight: it does so after the first frame."""


def data_of(page: str) -> list[dict[str, Any]]:
    """What the documents of a page hold, as its script will read it."""
    return [json.loads(found) for found in _DATA.findall(page)]


def words(text: str) -> Tokens:
    """Tokens of a text that blanks part."""
    return Tokens(text, [found.span() for found in re.finditer(r"\S+", text)])


def relation(
    tokens: Tokens,
    arg1: range | tuple[int, ...],
    arg2: range | tuple[int, ...],
    sense: str = "Expansion.Conjunction",
    *,
    connective: tuple[int, ...] = (),
    score: float | None = None,
) -> DiscourseRelation:
    """A relation of tokens by their numbers, explicit if it has a connective."""
    return DiscourseRelation(
        RelationType.EXPLICIT if connective else RelationType.IMPLICIT,
        tokens.span(arg1),
        tokens.span(arg2),
        (sense,),
        connective=tokens.span(connective) if connective else None,
        score=score,
    )


@pytest.fixture
def weather() -> Document:
    """A sentence with a paired connective, an argument in two pieces, and a relation inside of another.

    If it rains we , they say , will stay in and read , then sleep .
    0  1  2     3  4 5    6   7 8    9    10 11  12   13 14  15   16
    """
    text = "If it rains we , they say , will stay in and read , then sleep ."
    tokens = words(text)
    rained = relation(
        tokens,
        (3, *range(8, 13)),
        range(1, 3),
        "Contingency.Condition.Arg2-as-cond",
        connective=(0, 14),
        score=0.91,
    )
    read = relation(tokens, range(8, 11), range(12, 13), connective=(11,), score=0.62)
    slept = relation(tokens, range(12, 13), range(15, 16), "Temporal.Asynchronous.Precedence", score=0.33)
    return Document("weather", "en", tokens, relations=(rained, read, slept))


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """Chromium without a window; tests that need it skip where there is none."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="needs selenium")
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if chromium is None or driver is None:
        pytest.skip("needs chromium and chromedriver")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in (*_FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    running = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    # No window has the focus on a machine without a screen, and elements then get no focus event.
    running.execute_cdp_cmd("Emulation.setFocusEmulationEnabled", {"enabled": True})
    yield running
    running.quit()


Open = Callable[..., "Chrome"]


@pytest.fixture
def open_page(browser: Chrome, tmp_path: Path) -> Iterator[Open]:
    """Opens what `render` gives, from a file; whatever the page complains of fails the test."""

    def opened(*arguments: Any, **options: Any) -> Chrome:
        file = tmp_path / "page.html"
        file.write_text(render(*arguments, **options), encoding="utf-8")
        browser.get(file.as_uri())
        browser.execute_async_script(_PAINTED)
        return browser

    yield opened
    assert [entry["message"] for entry in browser.get_log("browser")] == []
