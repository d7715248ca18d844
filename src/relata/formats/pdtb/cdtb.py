"""Chinese Discourse Treebank 0.5 (LDC2014T21): files of 27 columns, and the raw text of each.

The columns are the first 27 of PDTB-3; columns that are filled may stand in angle brackets. Arg1 and Arg2 go
by meaning, as in the shared task: the cause is Arg1. Relations without connective are anchored at a mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from relata.document import Document
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import OnError, map_usable, strict
from relata.formats.files import chinese_encoding, read_text
from relata.formats.pdtb.cdtb_layout import COLUMNS, SPELLINGS, TYPES, cdtb_pairs, columns, document_name
from relata.formats.pdtb.pipe import RowReader, edges, parse_rows, read_raw
from relata.formats.pdtb.rows import PDTB3_FIELDS, Dialect
from relata.formats.pdtb.trees import CHINESE, Treebank
from relata.formats.warnings import Repairs
from relata.segmentation import Segments, blanks, chinese

_DIALECT = Dialect("cdtb", PDTB3_FIELDS[:COLUMNS], senses="conll2016-zh", types=TYPES, rough=True)
_MARKS = {"，": "Comma", ",": "Comma", "。": "Period", ".": "Period"}
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_MOST_HAN = 4
"""Highest mean number of Chinese characters between blanks in a text whose words are separated."""


def read(
    path: str | Path, *, trees: str | Path | None = None, on_error: OnError = strict
) -> Iterator[Document]:
    """Read the documents of a release or of a folder in it; `trees` is the folder of the Chinese Treebank."""
    treebank = None if trees is None else Treebank(trees, CHINESE)
    read_pair = partial(_document, treebank=treebank, on_error=on_error)
    return map_usable(read_pair, cdtb_pairs(Path(path)), on_error)


def _document(pair: tuple[Path, Path], treebank: Treebank | None, on_error: OnError) -> Document:
    file, raw = pair
    name = document_name(file)
    text = read_raw(raw, file, chinese_encoding)
    numbered = enumerate(read_text(file, chinese_encoding(file)).split("\n"), start=1)
    lines = [(number, _standard_row(line)) for number, line in numbered if line.strip()]
    rows = parse_rows(file, lines, _DIALECT, len(text), on_error)
    segments = _segment(text, list(edges(rows)))
    tokens = segments.tokens()
    trees: tuple[str | None, ...] = ()
    if treebank is not None:
        tokens, trees = treebank.join(name, raw, text, segments, on_error)
    repairs = Repairs(file)
    relations = RowReader(file, name, _DIALECT, tokens, tokens, repairs).relations(rows, on_error)
    document = Document(
        name,
        "zh",
        tokens,
        paragraphs=segments.paragraphs,
        relations=tuple(_with_mark(relation, repairs) for relation in relations),
        trees=trees if any(trees) else (),
    )
    repairs.warn()
    return document


def _standard_row(line: str) -> str:
    fields = columns(line)
    return "|".join([SPELLINGS.get(fields[0].lower(), fields[0]), *fields[1:]])


def _segment(text: str, boundaries: list[int]) -> Segments:
    """Segment at blanks if they separate words, else by the segmenter of Chinese."""
    words = [word for word in text.split() if _HAN.search(word)]
    if sum(len(_HAN.findall(word)) for word in words) <= _MOST_HAN * len(words):
        return blanks.segment(text)
    return chinese.segment(text, boundaries)


def _with_mark(relation: DiscourseRelation, repairs: Repairs) -> DiscourseRelation:
    """Take the anchor of a relation without connective as the mark between its arguments."""
    anchor = relation.connective
    if anchor is None or relation.type in (RelationType.EXPLICIT, RelationType.ALTLEX):
        return relation
    if any(map(str.isalnum, anchor.text)):
        repairs.add("anchors of relations without connective that are words, left out")
        return replace(relation, connective=None)
    return replace(relation, connective=None, punctuation=anchor, punctuation_type=_MARKS.get(anchor.text))
