"""The page to paste a text into, in a real browser."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.server.service import Service
from tests.view.conftest import browser

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytest.importorskip("fastapi", reason="needs the extra [server]")
pytest.importorskip("uvicorn", reason="needs the extra [server]")

__all__ = ["browser"]

TEXT = "We left early because the film was dull. If you liked it, tell us why."


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    running = Service("--workers", "1", "--max-characters", "5000")
    yield running
    running.end()


@pytest.fixture
def page(browser: Chrome, service: Service) -> Iterator[Chrome]:
    """The page, freshly opened; messages on its console fail the test."""
    browser.get_log("browser")
    browser.get(f"http://127.0.0.1:{service.port}/")
    yield browser
    browser.switch_to.default_content()
    assert [entry["message"] for entry in browser.get_log("browser")] == []


def wait_for(condition: Callable[[], object], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.05)


def state(page: Chrome) -> str:
    return page.find_element("id", "state").text


def shown_text(page: Chrome) -> str:
    page.switch_to.frame("page")
    text: str = page.find_element("tag name", "body").text
    page.switch_to.default_content()
    return text


def test_a_text_that_is_pasted_is_shown_with_its_relations(page: Chrome) -> None:
    page.find_element("id", "text").send_keys(TEXT)
    page.find_element("id", "go").click()

    wait_for(lambda: state(page).startswith("Done"))
    wait_for(lambda: "film was dull" in shown_text(page))
    assert "because" in shown_text(page)


def test_an_example_needs_one_click(page: Chrome) -> None:
    page.find_element("css selector", "[data-example=zh]").click()

    wait_for(lambda: state(page).startswith("Done"))
    wait_for(lambda: "因为" in shown_text(page))


def test_a_file_is_read_as_it_is_chosen(page: Chrome, tmp_path: Path) -> None:
    (tmp_path / "film.txt").write_text(TEXT, encoding="utf-8")

    page.find_element("id", "file").send_keys(str(tmp_path / "film.txt"))

    wait_for(lambda: state(page).startswith("Done"))
    assert page.find_element("id", "text").get_property("value") == TEXT


def test_a_file_is_read_as_it_is_dropped(page: Chrome) -> None:
    page.execute_script(
        "const data = new DataTransfer();"
        f"data.items.add(new File([{json.dumps(TEXT)}], 'film.txt', {{type: 'text/plain'}}));"
        "document.getElementById('text').dispatchEvent("
        "new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}));"
    )

    wait_for(lambda: state(page).startswith("Done"))
    assert page.find_element("id", "text").get_property("value") == TEXT


def test_a_document_is_read_as_it_is_chosen(page: Chrome, tmp_path: Path) -> None:
    pytest.importorskip("trafilatura", reason="needs the extra [documents]")
    (tmp_path / "film.html").write_text(f"<!doctype html><body><p>{TEXT}</p></body>", encoding="utf-8")

    page.find_element("id", "file").send_keys(str(tmp_path / "film.html"))

    wait_for(lambda: state(page).startswith("Done"))
    assert page.find_element("id", "text").get_property("value").strip() == TEXT


def test_ctrl_enter_finds_relations(page: Chrome) -> None:
    from selenium.webdriver.common.keys import Keys

    page.find_element("id", "text").send_keys(TEXT, Keys.CONTROL, Keys.ENTER)

    wait_for(lambda: state(page).startswith("Done"))


def test_no_text_is_said_without_a_request(page: Chrome) -> None:
    page.find_element("id", "go").click()

    assert state(page) == "Paste a text first."


def test_the_page_fits_a_phone(page: Chrome) -> None:
    page.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True},
    )
    try:
        wide = page.execute_script("return document.documentElement.scrollWidth")
        assert wide <= 390
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_a_fault_of_the_server_is_shown(browser: Chrome, service: Service) -> None:
    browser.get(f"http://127.0.0.1:{service.port}/")
    browser.execute_script("document.getElementById('text').value = 'a '.repeat(3000)")
    browser.find_element("id", "go").click()

    wait_for(lambda: "6000 characters" in state(browser))
    browser.get_log("browser")  # the browser notes the status of the answer
