"""All documents of a page: hits by document, counts over all, and the way to the next error among them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from relata.formats import conll2016
from tests.view.conftest import EXAMPLES, Open

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

DATA = EXAMPLES / "conll2016"


@pytest.fixture
def page(open_page: Open) -> Chrome:
    return open_page(conll2016.read(DATA), compare=conll2016.read(DATA, relations=DATA / "run"))


def rows(page: Chrome) -> list[list[str]]:
    """The cells of the list of documents, as text."""
    script = (
        "return [...document.querySelectorAll('#all-documents table')][0].querySelectorAll('tbody tr')"
        ".values().map((row) => [...row.cells].map((cell) => cell.textContent)).toArray()"
    )
    found: list[list[str]] = page.execute_script(script)
    return found


def options(page: Chrome) -> list[str]:
    found: list[str] = page.execute_script("return [...chooser.options].map((option) => option.textContent)")
    return found


def type_into_search(page: Chrome, words: str) -> None:
    page.execute_script(
        "find('search').value = arguments[0]; find('search').dispatchEvent(new Event('input'))", words
    )


def test_a_search_counts_the_hits_of_every_document(page: Chrome) -> None:
    type_into_search(page, "because")
    assert options(page) == ["harbour_ferry (3 of 8)", "solar_roofs (1 of 7)", "night_trains (0 of 2)"]
    type_into_search(page, "")
    assert options(page) == ["harbour_ferry (8)", "solar_roofs (7)", "night_trains (2)"]


def test_the_list_of_documents_shows_hits_and_scores(page: Chrome) -> None:
    page.execute_script("setMode('documents')")
    assert [[row[0], row[1], row[-1]] for row in rows(page)] == [
        ["harbour_ferry", "8", "57.1"],
        ["solar_roofs", "7", "46.2"],
        ["night_trains", "2", "50.0"],
    ]
    summary = page.find_element("css selector", "#all-documents p").text
    assert summary.endswith("F1 51.6: 8 right of 15 found and 16 in the gold")


def test_filters_beside_the_list_count_over_all_documents(page: Chrome) -> None:
    page.execute_script("setMode('documents')")
    count: Any = page.execute_script("return find('count').value")
    assert count == "17 relations"
    page.find_element("css selector", "[data-path='EntRel'] .only").click()
    assert [row[:2] for row in rows(page)][:2] == [["solar_roofs", "2"], ["harbour_ferry", "0"]]


def test_a_name_in_the_list_opens_the_document(page: Chrome) -> None:
    page.execute_script("setMode('documents')")
    page.find_element("xpath", "//button[text()='night_trains']").click()
    assert page.execute_script("return [text.id, document.body.dataset.mode]") == ["night_trains", "text"]
    assert "night" in page.find_element("id", "blocks").text.lower()


def test_e_goes_on_in_the_next_document(page: Chrome) -> None:
    seen = [page.execute_script("nextError(); return [text.id, selected.status]") for _ in range(10)]
    assert {name for name, _ in seen} == {"harbour_ferry", "solar_roofs", "night_trains"}
    assert seen[9] == seen[0]  # nine errors, then the first one again
    assert "correct" not in {status for _, status in seen}


def test_a_document_that_is_opened_again_is_whole(page: Chrome) -> None:
    before = page.find_element("id", "blocks").text
    page.execute_script("stepDocument(1); stepDocument(-1)")
    page.execute_async_script(
        "requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(arguments[0])))"
    )
    assert page.find_element("id", "blocks").text == before
