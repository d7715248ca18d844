"""Pieces of HTML without script: relations, trees, roles and outlines of documents and dictionaries."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata import Document
from relata.errors import RelataError
from relata.formats import conll2008
from relata.view import MOST_IN_NOTEBOOK, render
from tests.paths import REPOSITORY

EXAMPLE = {
    "text": "We left because it rained, so all was well.",
    "relations": [
        {
            "type": "Explicit",
            "senses": ["Contingency.Cause.Result"],
            "score": 0.5,
            "connective": {"spans": [[27, 29]]},
            "arg1": {"spans": [[0, 25]]},
            "arg2": {"spans": [[30, 42]]},
        },
        {
            "type": "Explicit",
            "senses": ["Contingency.Cause.Reason"],
            "connective": {"spans": [[8, 15]]},
            "arg1": {"spans": [[0, 7]]},
            "arg2": {"spans": [[16, 25]]},
        },
    ],
}


def text_of(fragment: str) -> str:
    return re.sub(r"<[^>]+>", "", fragment)


def test_relations_are_marked_in_their_words() -> None:
    fragment = render(EXAMPLE, style="relations")

    assert "[We left]1 because [it rained]2" in text_of(fragment)
    assert "Explicit  Contingency.Cause.Result  50%" in text_of(fragment)


def test_one_relation_keeps_its_number() -> None:
    fragment = render(EXAMPLE, style="relations", relation=2)

    assert ('<ol start="2">' in fragment, "Result" in fragment, "Reason" in fragment) == (True, False, True)


def test_an_outline_nests_relations_below_the_argument_that_holds_them() -> None:
    assert re.sub(r"<(?!/?ul|/?li)[^>]+>", "", render(EXAMPLE, style="outline")).partition("relations")[
        2
    ] == (
        "<ul><li>Explicit  Contingency.Cause.Result  50%  so<ul>"
        "<li>Arg1: We left because it rained"
        "<ul><li>Explicit  Contingency.Cause.Reason  because"
        "<ul><li>Arg1: We left</li><li>Arg2: it rained</li></ul></li></ul></li>"
        "<li>Arg2: all was well</li></ul></li></ul>"
    )
    assert text_of(render(EXAMPLE, style="outline", relation=2)).count("Arg1") == 1


def test_relations_over_the_same_words_stand_once_each() -> None:
    both = {"arg1": {"spans": [[0, 7], [16, 25]]}, "arg2": {"spans": [[8, 15]]}, "type": "Implicit"}

    assert render({**EXAMPLE, "relations": [both, both]}, style="outline").count("Implicit") == 2


def test_trees_and_roles_show_sentences() -> None:
    document = next(iter(conll2008.read(REPOSITORY / "examples" / "conll2008" / "gold.conll08")))

    tree, roles = render(document, style="tree"), render(document.to_dict(), style="roles")

    first = document.sentences[0]
    root = next(token for token in first if token.head == 0)
    assert f"<pre>{root.form}  {root.tag}  {root.deprel}\n" in tree
    assert all(token.form in tree for token in first)
    assert f"<p>{document.propositions[0].roleset}</p>" in roles


@pytest.mark.parametrize("heads", [[2, 1], [2, 2], [9, 0], [None, 0]])
def test_a_tree_with_a_circle_shows_every_word(heads: list[int | None]) -> None:
    tokens = [{"span": span, "head": head} for span, head in zip([[0, 2], [3, 7]], heads, strict=True)]

    fragment = render({"text": "We left", "sentences": [{"tokens": tokens}]}, style="tree")

    assert sorted(re.findall(r"We|left", fragment)) == ["We", "left"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"style": "circle"}, "expected one of relations, tree, roles, outline"),
        ({"style": "tree"}, "has no dependencies"),
        ({"style": "roles"}, "has no predicates"),
        ({"style": "relations", "relation": 3}, "no relation 3"),
        ({"relation": 1}, "goes with a style"),
        ({"style": "tree", "title": "x"}, "without compare and title"),
    ],
)
def test_what_cannot_be_shown_is_said(options: dict[str, Any], message: str) -> None:
    with pytest.raises(RelataError, match=message):
        render(EXAMPLE, **options)


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.names.add(tag)


@given(st.text(max_size=30), st.sampled_from(["relations", "outline"]))
def test_no_text_becomes_markup(text: str, style: str) -> None:
    value = {"text": f"<script>{text}</script>", "id": text}
    parts = {"arg1": {"spans": [[0, 3]]}, "arg2": {"spans": [[3, 8]]}}
    tags = Tags()

    tags.feed(render({**value, "relations": [{"type": text, **parts}]}, style=style))

    assert tags.names <= {"div", "p", "b", "ol", "ul", "li", "span", "sub", "br"}
    render(value, style=style).encode()


def test_a_notebook_shows_a_document_without_script(weather: Document) -> None:
    shown = weather._repr_html_()

    assert "[it rains]" in text_of(shown)
    assert "<script" not in shown
    many = weather.with_relations(weather.relations * MOST_IN_NOTEBOOK)
    assert many._repr_html_().count("<li>") == MOST_IN_NOTEBOOK
    assert "more; relata.view.render(document) shows all" in many._repr_html_()


def test_a_page_in_a_notebook_has_text_for_readers_without_frames(weather: Document) -> None:
    shown = render(weather)._repr_html_()

    assert "[it rains]" in text_of(shown.partition("</iframe>")[2])
