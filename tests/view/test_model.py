"""The blocks of a page: all of the text, in pieces that can be painted one by one."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from relata.view.model import TextBlock, lay_out

TEXTS = st.text(alphabet="ab \n。", max_size=200)


def test_blocks_are_the_paragraphs_without_the_blanks_around_them() -> None:
    assert lay_out("One. Two.\n\n  Three. \n", [(0, 9), (13, 19)], [0, 5, 13]) == (
        TextBlock(0, 9, False),
        TextBlock(13, 19, False),
    )


def test_blocks_without_paragraphs_end_at_blank_lines() -> None:
    assert lay_out("One.\nTwo.\n \nThree.", (), ()) == (TextBlock(0, 9, False), TextBlock(12, 18, False))


def test_blocks_of_a_long_paragraph_begin_at_sentences() -> None:
    sentence = "word " * 80
    text = sentence * 4
    blocks = lay_out(text, [(0, len(text))], range(0, len(text), len(sentence)))
    assert [(block.begin, block.continued) for block in blocks] == [(0, False), (1200, True)]


def test_blocks_cut_a_sentence_without_end_between_words() -> None:
    text = "word " * 5000
    blocks = lay_out(text, (), [0])
    assert all(text[block.begin : block.end].startswith("word") for block in blocks)
    assert max(block.end - block.begin for block in blocks) <= 4000


def test_blocks_cut_a_line_without_blanks() -> None:
    blocks = lay_out("长" * 10_000, (), ())
    assert [block.end - block.begin for block in blocks] == [4000, 4000, 2000]


@given(TEXTS, st.lists(st.integers(0, 200)), st.lists(st.integers(0, 200)))
def test_blocks_hold_all_but_white_space(text: str, paragraphs: list[int], sentences: list[int]) -> None:
    starts = sorted(min(start, len(text)) for start in paragraphs)
    blocks = lay_out(text, [(start, len(text)) for start in starts], [min(s, len(text)) for s in sentences])
    assert "".join("".join(text[block.begin : block.end].split()) for block in blocks) == "".join(
        text.split()
    )
    assert all(before.end <= after.begin for before, after in pairwise(blocks))
