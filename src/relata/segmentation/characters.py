"""Traditional characters and their simplified counterparts, one for one.

`characters.tsv` has the single characters of OpenCC 1.4.2 (Apache-2.0; traditional to simplified, the first
choice of each) that are in Big5-HKSCS or GBK and have a simplified form in GBK; and a few (妳 牠 著 甦),
which OpenCC leaves unchanged or maps in words only.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

# Words in which a character stays unchanged or has another counterpart than elsewhere.
_WORDS = re.compile(
    r"著[作者名称稱述录錄书書译譯有]|[名专專原显顯卓昭编編论論巨译譯所遗遺拙合土新旧舊]著"
    r"|乾[隆坤]|瞭望|狼藉|慰藉|[蕴蘊]藉|[宫宮]商角徵羽|彷徨|[計规規企策籌]畫|甚[麼麽]"
)
_COUNTERPARTS_IN_WORDS = str.maketrans("著乾瞭藉徵彷畫甚", "著乾瞭藉徵彷划什")


def simplified(text: str) -> str:
    """Return a text of the same length in simplified characters: offsets stay valid.

    >>> simplified("沿著這條路，他的著作")
    '沿着这条路，他的著作'
    """
    table, table_in_words = _tables()
    parts: list[str] = []
    end = 0
    for word in _WORDS.finditer(text):
        parts += (text[end : word.start()].translate(table), word[0].translate(table_in_words))
        end = word.end()
    parts.append(text[end:].translate(table))
    return "".join(parts)


@cache
def _tables() -> tuple[dict[int, str], dict[int, str]]:
    """Return the counterparts by code point: outside the listed words, and inside them."""
    lines = files("relata.segmentation").joinpath("characters.tsv").read_text(encoding="utf-8").splitlines()
    table = {ord(line[0]): line[2] for line in lines[1:]}
    inside = {code: chr(other) for code, other in _COUNTERPARTS_IN_WORDS.items()}
    return table, table | inside
