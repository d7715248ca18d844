"""Names of BBN's corpus, matched to the sentences of the treebank."""

from __future__ import annotations

from pathlib import Path

import pytest

from relata.errors import DataWarning, FormatError, Lenient, strict
from relata.formats import bbn
from relata.formats.bbn import NameAligner
from tests.paths import REPOSITORY

RELEASE = REPOSITORY / "tests" / "fixtures" / "wsj-merged" / "bbn-pcet"
TEXT = (RELEASE / "data" / "WSJtypes-subtypes" / "wsj99.qa").read_text("utf-8")


def put(folder: Path, text: str) -> Path:
    path = folder / "wsj99.qa"
    path.write_text(text, "utf-8")
    return path


def test_entities_are_read_with_their_characters() -> None:
    (text,) = bbn.read(RELEASE)
    found = [(mention.type, text.text[mention.begin : mention.end]) for mention in text.mentions]
    assert text.document == "wsj_9901"
    assert found[:4] == [
        ("GPE:CITY", "York"),
        ("PER_DESC", "auto-salesman"),
        ("CARDINAL", "1,200"),
        ("PERSON", "MarySmith"),
    ]
    assert [mention.is_name for mention in text.mentions[:4]] == [True, False, False, True]


def test_sentences_get_their_entities() -> None:
    names = NameAligner(RELEASE, strict)
    first = ["The", "York-based", "auto-salesman", "bought", "1,200", "cars", "."]
    assert [mention.begin for mention in names.mentions("wsj_9901", 0, first) or ()] == [3, 13, 32]
    sentence = ["The", "Mary", "Smith", "appointment", "surprised", "Georgia-Pacific", "Corp.", "."]
    assert [mention.begin for mention in names.mentions("wsj_9901", 1, sentence) or ()] == [3, 32]
    assert names.mentions("wsj_0001", 0, ["Pierre"]) is None


def test_brackets_quotes_and_ampersands_match(tmp_path: Path) -> None:
    name = '<ENAMEX TYPE="ORGANIZATION:CORPORATION">A&amp;B & C</ENAMEX>'
    text = f"<DOC><DOCNO> WSJ0001 </DOCNO>\n`` {name} -LRB- x -RRB-\n</DOC>"
    names = NameAligner(put(tmp_path, text), strict)
    (mention,) = names.mentions("wsj_0001", 0, ['"', "A&B", "&", "C", "(", "x", ")"]) or ()
    assert (mention.begin, mention.end) == (1, 6)


def test_a_sentence_with_other_words_is_refused() -> None:
    with pytest.raises(
        FormatError, match=r"wsj99\.qa:3: sentence 4 of wsj_9901, 'Other words' .* is not in its text"
    ):
        NameAligner(RELEASE, strict).mentions("wsj_9901", 4, ["Other", "words"])


def test_names_closed_by_another_tag_are_repaired(tmp_path: Path) -> None:
    path = put(tmp_path, TEXT.replace("1,200</NUMEX>", "1,200</TIMEX>"))
    with pytest.warns(DataWarning, match="names closed by another tag: 1"):
        (text,) = bbn.read(path)
    assert len(text.mentions) == 6


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        (
            "WSJ9901",
            "AP9901",
            r"wsj99\.qa:3: expected the number of a document, such as WSJ0001, found 'AP9901'",
        ),
        ('TYPE="PERSON"', 'KIND="PERSON"', r'wsj99\.qa:5: expected TYPE="\.\.\." in <ENAMEX>'),
        ("Smith</ENAMEX>", "Smith</ENAMEX></ENAMEX>", r"wsj99\.qa:5: </ENAMEX> closes nothing"),
        ("Smith</ENAMEX>", "Smith", r"wsj99\.qa:5: <ENAMEX> is not closed"),
        ("</DOC>", "", r"wsj99\.qa:3: expected </DOC> behind wsj_9901"),
    ],
)
def test_faults_are_named_or_counted(tmp_path: Path, before: str, after: str, message: str) -> None:
    assert before in TEXT
    path = put(tmp_path, TEXT.replace(before, after))
    with pytest.raises(FormatError, match=message):
        list(bbn.read(path))
    lenient = Lenient()
    list(bbn.read(path, on_error=lenient))
    assert lenient.faults


def test_a_folder_without_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"expected a folder with \.qa files"):
        list(bbn.read(tmp_path))


def test_a_file_without_documents_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "names.qa"
    path.write_text("<root>\n</root>\n", "utf-8")
    with pytest.raises(FormatError, match="expected documents with <DOCNO>, found none"):
        list(bbn.read(path))
