"""Encodings of files: the one that a user names, and detection in Chinese texts.

Files are UTF-8 unless `reading_as` names another encoding. Chinese releases are older than that: GBK (or
GB 18030) in simplified characters, Big5 in traditional ones.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

UTF8 = "utf-8"
CHINESE = ("gb18030", "big5")
"""Encodings of Chinese texts; GB 18030 contains GBK and GB 2312."""

_COMMON = frozenset(
    "的一是不了在人有我他这中国上个来们到时大为和地出会年也说就对以可要后这這個國們來時為會說對後，。、"
)
"""Frequent characters and marks; bytes in another encoding decode to rare ones."""

_named: ContextVar[str] = ContextVar("encoding", default=UTF8)


def named_encoding() -> str:
    """Return the encoding that files are read in."""
    return _named.get()


@contextmanager
def reading_as(encoding: str) -> Iterator[None]:
    """Read files in an encoding inside the block; `LookupError` if there is none of this name."""
    token = _named.set(codecs.lookup(encoding).name)
    try:
        yield
    finally:
        _named.reset(token)


def detect_chinese(data: bytes) -> str | None:
    """Return the encoding in which bytes that are not UTF-8 spell the most common Chinese, None if none does.

    >>> detect_chinese("我们在北京。".encode("gbk")), detect_chinese("我們在臺北。".encode("big5"))
    ('gb18030', 'big5')
    """
    shares = {name: share for name in CHINESE if (share := _common_share(data, name)) is not None}
    return max(shares, key=shares.__getitem__, default=None)


def _common_share(data: bytes, encoding: str) -> float | None:
    """Return the share of common characters among those outside ASCII, None if the bytes are not valid."""
    try:
        characters = [character for character in data.decode(encoding) if not character.isascii()]
    except UnicodeDecodeError:
        return None
    return sum(character in _COMMON for character in characters) / max(1, len(characters))
