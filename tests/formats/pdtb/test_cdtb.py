"""The Chinese Discourse Treebank, alone and with trees of the Chinese Treebank."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from relata.document.relations import RelationType
from relata.errors import DataWarning, FormatError, Lenient
from relata.formats import conll2016, detect, jsonl
from relata.formats.pdtb import cdtb
from relata.formats.pdtb.cdtb_layout import cdtb_folder, cdtb_pairs
from tests.paths import TESTS

RELEASE, TREES = TESTS / "fixtures" / "cdtb", TESTS / "fixtures" / "ctb"
RELATIONS, RAW = "data/pdtb/chtb_0801.pdtb", "data/raw/chtb_0801.raw"


@pytest.fixture
def release(tmp_path: Path) -> Path:
    return Path(shutil.copytree(RELEASE, tmp_path / "LDC2014T21"))


def rewrite(file: Path, change: Callable[[str], str]) -> None:
    file.write_text(change(file.read_text(encoding="utf-8")), encoding="utf-8")


def test_relations_have_the_senses_and_arguments_of_the_task() -> None:
    (document,) = cdtb.read(RELEASE)
    cause, altlex, purpose, contrast, condition, *_ = document.relations

    assert (document.id, document.language, len(document.sentences)) == ("chtb_0801", "zh", 8)
    assert len(document.paragraphs) == 3
    assert (str(cause.connective), cause.senses) == ("因为 所以", ("Causation",))
    assert (str(cause.arg1), str(cause.arg2)) == ("旧 码头 太 小", "大 船 不 能 靠岸")
    assert (altlex.type, str(altlex.sup1)) == (RelationType.ALTLEX, "旧 码头 太 小")
    assert (str(purpose.arg1)[:3], str(purpose.arg2)[:2]) == ("管理局", "降低")
    assert contrast.connective is not None
    assert contrast.connective.discontinuous
    assert condition.senses == ("Conditional", "Temporal")


def test_relations_without_connective_have_their_mark() -> None:
    (document,) = cdtb.read(RELEASE)
    implicit, entrel, norel = document.relations[5:]

    assert (implicit.connective, str(implicit.punctuation)) == (None, "。")
    assert implicit.punctuation_type == "Period"
    assert (entrel.senses, norel.type, norel.senses) == (("EntRel",), RelationType.NOREL, ())


@pytest.mark.parametrize("place", ["", "data", "data/pdtb", RELATIONS])
def test_every_useful_folder_is_read(place: str) -> None:
    assert detect(RELEASE / place) == "cdtb"
    assert [len(document.relations) for document in cdtb.read(RELEASE / place)] == [8]


def test_the_folder_of_the_release_is_found(tmp_path: Path) -> None:
    assert cdtb_folder(RELEASE.parent / "cdtb") == RELEASE / "data"
    assert cdtb_folder(tmp_path) is None


@pytest.mark.parametrize(
    "names", [("ann/chtb_0801.txt", "raw/chtb_0801"), ("chtb_0801.ann", "chtb_0801.nw.raw")]
)
def test_files_are_known_by_their_columns(tmp_path: Path, names: tuple[str, str]) -> None:
    for source, name in zip((RELATIONS, RAW), names, strict=True):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(RELEASE / source, tmp_path / name)

    assert cdtb_pairs(tmp_path) == [(tmp_path / names[0], tmp_path / names[1])]
    assert detect(tmp_path) == "cdtb"


def test_columns_need_no_brackets_and_types_may_be_in_small_letters(release: Path) -> None:
    (expected,) = cdtb.read(release)
    rewrite(release / RELATIONS, lambda text: text.replace("<", "").replace(">", "").lower())
    with pytest.warns(DataWarning, match="senses in another spelling: 7"):
        (document,) = cdtb.read(release)
    assert document == expected


@pytest.mark.parametrize("encoding", ["gbk", "gb18030"])
def test_the_encoding_is_detected(release: Path, encoding: str) -> None:
    (expected,) = cdtb.read(release)
    for name in (RELATIONS, RAW):
        (release / name).write_bytes((release / name).read_text(encoding="utf-8").encode(encoding))
    (document,) = cdtb.read(release)
    assert document == expected


def test_text_without_blanks_is_cut_into_words_that_keep_the_spans(release: Path) -> None:
    text = (release / RAW).read_text(encoding="utf-8")
    places = [place for place, character in enumerate(text) if character != " "] + [len(text)]
    (release / RAW).write_text(text.replace(" ", ""), encoding="utf-8")

    def shift(rows: str) -> str:
        for old in sorted(range(len(text) + 1), reverse=True):
            for pattern in (f"<{old}..", f"..{old}>", f";{old}..", f"..{old};"):
                new = sum(place < old for place in places)
                rows = rows.replace(pattern, pattern.replace(str(old), f"#{new}"))
        return rows.replace("#", "")

    rewrite(release / RELATIONS, shift)
    (document,) = cdtb.read(release)
    assert str(document.relations[0].arg1) == "旧码头太小"
    assert str(document.relations[0].connective) == "因为 所以"


def test_trees_give_tags_and_constituents() -> None:
    (plain,) = cdtb.read(RELEASE)
    (document,) = cdtb.read(RELEASE, trees=TREES)

    assert [token.tag for token in document.sentences[2]][:3] == ["CS", "JJ", "NN"]
    assert document.sentences[4].tree is not None
    assert "(PP-PRP (P 为)" in document.sentences[4].tree
    assert document.tokens.heads is None
    assert [str(relation.arg1) for relation in document.relations] == [
        str(relation.arg1) for relation in plain.relations
    ]


def test_trees_cut_text_without_blanks_into_their_words(release: Path) -> None:
    row = "<Explicit>|<31..33;39..41>||||||<因为 所以>|<Causation>||||||<33..38>||||||<41..47>||||||\n"
    rewrite(release / RAW, lambda text: text.replace(" ", ""))
    (release / RELATIONS).write_text(row, encoding="utf-8")

    (document,) = cdtb.read(release, trees=TREES)

    assert [token.form for token in document.sentences[0]] == ["海港", "扩建", "工程", "开工"]
    assert [token.form for token in document.relations[0].arg1] == ["旧", "码头", "太", "小"]


def test_a_missing_tree_file_is_named(release: Path, tmp_path: Path) -> None:
    (tmp_path / "trees").mkdir()
    shutil.copy(TREES / "bracketed/chtb_801.fid", tmp_path / "trees/chtb_802.fid")

    with pytest.raises(FormatError, match="expected the trees of chtb_0801, found no such file"):
        list(cdtb.read(release, trees=tmp_path / "trees"))


def test_documents_go_to_other_formats_and_back(tmp_path: Path) -> None:
    documents = list(cdtb.read(RELEASE, trees=TREES))

    jsonl.write(documents, tmp_path / "cdtb.jsonl")
    assert list(jsonl.read(tmp_path / "cdtb.jsonl")) == documents

    with pytest.warns(UserWarning, match="NoRel"):
        conll2016.write(documents, tmp_path / "task")
    (back,) = conll2016.read(tmp_path / "task")
    kept = [relation for relation in documents[0].relations if relation.type is not RelationType.NOREL]
    assert [(item.type, item.arg1, item.arg2, item.senses, item.punctuation) for item in back.relations] == [
        (item.type, item.arg1, item.arg2, item.senses, item.punctuation) for item in kept
    ]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (
            lambda rows: rows.replace("<48..56>", "<48..5600>", 1),
            r"801.pdtb:1: arg1_spans: .*beyond the raw text",
        ),
        (
            lambda rows: rows.replace("<48..56>", "<48-56>", 1),
            r"801.pdtb:1: arg1_spans: expected spans such as",
        ),
        (lambda rows: rows.replace("|", "", 1), r"801.pdtb:1: expected 27 fields between \|, found 26"),
        (lambda rows: rows.replace("<Causation>", "<Cause>", 1), r"801.pdtb:1: sense1a: .*no sense 'Cause'"),
    ],
)
def test_faults_have_their_place_and_lenient_reading_goes_on(
    release: Path, change: Callable[[str], str], fault: str
) -> None:
    rewrite(release / RELATIONS, change)

    with pytest.raises(FormatError, match=fault):
        list(cdtb.read(release))
    lenient = Lenient()
    (document,) = cdtb.read(release, on_error=lenient)
    assert (len(document.relations), len(lenient.faults)) == (7, 1)


def test_a_missing_raw_text_is_named(release: Path) -> None:
    (release / RAW).unlink()
    with pytest.raises(
        FormatError, match=r"raw.chtb_0801: expected the raw text of .*0801.pdtb, found no such"
    ):
        list(cdtb.read(release))


def test_a_folder_without_relations_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="expected files with 27 fields"):
        list(cdtb.read(tmp_path))


def test_words_as_anchors_of_implicit_relations_are_counted(release: Path) -> None:
    rewrite(release / RELATIONS, lambda rows: rows.replace("<Implicit>|<42..43>", "<Implicit>|<39..41>"))
    with pytest.warns(DataWarning, match="anchors of relations without connective that are words"):
        (document,) = cdtb.read(release)
    assert document.relations[5].punctuation is None
