"""Paragraphs rebuilt from printed lines."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from relata.extraction.reflow import Line, paragraphs

PAGE = 800.0


def lines(
    *rows: tuple[str, float] | tuple[str, float, float], page: int = 0, right: float = 500
) -> list[Line]:
    """Lines of ten points: text, height of the baseline, and the left edge if it is not 100."""
    return [
        Line(row[0], page, row[2] if len(row) > 2 else 100, right, row[1], row[1] + 10, PAGE) for row in rows
    ]


def test_lines_of_a_paragraph_become_one() -> None:
    texts, _ = paragraphs(lines(("We left because", 700), ("it rained, and", 688), ("slept.", 676)))

    assert texts == ["We left because it rained, and slept."]


def test_a_gap_parts_paragraphs() -> None:
    rows = lines(("One", 700), ("two.", 688), ("Three", 664), ("four.", 652))

    assert paragraphs(rows)[0] == ["One two.", "Three four."]


def test_a_gap_parts_paragraphs_of_a_line_each() -> None:
    rows = lines(*((f"Line {number}", 700 - 24.0 * number) for number in range(8)), ("and more", 520))

    assert paragraphs(rows)[0] == [*(f"Line {number}" for number in range(7)), "Line 7 and more"]


def test_a_short_line_ends_a_paragraph_before_a_page() -> None:
    first = lines(("We left early today and", 112), right=500) + lines(("slept well", 100), right=200)

    assert paragraphs([*first, *lines(("Then we went on", 780), page=1)])[0][1:] == ["Then we went on"]


def test_small_print_in_the_margin_is_left_out() -> None:
    head = Line("A text, 2026", 0, 100, 200, 784, 790, PAGE)

    assert paragraphs([head, *lines(("One", 700), ("two.", 688))])[0] == ["One two."]


def test_an_indent_parts_paragraphs() -> None:
    rows = lines(("One", 700, 112), ("two.", 688), ("Three", 676, 112), ("four.", 664))

    assert paragraphs(rows)[0] == ["One two.", "Three four."]


def test_a_short_last_line_parts_paragraphs() -> None:
    long = lines(("One", 700), ("Three", 676), ("four.", 664))
    short = lines(("two.", 688), right=200)

    assert paragraphs([long[0], *short, *long[1:]])[0] == ["One two.", "Three four."]


def test_a_heading_in_larger_letters_stands_alone() -> None:
    heading = Line("A title", 0, 100, 200, 720, 736, PAGE)

    assert paragraphs([heading, *lines(("One", 700), ("two.", 688))])[0] == ["A title", "One two."]


def test_a_word_cut_at_the_line_end_becomes_whole() -> None:
    rows = lines(("The lib-", 700), ("rary lends well-", 688), ("known tools, well-known ones.", 676))

    assert paragraphs(rows)[0] == ["The library lends well-known tools, well-known ones."]


def test_chinese_lines_are_joined_without_blanks() -> None:
    assert paragraphs(lines(("因为下雨，", 700), ("所以我们走了。", 688)))[0] == ["因为下雨，所以我们走了。"]
    assert paragraphs(lines(("他说：", 700), ("“2000年，", 688), ("好。”", 676)))[0] == [
        "他说：“2000年，好。”"
    ]


def test_running_heads_and_page_numbers_are_left_out() -> None:
    rows: list[Line] = []
    for page, letter in enumerate("abc"):
        head, foot = f"Report, page {page + 1}", f"- {page + 1} -"
        rows += lines((head, 780), (f"Text {letter}", 700), (foot, 20), page=page)

    assert " ".join(paragraphs(rows)[0]) == "Text a Text b Text c"


def test_a_paragraph_goes_on_over_a_page() -> None:
    first = lines(("We left, although it", 100))
    second = lines(("rained.", 780), ("Then we", 756), ("slept.", 744), page=1)

    assert paragraphs([*first, *second]) == (["We left, although it rained.", "Then we slept."], [0, 1])


def test_columns_are_read_one_after_the_other() -> None:
    left = lines(("We left", 700), ("because", 688), right=250)
    right = [Line(text, 0, 300, 450, at, at + 10, PAGE) for text, at in (("it rained", 700), ("again.", 688))]

    assert paragraphs([*left, *right])[0] == ["We left because it rained again."]


rows = st.builds(
    Line,
    st.text(min_size=1, max_size=12).filter(str.strip),
    st.integers(0, 3),
    st.floats(0, 300),
    st.floats(300, 600),
    st.floats(0, 700),
    st.floats(700, 780),
    st.just(PAGE),
)


@given(st.lists(rows, max_size=12).map(lambda some: sorted(some, key=lambda line: line.page)))
def test_no_letter_is_lost_but_those_of_furniture(some: list[Line]) -> None:
    def letters(texts: list[str]) -> str:
        return "".join(character for text in texts for character in text if character.isalnum())

    texts, firsts = paragraphs(some)

    rest = iter(letters([line.text for line in some]))
    assert all(letter in rest for letter in letters(texts))
    assert firsts == sorted(firsts)
