"""Tables of relations: one row a relation, the same columns in every form."""

from __future__ import annotations

import csv
import html
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

import relata
from relata.document import Document, Tokens
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import FormatError, UnsupportedWarning
from relata.formats import jsonl, tables
from tests.paths import REPOSITORY
from tests.strategies import documents

EXAMPLE = REPOSITORY / "examples" / "conll2016"


@pytest.fixture
def document() -> Document:
    text = "It was late . Rain fell\nall day . So we left . Then\twe =slept ."
    words = text.split()
    offsets, end = [], 0
    for word in words:
        begin = text.index(word, end)
        end = begin + len(word)
        offsets.append((begin, end))
    tokens = Tokens(text, offsets, sentence_starts=[0, 4, 9, 13])
    relation = DiscourseRelation(
        RelationType.EXPLICIT,
        tokens.span([4, 5, 7]),
        tokens.span([10, 11]),
        senses=("Contingency.Cause.Result",),
        connective=tokens.span([9]),
        score=0.75,
    )
    return Document("rain", "en", tokens, relations=(relation,))


def test_a_record_has_parts_offsets_sentences_and_context(document: Document) -> None:
    [record] = tables.records(document)

    assert list(record) == list(tables.COLUMNS)
    assert record == {
        "document": "rain",
        "language": "en",
        "relation": 1,
        "type": "Explicit",
        "sense": "Contingency.Cause.Result",
        "senses": "Contingency.Cause.Result",
        "score": 0.75,
        "connective": "So",
        "arg1": "Rain fell day",
        "arg2": "we left",
        "inserted": None,
        "connective_offsets": "34-36",
        "arg1_offsets": "14-23;28-31",
        "arg2_offsets": "37-44",
        "connective_sentence": 3,
        "arg1_sentence": 2,
        "arg2_sentence": 3,
        "before": "It was late .",
        "context": "Rain fell\nall day . So we left .",
        "after": "Then\twe =slept .",
    }


@settings(max_examples=40)
@given(documents())
def test_csv_gives_back_every_record(document: Document) -> None:
    lines = "".join(tables.render_csv([document]))

    rows = list(csv.DictReader(io.StringIO(lines, newline="")))

    assert rows == [
        {name: "" if value is None else str(value) for name, value in record.items()}
        for record in tables.records(document)
    ]


@settings(max_examples=40)
@given(documents())
def test_offsets_lead_to_the_text_of_an_argument(document: Document) -> None:
    for record, relation in zip(tables.records(document), document.relations, strict=True):
        pieces = [piece.split("-") for piece in (record["arg1_offsets"] or "").split(";") if piece]
        assert [(int(begin), int(end)) for begin, end in pieces] == list(relation.arg1.pieces)


def test_a_row_of_tsv_is_one_line(document: Document) -> None:
    lines = "".join(tables.render_csv([document], delimiter="\t")).splitlines()

    assert len(lines) == 2
    assert [line.count("\t") for line in lines] == [len(tables.COLUMNS) - 1] * 2


def test_a_page_escapes_what_it_shows(document: Document) -> None:
    hostile = replace(document, id="<script>alert(1)</script>")

    page = "".join(tables.render_html([hostile]))

    assert "<script" not in page
    assert html.escape(hostile.id) in page


def test_parquet_has_the_types_and_the_version_of_the_columns(document: Document, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    tables.write_parquet([document], tmp_path / "r.parquet")

    table = parquet.read_table(tmp_path / "r.parquet")

    assert table.to_pylist() == list(tables.records(document))
    assert table.schema.metadata[b"relata.schema"] == tables.SCHEMA.encode()


def test_a_workbook_has_texts_and_no_formulas(document: Document, tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    formula = replace(document, id="=1+1\x07")
    tables.write_excel([formula], tmp_path / "r.xlsx")

    rows = list(openpyxl.load_workbook(tmp_path / "r.xlsx").active.iter_rows(values_only=True))

    assert rows[0] == tuple(tables.COLUMNS)
    assert rows[1][0] == "=1+1\ufffd"
    assert rows[1][6] == 0.75


def test_a_text_too_long_for_a_cell_is_cut_with_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("openpyxl")
    tokens = Tokens("x" * 40_000, [(0, 40_000)])
    nothing = tokens.span([])
    relation = DiscourseRelation(RelationType.EXPLICIT, tokens.span([0]), nothing)

    with pytest.warns(UnsupportedWarning, match=r"more than 32767 characters \(2 cells\)"):
        tables.write_excel([Document("d", "en", tokens, relations=(relation,))], tmp_path / "r.xlsx")


def test_a_repeated_document_is_refused(document: Document, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="comes twice"):
        tables.write_csv([document, document], tmp_path / "r.csv")

    assert not (tmp_path / "r.csv").exists()


class TestCorpus:
    def test_documents_stand_in_order_and_under_their_ids(self) -> None:
        corpus = relata.read(EXAMPLE)

        assert [document.id for document in corpus] == [corpus[0].id, corpus[1].id, corpus[2].id]
        assert corpus["harbour_ferry"].id == "harbour_ferry"
        assert len(corpus[1:]) == 2

    def test_relations_become_records(self) -> None:
        corpus = relata.read(EXAMPLE)

        assert corpus.to_records() == [record for document in corpus for record in document.to_records()]
        assert len(corpus.to_records()) == 16

    @pytest.mark.parametrize("library", ["pandas", "polars"])
    def test_relations_become_a_data_frame(self, library: str) -> None:
        pytest.importorskip(library)
        corpus = relata.read(EXAMPLE)

        frame: Any = getattr(corpus, f"to_{library}")()

        assert frame.shape == (16, len(tables.COLUMNS))
        assert list(frame["sense"]) == [record["sense"] for record in corpus.to_records()]

    def test_a_document_as_a_dictionary_is_its_line_of_json(self) -> None:
        document = relata.read(EXAMPLE)[0]

        assert jsonl.loads(json.dumps(document.to_dict())) == document
