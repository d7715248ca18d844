"""Encodings of files: named by the user, or detected in Chinese texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from relata.errors import FormatError
from relata.formats.encodings import detect_chinese, named_encoding, reading_as
from relata.formats.files import chinese_encoding, read_lines, read_text

SIMPLIFIED = "因为昨天下了大雨，所以我们没有去公园。"
TRADITIONAL = "因為昨天下了大雨，所以我們沒有去公園。"


@pytest.mark.parametrize(
    ("text", "encoding", "detected"),
    [(SIMPLIFIED, "gbk", "gb18030"), (SIMPLIFIED, "gb2312", "gb18030"), (TRADITIONAL, "big5", "big5")],
)
def test_encodings_of_chinese_are_detected(text: str, encoding: str, detected: str, tmp_path: Path) -> None:
    file = tmp_path / "chtb_001.fid"
    file.write_bytes(text.encode(encoding))

    assert detect_chinese(text.encode(encoding)) == detected
    assert read_text(file, chinese_encoding(file)) == text


def test_utf8_is_preferred(tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_text(SIMPLIFIED, encoding="utf-8")
    assert read_text(file, chinese_encoding(file)) == SIMPLIFIED


def test_bytes_of_no_chinese_encoding_are_refused_with_their_line(tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_bytes(b"a\n\xff\xff\xff\n")
    with pytest.raises(FormatError, match=r"text:2: expected UTF-8, found byte 0xff"):
        read_text(file, chinese_encoding(file))


def test_a_named_encoding_holds_for_all_files_inside_the_block(tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_bytes("né\nçà\n".encode("latin-1"))
    utf16 = tmp_path / "utf16"
    utf16.write_bytes("né\n".encode("utf-16"))

    with reading_as("Latin-1"):
        assert list(read_lines(file)) == [(1, "né"), (2, "çà")]
    with reading_as("utf-16"):
        assert list(read_lines(utf16)) == [(1, "né")]
    assert named_encoding() == "utf-8"
    with pytest.raises(FormatError, match="expected UTF-8"):
        list(read_lines(file))


def test_a_given_encoding_comes_before_the_named_one(tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_text(SIMPLIFIED, encoding="utf-8")
    with reading_as("gbk"):
        assert read_text(file, "utf-8") == SIMPLIFIED


def test_bytes_that_are_not_of_the_named_encoding_are_refused_with_their_line(tmp_path: Path) -> None:
    file = tmp_path / "text"
    file.write_bytes(SIMPLIFIED.encode("gbk") + b"\nabc\xff\n")
    with reading_as("gbk"), pytest.raises(FormatError, match=r"text:2: expected gbk, found byte 0xff"):
        read_text(file)


def test_an_unknown_encoding_is_refused() -> None:
    with pytest.raises(LookupError), reading_as("klingon"):
        pass
