"""CoNLL-2009 columns: gold and predicted, read and written."""

from __future__ import annotations

from pathlib import Path

import pytest

from relata.batch.sources import find_sources
from relata.errors import FormatError, Lenient
from relata.formats import conll2008, conll2009, detect
from tests.paths import REPOSITORY

RELEASE = REPOSITORY / "tests" / "fixtures" / "conll2009-release"
FOLDER = RELEASE / "data" / "CoNLL2009-ST-English"
TRAIN = FOLDER / "CoNLL2009-ST-English-train.txt"


def put(folder: Path, text: str) -> Path:
    path = folder / "a.conll09"
    path.write_text(text, "utf-8")
    return path


def test_a_file_is_recognised_by_its_name() -> None:
    assert detect(TRAIN) == "conll2009"
    (source,) = find_sources([str(TRAIN)], None, print)
    assert source.format == "conll2009"


@pytest.mark.parametrize("folder", [RELEASE, FOLDER])
def test_a_release_is_recognised_by_the_names_of_its_files(folder: Path) -> None:
    assert detect(folder) == "conll2009"
    assert len(list(conll2009.read(folder))) == 2


@pytest.mark.parametrize("source", sorted(FOLDER.iterdir()), ids=lambda path: path.stem)
def test_files_come_back_byte_for_byte(tmp_path: Path, source: Path) -> None:
    target = tmp_path / "out.conll09"
    conll2009.write(conll2009.read(source), target)
    assert target.read_bytes() == source.read_bytes()


def test_tokens_have_the_gold_columns_and_misc_the_others() -> None:
    token = next(conll2009.read(TRAIN)).tokens[4]
    assert (token.form, token.lemma, token.tag, token.head, token.deprel) == (
        "took",
        "take",
        "VBD",
        4,
        "CONJ",
    )
    assert token.misc == "PHEAD=3|PDEPREL=OBJ"


def test_tokens_have_the_predicted_columns_where_gold_is_missing() -> None:
    token = next(conll2009.read(FOLDER / "CoNLL2009-ST-evaluation-English-SRLonly.txt")).tokens[1]
    assert (token.lemma, token.tag, token.head, token.deprel) == ("row", "VBZ", 0, "ROOT")


def test_propositions_are_those_of_the_columns() -> None:
    first, second = next(conll2009.read(TRAIN)).propositions
    assert (first.roleset, {role: span.text for role, span in first.roles.items()}) == (
        "sink.01",
        {"A1": "ferry"},
    )
    assert (second.roleset, set(second.roles)) == ("take.01", {"A0", "A1"})


def test_the_gold_tag_of_conll2008_becomes_pos(tmp_path: Path) -> None:
    source = (
        REPOSITORY / "tests" / "fixtures" / "conll2008-release" / "data" / "test.wsj" / "test.wsj.closed.GOLD"
    )
    target = tmp_path / "out.conll09"
    conll2009.write(conll2008.read(source), target)
    row = target.read_text("utf-8").splitlines()[1].split("\t")
    assert row[4:6] == ["VBZ", "NNS"]
    assert row[12:] == ["Y", "rain.01", "_"]


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("2\tferry", "3\tferry", r"a\.conll09:2: ID: expected 2, found '3'"),
        ("\tA1\tA0\n", "\tA1\n", r"a\.conll09:2: expected 16 fields \(14, and 2 for predicates\), found 15"),
        ("\t4\t3\tCONJ", "\t99\t3\tCONJ", r"a\.conll09:5: HEAD: expected 0 to 7, found 99"),
        ("\t4\t3\tCONJ", "\tx\t3\tCONJ", r"a\.conll09:5: HEAD: expected the ID of a token, or 0, found 'x'"),
    ],
)
def test_faults_are_named_or_skipped(tmp_path: Path, before: str, after: str, message: str) -> None:
    text = TRAIN.read_text("utf-8")
    assert before in text
    path = put(tmp_path, text.replace(before, after, 1) + text)
    with pytest.raises(FormatError, match=message):
        list(conll2009.read(path))
    lenient = Lenient()
    (document,) = conll2009.read(path, on_error=lenient)
    assert (len(document.sentences), len(lenient.faults)) == (1, 1)
