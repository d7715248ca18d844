from __future__ import annotations

import pytest

from relata.discourse.argument_decoding import Arguments
from relata.discourse.languages import CHINESE, ENGLISH, LANGUAGES
from relata.discourse.margins import Margins
from relata.document import Document
from relata.segmentation import segmenter


def read(text: str, language: str = "en") -> Document:
    segment = segmenter(language)
    assert segment is not None
    segments = segment(text)
    return Document("text", language, segments.tokens(), paragraphs=segments.paragraphs)


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("• Close the door.\n• Leave.", "• •"),
        ("1. Take it out.\n2. Clean it.", "1 . 2 ."),
        ("ANNA: Did you call?\nDr. Lee: No.", "ANNA : Dr. Lee :"),
        ("There is one thing: it rains.", ""),
        ("We left. Anna: she stayed.", ""),
        ("A dog barked.", ""),
    ],
)
def test_marks_before_english_sentences(text: str, marks: str) -> None:
    document = read(text)

    found = sorted(Margins(document, ENGLISH).marks)

    assert " ".join(map(document.tokens.form, found)) == marks


@pytest.mark.parametrize(("text", "marks"), [("记者：你好。", "记者 ："), ("他说：你好。", "")])
def test_marks_before_chinese_sentences(text: str, marks: str) -> None:
    document = read(text, "zh")

    found = sorted(Margins(document, CHINESE).marks)

    assert " ".join(map(document.tokens.form, found)) == marks


@pytest.mark.parametrize(
    ("text", "headings"),
    [
        ("The River\n\nIt is brown.", {0}),
        ("The River\nBut it is brown.", {0}),
        ("It is a river.\n\nIt is brown.", set()),
        ("So I said —\n\nWhat?", set()),
        ("It is brown.\n\nThe End", set()),
    ],
)
def test_headings_are_short_lines_without_a_stop(text: str, headings: set[int]) -> None:
    assert Margins(read(text), ENGLISH).headings == headings


def test_words_outside_are_those_of_marks_and_of_other_headings() -> None:
    document = read("The River\n\n1. But it is brown.")
    margins = Margins(document, ENGLISH)
    arguments = Arguments([0, 1, 2, 3, 5], [6, 7], [])

    assert margins.outside(arguments, signal=4) == {0, 1, 2, 3}
    assert margins.outside(arguments, signal=1) == {2, 3}


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "Okay, you know. It rains.", True),
        ("en", "Sorted. It rains.", False),
        ("en", "Yes, we can. It rains.", False),
        ("zh", "嗯，好的。下雨了。", True),
        ("zh", "好人。下雨了。", False),
    ],
)
def test_fillers_have_no_content(language: str, text: str, expected: bool) -> None:
    document = read(text, language)
    first = document.tokens.span(document.tokens.sentence_range(0))
    margins = Margins(document, LANGUAGES[language])

    assert margins.is_filler(first, 1) is expected
    assert margins.is_filler(first, 0) is False
