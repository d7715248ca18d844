"""Whatever is chosen, the page shows both of its arguments above the panel, on a desktop and on a phone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from relata import Document
from tests.view.conftest import Open, relation, words

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

SIZES = {"desktop": (1280, 800), "phone": (390, 844)}

_MEASURE = """
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const measure = async () => {
  for (let wait = 0; wait < 3; wait += 1) await frame();
  const top = document.querySelector(".bar").getBoundingClientRect().bottom;
  const panel = document.getElementById("detail").getBoundingClientRect();
  const lines = (part) => [...document.querySelectorAll(`.words.${part}`)]
    .flatMap((words) => [...words.getClientRects()])
    .filter((rect) => rect.width > 0).map((rect) => [rect.top, rect.bottom]);
  return { top, bottom: panel.top, height: panel.height, arg1: lines("arg1"), arg2: lines("arg2"),
           number: selected.number };
};
"""

_WALK = f"""{_MEASURE}
(async () => {{
  const steps = [];
  for (let at = 0; at < arguments[0]; at += 1) {{
    step(1);
    steps.push(await measure());
  }}
  return steps;
}})().then(arguments[1]);
"""

_TAP = f"""{_MEASURE}
(async () => {{
  const steps = [];
  for (const number of arguments[0]) {{
    select(null);
    view.reveal(text.relations[number].anchor);
    document.querySelector(`p [data-relation="${{number}}"]`).click();
    steps.push(await measure());
  }}
  return steps;
}})().then(arguments[1]);
"""


@pytest.fixture(scope="module")
def travels() -> Document:
    """Sixty paragraphs, with arguments side by side, far apart, long, and in pieces."""
    chance = random.Random(24)
    sentence = "The ferry left the old harbour before dawn and carried {} letters to the islands ."
    sentences = [sentence.format(chance.randrange(100)) for _ in range(300)]
    paragraphs = [" ".join(sentences[at : at + 5]) for at in range(0, 300, 5)]
    text = "\n\n".join(paragraphs)
    tokens = words(text)
    starts = [index for index, token in enumerate(tokens) if token.form == "The"]

    def span(first: int, last: int) -> range:
        return range(starts[first] + 1, starts[last + 1] - 1)

    relations = []
    for at in range(0, 290, 5):
        length = chance.choice([0, 0, 0, 2, 12])
        distance = chance.choice([1, 1, 2, 9, 40])
        second = min(at + length + distance, 296)
        first = min(at + length, second - 1)
        arg1: Any = span(at, first)
        if at % 4 == 0:
            arg1 = (*arg1[:3], *arg1[5:])
        arg2 = span(second, min(second + length, 297))
        connective = (starts[second],) if at % 2 else ()
        relations.append(relation(tokens, arg1, arg2, connective=connective))
    edges = [0]
    for paragraph in paragraphs:
        edges.append(edges[-1] + len(paragraph) + 2)
    spans = tuple((begin, end - 2) for begin, end in pairwise(edges))
    return Document("travels", "en", tokens, paragraphs=spans, relations=tuple(relations))


@contextmanager
def screen(page: Chrome, size: tuple[int, int]) -> Iterator[None]:
    width, height = size
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        yield
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def out_of_sight(measured: dict[str, Any]) -> list[str]:
    """The arguments of which no line can be read, or of which some line cannot although all would fit."""
    top, bottom = measured["top"], measured["bottom"]
    lines = {part: measured[part] for part in ("arg1", "arg2")}
    seen = {part: [top <= a and b <= bottom for a, b in boxes] for part, boxes in lines.items()}
    hidden = [part for part, there in seen.items() if not any(there)]
    edges = [edge for boxes in lines.values() for line in boxes for edge in line]
    if edges and max(edges) - min(edges) < bottom - top - 30:
        hidden += [f"{part}, which fits" for part, there in seen.items() if not all(there)]
    return hidden


@pytest.mark.parametrize("size", list(SIZES))
def test_choosing_by_keyboard_shows_both_arguments_of_every_relation(
    open_page: Open, travels: Document, size: str
) -> None:
    page = open_page(travels)
    with screen(page, SIZES[size]):
        steps = page.execute_async_script(_WALK, len(travels.relations))
    failures = {step["number"]: hidden for step in steps if (hidden := out_of_sight(step))}
    assert {step["number"] for step in steps} == set(range(len(travels.relations)))
    assert max(step["height"] for step in steps) <= 0.4 * SIZES[size][1] + 1
    assert failures == {}


def test_a_tap_on_a_phone_shows_both_arguments_and_a_sheet(open_page: Open, travels: Document) -> None:
    page = open_page(travels)
    with screen(page, SIZES["phone"]):
        steps = page.execute_async_script(_TAP, list(range(0, len(travels.relations), 3)))
    failures = {step["number"]: hidden for step in steps if (hidden := out_of_sight(step))}
    assert [step["number"] for step in steps] == list(range(0, len(travels.relations), 3))
    assert max(step["height"] for step in steps) <= 0.4 * SIZES["phone"][1] + 1
    assert failures == {}


def test_what_lies_between_distant_arguments_folds_and_unfolds(open_page: Open, travels: Document) -> None:
    page = open_page(travels)
    folded = "return document.querySelectorAll('.block.folded').length"
    far = next(
        number
        for number, each in enumerate(travels.relations)
        if each.arg2.ranges[0][0] - each.arg1.ranges[-1][1] > 400
    )
    page.execute_script(f"select(text.relations[{far}])")
    assert page.execute_script(folded) > 2
    assert "words" in page.execute_script("return document.querySelector('.fold').textContent")
    page.execute_script("document.querySelector('.fold').click()")
    assert page.execute_script(folded) == 0
    page.execute_script(f"select(null); select(text.relations[{far}])")
    assert page.execute_script(folded) > 2
    page.execute_script("select(null)")
    assert page.execute_script(folded) == 0


def test_the_gutter_joins_the_lines_of_both_arguments(open_page: Open, travels: Document) -> None:
    page = open_page(travels)
    page.execute_script("select(text.relations[0])")
    shapes = page.execute_script(
        "return [...document.getElementById('gutter').children].map((each) => each.getAttribute('class'))"
    )
    assert {"arg1-bar", "arg2-bar"} <= set(shapes)
    assert sum(shape.startswith("joint") for shape in shapes) == 1
    page.execute_script("select(null); view.light(null)")
    assert page.execute_script("return document.getElementById('gutter').childElementCount") == 0


def test_notes_stand_at_the_line_of_their_connective(open_page: Open, travels: Document) -> None:
    page = open_page(travels)
    distances = page.execute_script(
        """
        return [...document.querySelectorAll(".note")].map((note) => {
          const mark = document.querySelector(`p [data-relation="${note.dataset.relation}"]`);
          const [line, row] = [mark.getClientRects()[0], note.getBoundingClientRect()];
          return (row.top + row.bottom - line.top - line.bottom) / 2;
        });
        """
    )
    assert len(distances) > 3
    assert max(map(abs, distances)) < 2
