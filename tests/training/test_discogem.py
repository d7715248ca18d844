from __future__ import annotations

from pathlib import Path

import pytest

from relata.formats.discogem import ANNOTATIONS, SPLITS
from relata.model.inputs import InputBuilder
from relata.model.model import Model
from relata.training.data.instances import discogem_instances

HEADER = "Relation,Genre,Datasource,Itemid,SemClass,Arg1_RawText,Arg2_RawText"


@pytest.fixture
def builder(rule_model: Path) -> InputBuilder:
    return Model.load(rule_model).builder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows = [
        HEADER,
        'implicit,novel,river,one,result,"It rained, a lot.",All was wet.',
        "implicit,novel,river,two,differentcon,It rained.,All was wet.",
        "implicit,novel,river,three,conjunction,It rained.,All was wet.",
        "implicit,novel,river,four,conjunction,,All was wet.",
    ]
    (tmp_path / ANNOTATIONS).write_text("\n".join(rows), encoding="utf-8")
    splits = ["itemid,split", "one,train", "two,train", "three,dev", "four,train"]
    (tmp_path / SPLITS).write_text("\n".join(splits), encoding="utf-8-sig")
    return tmp_path


def test_relations_of_a_split_with_a_sense_are_read(folder: Path, builder: InputBuilder) -> None:
    (found,) = discogem_instances(folder, "train", builder)

    assert (found.task, found.sense) == ("extra", "Contingency.Cause.Result")
    assert len(found.input.words) == 7


def test_the_whole_corpus_can_be_read(shared: Path, builder: InputBuilder) -> None:
    assert sum(1 for _ in discogem_instances(shared / "data" / "discogem", "dev", builder)) > 600
