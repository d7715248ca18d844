"""Radicals and compatibility ideographs as the characters that they stand for: ⽽且 is 而且.

PDF files give such characters where a font has one glyph for both.
"""

from __future__ import annotations

import re
from unicodedata import normalize

_ODD = re.compile("[\u2e80-\u2fd5\uf900-\ufaff\U0002f800-\U0002fa1f]")

# Unicode's EquivalentUnifiedIdeograph for the supplement of radicals, which has no compatibility mapping.
_SUPPLEMENT = str.maketrans(
    "⺁⺂⺃⺄⺅⺆⺈⺉⺊⺌⺍⺎⺏⺐⺒⺓⺔⺕⺖⺗⺘⺙⺛⺜⺝⺞⺠⺡⺢⺣⺤⺥⺦⺧⺨⺩⺫⺬⺭⺯⺰⺱⺲⺴⺶⺹⺺⺻⺼⺾"
    "⺿⻀⻁⻂⻃⻄⻅⻆⻈⻉⻋⻌⻍⻎⻏⻐⻑⻒⻓⻔⻖⻗⻘⻙⻚⻛⻜⻝⻟⻠⻢⻣⻤⻥⻦⻧⻨⻩⻪⻫⻬⻭⻮⻯⻰⻱⻲",
    "厂乛乚乙亻冂刀刂卜小小兀尣尢巳幺彑彐忄心扌攵旡日月歺民氵氺灬爫爫丬牛犭王目示礻糹纟罓罒冗羊耂肀聿肉艹"
    "艹艹虎衤覀西见角讠贝车辶辶辶邑钅長镸长门阝雨青韦页风飞食飠饣马骨鬼鱼鸟卤麦黄黾斉齐歯齿竜龙龜亀",
)


def unified(text: str) -> str:
    """Return a text of the same length without radicals and compatibility ideographs: offsets stay valid.

    >>> unified("⽽且刮⻛了")
    '而且刮风了'
    """
    return _ODD.sub(_unified_character, text)


def _unified_character(match: re.Match[str]) -> str:
    character = match[0].translate(_SUPPLEMENT)
    normal = normalize("NFKC", character)
    return normal if len(normal) == 1 else character
