"""Words split at hyphens and slashes by a dictionary, names and the prefixes of the CoNLL-2008 paper."""

from __future__ import annotations

from pathlib import Path

import pytest

from relata.errors import FormatError, Lenient
from relata.syntax.hyphenation import english, with_dictionaries


def forms(word: str, tag: str = "JJ", names: list[tuple[int, int]] | None = None) -> list[str]:
    return [form for form, _ in english().parts(word, tag, names)]


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("York-based", "York - based"),
        ("co-chairman", "co - chairman"),
        ("pre-approved", "pre - approved"),
        ("state-of-the-art", "state - of - the - art"),
        ("and/or", "and / or"),
        ("10-year", "10 - year"),
        ("e-mail", "e-mail"),
        ("T-shirt", "T-shirt"),
        ("1986-87", "1986-87"),
        ("1/2", "1/2"),
        ("short-", "short-"),
        ("--", "--"),
        ("-", "-"),
        ("xqzt-based", "xqzt-based"),
    ],
)
def test_a_word_is_split_between_two_words_names_or_prefixes(word: str, parts: str) -> None:
    assert " ".join(forms(word)) == parts


def test_known_names_take_the_place_of_capitals_and_numbers() -> None:
    assert forms("Xqzt-based", names=[]) == ["Xqzt-based"]
    assert forms("Xqzt-based", names=[(0, 4)]) == ["Xqzt", "-", "based"]
    assert forms("10-year", names=[]) == ["10-year"]


def test_a_word_with_segments_in_its_annotation_is_split_everywhere() -> None:
    parts = english().parts("xqzt-e/mail", "NN", everywhere=True)
    assert [form for form, _ in parts] == ["xqzt", "-", "e", "/", "mail"]


def test_parts_have_tags() -> None:
    assert [tag for _, tag in english().parts("York-based", "JJ")] == ["NNP", "HYPH", "VBN"]
    assert [tag for _, tag in english().parts("10-year", "JJ")] == ["CD", "HYPH", "NN"]
    assert english().parts("money-funds", "NNS")[-1] == ("funds", "NNS")


@pytest.mark.parametrize(
    "text",
    ["cat\ndog\n", '(NOUN :ORTH "cat"\n      :PLURAL "cats")\n(NOUN :ORTH "dog" :FEATURES ((COUNTABLE)))\n'],
    ids=["words", "COMLEX"],
)
def test_dictionaries_of_the_owner_take_the_place_of_ours(tmp_path: Path, text: str) -> None:
    path = tmp_path / "dictionary"
    path.write_text(text, "utf-8")
    splitter = with_dictionaries([path])
    assert len(splitter.parts("cat-dog", "NN")) == 3
    assert len(splitter.parts("dogs-cat", "NN")) == 3  # by its lemma
    assert len(splitter.parts("state-cat", "NN")) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cat\ntwo words\n", r"dictionary:2: expected one word, or an entry with :ORTH .*'two words'"),
        ("", "dictionary: expected words, or entries with :ORTH"),
    ],
)
def test_a_file_in_another_format_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "dictionary"
    path.write_text(text, "utf-8")
    with pytest.raises(FormatError, match=message):
        with_dictionaries([path])


def test_lenient_reading_goes_on_without_lines_in_another_format(tmp_path: Path) -> None:
    path = tmp_path / "dictionary"
    path.write_text("cat\ntwo words\ndog\n", "utf-8")
    lenient = Lenient()
    assert len(with_dictionaries([path], on_error=lenient).parts("cat-dog", "NN")) == 3
    assert [fault.line for fault in lenient.faults] == [2]
