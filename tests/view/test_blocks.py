"""The blocks of a page: all of the text, in pieces that can be painted one by one."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from relata.view.blocks import TextBlock, lay_out, with_kinds

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


def kinds(*paragraphs: str) -> list[str]:
    text = "\n\n".join(paragraphs)
    return [block.kind for block in with_kinds(text, lay_out(text, (), ()))]


def test_a_short_paragraph_without_a_full_stop_is_a_heading() -> None:
    assert kinds("A library of things", "It rained.", "It poured.") == ["heading", "", ""]
    assert kinds("图书馆", "下雨了。", "雪大了。") == ["heading", "", ""]


def test_lines_of_a_poem_are_no_headings() -> None:
    assert kinds("The river", "The sea", "The rain") == ["", "", ""]


def test_items_of_a_list_stand_together() -> None:
    assert kinds("We need:", "- bread", "- milk", "It rained.") == ["", "item", "item", ""]
    assert kinds("1. It rained.", "It poured.") == ["", ""]


def test_speakers_are_known_by_a_name_that_recurs() -> None:
    assert kinds("Ann: Hello.", "Bo: Yes?", "Ann: Bye.") == ["turn", "turn", "turn"]
    assert kinds("张三：你好。", "李四：好。", "张三：再见。") == ["turn", "turn", "turn"]
    assert kinds("Note: it rained.", "It poured.") == ["", ""]


def test_turns_need_no_blank_lines() -> None:
    text = "Ann: Hello.\nHow are you?\nBo: Well.\nAnn: Good."
    blocks = lay_out(text, [(0, len(text))], ())
    assert [text[b.begin : b.end] for b in blocks] == ["Ann: Hello.\nHow are you?", "Bo: Well.", "Ann: Good."]
    note = "Note: it rained.\nWe left."
    assert len(lay_out(note, [(0, len(note))], ())) == 1


def test_a_turn_names_the_end_of_its_speaker() -> None:
    text = "Ann: Hello.\n\nAnn: Bye."
    assert [text[b.begin : b.speaker] for b in with_kinds(text, lay_out(text, (), ()))] == ["Ann:", "Ann:"]
