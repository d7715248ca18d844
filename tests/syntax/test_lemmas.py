"""Lemmas of English words."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata.formats import conllu
from relata.syntax.lemmas import apply_rules, lemma, parse_table


@pytest.mark.parametrize(
    ("form", "tag", "expected"),
    [
        ("went", "VBD", "go"),
        ("'s", "VBZ", "be"),
        ("n't", "RB", "not"),
        ("Stopping", "VBG", "stop"),
        ("hoped", "VBD", "hope"),
        ("hopped", "VBD", "hop"),
        ("carries", "VBZ", "carry"),
        ("fled", "VBD", "flee"),
        ("men", "NNS", "man"),
        ("companies", "NNS", "company"),
        ("wives", "NNS", "wife"),
        ("better", "RBR", "well"),
        ("better", "JJR", "good"),
        ("happiest", "JJS", "happy"),
        ("left", "JJ", "left"),
        ("Berg", "NNP", "berg"),
        ("The", "DT", "the"),
        ("%", "NN", "%"),
        ("", "VBD", ""),
        ("s", "NNS", "s"),
        ("xyzzy", "NOTAG", "xyzzy"),
        ("Dogs", None, "dogs"),
    ],
)
def test_the_lemma_depends_on_form_and_tag(form: str, tag: str | None, expected: str) -> None:
    assert lemma(form, tag) == expected


def test_the_longest_ending_holds_and_a_whole_word_is_longer() -> None:
    lines = ["# remark", "VBD\ted\t2\t", "VBD\tied\t3\ty", "VBD\t^died\t1\t", ""]
    rules = parse_table(lines)["VBD"]
    found = [apply_rules(word, rules) for word in ("walked", "carried", "died", "sang")]
    assert found == ["walk", "carry", "die", "sang"]


def test_a_rule_leaves_a_stem() -> None:
    assert apply_rules("ed", {"ed": (2, "")}) == "ed"
    assert apply_rules("red", {"ed": (2, "")}) == "red"


@given(st.text(max_size=20), st.sampled_from(["VBD", "VBZ", "NNS", "JJR", "NN", "XX"]))
def test_any_text_has_a_lemma(form: str, tag: str) -> None:
    assert lemma(form, tag) or not form.strip()


@pytest.mark.parametrize(
    ("file", "least"), [("ud-english-ewt/en_ewt-ud-dev.conllu", 0.99), ("gdtb/dev", 0.995)]
)
def test_lemmas_agree_with_treebanks(shared: Path, file: str, least: float) -> None:
    words = [
        lemma(token.form, token.tag) == token.lemma.lower()
        for document in conllu.read(shared / "data" / file)
        for token in document.tokens
        if token.lemma and token.lemma != "_"
    ]
    assert sum(words) / len(words) >= least
