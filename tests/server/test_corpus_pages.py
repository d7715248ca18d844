"""A corpus over HTTP: pages in a real browser, the same views as JSON and CSV, the index reused."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.server.service import Service
from tests.view.conftest import EXAMPLES, browser
from tests.view.test_accessibility import AXE, VIOLATIONS

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

pytest.importorskip("fastapi", reason="needs the extra [server]")
pytest.importorskip("uvicorn", reason="needs the extra [server]")

__all__ = ["browser"]

DATA = EXAMPLES / "conll2016"


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("cache")
        patch.setenv("XDG_CACHE_HOME", str(folder))
        yield folder


@pytest.fixture(scope="module")
def service(cache: Path) -> Iterator[Service]:
    running = Service(str(DATA), "--compare", str(DATA / "run"))
    yield running
    running.end()


@pytest.fixture
def page(browser: Chrome, service: Service) -> Iterator[Chrome]:
    """The browser at the corpus; messages on its console fail the test."""
    browser.get_log("browser")
    browser.get(f"http://127.0.0.1:{service.port}/")
    yield browser
    assert [entry["message"] for entry in browser.get_log("browser")] == []


def find(page: Chrome, selector: str) -> Any:
    return page.find_element("css selector", selector)


def wait_for(page: Chrome, selector: str, text: str) -> None:
    """Wait for the page that shows a text: the element of the page before may be there until then."""
    from selenium.common.exceptions import StaleElementReferenceException
    from selenium.webdriver.support.wait import WebDriverWait

    waiting = WebDriverWait(page, 10, ignored_exceptions=[StaleElementReferenceException])
    waiting.until(lambda page: text in find(page, selector).text)


def press(page: Chrome, key: str) -> None:
    from selenium.webdriver.common.action_chains import ActionChains

    ActionChains(page).send_keys(key).perform()


def test_a_reader_searches_and_narrows_down(page: Chrome) -> None:
    press(page, "/")
    press(page, "ferry\ue007")  # Enter
    wait_for(page, ".documents", "harbour_ferry")
    page.find_element("link text", "Explicit").click()
    assert "type=Explicit" in page.current_url
    assert "ferry" in [mark.text.lower() for mark in page.find_elements("css selector", "mark")]
    find(page, ".chip").click()
    assert "q=" not in page.current_url


def test_a_hit_leads_to_its_place_in_the_document_and_back(page: Chrome) -> None:
    page.find_element("link text", "Concordance").click()
    page.find_element("partial link text", "Arg2").click()
    assert find(page, "th.arg2").get_attribute("aria-sort") == "ascending"
    find(page, "td.document a").click()
    assert find(page, ".note.selected").is_displayed()
    find(page, "#home").click()
    assert find(page, ".documents").is_displayed()


def test_e_goes_through_the_errors_of_all_documents(page: Chrome) -> None:
    seen = set()
    press(page, "e")
    for _ in range(9):
        seen.add((page.title, find(page, "#detail .status").get_attribute("data-status")))
        press(page, "e")
    assert {title for title, _ in seen} == {"harbour_ferry", "solar_roofs", "night_trains"}
    assert {status for _, status in seen} == {"missed", "spurious", "wrong sense", "wrong spans"}


def test_errors_show_scores_signs_and_confusions(page: Chrome) -> None:
    page.find_element("link text", "Errors").click()
    assert find(page, ".card strong").text == "51.6"
    assert len(page.find_elements("css selector", ".kinds .status")) == 6
    find(page, ".matrix td.wrong a").click()
    assert "system_sense" in page.current_url
    assert "→" in find(page, "td.sense").text


@pytest.mark.parametrize("name", ["search", "concordance", "frequencies", "compare", "errors", "document/1"])
def test_every_view_is_a_page_json_and_csv(service: Service, name: str) -> None:
    assert service.request("GET", f"/{name}").headers["content-type"] == "text/html; charset=utf-8"
    assert service.request("GET", f"/{name}.json").json["corpus"] == "conll2016"
    answer = service.request("GET", f"/{name}.csv")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    rows = list(csv.reader(io.StringIO(answer.body.decode())))
    assert len({len(row) for row in rows}) == 1


def test_faulty_requests_get_one_clear_line(service: Service) -> None:
    assert service.request("GET", "/search?least=high").status == 422
    assert service.request("GET", "/search.json?q=mood:sad").error.startswith("no part 'mood'")
    assert service.request("GET", "/document/77").status == 422
    assert service.request("GET", "/document/..%2f").status == 404
    assert service.request("GET", "/nothing").status == 404
    page = service.request("GET", "/search?q=%3Cscript%3Ealert(1)%3C/script%3E").body.decode()
    assert "<script>alert" not in page
    assert service.request("GET", "/", headers={"Host": "elsewhere.example"}).status == 421


def test_the_index_is_reused(service: Service, cache: Path) -> None:
    [index] = (cache / "relata" / "indexes").glob("*.sqlite")
    before = index.stat().st_mtime_ns
    again = Service(str(DATA), "--compare", str(DATA / "run"))
    assert again.request("GET", "/errors.json").json["kinds"]["correct"] == 8
    again.end()
    assert index.stat().st_mtime_ns == before


def test_a_phone_shows_it_without_scrolling_sideways(page: Chrome, service: Service) -> None:
    metrics = {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": True}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        for name in ("search?q=because", "concordance", "frequencies", "compare", "errors"):
            page.get(f"http://127.0.0.1:{service.port}/{name}")
            assert page.execute_script("return document.documentElement.scrollWidth") <= 390, name
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.skipif(not AXE.is_file(), reason="RELATA_AXE names no axe.min.js")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_violation_on_any_page(page: Chrome, service: Service, theme: str) -> None:
    page.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": theme}]}
    )
    for name in ("search?q=because", "concordance", "frequencies", "compare", "errors", "search?q=mood:sad"):
        page.get(f"http://127.0.0.1:{service.port}/{name}")
        page.execute_cdp_cmd("Runtime.evaluate", {"expression": AXE.read_text("utf-8")})
        assert page.execute_async_script(VIOLATIONS) == [], name
    page.get_log("browser")  # the last page was refused
