"""Views of an index count what is in the corpus: search, concordance, frequencies, contrasts, errors."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from typing import Any

import pytest

from relata.errors import RelataError
from relata.explorer.corpus import CorpusIndex
from relata.explorer.query import Query
from relata.explorer.views import rendered_csv, view
from relata.formats import conll2016
from relata.scoring.conll2016 import score_files
from relata.view.model import show_document
from tests.explorer.conftest import Index, chinese
from tests.view.conftest import EXAMPLES


def record(corpus: CorpusIndex, name: str, **parameters: str) -> dict[str, Any]:
    return view(corpus, name, parameters).record


@pytest.mark.parametrize(
    ("text", "hits"),
    [
        ("because", 12),
        ("rain*", 12),
        ('"it rained"', 12),
        ('"rained it"', 0),
        ("arg1:rained", 0),
        ("arg2:rained", 12),
        ("connective:because", 12),
        ("lemma:leave", 12),
        ("lemma:left", 0),
        ("tag:VBD because", 12),
        ("because snow", 0),
    ],
)
def test_search_finds_words_in_parts_lemmas_and_tags(genres: CorpusIndex, text: str, hits: int) -> None:
    assert record(genres, "search", q=text)["relations"] == hits


def test_search_lists_the_hits_by_document(errors: CorpusIndex) -> None:
    found = record(errors, "search", type="Explicit")
    assert [(each["document"], each["hits"]) for each in found["results"]] == [
        ("harbour_ferry", 5),
        ("solar_roofs", 3),
        ("night_trains", 2),
    ]
    assert {line["type"] for each in found["results"] for line in each["lines"]} == {"Explicit"}


def test_search_finds_a_part_of_a_chinese_word(index: Index) -> None:
    corpus = index(show_document(chinese("昨天 雨水 很大 所以 我们 走了")))
    assert corpus.count(Query(text="雨")) == 1
    assert corpus.count(Query(text="雨水")) == 1
    assert corpus.count(Query(text="水雨")) == 0


def test_a_sense_stands_for_those_below_it(genres: CorpusIndex) -> None:
    assert genres.count(Query(sense="Contingency")) == 6
    assert genres.count(Query(sense="Contingency.Cause.Reason")) == 6
    assert genres.count(Query(sense="Contingency.Ca")) == 0


def test_facets_count_under_all_other_conditions(genres: CorpusIndex) -> None:
    facets = genres.facets(Query(genre="news"))
    assert facets["genre"] == {"letters": 6, "news": 6}
    assert facets["sense"] == dict.fromkeys(
        ("Contingency", "Contingency.Cause", "Contingency.Cause.Reason"), 6
    )


@pytest.mark.parametrize("conditions", [{"q": "because"}, {"q": "because", "genre": "news"}])
def test_facets_of_a_search_are_those_of_its_hits(genres: CorpusIndex, conditions: dict[str, str]) -> None:
    query = Query.of(conditions)
    assert genres.facets(query)["genre"] == genres.facets(Query(genre=query.genre))["genre"]


@pytest.mark.parametrize(
    ("text", "found"),
    [("the", ["The", "the"]), ("the*", ["The", "the", "the"]), ('"the old"', ["the old"]), ("tag:the", [])],
)
def test_whole_words_are_marked(text: str, found: list[str]) -> None:
    pattern = "|".join(Query(text=text).patterns()) or "$^"
    assert re.findall(pattern, "The cat, then the old dog", re.IGNORECASE) == found


def test_chinese_words_are_marked_inside_of_a_sentence() -> None:
    assert re.findall("|".join(Query(text="因为").patterns()), "他因为下雨") == ["因为"]


def test_the_least_score_leaves_out_lower_ones(genres: CorpusIndex) -> None:
    assert genres.count(Query(least=0.6)) == 12
    assert genres.count(Query(least=0.7)) == 0


@pytest.mark.parametrize("column", ["arg1", "arg2", "connective", "sense", "type", "document"])
def test_a_concordance_is_sorted_by_any_column_both_ways(errors: CorpusIndex, column: str) -> None:
    up = [line["id"] for line in record(errors, "concordance", sort=column)["hits"]]
    down = [line["id"] for line in record(errors, "concordance", sort=column, order="descending")["hits"]]
    assert sorted(up) == sorted(down) == list(range(1, 18))
    assert up != down
    values = [line["arg1"].lower() for line in record(errors, "concordance", sort="arg1")["hits"]]
    assert values == sorted(values)


def test_the_left_context_is_sorted_from_the_relation_outwards(errors: CorpusIndex) -> None:
    lines = [line["left"].lower().split()[::-1] for line in errors.hits(Query(), sort="left")]
    assert lines == sorted(lines)


def test_frequencies_count_senses_by_type_and_by_document(errors: CorpusIndex) -> None:
    rows = record(errors, "frequencies", level="1")["rows"]
    assert {row["sense"]: row["total"] for row in rows}["Contingency"] == 6
    assert sum(row["total"] for row in rows) == 17
    by_document = record(errors, "frequencies", columns="document", level="1")["rows"]
    assert {row["document"]: row["total"] for row in by_document} == {
        "harbour_ferry": 8,
        "solar_roofs": 7,
        "night_trains": 2,
    }


def test_groups_that_differ_are_told_apart(genres: CorpusIndex) -> None:
    rows = record(genres, "compare", one="news", other="letters", level="1")["rows"]
    causal = next(row for row in rows if row["sense"] == "Contingency")
    assert (causal["share_one"], causal["share_other"], causal["difference"]) == (1.0, 0.0, 1.0)
    assert causal["p"] < 0.01


def test_a_group_and_itself_do_not_differ(genres: CorpusIndex) -> None:
    rows = record(genres, "compare", one="news", other="news", level="1")["rows"]
    assert {(row["difference"], row["p"]) for row in rows} == {(0.0, 1.0)}


def test_the_scores_of_a_system_are_those_of_the_scorer(errors: CorpusIndex) -> None:
    data = EXAMPLES / "conll2016"
    official = score_files(data / "relations.json", data / "run" / "output.json")
    overall = record(errors, "errors")["scores"][0]
    assert overall["f1"] == pytest.approx(official.as_dict()["measures"]["All Parser f1"], abs=1e-4)


def test_confusions_lead_to_their_relations(errors: CorpusIndex) -> None:
    found = record(errors, "errors", level="3")
    assert found["kinds"]["wrong sense"] == 3
    wrong = [each for each in found["confusions"] if each["gold"] and each["system"]]
    for each in wrong:
        query = Query(sense=each["gold"], system_sense=each["system"])
        if each["gold"] != each["system"]:
            assert errors.count(query) == each["relations"]


def test_csv_has_all_hits_of_all_pages(genres: CorpusIndex) -> None:
    made = view(genres, "concordance", {"page": "7"})
    rows = list(csv.DictReader(io.StringIO("".join(rendered_csv(made)))))
    assert len(rows) == 12
    assert rows[0]["arg1"] == "We left"


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("search", {"q": "mood:sad"}),
        ("search", {"least": "2"}),
        ("search", {"page": "0"}),
        ("concordance", {"sort": "colour"}),
        ("frequencies", {"columns": "colour"}),
        ("errors", {}),
        ("nothing", {}),
    ],
)
def test_faulty_parameters_are_refused(genres: CorpusIndex, name: str, parameters: dict[str, str]) -> None:
    with pytest.raises(RelataError, match=r"expected|no view|no system"):
        view(genres, name, parameters)


@pytest.mark.parametrize("text", ['a" OR b', "NEAR(a b)", "(", "a AND", "'"])
def test_signs_of_the_search_language_are_words(genres: CorpusIndex, text: str) -> None:
    assert record(genres, "search", q=text)["relations"] == 0


@pytest.mark.parametrize("text", ['"', "*"])
def test_a_search_without_words_is_refused(genres: CorpusIndex, text: str) -> None:
    with pytest.raises(RelataError, match="expected"):
        view(genres, "search", {"q": text})


def test_examples_have_the_text_around_a_relation(index: Index) -> None:
    corpus = index(*map(show_document, conll2016.read(EXAMPLES / "conll2016")))
    [line] = corpus.hits(Query(connective="because"))
    assert line["left"].endswith("tickets bring in.")
    assert line["right"].startswith('. "If the ferry stops')


def test_a_document_that_is_not_there_is_named(genres: CorpusIndex) -> None:
    with pytest.raises(RelataError, match="no document 99"):
        genres.page_data(99)


def test_an_index_is_made_once_and_again_after_a_change(tmp_path: Path) -> None:
    from relata.explorer.index import Fingerprint, build, is_current

    source = tmp_path / "corpus.jsonl"
    source.write_text("one")
    place = tmp_path / "index.sqlite"
    state = Fingerprint((source,)).state
    assert not is_current(place, state)
    build(place, [], state, "corpus")
    assert is_current(place, Fingerprint((source,)).state)
    source.write_text("another")
    assert not is_current(place, Fingerprint((source,)).state)
    place.write_text("no database")
    assert not is_current(place, state)
