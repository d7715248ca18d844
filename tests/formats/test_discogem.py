"""DiscoGeM: implicit relations in tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from relata.errors import FormatError
from relata.formats.discogem import ANNOTATIONS, SPLITS, Item, is_discogem, items

HEADER = "Relation,Genre,Datasource,Itemid,SemClass,Arg1_RawText,Arg2_RawText"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows = [
        HEADER,
        'implicit,novel,river_01,one,result," It rained, a lot.",All was wet.',
        "implicit,novel,river_01,two,differentcon,It rained.,All was wet.",
        "implicit,wikipedia,Weir,three,arg2-as-detail,,All was wet.",
    ]
    (tmp_path / ANNOTATIONS).write_text("\n".join(rows), encoding="utf-8")
    (tmp_path / SPLITS).write_text("itemid,split\none,train\ntwo,dev\n", encoding="utf-8-sig")
    return tmp_path


def test_items_have_arguments_sense_source_and_part(folder: Path) -> None:
    first = next(items(folder))
    assert first == Item(
        "one", "river_01", "novel", "train", "Contingency.Cause.Result", "It rained, a lot.", "All was wet."
    )


def test_a_label_that_is_no_sense_is_none(folder: Path) -> None:
    assert [item.sense for item in items(folder)] == ["Contingency.Cause.Result", None]


def test_the_folder_is_told_by_its_files(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    assert is_discogem(folder)
    assert not is_discogem(tmp_path_factory.mktemp("other"))


def test_a_table_without_a_column_is_refused(folder: Path) -> None:
    (folder / SPLITS).write_text("itemid,part\none,train\n", encoding="utf-8")
    with pytest.raises(FormatError, match=rf"{SPLITS}:2: expected a table with the columns itemid, split"):
        list(items(folder))


def test_a_broken_table_is_refused(folder: Path) -> None:
    (folder / ANNOTATIONS).write_text(f"{HEADER}\n" + "x" * 200_000 + "\n", encoding="utf-8")

    with pytest.raises(FormatError, match=rf"{ANNOTATIONS}.*field larger than field limit"):
        list(items(folder))


def test_the_whole_corpus_can_be_read(shared: Path) -> None:
    assert sum(1 for _ in items(shared / "data" / "discogem")) == 6505
