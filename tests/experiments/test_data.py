"""Data sets of instances, from the corpora that Relata reads."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from relata.document.relations import RelationType
from relata.errors import FormatError, ProtocolError
from relata.experiments.data import Dataset, read_dataset, section
from relata.formats.discogem import ANNOTATIONS, SPLITS
from tests.paths import TESTS

pytestmark = pytest.mark.filterwarnings("ignore::relata.errors.DataWarning")

FIXTURES = TESTS / "fixtures"


@pytest.mark.parametrize("name", ["gdtb", "pdtb2", "pdtb3", "tedcdb", "conll2016-en"])
def test_implicit_relations_of_a_corpus_are_instances(name: str) -> None:
    data = read_dataset(FIXTURES / name)
    assert data.instances
    assert {each.type for each in data.instances} == {"Implicit"}
    assert all(each.arg1.words and each.arg2.words and each.senses[0] for each in data.instances)


def test_other_types_can_be_asked_for() -> None:
    data = read_dataset(FIXTURES / "pdtb3", (RelationType.IMPLICIT, RelationType.ENTREL))
    assert (("EntRel",), ()) in {each.senses for each in data.instances}


def test_all_four_sense_fields_are_kept() -> None:
    senses = [each.senses for each in read_dataset(FIXTURES / "pdtb2").instances]
    assert any(second for _, second in senses)


def test_layers_of_a_treebank_are_read() -> None:
    side = read_dataset(FIXTURES / "gdtb").instances[0].arg2
    assert side.tags
    assert side.lemmas
    assert side.productions
    assert side.dependencies
    assert any(rule.startswith("S -> ") for rule in side.productions)
    assert len(side.tags) == len(side.words)


def test_layers_that_a_corpus_lacks_are_none() -> None:
    side = read_dataset(FIXTURES / "pdtb3").instances[0].arg1
    assert (side.tags, side.lemmas, side.productions, side.dependencies) == (None,) * 4


def test_folders_of_parts_are_told_apart(tmp_path: Path) -> None:
    shutil.copytree(FIXTURES / "gdtb", tmp_path / "train")
    other = shutil.copytree(FIXTURES / "tedcdb", tmp_path / "dev")
    data = read_dataset(tmp_path)
    assert other
    assert data.format == "gdtb"
    assert set(data.groups("part").tolist()) == {"train", "dev"}


def test_a_document_in_two_parts_is_refused(tmp_path: Path) -> None:
    for part in ("train", "dev"):
        shutil.copytree(FIXTURES / "gdtb", tmp_path / part)
    with pytest.raises(ProtocolError, match="document letter_garden comes twice"):
        read_dataset(tmp_path)


def test_discogem_is_read_with_its_parts(tmp_path: Path) -> None:
    rows = (
        "Relation,Genre,Datasource,Itemid,SemClass,Arg1_RawText,Arg2_RawText",
        "implicit,novel,river,one,result,It can't rain.,We left.",
        "implicit,novel,river,two,differentcon,It rained.,We left.",
    )
    (tmp_path / ANNOTATIONS).write_text("\n".join(rows), encoding="utf-8")
    (tmp_path / SPLITS).write_text("itemid,split\none,dev\ntwo,dev\n", encoding="utf-8")
    data = read_dataset(tmp_path)
    (found,) = data.instances
    assert data.format == "discogem"
    assert (found.id, found.document, found.genre, found.part) == ("one", "river", "novel", "dev")
    assert found.arg1.words == ("It", "ca", "n't", "rain", ".")


def test_a_corpus_without_such_relations_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="expected relations of type NoRel, found none"):
        read_dataset(FIXTURES / "conll2016-en", ("NoRel",))


def test_sections_are_told_by_document_names() -> None:
    assert [section(name) for name in ("wsj_0003", "wsj_2300", "GUM_bio_byron", "wsj_23")] == [0, 23, -1, -1]


def test_the_fingerprint_is_of_words_and_senses() -> None:
    data = read_dataset(FIXTURES / "pdtb3")
    fewer = Dataset(data.source, data.format, data.instances[1:])
    assert data.fingerprint == read_dataset(FIXTURES / "pdtb3").fingerprint != fewer.fingerprint


@pytest.mark.parametrize(("name", "size"), [("gdtb/dev", 556), ("ted-cdb/dev", 896)])
def test_whole_corpora_are_read(shared: Path, name: str, size: int) -> None:
    """The sizes are those of awk: rows of type Implicit, without the one that has the sense NoRel."""
    assert len(read_dataset(shared / "data" / name)) == size
