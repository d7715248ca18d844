"""Tables of pairs of units with relations of other frameworks."""

from __future__ import annotations

from pathlib import Path

import pytest

from relata.errors import FormatError
from relata.formats import relation_pairs
from relata.formats.relation_pairs import RelationPair

HEADER = "corpus\tsplit\tdoc\targ_a\targ_b\tdirection\toriginal\tlabel"


def table(folder: Path, *rows: str) -> Path:
    """A table of rows without their corpus and document."""
    path = folder / "pairs.tsv"
    path.write_text("\n".join((HEADER, *(f"toy\t{row}" for row in rows))) + "\n", encoding="utf-8")
    return path


def test_pairs_are_read_with_their_direction(tmp_path: Path) -> None:
    path = table(tmp_path, "dev\ta\tIt rained ,\tso we left .\t1>2\tcause\tcausal")

    assert list(relation_pairs.read(path)) == [
        RelationPair("dev", "It rained ,", "so we left .", "1>2", "causal")
    ]


def test_a_pair_without_text_on_one_side_is_left_out(tmp_path: Path) -> None:
    assert not list(relation_pairs.read(table(tmp_path, "dev\ta\t \tso\t1>2\tcause\tcausal")))


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("dev\ta\tIt rained", ":2: expected 8 columns, found 4"),
        ("dev\ta\tIt rained\tso\t2>1\tcause\tcausal", ":2: direction: expected 1>2 or 1<2, found '2>1'"),
    ],
)
def test_a_wrong_row_is_named(row: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError) as error:
        list(relation_pairs.read(table(tmp_path, row)))

    assert str(error.value).endswith(f"pairs.tsv{message}")


def test_another_table_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.tsv"
    path.write_text("a\tb\n", encoding="utf-8")

    with pytest.raises(FormatError, match="expected a table with the column 'split'"):
        list(relation_pairs.read(path))


def test_all_pairs_of_a_language_can_be_read(shared: Path) -> None:
    pairs = list(relation_pairs.read(shared / "data" / "relation-pairs" / "zh.tsv.xz"))

    assert len({pair.label for pair in pairs}) == 17
    assert len(pairs) > 10_000
