"""English text into paragraphs, sentences and words."""

from __future__ import annotations

from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata.formats import conllu
from relata.segmentation import Segments
from relata.segmentation.english import segment


def words(text: str) -> list[str]:
    return [text[begin:end] for begin, end in segment(text).offsets]


def sentences(text: str) -> list[str]:
    tokens = segment(text).tokens()
    ranges = [tokens.sentence_range(number) for number in range(len(tokens.sentence_starts))]
    return [text[tokens.begins[own.start] : tokens.ends[own.stop - 1]] for own in ranges]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("They can't, won't.", "They ca n't , wo n't ."),
        ("She's Tom's; we'd've gone.", "She 's Tom 's ; we 'd 've gone ."),
        ("I cannot; they're gonna.", "I can not ; they 're gon na ."),
        ("THAT 'S Co. 's plan", "THAT 'S Co. 's plan"),
        ("the boys' well-known hats", "the boys ' well-known hats"),
        ("(He paid $1,234.50, or 5%.)", "( He paid $ 1,234.50 , or 5 % . )"),
        ("US$3 and -5 and 1-7", "US$ 3 and -5 and 1-7"),
        ("“Why?” she said--twice—loudly.", "“ Why ? ” she said -- twice — loudly ."),
        ("``Yes,'' he said", "`` Yes , '' he said"),
        ("Well... no … really?!", "Well ... no … really ?!"),
        (
            "See https://example.org/a?b=1, or mail a.b@example.org.",
            "See https://example.org/a?b=1 , or mail a.b@example.org .",
        ),
        ("AT&T and/or R&D at 10:30 p.m. in the '80s", "AT&T and/or R&D at 10:30 p.m. in the '80s"),
        ("Mr. J. K. Olsen of Ph.D. fame", "Mr. J. K. Olsen of Ph.D. fame"),
        ("See No. 5, not no. It ended.Then more.", "See No. 5 , not no . It ended . Then more ."),
        ("It was I. We knew Plan B. The rest", "It was I . We knew Plan B . The rest"),
        ("a [17] {x} ** _ #tag", "a [ 17 ] { x } ** _ #tag"),
    ],
)
def test_words_are_those_of_the_penn_treebank(text: str, expected: str) -> None:
    assert words(text) == expected.split(" ")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (normalize("NFD", "Müller's café can't."), normalize("NFD", "Müller 's café ca n't .")),
        (
            "a co\u00adoper\u00adative, of\u200bfi\u200cci\u2060al",
            "a co\u00adoper\u00adative , of\u200bfi\u200cci\u2060al",
        ),
        ("U\ufeff.S. e\u200d.g. this", "U\ufeff.S. e\u200d.g. this"),
        (
            "👨\u200d👩\u200d👧, 👩🏽\u200d⚕\ufe0f. ok👍🏽 ❤\ufe0f 1\ufe0f\u20e3!",
            "👨\u200d👩\u200d👧 , 👩🏽\u200d⚕\ufe0f . ok 👍🏽 ❤\ufe0f 1\ufe0f\u20e3 !",
        ),
        ("so\u200d, \u0301a", "so\u200d , \u0301 a"),
    ],
)
def test_marks_and_joiners_belong_to_the_character_before_them(text: str, expected: str) -> None:
    assert words(text) == expected.split(" ")


def test_what_has_no_width_keeps_no_sentence_from_ending() -> None:
    assert sentences("It rained.\u200b We left.") == ["It rained.\u200b", "We left."]


def test_a_boundary_parts_a_mark_from_its_letter() -> None:
    assert segment("abe\u0301c", boundaries=[3]).offsets == ((0, 3), (3, 4), (4, 5))


@pytest.mark.parametrize(
    "expected",
    [
        ["Mr. Olsen left.", "He works for Mill Inc. now.", "Why?"],
        ["It rose in the U.S. Senate.", "They live in the U.S.", "She does, too."],
        ['"Stop!" he said.', '"Why?" Ann asked.', "(No answer.)", "“Go.”", "They went."],
        ["He paused...", "Then he spoke... slowly."],
        ["It was built in 1801. [3] [4]", "It stands."],
        ["Yahoo! grew.", "iPods sold, e.g. in May."],
        ["Born c. 1640 in Ely, he died.", "See Fig. 2 there."],
        ["He left on Jan. 5.", "It cost 3.5 dollars.", "14 people came."],
        ["They quit. 9", "For example, pollution may rise. [...]", "It ended."],
        ["So quick, right? :)", "It took two years."],
        ["Ask them (e.g. The Mill).", "i was tired.", "then i slept.", "P.S. What about her?"],
        ["Ann Lee", "01/19/2001 07:24 AM", "Mike left.", "Thanks, I will go.", "Regards,", "Ann Lee"],
        ["See https://example.org/a/b", "For more, write to us."],
        ["“Sorry!” I say.", "“What?” Mom howled."],
    ],
)
def test_sentences_end_where_a_reader_would_end_them(expected: list[str]) -> None:
    assert sentences(" ".join(expected)) == expected


def test_lists_and_headlines_are_sentences_of_their_own() -> None:
    text = "What you need\n- flour and a lot of clean water from the well\n- salt\n1. Mix it.\n2. Wait."
    assert sentences(text) == text.replace("- ", "\0- ").replace("\n", "\0").replace("\0\0", "\0").split("\0")


def test_numbers_of_figures_and_sections_end_no_sentence_but_a_captions() -> None:
    assert sentences("Figure 1.5 The mill in May.") == ["Figure 1.5", "The mill in May."]
    assert sentences("2.1. The Mill") == ["2.1. The Mill"]
    assert sentences("See Figure 1.5 The mill.") == ["See Figure 1.5 The mill."]


def test_wrapped_lines_are_one_sentence() -> None:
    assert (
        len(sentences("The lane is long and leads from the mill\nto the river and the bridge\nof stone."))
        == 1
    )


def test_line_that_ends_with_a_stop_ends_a_sentence_whatever_follows() -> None:
    assert sentences("It rained.\nthen it stopped.") == ["It rained.", "then it stopped."]


def test_blank_lines_part_paragraphs() -> None:
    text = "  A title\n \nOne. Two.\n\n\nThree.\n"
    assert [text[begin:end] for begin, end in segment(text).paragraphs] == ["A title", "One. Two.", "Three."]


def test_header_of_wall_street_journal_files_is_no_text() -> None:
    segments = segment(".START \n\nIt rained.")
    assert segments.offsets[0] == (9, 11)
    assert segments.paragraphs == ((9, 19),)


def test_text_without_words_has_no_segments() -> None:
    assert segment(" \n\n ") == Segments(" \n\n ", (), (), ())


def test_word_is_cut_at_boundaries() -> None:
    segments = segment("the stock-trading firm", boundaries=[4, 9, 10, 17])
    assert [segments.text[begin:end] for begin, end in segments.offsets] == [
        "the",
        "stock",
        "-",
        "trading",
        "firm",
    ]


LETTERS = "ab AB.I?!\"'“”()[]-–—…,$5%/&@\n _é\u0301\u00ad\u200b\u200d👍🏽❤\ufe0f"


@given(st.text(alphabet=LETTERS), st.lists(st.integers(0, 60)))
def test_words_cover_the_text_and_respect_boundaries(text: str, boundaries: list[int]) -> None:
    segments = segment(text, boundaries)
    covered = [text[begin:end] for begin, end in segments.offsets]
    assert "".join("".join(covered).split()) == "".join(text.split())
    assert all(covered)
    assert not any(begin < edge < end for begin, end in segments.offsets for edge in boundaries)


@given(st.text(alphabet=LETTERS))
def test_every_paragraph_opens_a_sentence(text: str) -> None:
    segments = segment(text)
    tokens = segments.tokens()
    opening = {tokens.begins[start] for start in segments.sentence_starts}
    assert {begin for begin, _ in segments.paragraphs} <= opening


def _f1(gold: set[tuple[int, int]], found: set[tuple[int, int]]) -> float:
    return 2 * len(gold & found) / (len(gold) + len(found))


def test_segmentation_agrees_with_a_treebank(shared: Path) -> None:
    gold_words, own_words = set(), set()
    gold_starts, own_starts = set(), set()
    for number, file in enumerate(sorted((shared / "data/gdtb/dev").glob("*.conllu"))):
        for document in conllu.read(file):
            gold, found = document.tokens, segment(document.text).tokens()
            gold_words |= {(number, begin) for begin in gold.begins}
            own_words |= {(number, begin) for begin in found.begins}
            gold_starts |= {(number, gold.begins[start]) for start in gold.sentence_starts}
            own_starts |= {(number, found.begins[start]) for start in found.sentence_starts}
    # the treebank parts hyphenated words, which the Penn Treebank keeps
    assert _f1(gold_words, own_words) > 0.985
    assert _f1(gold_starts, own_starts) > 0.97
