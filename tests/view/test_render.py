"""`relata.view.render`: one string that is the whole page, with nothing in it that a text could break."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata import Document, RelationType
from relata.errors import RelataError
from relata.formats import conll2016, jsonl
from relata.senses import NAMES, inventory
from relata.view import Page, render
from relata.view.glosses import glosses
from tests.view.conftest import EXAMPLES, data_of, relation, words

ATTACK = "</script><img src=x onerror=alert(1)><!--&lt;"


class Elements(HTMLParser):
    """The elements of a page, as a browser meets them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.found if name == tag]


def test_render_holds_each_document_with_its_relations() -> None:
    documents = list(conll2016.read(EXAMPLES / "conll2016"))
    shown = data_of(render(documents))
    assert [each["id"] for each in shown] == [document.id for document in documents]
    assert [len(each["relations"]) for each in shown] == [len(document.relations) for document in documents]


def test_render_points_at_the_pieces_of_a_span(weather: Document) -> None:
    [shown] = data_of(render(weather))
    spans = shown["relations"][0]["spans"]
    found = {part: [shown["text"][slice(*piece)] for piece in pieces] for part, pieces in spans.items()}
    assert found == {
        "connective": ["If", "then"],
        "arg1": ["we", "will stay in and read"],
        "arg2": ["it rains"],
    }


def test_render_tells_what_else_is_known_of_a_relation(weather: Document) -> None:
    [first, *_] = weather.relations
    known = replace(
        first,
        id=7,
        provenance="me",
        inserted="so",
        second_senses=("Expansion.Manner",),
        extras={"note": "odd"},
    )
    [shown] = data_of(render(weather.with_relations([known])))
    [found] = shown["relations"]
    assert found["senses"] == ["Contingency.Condition.Arg2-as-cond", "Expansion.Manner"]
    assert found["inserted"] == ["so"]
    assert found["score"] == 0.91
    assert found["facts"] == {"id": "7", "provenance": "me", "note": "odd"}


def test_render_counts_in_utf16_units_as_browsers_do() -> None:
    text = "𝄞 rained 🙂 so we left"
    tokens = words(text)
    document = Document("d", "en", tokens, relations=(relation(tokens, (0, 1), (4, 5), connective=(3,)),))
    [shown] = data_of(render(document))
    units = text.encode("utf-16-le")
    spans = shown["relations"][0]["spans"]
    found = [units[2 * begin : 2 * end].decode("utf-16-le") for [[begin, end]] in spans.values()]
    assert found == ["𝄞 rained", "we left", "so"]
    assert [2 * edge for edge in shown["blocks"][0][:2]] == [0, len(units)]


@pytest.mark.parametrize("place", ["text", "id", "sense", "inserted", "extras", "language", "provenance"])
def test_render_lets_no_content_become_markup(weather: Document, place: str) -> None:
    [first, *_] = weather.relations
    relations = {
        "sense": replace(first, senses=(ATTACK,)),
        "inserted": replace(first, inserted=ATTACK),
        "provenance": replace(first, provenance=ATTACK),
        "extras": replace(first, extras={ATTACK: ATTACK}),
    }
    documents = {
        "id": replace(weather, id=ATTACK),
        "language": replace(weather, language=ATTACK),
        "text": Document("d", "en", words(ATTACK)),
    }
    attacked = documents.get(place) or weather.with_relations([relations[place]])
    page = render(attacked)
    harmless = {"text": Document("d", "en", words("It rained")), "id": weather, "language": weather}
    plain = Elements(render(harmless.get(place) or weather.with_relations([first]))).found
    assert [tag for tag, _ in Elements(page).found] == [tag for tag, _ in plain]
    assert ATTACK not in page
    assert data_of(page)[0]["id"] == attacked.id


def test_readers_without_javascript_get_the_relations_as_text(weather: Document) -> None:
    [static] = re.findall("<noscript>(.*?)</noscript>", render(weather), re.DOTALL)
    plain = re.sub("<[^>]*>", "", static)
    assert "Explicit  Contingency.Condition.Arg2-as-cond  91%" in plain
    assert "If [it rains]2 [we]1 , they say , [will stay in and read]1 , then" in plain


def test_every_sense_has_a_gloss() -> None:
    for name in NAMES:
        senses = [sense for sense in inventory(name) if sense != "Undecided"]
        for sense, gloss in glosses(senses).items():
            assert set(gloss) == {"plain", "plain_zh", "en", "zh", "example", "example_zh"}, sense
        assert set(glosses(senses)) == set(senses)


def test_render_escapes_the_title() -> None:
    page = render([], title=ATTACK)
    assert not Elements(page).all("img")
    assert "<title>&lt;/script&gt;&lt;img" in page


@given(st.text(alphabet=st.characters(), max_size=30))
def test_render_gives_back_any_text(text: str) -> None:
    page = render({"id": text, "text": text, "relations": []})
    assert data_of(page)[0]["text"] == text
    page.encode("utf-8")


@pytest.mark.parametrize("text", ["half \ud800 a pair", "\u2028 \u2029", "]]>", "{{style}} $script ${title}"])
def test_render_can_be_written_whatever_the_text(text: str) -> None:
    page = render({"text": text, "id": text})
    assert data_of(page)[0]["text"] == text
    page.encode("utf-8")


def test_render_asks_the_network_for_nothing() -> None:
    page = render(conll2016.read(EXAMPLES / "conll2016"))
    assert not re.search(r"(?:src|href)=\"(?!#|data:,)|url\(|@import|fetch\(|https?://", page)


def test_render_allows_its_own_script_and_style_and_nothing_else(weather: Document) -> None:
    page = render(weather)
    [policy] = [meta["content"] for meta in Elements(page).all("meta") if "http-equiv" in meta]
    for tag in ("script", "style"):
        [content] = re.findall(f"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}';" in str(policy)
    assert str(policy).startswith("default-src 'none';")


def test_render_is_named_after_what_it_shows(weather: Document) -> None:
    assert "<title>weather</title>" in render(weather)
    assert "<title>2 documents</title>" in render([weather, replace(weather, id="other")])
    assert "<title>Mine</title>" in render(weather, title="Mine")


def test_render_takes_the_lines_of_a_jsonl_file(weather: Document) -> None:
    line = json.loads(jsonl.dumps(weather))
    assert data_of(render([line])) == data_of(render([weather]))


def test_render_takes_a_dictionary_of_text_and_relations() -> None:
    [shown] = data_of(
        render(
            {
                "text": "It rained, so we left.",
                "relations": [
                    {
                        "type": "Explicit",
                        "senses": ["Contingency.Cause.Result"],
                        "id": "r1",
                        "connective": {"spans": [[11, 13]]},
                        "arg1": {"spans": [[0, 9]]},
                        "arg2": {"spans": [[14, 21]]},
                        "provenance": "me",
                        "punctuation_type": "Comma",
                    }
                ],
            }
        )
    )
    assert shown["id"] == "document 1"
    assert shown["blocks"] == [[0, 22, 0]]
    assert shown["words"] is None
    [found] = shown["relations"]
    assert found["spans"] == {"arg1": [[0, 9]], "arg2": [[14, 21]], "connective": [[11, 13]]}
    assert found["facts"] == {"id": "r1", "provenance": "me", "punctuation": "Comma"}


def explicit(**fields: Any) -> dict[str, Any]:
    return {"text": "It rained.", "relations": [{"type": "Explicit", **fields}]}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "document 1: text: is missing"),
        ({"text": 3}, "document 1: text: expected a string"),
        ({"text": "x", "paragraphs": [[0, 2]]}, "document 1: paragraphs[0]: 0..2 is outside the text of 1"),
        ({"text": "x", "sentences": [3]}, "document 1: sentences[0]: expected an object"),
        ({"text": "x", "relations": {}}, "document 1: relations: expected a list"),
        ({"text": "x", "relations": ["so"]}, "document 1: relations[0]: expected an object"),
        ({"text": "x", "relations": [{}]}, "document 1: relations[0].type: is missing"),
        (explicit(arg1={}), "document 1: relations[0].arg1.spans: is missing"),
        (explicit(arg1={"spans": [[3, 99]]}), "document 1: relations[0].arg1.spans[0]: 3..99 is outside"),
        (explicit(arg1={"spans": [[3, 5], [1, 2]]}), "relations[0].arg1.spans: expected ascending pieces"),
        (explicit(score="high"), "document 1: relations[0].score: expected a number, got a string"),
        (explicit(senses="Cause"), "document 1: relations[0].senses: expected a list"),
    ],
)
def test_render_names_what_is_wrong_with_a_dictionary(given: Mapping[str, Any], message: str) -> None:
    with pytest.raises(RelataError, match=re.escape(message)):
        render(given)


def test_render_refuses_what_is_no_document() -> None:
    with pytest.raises(RelataError, match="expected a document or a dictionary, got str"):
        render(["It rained."])  # type: ignore[list-item]


def test_render_refuses_a_score_that_json_has_not(weather: Document) -> None:
    [first, *_] = weather.relations
    with pytest.raises(RelataError, match="a score of document 'weather' is no finite number"):
        render(weather.with_relations([replace(first, score=float("nan"))]))


def test_render_needs_no_offsets_of_sentences() -> None:
    [shown] = data_of(render({"text": "One. Two.", "sentences": [{"tokens": []}, {"span": [5, 9]}]}))
    assert shown["blocks"] == [[0, 9, 0]]


def test_a_page_is_a_string_and_shows_itself_in_notebooks(weather: Document) -> None:
    page = render(weather)
    assert isinstance(page, Page)
    [frame] = Elements(page._repr_html_()).all("iframe")
    assert frame["srcdoc"] == page
    assert frame["sandbox"] == "allow-scripts"


def test_the_same_documents_give_the_same_page() -> None:
    first, second = (render(conll2016.read(EXAMPLES / "conll2016-zh")) for _ in range(2))
    assert first == second


def test_no_asset_can_end_its_own_element() -> None:
    assets = Path(render.__code__.co_filename).parent / "assets"
    for file in (*assets.glob("*.js"), *assets.glob("*.css")):
        assert "</" not in file.read_text(encoding="utf-8"), file.name


def test_blocks_of_examples_follow_each_other() -> None:
    for shown in data_of(render(conll2016.read(EXAMPLES / "conll2016"))):
        assert all(before[1] <= after[0] for before, after in pairwise(shown["blocks"]))


def test_every_type_of_relation_can_be_shown(weather: Document) -> None:
    [first, *_] = weather.relations
    kinds = [replace(first, type=kind) for kind in RelationType]
    [shown] = data_of(render(weather.with_relations(kinds)))
    assert [each["type"] for each in shown["relations"]] == [str(kind) for kind in RelationType]
