"""Parts of connectives, and the pairs of parts that a sentence shows by themselves."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from relata.discourse.languages.profile import Language
from relata.document import Tokens
from relata.segmentation.characters import simplified

_FIRM = 0.8
"""Probability of a connective that a pair of words shows."""

_MOST_WORDS = 200
"""Longest sentence in which pairs are searched; prose stays far below."""


@dataclass(frozen=True, slots=True)
class ConnectivePart:
    """Contiguous part of a connective; `later` if it belongs to an earlier part."""

    words: range
    later: bool
    score: float


def with_firm_parts(
    parts: Sequence[ConnectivePart], tokens: Tokens, profile: Language
) -> list[ConnectivePart]:
    """Add the parts of pairs such as 与其…不如, and sure connectives, that were not found.

    The later parts of pairs are marked as such.
    """
    if not (profile.pairs or profile.sure):
        return list(parts)
    by_word = {word: part for part in parts for word in part.words}
    for word in range(len(tokens)):
        if word not in by_word and simplified(tokens.form(word)) in profile.sure:
            by_word[word] = ConnectivePart(range(word, word + 1), later=False, score=_FIRM)
    for sentence in range(len(tokens.sentence_starts)):
        for first, second in _pairs_in(tokens, tokens.sentence_range(sentence), profile.pairs):
            opening = by_word.get(first.start) or ConnectivePart(first, later=False, score=_FIRM)
            closing = by_word.get(second.start) or ConnectivePart(second, later=True, score=_FIRM)
            if opening.words == first and closing.words == second:
                opening = replace(opening, later=False, score=max(opening.score, _FIRM))
                closing = replace(closing, later=True, score=max(closing.score, _FIRM))
                by_word |= dict.fromkeys(first, opening) | dict.fromkeys(second, closing)
    return sorted(dict.fromkeys(by_word.values()), key=lambda part: part.words.start)


def _pairs_in(
    tokens: Tokens, words: range, pairs: Collection[tuple[str, str]]
) -> Iterator[tuple[range, range]]:
    """Yield the words of both parts of each pair in a sentence: the first part, and the next later one."""
    if len(words) > _MOST_WORDS:
        return
    forms = [simplified(tokens.form(word)) for word in words]
    text = "".join(forms)
    places = [0, *accumulate(map(len, forms))]
    numbers = dict(zip(places, words, strict=False)) | {places[-1]: words.stop}
    for first, second in pairs:
        begin = text.find(first)
        after = text.find(second, begin + len(first)) if begin >= 0 else -1
        edges = (begin, begin + len(first), after, after + len(second))
        # One word at least stands between both parts; parts that cut words are none.
        if after > begin + len(first) and all(edge in numbers for edge in edges):
            yield range(numbers[edges[0]], numbers[edges[1]]), range(numbers[edges[2]], numbers[edges[3]])
