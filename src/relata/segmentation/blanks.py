"""Text of segmented corpora: blanks between words, one sentence a line."""

from __future__ import annotations

import re
from itertools import pairwise

from relata.document import Offsets, Tokens
from relata.segmentation import Segments

_WORD = re.compile(r"\S+")
_LINE = re.compile(r"[^\n]+")
_ALPHABETIC = re.compile(r"[A-Za-z0-9]")


def segment(text: str) -> Segments:
    """Segment a text at blanks; a line is a sentence, an empty line ends a paragraph.

    >>> segment("今天 下雨 。\\n我们 不 去 了 。").sentence_starts
    (0, 3)
    """
    offsets: list[Offsets] = []
    starts: list[int] = []
    paragraphs: list[Offsets] = []
    after = -1
    for line in _LINE.finditer(text):
        words = [word.span() for word in _WORD.finditer(text, *line.span())]
        if not words:
            continue
        begin, end = words[0][0], words[-1][1]
        if line.start() == after + 1 and paragraphs:
            paragraphs[-1] = (paragraphs[-1][0], end)
        else:
            paragraphs.append((begin, end))
        starts.append(len(offsets))
        offsets.extend(words)
        after = line.end()
    return Segments(text, tuple(offsets), tuple(starts), tuple(paragraphs))


def unspaced(tokens: Tokens) -> Tokens:
    """Return the same words on an unsegmented text: blanks only between letters or digits.

    >>> unspaced(segment("我 看 TED Talks 。\\n你 呢 ？").tokens()).text
    '我看TED Talks。你呢？'
    """
    words = list(map(tokens.form, range(len(tokens))))
    gaps = (
        " " if _ALPHABETIC.match(word[-1:]) and _ALPHABETIC.match(following) else ""
        for word, following in pairwise(words)
    )
    return Tokens.of_words(words, gaps, sentence_starts=tokens.sentence_starts)
