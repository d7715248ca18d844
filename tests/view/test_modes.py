"""Other ways to look at a text: outline, sentence, class mode, worksheet; and errors one after the other."""

from __future__ import annotations

from dataclasses import replace

from relata import Document, Tokens
from relata.document.relations import Argument, Proposition
from relata.formats import conll2016
from tests.view.conftest import EXAMPLES, Open, relation


def texts(page: object, selector: str) -> list[str]:
    found = page.find_elements("css selector", selector)  # type: ignore[attr-defined]
    return [each.get_property("textContent") for each in found]


def annotated(weather: Document) -> Document:
    """The document with dependencies, and with one predicate."""
    tokens = weather.tokens
    spans = list(zip(tokens.begins, tokens.ends, strict=True))
    heads = [3, 3, 9, 9, 6, 9, 6, 9, 0, 9, 9, 9, 9, 9, 9, 9, 9]
    with_trees = Tokens(
        tokens.text, spans, sentence_starts=[0], heads=heads, deprel=["DEP"] * 17, tag=["X"] * 17
    )
    rained = Proposition(with_trees.span([2]), "rain.01", (Argument("A1", with_trees.span([1]), 1),))
    return Document("weather", "en", with_trees, relations=weather.relations, propositions=(rained,))


def test_the_outline_nests_a_relation_below_the_argument_that_holds_it(
    open_page: Open, weather: Document
) -> None:
    page = open_page(weather)
    page.execute_script("setMode('outline')")
    assert texts(page, "#outline > section > ul > li > .note .sense") == [
        "Condition.Arg2-as-cond",
        "Asynchronous.Precedence",
    ]
    [holder] = page.find_elements("css selector", "#outline .arg1-clause + ul")
    assert "Conjunction" in holder.text
    page.find_element("css selector", "#outline .note").click()
    assert "1 of 3" in page.find_element("css selector", "#detail").text


def test_a_sentence_shows_its_dependencies_and_roles(open_page: Open, weather: Document) -> None:
    page = open_page(annotated(weather))
    page.execute_script("select(text.relations[0]); toggleSentence()")
    assert len(page.find_elements("css selector", ".arcs .arc")) == 16
    assert texts(page, ".arcs .root") == ["will"]
    assert texts(page, ".arcs .role-label") == ["rain.01", "A1"]
    rows = texts(page, "#detail tbody tr")
    assert rows[2] == "3rainsX9DEP"
    assert page.execute_script(
        "return document.getElementById('detail').getBoundingClientRect().height <= 0.4 * innerHeight + 1"
    )


def test_the_sentence_comes_into_sight_in_the_sheet_of_a_phone(open_page: Open, weather: Document) -> None:
    page = open_page(annotated(weather))
    metrics = {"width": 390, "height": 700, "deviceScaleFactor": 1, "mobile": True}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        page.execute_script("select(text.relations[0]); toggleSentence()")
        sentence, sheet = page.execute_script(
            "const box = (each) => document.querySelector(each).getBoundingClientRect();"
            "return ['.sentence', '#detail'].map(box)"
        )
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert sheet["top"] - 1 <= sentence["top"] < sheet["bottom"] - 100
    assert sheet["height"] <= 0.4 * 700 + 1


def test_a_sentence_can_be_opened_without_a_relation(open_page: Open, weather: Document) -> None:
    page = open_page(annotated(weather))
    page.execute_script("toggleSentence()")
    assert page.find_elements("css selector", "#detail .arcs")
    page.execute_script("toggleSentence()")
    assert not page.find_element("css selector", "#detail").is_displayed()


def test_a_document_without_trees_says_so(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    page.execute_script("toggleSentence()")
    assert "neither dependencies nor roles" in page.find_element("css selector", "#detail").text


def test_class_mode_has_plain_words_and_large_type(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    size = "return parseFloat(getComputedStyle(document.querySelector('main p')).fontSize)"
    before = page.execute_script(size)
    page.find_element("css selector", "#toggle-class").click()
    assert texts(page, ".note .sense") == ["condition", "and also", "then"]
    assert "◇ no linking word" in texts(page, "#legend li")
    assert page.execute_script(size) > 1.2 * before
    assert texts(page, "#senses .facet label span") == [
        "cause or condition", "condition", "more about it", "and also", "time", "one after the other", "then",
    ]  # fmt: skip
    page.find_element("css selector", "#toggle-class").click()
    assert texts(page, ".note .sense")[0] == "Condition.Arg2-as-cond"


def test_class_mode_speaks_chinese_for_chinese(open_page: Open) -> None:
    page = open_page(conll2016.read(EXAMPLES / "conll2016-zh"))
    page.execute_script("setClassroom(true)")
    assert {"让步", "对比", "因果", "并列"} & set(texts(page, ".note .sense"))


def test_a_worksheet_has_a_gap_for_every_connective_and_a_key(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    page.execute_script("setMode('worksheet')")
    assert texts(page, "#worksheet .gap") == ["(1)", "(2)", "(3)"]
    assert texts(page, "#worksheet .bank") == ["Words: and · if · then"]
    assert texts(page, ".worksheet-key li") == ["If (condition)", "and (and also)", "then (condition)"]
    gapped = texts(page, "#worksheet p")[-1]
    assert gapped == "(1) it rains we , they say , will stay in (2) read , (3) sleep ."
    page.find_element("css selector", ".worksheet-tools button:last-child").click()
    assert not page.find_element("css selector", ".worksheet-key").is_displayed()


def test_a_worksheet_leaves_words_that_the_filters_leave_out(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    page.execute_script("filters.narrow('connectives', ['and']); filtered(); setMode('worksheet')")
    assert texts(page, "#worksheet .bank") == ["Words: and"]


def test_e_goes_to_the_next_error_and_round_a_single_document(open_page: Open) -> None:
    data = EXAMPLES / "conll2016"
    gold, system = next(conll2016.read(data)), next(conll2016.read(data, relations=data / "run"))
    page = open_page(gold, compare=system)
    errors = page.execute_script(
        "return text.inOrder.filter(({ status }) => status !== 'correct').map(({ number }) => number)"
    )
    visited = page.execute_script(
        f"const numbers = []; for (let n = 0; n < {len(errors) + 1}; n += 1) {{"
        "  KEYS.e(); numbers.push(selected.number); } return numbers"
    )
    assert visited == [*errors, errors[0]]


def test_discontinuous_pieces_are_joined_below_the_text(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    page.execute_script("select(text.relations[0])")
    assert "".join(texts(page, ".arg1-join")).strip() == ", they say ,"
    far = replace(weather.relations[0], arg1=relation(weather.tokens, (3, 15), (1,)).arg1)
    page = open_page(weather.with_relations([far]))
    page.execute_script("select(text.relations[0])")
    assert page.find_elements("css selector", ".arg1-join.fill, .arg1-join.line") == []
