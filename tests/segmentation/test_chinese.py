"""Chinese text into paragraphs, sentences and words."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata.errors import ModelError
from relata.formats import conllu
from relata.formats.pdtb import TEDCDB
from relata.segmentation import Segments
from relata.segmentation.blanks import unspaced
from relata.segmentation.chinese import segment
from relata.segmentation.tagging import WordTagger, shipped


def words(text: str) -> list[str]:
    return [text[begin:end] for begin, end in segment(text).offsets]


def sentences(text: str) -> list[str]:
    tokens = segment(text).tokens()
    ranges = [tokens.sentence_range(number) for number in range(len(tokens.sentence_starts))]
    return [text[tokens.begins[own.start] : tokens.ends[own.stop - 1]] for own in ranges]


@pytest.mark.parametrize(
    "expected",
    [
        "因为 下雨 ， 所以 我们 没有 去 北京 。",
        "因為 下雨 ， 所以 我們 沒有 去 北京 。",
        "他 说 ： “ 我 不 知道 。 ”",
        "他 說 ： 「 我 不 知道 。 」",
        "这 是 《 人民 》 （ 第三 版 ） …… 真的 —— 很 好 ！",
        "我们 有 50% 的 人",
        "大约 3.5 公里",
    ],
)
def test_words_and_marks_are_told_apart(expected: str) -> None:
    assert words(expected.replace(" ", "")) == expected.split(" ")


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("请看https://example.org/a?b=1，谢谢", "https://example.org/a?b=1"),
        ("写信给a.b@example.org吧", "a.b@example.org"),
        ("他用Python写的", "Python"),
        ("他說It's好", "It's"),
        ("有２０００人", "２０００"),
        ("人口1,234,567", "1,234,567"),
        ("用iPhone打電話", "iPhone"),
        ("好👨‍👩‍👧‍👦的", "👨‍👩‍👧‍👦"),
        ("好👍🏽的", "👍🏽"),
        ("去cafe\u0301吧", "cafe\u0301"),
        ("在🇨🇳的", "🇨🇳"),
        ("日本語のカタカナ", "のカタカナ"),
        ("說Привет吧", "Привет"),
        ("等等……好", "……"),
        ("好——是", "——"),
    ],
)
def test_runs_are_kept_together(text: str, unit: str) -> None:
    assert unit in words(text)


def test_words_apart_by_blanks_are_kept() -> None:
    text = "上海浦东 开发 与 法制建设 同步 。\n他 说 ：“ 好 ” 。"
    assert words(text) == text.replace("：“", "： “").split()


def test_single_blank_ends_a_word() -> None:
    assert words("我们去北 京") == ["我们", "去", "北", "京"]


@pytest.mark.parametrize(
    "expected",
    [
        ["他来了。", "她走了！", "为什么？", "不知道。"],
        ["他说：“我不去。”", "她哭了。"],
        ["他說：「我不去。」", "她哭了。"],
        ["“你去吗？”他问。", "没有人回答。"],
        ["你知道吗?", "我不知道!", "好."],
        ["真的吗？！", "是的……我想是的。"],
        ["（笑声。）", "我们走。"],
        ['他说："我不去。"', "她哭了。"],
        ["共3.5公里。", "很远。"],
        ["他有一个问题：“为什么？”，没有答案。"],
    ],
)
def test_sentences_end_where_a_reader_would_end_them(expected: list[str]) -> None:
    assert sentences("".join(expected)) == expected


def test_line_ends_a_sentence_unless_it_is_wrapped() -> None:
    assert sentences("今天的新闻\n上海下雨了。\n北京没有") == ["今天的新闻", "上海下雨了。", "北京没有"]
    wrapped = (
        "他们沿着河走了很久很久才看见那座桥，桥的\n那一边是一个很小的村子，村子里没有一个人，\n只有一只猫。"
    )
    assert sentences(wrapped) == [wrapped]


def test_blank_lines_and_indented_lines_part_paragraphs() -> None:
    text = "题目\n\n　　第一段。\n　　第二段。很短。\n \n第三段"
    assert [text[begin:end] for begin, end in segment(text).paragraphs] == [
        "题目",
        "第一段。",
        "第二段。很短。",
        "第三段",
    ]


@pytest.mark.parametrize("text", ["", " \n\n ", "\u3000"])
def test_text_without_words_has_no_segments(text: str) -> None:
    assert segment(text) == Segments(text, (), (), ())


def test_word_is_cut_at_boundaries() -> None:
    text = "我们去北京"
    assert [text[begin:end] for begin, end in segment(text, [1, 4]).offsets] == ["我", "们", "去", "北", "京"]


LETTERS = (
    "我们去北京學習一二年月的了是，。！？；：、“”「」『』（）…—·.,!?\"'3.5%％ａＢab@:/ \n\u3000\u200d👍🏽カé"
)


@given(st.text(alphabet=LETTERS), st.lists(st.integers(0, 60)))
def test_words_cover_the_text_and_respect_boundaries(text: str, boundaries: list[int]) -> None:
    segments = segment(text, boundaries)
    ends = [0, *(end for _, end in segments.offsets)]
    assert all(last <= begin < end for last, (begin, end) in zip(ends, segments.offsets, strict=False))
    covered = [text[begin:end] for begin, end in segments.offsets]
    assert "".join("".join(covered).split()) == "".join(text.split())
    assert not any(begin < edge < end for begin, end in segments.offsets for edge in boundaries)


@given(st.text())
def test_any_text_is_covered(text: str) -> None:
    segments = segment(text)
    covered = "".join(text[begin:end] for begin, end in segments.offsets)
    assert "".join(covered.split()) == "".join(text.split())
    tokens = segments.tokens()
    opening = {tokens.begins[start] for start in segments.sentence_starts}
    assert {begin for begin, _ in segments.paragraphs} <= opening


@pytest.mark.parametrize("piece", ["我们今天去北京看朋友", "。”", '!"', "ab ", "我 们 ", "www."])
def test_long_text_without_end_is_covered(piece: str) -> None:
    text = piece * (300_000 // len(piece.encode()))
    assert sum(end - begin for begin, end in segment(text).offsets) == len("".join(text.split()))


def test_blocks_of_a_long_text_make_no_difference() -> None:
    line = "我们今天去北京看朋友他们不知道我们要来"
    once = words(line * 1000 + "。")[:200]
    assert once == words(line * 100 + "。")[:200]


def test_file_that_is_no_tagger_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "chinese.npz"
    file.write_bytes(b"no numbers")
    with pytest.raises(ModelError, match="expected the weights of a tagger of words"):
        WordTagger.load(file)


def _f1(gold: set[tuple[int, int, int]], found: set[tuple[int, int, int]]) -> float:
    return 2 * len(gold & found) / (len(gold) + len(found))


@pytest.mark.filterwarnings("ignore::relata.errors.DataWarning")
def test_segmentation_agrees_with_ted_cdb(shared: Path) -> None:
    gold_words, own_words = set(), set()
    gold_starts, own_starts = set(), set()
    for number, document in enumerate(TEDCDB.read(shared / "data/ted-cdb/dev")):
        gold = unspaced(document.tokens)
        found = segment(gold.text).tokens()
        gold_words |= {(number, *span) for span in zip(gold.begins, gold.ends, strict=True)}
        own_words |= {(number, *span) for span in zip(found.begins, found.ends, strict=True)}
        gold_starts |= {(number, gold.begins[start], 0) for start in gold.sentence_starts}
        own_starts |= {(number, found.begins[start], 0) for start in found.sentence_starts}
    assert _f1(gold_words, own_words) > 0.945
    assert _f1(gold_starts, own_starts) > 0.95


def test_traditional_text_has_the_words_of_simplified_text(shared: Path) -> None:
    v1 = next(iter(conllu.read(shared / "data/ud-chinese/gsd-v1.3-train/zh-ud-train.conllu")))
    text = "".join(v1.text.split())[:20_000]
    from relata.segmentation.characters import simplified

    tagger = shipped()
    assert list(tagger.words(text, 0, len(text))) == list(tagger.words(simplified(text), 0, len(text)))
