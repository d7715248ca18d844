"""Files, copies, paper and links: what the commands write, of what passes the filters."""

from __future__ import annotations

import base64
import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from relata import Document
from relata.formats import conll2016, jsonl, tables
from relata.formats.conll2016.writing import output_lines
from tests.view.conftest import EXAMPLES, Open, relation, words

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

DATA = EXAMPLES / "conll2016"


def astral() -> Document:
    """Characters beyond 16 bits, quotes and commas, in two sentences."""
    text = '𝄞 "rained" , 🙂 so we left . They , too , stayed .'
    tokens = words(text)
    with_sentences = type(tokens)(
        text,
        list(zip(tokens.begins, tokens.ends, strict=True)),
        sentence_starts=[0, 8],
        tag=["X"] * len(tokens),
    )
    relations = (
        relation(with_sentences, (0, 1), (5, 6), connective=(4,), score=0.25),
        relation(with_sentences, (0, 1, 5), (8, 11), "Comparison.Contrast"),
    )
    return Document("a, b", "en", with_sentences, paragraphs=((0, len(text)),), relations=relations)


@pytest.fixture(params=["examples", "astral"])
def corpus(request: pytest.FixtureRequest) -> list[Document]:
    return list(conll2016.read(DATA)) if request.param == "examples" else [astral()]


def test_tables_are_those_of_convert(open_page: Open, corpus: list[Document]) -> None:
    page = open_page(corpus)
    table = page.execute_script("return tableOf(corpus.shown(text), ',')")
    assert table == "".join(tables.render_csv(corpus))


def test_tables_by_tabs_have_one_line_a_relation(open_page: Open, corpus: list[Document]) -> None:
    lines = open_page(corpus).execute_script("return tableOf(corpus.shown(text), '\\t')").splitlines()
    assert {line.count("\t") for line in lines} == {len(tables.COLUMNS) - 1}
    assert len(lines) == 1 + sum(len(document.relations) for document in corpus)


def test_json_lines_read_back_as_the_documents(open_page: Open, corpus: list[Document]) -> None:
    lines = open_page(corpus).execute_script("return jsonLinesOf(corpus.shown(text))").splitlines()
    for line, document in zip(lines, corpus, strict=True):
        again = jsonl.loads(line)
        assert again.text == document.text
        assert [(token.begin, token.tag, token.head) for token in again.tokens] == [
            (token.begin, token.tag, token.head) for token in document.tokens
        ]
        assert [spans_of(each) for each in again.relations] == [spans_of(each) for each in document.relations]


def spans_of(each: object) -> list[object]:
    spans = [getattr(each, part) for part in ("arg1", "arg2", "connective")]
    pieces = [span.pieces if span else None for span in spans]
    return [*pieces, *(getattr(each, name) for name in ("type", "senses", "inserted", "score"))]


@pytest.mark.filterwarnings("ignore::relata.errors.UnsupportedWarning")
def test_conll2016_is_a_system_s_output(open_page: Open, corpus: list[Document]) -> None:
    lines = open_page(corpus).execute_script("return conll2016Of(corpus.shown(text))").splitlines()
    plain = [
        replace(document, relations=tuple(replace(each, id=None) for each in document.relations))
        for document in corpus
    ]
    expected = [json.loads(line) for line in output_lines(plain)]
    assert [json.loads(line) for line in lines] == expected


def test_only_what_passes_the_filters_is_saved(open_page: Open) -> None:
    page = open_page(conll2016.read(DATA))
    page.execute_script("document.querySelector(\"#types [data-path='Implicit'] .only\").click()")
    table = page.execute_script("return tableOf(corpus.shown(text), ',')")
    types = [row["type"] for row in csv.DictReader(io.StringIO(table, newline=""))]
    count = sum(
        str(each.type) == "Implicit" for document in conll2016.read(DATA) for each in document.relations
    )
    assert count > 0
    assert types == ["Implicit"] * count


COPIES = {
    "brackets": "<If> [it rains]2 [we]1 , they say , [will stay in and read]1 , <then>",
    "Markdown": "**If** \\[it rains\\]<sub>2</sub> \\[we\\]<sub>1</sub> , they say , "
    "\\[will stay in and read\\]<sub>1</sub> , **then** (Contingency.Condition.Arg2-as-cond)",
    "LaTeX": "\\begin{exe}\n\\ex \\textbf{If} {[}it rains{]}\\textsubscript{2} {[}we{]}\\textsubscript{1} , "
    "they say , {[}will stay in and read{]}\\textsubscript{1} , \\textbf{then}\\\\\n"
    "(\\textsc{Contingency.Condition.Arg2-as-cond})\n\\end{exe}\n",
}


@pytest.mark.parametrize("name", list(COPIES))
def test_a_relation_is_copied_as(open_page: Open, weather: Document, name: str) -> None:
    page = open_page(weather)
    page.execute_script("window.copied = null; copyText = async (content) => { window.copied = content; };")
    page.execute_script("select(text.relations[0])")
    page.find_element("css selector", f"[data-copy={name}]").click()
    assert page.execute_script("return window.copied") == COPIES[name]


def test_latex_escapes_what_latex_reads(open_page: Open) -> None:
    page = open_page({"text": "x"})
    assert page.execute_script("return latex('50% of $3_a & {b} ~ \\\\ ^')") == (
        "50\\% of \\$3\\_a \\& \\{b\\} \\textasciitilde{} \\textbackslash{} \\textasciicircum{}"
    )


def figure(page: Chrome) -> ElementTree.Element:
    return ElementTree.fromstring(page.execute_script("return figureSource(figureOf(view))"))


def test_a_figure_holds_the_text_and_the_arguments(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    page.execute_script("select(text.relations[0])")
    svg = figure(page)
    name = "{http://www.w3.org/2000/svg}"
    assert svg.tag == f"{name}svg"
    drawn = " ".join(each.text or "" for each in svg.iter(f"{name}text"))
    assert {"Arg1", "Arg2", "will", "rains", "sleep"} <= set(drawn.split())
    assert len({each.get("fill") for each in svg.iter(f"{name}rect")}) > 3


def test_lines_of_a_figure_begin_with_words(open_page: Open) -> None:
    text = "It rained all night , and nobody left the house . " * 12
    tokens = words(text)
    page = open_page(Document("rain", "en", tokens, relations=(relation(tokens, range(5), range(7, 130)),)))
    page.execute_script("select(text.relations[0])")
    runs = [
        (float(each.get("x", 0)), each.text or "")
        for each in figure(page).iter("{http://www.w3.org/2000/svg}text")
    ]
    margin = min(x for x, _ in runs)
    first = [run for x, run in runs if x == margin]
    assert len(first) > 5
    assert [run for run in first if run.startswith(" ")] == []


def test_a_figure_can_be_a_png(open_page: Open, weather: Document) -> None:
    image = pytest.importorskip("PIL.Image", reason="needs pillow")
    page = open_page(weather)
    page.execute_script("select(text.relations[0])")
    address = page.execute_async_script(
        "const done = arguments[0]; figurePng(figureOf(view)).then((blob) => {"
        "const reader = new FileReader();"
        "reader.onload = () => done(reader.result); reader.readAsDataURL(blob); })"
    )
    picture = image.open(io.BytesIO(base64.b64decode(address.split(",")[1])))
    assert picture.width > 1000
    assert len(picture.getcolors(1 << 20)) > 50


def test_a_link_restores_the_whole_view(open_page: Open, tmp_path: Path) -> None:
    page = open_page(conll2016.read(DATA))
    page.execute_script(
        "setMode('list'); colouring.name = 'type'; stepDocument(1);"
        "document.querySelector(\"#types [data-path='Explicit'] .only\").click();"
        "find('search').value = 'but'; find('search').dispatchEvent(new Event('input')); step(1)"
    )
    state = "return [location.hash, text.id, selected.number, document.body.dataset.mode, text.shown.length]"
    before = page.execute_script(state)
    address = page.current_url
    page.get("about:blank")
    page.get(address)
    assert page.execute_script(state) == before
    assert page.execute_script("return [colouring.name, find('search').value]") == ["type", "but"]


def test_paper_numbers_all_arguments(open_page: Open, weather: Document) -> None:
    page = open_page(weather)
    page.execute_script("dispatchEvent(new Event('beforeprint'))")
    text = page.find_element("css selector", "main p").text
    assert (
        text.count("[")
        == text.count("]")
        == sum(len(span.pieces) for each in weather.relations for span in (each.arg1, each.arg2))
    )
    labels = {each.text for each in page.find_elements("css selector", ".edge sup")}
    assert labels == {"1.1", "1.2", "2.1", "2.2", "3.1", "3.2"}
    page.execute_script("dispatchEvent(new Event('afterprint'))")
    assert page.find_element("css selector", "main p").text == weather.text
