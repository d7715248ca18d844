from __future__ import annotations

from relata.discourse.connective_parts import ConnectivePart, with_firm_pairs
from relata.document import Tokens

PAIRS = (("因为", "所以"), ("一边", "一边"))


def tokens(*sentences: str) -> Tokens:
    words = [sentence.split() for sentence in sentences]
    starts = [sum(map(len, words[:number])) for number in range(len(words))]
    every = [word for sentence in words for word in sentence]
    return Tokens.of_words(every, [""] * (len(every) - 1), sentence_starts=starts)


def found(parts: list[ConnectivePart], *sentences: str) -> list[tuple[range, bool]]:
    return [(part.words, part.later) for part in with_firm_pairs(parts, tokens(*sentences), PAIRS)]


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
