from __future__ import annotations

from dataclasses import replace

from relata.discourse.connective_parts import ConnectivePart, with_firm_parts
from relata.discourse.languages import CHINESE, ENGLISH
from relata.document import Tokens

PROFILE = replace(CHINESE, pairs=(("因为", "所以"), ("一边", "一边")), sure=("否则",))


def tokens(*sentences: str) -> Tokens:
    words = [sentence.split() for sentence in sentences]
    starts = [sum(map(len, words[:number])) for number in range(len(words))]
    every = [word for sentence in words for word in sentence]
    return Tokens.of_words(every, [""] * (len(every) - 1), sentence_starts=starts)


def found(parts: list[ConnectivePart], *sentences: str) -> list[tuple[range, bool]]:
    return [(part.words, part.later) for part in with_firm_parts(parts, tokens(*sentences), PROFILE)]


def test_both_parts_of_a_pair_are_added() -> None:
    assert found([], "她 一边 做饭 ， 一边 唱歌") == [(range(1, 2), False), (range(4, 5), True)]


def test_a_part_that_was_found_becomes_the_later_one() -> None:
    so = ConnectivePart(range(3, 4), later=False, score=0.9)

    assert found([so], "因為 下雨 ， 所以 不去") == [(range(1), False), (range(3, 4), True)]


def test_parts_in_two_sentences_or_inside_words_are_no_pair() -> None:
    assert found([], "因为 下雨 。", "所以 不去") == []
    assert found([], "正因为 下雨 ， 所以 不去") == []
    assert found([], "一边 一边 唱歌") == []


def test_parts_that_were_found_with_other_words_stay() -> None:
    longer = ConnectivePart(range(3, 5), later=False, score=0.9)

    assert found([longer], "因为 下雨 ， 所以 说 不去") == [(range(3, 5), False)]


def test_a_sure_connective_is_added_once() -> None:
    found_before = ConnectivePart(range(2, 3), later=False, score=0.9)

    assert found([], "快 走 否則 迟到") == [(range(2, 3), False)]
    assert with_firm_parts([found_before], tokens("快 走 否則 迟到"), PROFILE) == [found_before]


def test_languages_without_pairs_keep_what_was_found() -> None:
    assert with_firm_parts([], tokens("否则 迟到"), ENGLISH) == []
