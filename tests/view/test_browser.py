"""The page in a real browser: what a reader points at, chooses and types does what it should."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from relata import Document
from relata.formats import conll2016
from relata.view import render
from tests.view.conftest import EXAMPLES, Open, relation, words

if TYPE_CHECKING:
    from selenium.webdriver import Chrome
    from selenium.webdriver.remote.webelement import WebElement

ATTACK = "</script><img src=x onerror='document.title=1'><b>"


def all_of(browser: Chrome, selector: str) -> list[WebElement]:
    return browser.find_elements("css selector", selector)


def one(browser: Chrome, selector: str) -> WebElement:
    return browser.find_element("css selector", selector)


def texts(browser: Chrome, selector: str) -> list[str]:
    """The texts of elements as the document holds them, seen or not."""
    return [str(found.get_property("textContent")) for found in all_of(browser, selector)]


def lit(browser: Chrome) -> dict[str, str]:
    """The highlighted words by what they are, the pieces of a span parted by a line."""
    found = {"arg1": "", "arg2": "", "connective": ""}
    for part in found:
        end = None
        for piece in all_of(browser, f".{part}-fill"):
            begin, text = int(str(piece.get_attribute("data-begin"))), str(piece.get_property("textContent"))
            found[part] += text if end in (None, begin) else f"|{text}"
            end = begin + len(text.encode("utf-16-le")) // 2
    return found


def point_at(browser: Chrome, found: WebElement) -> None:
    from selenium.webdriver import ActionChains

    ActionChains(browser).move_to_element(found).perform()


def press(browser: Chrome, *keys: str) -> None:
    from selenium.webdriver import ActionChains

    ActionChains(browser).send_keys(*keys).perform()


def notes(browser: Chrome) -> list[str]:
    """The notes that are shown: the connectives, or the senses of relations that have none."""
    return [note.text.replace("\n", " ") for note in all_of(browser, ".note")]


CONDITION = {"arg1": "we|will stay in and read", "arg2": "it rains", "connective": "If|then"}
NOTHING = {"arg1": "", "arg2": "", "connective": ""}


def test_all_relations_are_beside_the_text(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    assert notes(page) == [
        "● If … then Condition.Arg2-as-cond 0.91",
        "● and Conjunction 0.62",
        "◇ Asynchronous.Precedence 0.33",
    ]
    assert one(page, "main p").text == weather.text


def test_pointing_at_a_note_highlights_its_words(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    point_at(page, all_of(page, ".note")[0])
    assert lit(page) == CONDITION
    point_at(page, one(page, "h1"))
    assert lit(page) == NOTHING


def test_pointing_at_a_connective_highlights_its_relation(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    point_at(page, all_of(page, ".connective-mark")[-1])
    assert lit(page) == CONDITION


def test_pointing_at_the_mark_of_an_implicit_relation_highlights_it(
    open_page: Open, weather: Document
) -> None:
    page = open_page(weather)
    point_at(page, one(page, ".marker"))
    assert lit(page) == {"arg1": "read", "arg2": "sleep", "connective": ""}


def test_the_focus_highlights_a_relation(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    page.execute_script("arguments[0].focus()", all_of(page, ".note")[1])
    assert lit(page) == {"arg1": "will stay in", "arg2": "read", "connective": "and"}


def test_a_click_keeps_the_highlight_and_tells_all(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    all_of(page, ".note")[0].click()
    point_at(page, one(page, "h1"))
    assert lit(page) == CONDITION
    told = one(page, "#detail").text
    assert "Contingency.Condition.Arg2-as-cond" in told
    assert "we … will stay in and read" in told
    assert "0.910" in told
    assert "1 of 3" in told


def test_pieces_of_an_argument_are_labelled(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    all_of(page, ".note")[0].click()
    labels = [str(found.get_attribute("data-label")) for found in all_of(page, "[data-label]")]
    assert labels == ["Arg2", "Arg1", "Arg1 …"]


def test_clicks_on_a_word_go_through_its_relations_the_smallest_first(
    open_page: Open, weather: Document
) -> None:
    page = open_page(weather)
    word = next(found for found in all_of(page, ".words") if found.text == "read")
    found = []
    for _ in range(4):
        word.click()
        found.append(one(page, ".note.selected").text.split("\n")[-2])
    assert found == [
        "Asynchronous.Precedence",
        "Conjunction",
        "Condition.Arg2-as-cond",
        "Asynchronous.Precedence",
    ]


def test_parts_have_colours_and_lines_of_their_own(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    all_of(page, ".note")[0].click()
    looks = {
        tuple(
            one(page, f".{part}-fill").value_of_css_property(name)
            for name in ("background-color", "border-bottom")
        )
        for part in ("arg1", "arg2", "connective")
    }
    assert len(looks) == 3


def test_unticking_a_type_hides_its_relations_and_their_marks(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    one(page, "#types [data-path='Explicit'] input").click()
    assert notes(page) == ["◇ Asynchronous.Precedence 0.33"]
    assert all_of(page, ".connective-mark") == []
    assert one(page, "#count").text == "1 of 3 relations"


def test_senses_are_a_tree_with_counts(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    counts = {
        str(line.get_attribute("data-path")): line.text.split("\n")[-1]
        for line in all_of(page, "#senses .facet")
    }
    assert counts == {
        "Contingency": "1",
        "Contingency.Condition": "1",
        "Contingency.Condition.Arg2-as-cond": "1",
        "Expansion": "1",
        "Expansion.Conjunction": "1",
        "Temporal": "1",
        "Temporal.Asynchronous": "1",
        "Temporal.Asynchronous.Precedence": "1",
    }


def test_unticking_a_sense_hides_all_below_it(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    one(page, "#senses [data-path='Contingency'] input").click()
    assert len(notes(page)) == 2
    assert not one(page, "[data-path='Contingency.Condition.Arg2-as-cond'] input").is_selected()
    assert one(page, "#types [data-path='Explicit'] .count").text == "1"


def test_only_leaves_one_sense_and_show_all_brings_back_the_rest(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    page.execute_script("arguments[0].click()", one(page, "[data-path='Temporal.Asynchronous'] .only"))
    assert notes(page) == ["◇ Asynchronous.Precedence 0.33"]
    one(page, "#reset").click()
    assert len(notes(page)) == 3


def test_one_click_leaves_one_connective(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    assert texts(page, "#connectives .facet label") == ["and", "if … then", "without connective"]
    page.execute_script("arguments[0].click()", one(page, "#connectives [data-path='and'] .only"))
    assert notes(page) == ["● and Conjunction 0.62"]


def test_connectives_are_coloured_and_underlined_by_class(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    marks = {mark.text: mark for mark in all_of(page, ".connective-mark, .marker")}
    looks = [
        {mark.value_of_css_property(name) for mark in marks.values()}
        for name in ("color", "text-decoration-style")
    ]
    assert [len(values) for values in looks] == [3, 3]
    assert texts(page, "#legend .swatch") == ["Temporal", "Contingency", "Expansion"]


def test_colours_follow_the_switch(open_page: Open, weather: Document) -> None:
    from selenium.webdriver.support.select import Select

    page = open_page(weather)
    Select(one(page, "#colouring")).select_by_value("score")
    assert texts(page, "#legend .swatch") == ["75% and more", "50% to 74%", "25% to 49%"]
    assert len({mark.value_of_css_property("color") for mark in all_of(page, ".connective-mark")}) == 2


def test_the_mark_of_an_implicit_relation_shows_its_likely_connective(
    open_page: Open, weather: Document
) -> None:
    [*_, slept] = weather.relations
    page = open_page(weather.with_relations([replace(slept, inserted="then")]))
    content = page.execute_script(
        "return getComputedStyle(document.querySelector('.marker'), '::after').content"
    )
    assert "then" in content


def test_a_choice_explains_its_sense_in_two_languages(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    all_of(page, ".note")[1].click()
    assert texts(page, "#detail .gloss")[0].startswith("Both arguments")
    assert "Arg2" not in texts(page, "#detail .gloss .example")[0]
    assert [each.get_attribute("lang") for each in all_of(page, "#detail .gloss")] == ["en", "zh"]


def test_headings_items_and_speakers_are_shown_as_such(open_page: Open) -> None:
    page = open_page({"text": "The storm\n\nAnn: It rained.\n\nBo: We left.\n\nAnn: I stayed.\n\n- a\n\n- b"})
    assert one(page, "[role=heading][aria-level='3']").text == "The storm"
    assert texts(page, ".speaker") == ["Ann:", "Bo:", "Ann:"]
    assert texts(page, "p.item") == ["- a", "- b"]


def test_a_relation_with_two_senses_goes_with_either(open_page: Open, weather: Document) -> None:
    [first, *_] = weather.relations
    page = open_page(weather.with_relations([replace(first, second_senses=("Expansion.Manner",))]))
    one(page, "#senses [data-path='Contingency'] input").click()
    assert len(notes(page)) == 1
    one(page, "#senses [data-path='Expansion'] input").click()
    assert notes(page) == []
    assert one(page, "#empty").text == "No relation passes the filters."


def test_search_finds_words_senses_and_connectives(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    for query, found in (("PRECEDENCE", 1), ("will stay", 2), ("if … then", 1), ("nowhere", 0), ("", 3)):
        page.execute_script(
            "const box = document.getElementById('search'); box.value = arguments[0];"
            "box.dispatchEvent(new Event('input'))",
            query,
        )
        assert len(notes(page)) == found, query


def test_search_marks_what_it_finds_in_the_text(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    one(page, "#search").send_keys("and read")
    marked = page.execute_async_script(
        "const done = arguments[0];"
        "requestAnimationFrame(() => requestAnimationFrame(() =>"
        "  done([...CSS.highlights.get('hits')].map((range) => range.toString()))));"
    )
    assert marked == ["and read"]


def test_the_score_slider_hides_what_is_below(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    page.execute_script(
        "const slider = document.getElementById('score'); slider.value = 0.6;"
        "slider.dispatchEvent(new Event('input'))"
    )
    assert [note.split()[-1] for note in notes(page)] == ["0.91", "0.62"]


def test_documents_without_scores_have_no_slider(open_page: Open) -> None:
    page = open_page(conll2016.read(EXAMPLES / "conll2016"))
    assert not one(page, "#scores").is_displayed()


def test_keys_walk_through_the_relations(open_page: Open, weather: Document) -> None:
    from selenium.webdriver import Keys

    page = open_page(weather)
    press(page, "j")
    assert lit(page) == CONDITION
    press(page, "j")
    assert lit(page)["connective"] == "and"
    press(page, Keys.ARROW_DOWN)
    assert lit(page)["arg2"] == "sleep"
    press(page, "k", Keys.ARROW_UP)
    assert lit(page) == CONDITION
    press(page, Keys.ESCAPE)
    assert not one(page, "#detail").is_displayed()


def test_tab_reaches_the_notes_and_enter_keeps_one(open_page: Open, weather: Document) -> None:
    from selenium.webdriver import Keys

    page = open_page(weather)
    page.execute_script("document.getElementById('text').focus()")
    press(page, Keys.TAB, Keys.TAB)  # the first one reaches the way to colour
    assert lit(page) == CONDITION
    press(page, Keys.ENTER)
    assert one(page, "#detail").is_displayed()


def test_slash_goes_to_the_search_where_keys_are_letters(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    press(page, "/", "j")
    assert one(page, "#search").get_property("value") == "j"


def test_question_mark_shows_the_keys(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    press(page, "?")
    assert "next and previous relation" in one(page, "#help").text


def test_the_list_shows_the_arguments_of_every_relation(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    press(page, "l")
    assert texts(page, ".arg1-text") == ["we … will stay in and read", "will stay in", "read"]
    assert not one(page, "main p").is_displayed()
    press(page, "l")
    assert one(page, "main p").is_displayed()


def test_a_document_is_chosen_and_keeps_the_filters(open_page: Open) -> None:
    page = open_page(conll2016.read(EXAMPLES / "conll2016"))
    one(page, "#types [data-path='Implicit'] input").click()
    one(page, "#next-document").click()
    assert one(page, "#documents option:checked").text.startswith("solar_roofs")
    assert "Lindal is a small town" in one(page, "main").text
    assert not [note for note in notes(page) if note.startswith("◇")]
    press(page, "[")
    assert "harbour council" in one(page, "main").text


def test_the_address_leads_back_to_a_relation(open_page: Open, tmp_path: Path) -> None:
    page = open_page(conll2016.read(EXAMPLES / "conll2016"))
    one(page, "#next-document").click()
    _until(page, lambda: len(all_of(page, ".note")) > 1)
    all_of(page, ".note")[1].click()
    address, before = page.current_url, lit(page)
    page.get("about:blank")
    page.get(address)
    _until(page, lambda: lit(page) == before)
    assert before["connective"] == "but"


def test_one_document_needs_no_chooser(open_page: Open, weather: Document) -> None:
    assert not one(open_page(weather), "#chooser").is_displayed()


def test_dark_is_a_key_away_and_stays(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    before = one(page, "html").value_of_css_property("background-color")
    press(page, "t")
    after = one(page, "html").value_of_css_property("background-color")
    assert after != before
    page.refresh()
    _until(page, lambda: one(page, "html").value_of_css_property("background-color") == after)
    page.execute_script("localStorage.clear()")


def test_the_reader_s_system_decides_between_light_and_dark(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    for theme in ("dark", "light"):
        media = {"features": [{"name": "prefers-color-scheme", "value": theme}]}
        page.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
        _until(page, lambda t=theme: one(page, "html").get_attribute("data-theme") == t)


def _until(page: Chrome, holds: Callable[[], bool]) -> None:
    """Waits for the browser, which a busy machine makes slow."""
    from selenium.webdriver.support.wait import WebDriverWait

    WebDriverWait(page, 10).until(lambda _: holds())


@pytest.mark.parametrize("mode", ["text", "list"])
def test_a_phone_scrolls_down_only(open_page: Open, mode: str) -> None:
    page = open_page(conll2016.read(EXAMPLES / "conll2016"))
    phone = {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", phone)
    try:
        if mode == "list":
            page.execute_script("setMode('list')")
        (one(page, ".note") if mode == "list" else one(page, ".connective-mark")).click()
        assert page.execute_script("return document.documentElement.scrollWidth") == 360
        one(page, "#toggle-filters").click()
        assert one(page, "#filters").is_displayed()
        one(page, "#close-filters").click()
        assert not one(page, "#filters").is_displayed()
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_chinese_text_is_marked_as_such(open_page: Open) -> None:
    page = open_page(conll2016.read(EXAMPLES / "conll2016-zh"))
    names = texts(page, ".note .name")
    all_of(page, ".note")[names.index("虽然 … 但是")].click()
    assert lit(page)["connective"] == "虽然|但是"
    assert one(page, "main p").get_attribute("lang") == "zh"


def test_characters_beyond_16_bits_do_not_shift_the_highlight(open_page: Open) -> None:
    tokens = words("🙂🙂 rained 𝄞 so 🙃 left")
    found = relation(tokens, (0, 1), (4, 5), connective=(3,))
    page = open_page(Document("d", "en", tokens, relations=(found,)))
    one(page, ".note").click()
    assert lit(page) == {"arg1": "🙂🙂 rained", "arg2": "🙃 left", "connective": "so"}


def test_nothing_in_a_document_becomes_markup_or_runs(open_page: Open, weather: Document) -> None:
    tokens = words(f"{ATTACK} so {ATTACK}")
    hostile = replace(
        relation(tokens, (0,), (5,), ATTACK, connective=(4,)),
        inserted=ATTACK,
        provenance=ATTACK,
        extras={ATTACK: ATTACK},
    )
    page = open_page([Document(ATTACK, ATTACK, tokens, relations=(hostile,)), weather])
    all_of(page, ".note")[0].click()
    press(page, "l")
    assert all_of(page, "body img, body b") == []
    assert page.title == "2 documents"
    assert ATTACK in one(page, "#detail").text


def test_a_comparison_shows_gold_as_fill_and_system_as_line(open_page: Open) -> None:
    data = EXAMPLES / "conll2016"
    page = open_page(conll2016.read(data), compare=conll2016.read(data, relations=data / "run"))
    one(page, ".note:has([data-status='wrong spans'])").click()
    assert "".join(texts(page, ".arg1-fill")) == "The boats are forty years old"
    assert "".join(texts(page, ".arg1-line")) == "The boats are forty years"
    assert "wrong spans" in one(page, "#detail").text


def test_a_comparison_can_be_narrowed_to_what_was_missed(open_page: Open) -> None:
    data = EXAMPLES / "conll2016"
    page = open_page(conll2016.read(data), compare=conll2016.read(data, relations=data / "run"))
    page.execute_script("arguments[0].click()", one(page, "#statuses [data-path='missed'] .only"))
    assert notes(page) == ["− ◆ One reason is Cause.Reason"]


def test_a_document_without_relations_says_so(open_page: Open) -> None:
    page = open_page({"text": "It rained."})
    assert one(page, "#empty").text == "This document has no relations."
    press(page, "j", "k", "l", "]")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([], "There are no documents."),
        ({"text": " \n"}, "This document has no text."),
    ],
)
def test_pages_of_nothing_say_so(open_page: Open, given: Any, message: str) -> None:
    page = open_page(given)
    press(page, "j", "l", "f", "]")
    assert one(page, "#empty").text == message


def test_relations_without_a_place_are_shown_all_the_same(open_page: Open) -> None:
    page = open_page({"text": "", "relations": [{"type": "Implicit", "senses": ["Expansion"]}]})
    press(page, "j")
    assert "Expansion" in one(page, "#detail").text


def long_document() -> dict[str, Any]:
    """A document of 10,000 relations, two in a paragraph."""
    paragraph = "The river rose, so we left. It fell. "
    size = len(paragraph) + 1
    relations = []
    for begin in range(0, 5000 * size, size):
        explicit = {
            "arg1": [begin, begin + 14],
            "connective": [begin + 16, begin + 18],
            "arg2": [begin + 19, begin + 26],
        }
        implicit = {"arg1": [begin, begin + 27], "arg2": [begin + 28, begin + 36]}
        for kind, spans in (("Explicit", explicit), ("Implicit", implicit)):
            parts = {part: {"spans": [piece]} for part, piece in spans.items()}
            relations.append({"type": kind, "senses": ["Contingency.Cause.Result"], **parts})
    return {
        "text": f"{paragraph}\n" * 5000,
        "paragraphs": [[begin, begin + size - 1] for begin in range(0, 5000 * size, size)],
        "relations": relations,
    }


def test_a_long_document_is_painted_only_where_it_is_seen(open_page: Open) -> None:
    page = open_page(long_document())
    assert 0 < len(all_of(page, ".note")) < 200
    assert one(page, "#count").text == "10,000 relations"
    page.execute_script("scrollTo(0, document.documentElement.scrollHeight / 2)")
    painted = page.execute_async_script(
        "const done = arguments[0]; setTimeout(() => done("
        "  [...document.querySelectorAll('.note')].map((note) => Number(note.dataset.relation))), 300)"
    )
    assert 0 < len(painted) < 400
    assert min(painted) > 3000


def test_a_far_relation_of_a_long_document_can_be_reached(open_page: Open) -> None:
    page = open_page(long_document())
    page.execute_script("location.hash = '#document=document+1&relation=9001'")
    assert "9001 of 10000" in one(page, "#detail").text
    assert lit(page) == {"arg1": "The river rose", "connective": "so", "arg2": "we left"}
    assert one(page, ".note.selected").is_displayed()
    press(page, "j")
    assert "9002 of 10000" in one(page, "#detail").text


def test_paper_gets_the_whole_document(open_page: Open) -> None:
    page = open_page(long_document())
    page.execute_script("dispatchEvent(new Event('beforeprint'))")
    assert page.execute_script("return document.querySelectorAll('.note').length") == 10_000
    page.execute_script("dispatchEvent(new Event('afterprint'))")
    assert page.execute_script("return document.querySelectorAll('.note').length") < 200


def test_a_notebook_s_frame_runs_the_page(browser: Chrome, tmp_path: Path, weather: Document) -> None:
    file = tmp_path / "notebook.html"
    file.write_text(f"<!doctype html><meta charset=utf-8>{render(weather)._repr_html_()}", encoding="utf-8")
    browser.get(file.as_uri())
    browser.switch_to.frame(one(browser, "iframe"))
    try:
        _until(browser, lambda: bool(all_of(browser, ".note")))  # a frame is there before its page is
        all_of(browser, ".note")[0].click()
        press(browser, "t")
        assert lit(browser) == CONDITION
    finally:
        browser.switch_to.default_content()
    assert browser.get_log("browser") == []
