"""Offsets fit the text that was read: line ends, byte order marks and radicals stay, and change nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import relata
from relata.batch.sources import find_sources
from relata.document import Document
from relata.errors import strict
from relata.parsing.multilingual import MultilingualParser
from relata.segmentation.radicals import unified
from tests.paths import REPOSITORY

EXAMPLES = REPOSITORY / "examples"


@pytest.fixture(scope="module")
def parser() -> MultilingualParser:
    return relata.load(disable=("syntax", "roles"))


def facts(document: Document, place: Callable[[int], int] = int) -> list[tuple[object, ...]]:
    return [
        (
            relation.type,
            relation.senses,
            *(
                [(place(begin), place(end)) for begin, end in span.pieces] if span else None
                for span in (relation.connective, relation.arg1, relation.arg2)
            ),
        )
        for relation in document.relations
    ]


@pytest.mark.parametrize("name", ["article.txt", "article.zh.txt"])
def test_line_ends_and_a_mark_stay_and_change_no_relation(parser: MultilingualParser, name: str) -> None:
    plain = (EXAMPLES / name).read_text(encoding="utf-8")
    odd = "\ufeff" + plain.replace("\n", "\r\n")

    document = parser(odd)

    assert document.text == odd
    assert facts(document, lambda index: index - 1 - odd.count("\r", 0, index)) == facts(parser(plain))


def test_radicals_stay_and_change_no_relation(parser: MultilingualParser) -> None:
    plain = (EXAMPLES / "article.zh.txt").read_text(encoding="utf-8")
    radicals = {unified(radical): radical for radical in map(chr, range(0x2F00, 0x2FD6))}
    odd = "".join(radicals.get(character, character) for character in plain)
    assert sum(map(str.__ne__, plain, odd)) > 50

    document = parser(odd)

    assert document.text == odd
    assert facts(document) == facts(parser(plain))


def test_a_file_is_read_exactly(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbfIt rained.\r\nWe left.\r\n"
    (tmp_path / "text.txt").write_bytes(data)

    [source] = find_sources([str(tmp_path / "text.txt")], None, strict)
    [item] = source.read(strict)

    assert item.text.encode() == data
