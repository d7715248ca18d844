"""The dictionary by which words are split, built of corpora with tags: `relata resources words`."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from relata.resources.lemmas import LemmatizedWord
from relata.resources.rolesets import FrameEntry

_WORD = re.compile(r"[a-z]{2,}|[ai]")
_TAG = re.compile(r"[A-Z]{2,3}\$?")
_NO_WORDS = frozenset(["ADD", "AFX", "FW", "GW", "HYPH", "LS", "NFP", "NNP", "NNPS", "SYM", "UH", "XX"])
"""Tags of names, foreign words, interjections and fragments."""

_LONG = 4
"""Length from which a word counts that was seen once."""

_SEEN_IN_TEXT = 3
"""Least count of a word of texts, which have no tags and more slips."""

_IN_TEXT = re.compile(r"(?<![\w'’-])[a-z]{2,}(?![\w'’-])")
_ENDINGS = {
    "ing": "VBG",
    "ed": "VBN",
    "ly": "RB",
    **dict.fromkeys(("al", "ous", "ive", "ic", "able", "ible", "ful", "less", "ary"), "JJ"),
    **dict.fromkeys(("ss", "us", "is"), "NN"),
    "s": "NNS",
}
"""Tags of words of texts by their endings, the first that fits; nouns otherwise."""

_FRAME_TAGS = {"v": "VB", "n": "NN", "j": "JJ"}


def table_lines(
    words: Mapping[LemmatizedWord, int], frames: Iterable[FrameEntry], texts: Iterable[str], source: str
) -> list[str]:
    """List the lines of the dictionary from counts of words: each word with its most frequent tag.

    Words of frame files and of texts that the corpora lack are added; `source` names corpora and licences.
    """
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for (form, tag, _), count in words.items():
        word = form.lower()
        if _WORD.fullmatch(word) and _TAG.fullmatch(tag) and tag not in _NO_WORDS:
            counts[word][tag] += count
    tags = {
        word: min(by_tag, key=lambda tag: (-by_tag[tag], tag))
        for word, by_tag in counts.items()
        if by_tag.total() > 1 or len(word) >= _LONG
    }
    for entry in frames:
        for kind, word in entry.aliases:
            if kind in _FRAME_TAGS and _WORD.fullmatch(word):
                tags.setdefault(word, _FRAME_TAGS[kind])
    in_texts = Counter(word for text in texts for word in _IN_TEXT.findall(text))
    for word, count in in_texts.items():
        if count >= _SEEN_IN_TEXT:
            tags.setdefault(word, _tag_by_ending(word))
    return [
        f"# Words of English with their usual tags, from {source}",
        *(f"{word}\t{tag}" for word, tag in sorted(tags.items())),
    ]


def _tag_by_ending(word: str) -> str:
    return next((tag for ending, tag in _ENDINGS.items() if word.endswith(ending)), "NN")
