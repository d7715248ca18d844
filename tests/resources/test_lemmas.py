"""The lemmatizer's table is learned from words with tags and lemmas."""

from __future__ import annotations

import pytest

from relata.resources.lemmas import agreement, irregular_forms, learn, regular_forms, table_lines
from relata.syntax.lemmas import apply_rules, parse_table

PLURALS = {(f"{word}s", "NNS", word): 1 for word in ("cat", "dog", "boat", "ferry-boat", "quay")}
WORDS = {
    **PLURALS,
    ("Mice", "NNS", "mouse"): 1,
    ("ferries", "NNS", "ferry"): 1,
    ("cities", "NNS", "city"): 1,
    ("parties", "NNS", "party"): 1,
    ("an", "DT", "a"): 4,
    ("teh", "DT", "the"): 1,
}


def test_endings_hold_for_words_that_were_not_seen() -> None:
    rules = learn(WORDS)["NNS"]
    assert [apply_rules(word, rules) for word in ("islands", "berries", "mice")] == [
        "island",
        "berry",
        "mouse",
    ]


def test_words_without_endings_are_exceptions_if_they_come_more_than_once() -> None:
    rules = learn(WORDS)["DT"]
    assert [apply_rules(word, rules) for word in ("an", "teh", "the")] == ["a", "teh", "the"]


def test_verbs_of_a_lexicon_are_learned_with_their_forms() -> None:
    rules = learn({}, ["hope", "hop", "carry"])
    assert apply_rules("hoping", rules["VBG"]) == "hope"
    assert apply_rules("hopping", rules["VBG"]) == "hop"
    assert apply_rules("carried", rules["VBN"]) == "carry"
    assert apply_rules("forsook", rules["VBD"]) == "forsake"


def test_a_slip_of_a_treebank_does_not_outweigh_the_lexicon() -> None:
    rules = learn({("ranged", "VBD", "rang"): 2}, ["range"])
    assert apply_rules("ranged", rules["VBD"]) == "range"


def test_a_table_is_read_as_it_was_written() -> None:
    rules = learn(WORDS)
    assert parse_table(table_lines(rules, "a treebank")) == rules


def test_words_of_tags_without_lemmas_are_left_out() -> None:
    assert "CD" not in learn({("Two", "CD", "2"): 9})


def test_agreement_counts_words_and_verbs() -> None:
    words = [("mice", "NNS", "mouse"), ("went", "VBD", "go"), ("wended", "VBD", "wander")]
    assert agreement(learn(WORDS), words) == {"lemmas": [True, True, False], "lemmas of verbs": [True, False]}


@pytest.mark.parametrize(
    ("verb", "forms"),
    [
        ("walk", {"walks", "walked", "walking"}),
        ("plan", {"plans", "planned", "planning"}),
        ("carry", {"carries", "carried", "carrying"}),
        ("play", {"plays", "played", "playing"}),
        ("hope", {"hopes", "hoped", "hoping"}),
        ("see", {"sees", "seed", "seeing"}),
        ("pass", {"passes", "passed", "passing"}),
        ("look", {"looks", "looked", "looking"}),
        ("travel", {"travels", "traveled", "travelled", "traveling", "travelling"}),
        ("go", {"goes", "goed", "going"}),
    ],
)
def test_regular_forms(verb: str, forms: set[str]) -> None:
    assert {form for form, _, _ in regular_forms(verb)} == forms


def test_irregular_verbs_have_past_and_participle() -> None:
    found = set(irregular_forms())
    assert {
        ("went", "VBD", "go"),
        ("gone", "VBN", "go"),
        ("kept", "VBD", "keep"),
        ("kept", "VBN", "keep"),
    } <= found
    assert all(form.isalpha() and lemma.isalpha() for form, _, lemma in found)
