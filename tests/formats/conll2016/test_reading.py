"""Reading CoNLL-2016 directories: what stands in them, and what is said when they are broken."""

from __future__ import annotations

import json
import shutil
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from relata.document import Document
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import DataWarning, FormatError, Lenient
from relata.formats import conll2016
from tests.paths import TESTS

FIXTURES = TESTS / "fixtures"
ENGLISH, CHINESE = FIXTURES / "conll2016-en", FIXTURES / "conll2016-zh"


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    """A copy of the English fixture to spoil."""
    return Path(shutil.copytree(ENGLISH, tmp_path / "dataset"))


def relations(path: Path, **options: Any) -> dict[int | None, DiscourseRelation]:
    return {
        relation.id: relation
        for document in conll2016.read(path, **options)
        for relation in document.relations
    }


def spoil_relation(dataset: Path, change: Callable[[dict[str, Any]], None], line: int = 1) -> None:
    """Changes one line of relations.json."""
    place = dataset / "relations.json"
    lines = place.read_text().splitlines()
    value = json.loads(lines[line - 1])
    change(value)
    lines[line - 1] = json.dumps(value)
    place.write_text("\n".join(lines))


def spoil_parses(dataset: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Changes parses.json as a whole."""
    value = json.loads((dataset / "parses.json").read_text())
    change(value)
    (dataset / "parses.json").write_text(json.dumps(value))


def fault_of(path: Path, **options: Any) -> str:
    with pytest.raises(FormatError) as caught:
        list(conll2016.read(path, **options))
    return str(caught.value)


# --- what stands in a dataset


def test_documents_come_in_the_order_of_the_parses() -> None:
    assert [document.id for document in conll2016.read(ENGLISH)] == ["river_01", "river_02"]


def test_relations_are_found_wherever_they_stand_in_the_file() -> None:
    assert [[relation.id for relation in document.relations] for document in conll2016.read(ENGLISH)] == [
        [101, 102, 103],
        [104],
    ]


def test_a_discontinuous_connective_is_one_span() -> None:
    connective = relations(ENGLISH)[101].connective
    assert connective is not None
    assert (connective.text, connective.discontinuous) == ("If then", True)


def test_an_implicit_relation_has_its_inserted_connective() -> None:
    relation = relations(ENGLISH)[104]
    assert (relation.type, relation.connective, relation.inserted) == (RelationType.IMPLICIT, None, "because")


def test_all_senses_are_kept() -> None:
    senses = ("Contingency.Cause.Reason", "Temporal.Asynchronous.Succession")
    assert relations(ENGLISH)[104].senses == senses


def test_tokens_have_their_treebank_forms_tags_and_heads() -> None:
    first = next(conll2016.read(ENGLISH))
    bracket = first.sentences[1].document.tokens[19]
    assert (bracket.form, first.text[bracket.begin : bracket.end], bracket.tag) == ("-LRB-", "(", "-LRB-")
    assert [(token.head, token.deprel) for token in first.sentences[3]] == [
        (2, "nsubj"), (0, "root"), (5, "advmod"), (5, "nsubj"), (2, "advcl"), (None, None),
    ]  # fmt: skip


def test_trees_stand_without_their_line_end() -> None:
    tree = next(conll2016.read(ENGLISH)).sentences[2].tree
    assert tree is not None
    assert tree.startswith("( (S (NP (JJ Last)")
    assert tree.endswith("(. .)) )")


def test_paragraphs_are_separated_by_blank_lines_and_hold_tokens() -> None:
    document = next(conll2016.read(ENGLISH))
    assert [document.text[begin:end].split()[0] for begin, end in document.paragraphs] == ["If", "Last"]


@pytest.mark.parametrize(("path", "language"), [(ENGLISH, "en"), (CHINESE, "zh")])
def test_the_language_is_told_by_the_text(path: Path, language: str) -> None:
    assert {document.language for document in conll2016.read(path)} == {language}


def test_chinese_relations_have_their_mark_and_its_type() -> None:
    found = relations(CHINESE)
    assert [(str(found[n].punctuation), found[n].punctuation_type) for n in (101, 102)] == [
        ("，", None),
        ("。", "Period"),
    ]


def test_a_supplement_is_a_span() -> None:
    assert str(relations(CHINESE)[104].sup1) == "使"


# --- variants of a dataset


def test_relations_without_senses_are_read_where_there_are_no_others(dataset: Path) -> None:
    (dataset / "relations.json").unlink()
    found = relations(dataset)
    assert {number: (relation.type, relation.senses) for number, relation in found.items()} == {
        101: (RelationType.EXPLICIT, ()),
        102: (RelationType.IMPLICIT, ()),
        103: (RelationType.EXPLICIT, ()),
        104: (RelationType.IMPLICIT, ()),
    }


def test_a_dataset_without_relations_has_documents_without_them(dataset: Path) -> None:
    for name in ("relations.json", "relations-no-senses.json"):
        (dataset / name).unlink()
    assert relations(dataset) == {}


def output(dataset: Path, *rows: dict[str, Any]) -> Path:
    """A system's run with these relations."""
    (dataset / "run").mkdir()
    place = dataset / "run" / "output.json"
    place.write_text("\n".join(map(json.dumps, rows)))
    return place


ROW: dict[str, Any] = {
    "DocID": "river_02",
    "Type": "Explicit",
    "Sense": ["Temporal.Synchrony"],
    "Arg1": {"TokenList": [0, 1]},
    "Arg2": {"TokenList": [6, 7]},
    "Connective": {"TokenList": [5]},
}


@pytest.mark.parametrize("part", [".", "output.json"])
def test_the_output_of_a_system_takes_the_place_of_the_relations(dataset: Path, part: str) -> None:
    run = output(dataset, ROW).parent
    first, second = conll2016.read(dataset, relations=run / part)
    assert first.relations == ()
    assert [(str(found.arg1), str(found.arg2), found.id) for found in second.relations] == [
        ("The shops", "We cleaned", None)
    ]


def test_unsorted_and_repeated_ids_are_put_in_order_with_a_warning(dataset: Path) -> None:
    run = output(dataset, ROW | {"Arg1": {"TokenList": [1, 0, 1]}})
    with pytest.warns(DataWarning, match=r"river_02: TokenList unsorted or with repeated ids: 1"):
        documents = list(conll2016.read(dataset, relations=run))
    assert str(documents[1].relations[0].arg1) == "The shops"


def test_a_run_directory_without_output_is_refused(dataset: Path) -> None:
    (dataset / "empty").mkdir()
    assert fault_of(dataset, relations=dataset / "empty").endswith("expected a directory with output.json")


def test_texts_are_rebuilt_where_there_are_no_raw_files(dataset: Path) -> None:
    whole = list(conll2016.read(dataset))
    shutil.rmtree(dataset / "raw")
    with pytest.warns(DataWarning, match=f"raw texts rebuilt from offsets: {len(whole)}$"):
        rebuilt = list(conll2016.read(dataset))
    assert rebuilt[0].text.strip() == whole[0].text[9:].replace("\n", " ").strip()
    assert [str(relation.arg2) for relation in rebuilt[0].relations] == [
        str(relation.arg2) for relation in whole[0].relations
    ]


@pytest.mark.parametrize("change", ["\r\n", "\ufeff"])
def test_raw_files_that_another_system_rewrote_are_read(dataset: Path, change: str) -> None:
    before = list(conll2016.read(dataset))
    for place in (dataset / "raw").iterdir():
        text = place.read_text().replace("\n", "\r\n") if change == "\r\n" else change + place.read_text()
        place.write_bytes(text.encode())
    assert list(conll2016.read(dataset)) == before


def test_line_ends_that_the_offsets_count_are_kept(tmp_path: Path) -> None:
    dataset = tmp_path / "crlf"
    (dataset / "raw").mkdir(parents=True)
    (dataset / "raw" / "a").write_bytes(b"Rain\r\nfell")
    words = [
        [form, {"CharacterOffsetBegin": begin, "CharacterOffsetEnd": begin + 4, "PartOfSpeech": ""}]
        for form, begin in (("Rain", 0), ("fell", 6))
    ]
    (dataset / "parses.json").write_text(json.dumps({"a": {"sentences": [{"words": words}]}}))
    (document,) = conll2016.read(dataset)
    assert [token.form for token in document.tokens] == ["Rain", "fell"]
    assert (document.tokens.columns, document.trees) == ({}, ())


def test_a_connective_text_that_is_not_in_the_text_is_kept(dataset: Path) -> None:
    spoil_relation(dataset, lambda row: row["Connective"].update(RawText="if ... then"))
    assert relations(dataset)[101].extras == {"Connective.RawText": "if ... then"}


def test_only_the_first_governor_of_a_word_is_taken(dataset: Path) -> None:
    def add(parses: dict[str, Any]) -> None:
        parses["river_02"]["sentences"][0]["dependencies"] += [["dep", "late-4", "The-1"]]

    spoil_parses(dataset, add)
    with pytest.warns(DataWarning, match="river_02: further governors of a word left out: 1"):
        documents = list(conll2016.read(dataset))
    assert documents[1].tokens[0].head == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda row: row["Arg1"].update(RawText="the new bridge"), "RawText not as in the text: 1"),
        (
            lambda row: row["Arg1"].update(CharacterSpanList=[[0, 20]]),
            "CharacterSpanList not as in the TokenList: 1",
        ),
        (lambda row: row.update(Sup1Span=[[10, 14]]), "Sup1Span set to whole tokens: 1"),
    ],
)
def test_what_does_not_agree_is_put_right_with_a_warning(
    dataset: Path, change: Callable[[dict[str, Any]], None], message: str
) -> None:
    spoil_relation(dataset, change)
    with pytest.warns(DataWarning, match=f"river_01: {message}"):
        assert str(relations(dataset)[101].arg1) == "the old bridge will close"


def test_pieces_of_one_stretch_of_tokens_need_no_warning(dataset: Path) -> None:
    begin, end = relations(dataset)[101].arg1.pieces[0]
    spoil_relation(
        dataset, lambda row: row["Arg1"].update(CharacterSpanList=[[begin, begin + 3], [begin + 4, end]])
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert str(relations(dataset)[101].arg1) == "the old bridge will close"


def test_a_word_that_differs_from_the_raw_text_is_counted(dataset: Path) -> None:
    spoil_parses(
        dataset, lambda parses: parses["river_02"]["sentences"][0]["words"][1].__setitem__(0, "stores")
    )
    with pytest.warns(DataWarning, match="river_02: words that differ from the raw text: 1"):
        documents = list(conll2016.read(dataset))
    assert documents[1].tokens[1].form == "stores"


# --- faults


RELATION_FAULTS: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "no type": (
        lambda row: row.pop("Type"),
        "Type: expected Explicit, Implicit, AltLex, EntRel, found no such field",
    ),
    "type of the scheme only": (lambda row: row.update(Type="NoRel"), "Type: expected Explicit"),
    "type a list": (lambda row: row.update(Type=["Explicit"]), "Type: expected Explicit"),
    "type withheld but not the sense": (lambda row: row.update(Type=""), "Type: expected Explicit"),
    "no sense": (lambda row: row.pop("Sense"), "Sense: expected a list of strings"),
    "sense a string": (lambda row: row.update(Sense="EntRel"), "Sense: expected a list of strings"),
    "sense empty": (lambda row: row.update(Sense=[""]), "Sense: expected a list of strings"),
    "id a string": (lambda row: row.update(ID="7"), "ID: expected an integer, found '7'"),
    "no argument": (lambda row: row.pop("Arg2"), "Arg2: expected an object with a TokenList"),
    "no connective": (lambda row: row.pop("Connective"), "Connective: expected an object with a TokenList"),
    "no token list": (lambda row: row["Arg1"].pop("TokenList"), "Arg1.TokenList: expected a list"),
    "text a number": (lambda row: row["Arg1"].update(RawText=1), "Arg1.RawText: expected a string"),
    "ids mixed": (
        lambda row: row["Arg1"]["TokenList"].__setitem__(1, 7),
        "Arg1.TokenList[1]: expected [charBegin, charEnd, docToken, sentence, tokenInSentence], found 7",
    ),
    "short tuple": (
        lambda row: row["Arg1"]["TokenList"][2].pop(),
        "Arg1.TokenList[2]: expected [charBegin, charEnd, docToken, sentence, tokenInSentence], found [",
    ),
    "tuple outside": (
        lambda row: row["Arg1"]["TokenList"][2].__setitem__(2, 777),
        "Arg1.TokenList[2]: token 777 is outside the document of 39 tokens",
    ),
    "tuple negative": (
        lambda row: row["Arg1"]["TokenList"][2].__setitem__(2, -1),
        "Arg1.TokenList[2]: token -1 is outside the document of 39 tokens",
    ),
    "tuple of true": (
        lambda row: row["Arg2"]["TokenList"][0].__setitem__(2, True),
        "Arg2.TokenList[0]: expected [charBegin",
    ),
    "tuple of another sentence": (
        lambda row: row["Arg2"]["TokenList"][0].__setitem__(3, 1),
        "Arg2.TokenList[0]: expected [12, 15, 1, 0, 1] as in parses.json, found [12, 15, 1, 1, 1]",
    ),
    "id outside": (
        lambda row: row["Arg1"].update(TokenList=[1, 39]),
        "Arg1.TokenList[1]: token 39 is outside the document of 39 tokens",
    ),
    "id no number": (
        lambda row: row["Arg1"].update(TokenList=[1, "2"]),
        "Arg1.TokenList[1]: expected a document token id, found '2'",
    ),
    "pieces no pairs": (
        lambda row: row["Arg1"].update(CharacterSpanList=[1]),
        "Arg1.CharacterSpanList: expected a list of [begin, end]",
    ),
    "pieces of text": (
        lambda row: row["Arg1"].update(CharacterSpanList=[["1", "2"]]),
        "Arg1.CharacterSpanList: expected a list of [begin, end]",
    ),
    "pieces reversed": (
        lambda row: row["Arg1"].update(CharacterSpanList=[[9, 3]]),
        "Arg1.CharacterSpanList: characters 9..3 are outside the text",
    ),
    "supplement outside": (
        lambda row: row.update(Sup1Span=[[0, 9999]]),
        "Sup1Span: characters 0..9999 are outside the text",
    ),
    "punctuation no object": (lambda row: row.update(Punctuation=1), "Punctuation: expected an object"),
    "punctuation type a number": (
        lambda row: row.update(Punctuation={"TokenList": [], "PunctuationType": 1}),
        "Punctuation.PunctuationType: expected a string",
    ),
    "document a number": (lambda row: row.update(DocID=1), "DocID: expected a string"),
    "unknown document": (lambda row: row.update(DocID="river_03"), "DocID: no document 'river_03' in parses"),
    "document in another object": (
        lambda row: row["Arg1"].update(DocID=row.pop("DocID")),
        "DocID: expected a string",
    ),
}


@pytest.mark.parametrize("fault", RELATION_FAULTS)
def test_a_faulty_relation_is_named_with_line_and_field(dataset: Path, fault: str) -> None:
    change, message = RELATION_FAULTS[fault]
    spoil_relation(dataset, change)
    assert fault_of(dataset).startswith(f"{dataset / 'relations.json'}:1: {message}")


@pytest.mark.parametrize("fault", RELATION_FAULTS)
def test_a_faulty_relation_is_skipped_and_all_others_are_kept(dataset: Path, fault: str) -> None:
    spoil_relation(dataset, RELATION_FAULTS[fault][0])
    lenient = Lenient()
    assert sorted(map(str, relations(dataset, on_error=lenient))) == ["102", "103", "104"]
    assert [found.line for found in lenient.faults] == [1]


def test_a_document_id_with_escapes_is_found(dataset: Path) -> None:
    place = dataset / "relations.json"
    place.write_text(place.read_text().replace('"river_02"', '"river\\u005f02"'))
    assert 104 in relations(dataset)


def test_an_id_that_comes_twice_is_a_fault(dataset: Path) -> None:
    spoil_relation(dataset, lambda row: row.update(ID=101), line=4)
    assert fault_of(dataset) == f"{dataset / 'relations.json'}:4: ID: 101 comes twice in this file"


def test_a_truncated_line_is_a_fault(dataset: Path) -> None:
    place = dataset / "relations.json"
    place.write_text(place.read_text()[:-50])
    assert f"{place}:4: broken JSON" in fault_of(dataset)


def test_a_relations_file_may_have_a_byte_order_mark_crlf_and_empty_lines(dataset: Path) -> None:
    place = dataset / "relations.json"
    before = relations(dataset)
    place.write_bytes(b"\xef\xbb\xbf" + place.read_bytes().replace(b"\n", b"\r\n\r\n"))
    assert relations(dataset) == before


def test_a_relations_file_in_another_encoding_is_a_fault(dataset: Path) -> None:
    place = dataset / "relations.json"
    place.write_bytes(place.read_bytes().replace(b"Last", b"L\xe4st"))
    assert fault_of(dataset) == f"{place}:4: expected UTF-8, found byte 0xe4"


def change_word(value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda parses: parses["river_01"]["sentences"][1]["words"].__setitem__(2, value)


def change_dependency(value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda parses: parses["river_01"]["sentences"][1]["dependencies"].__setitem__(2, value)


def change_info(**values: Any) -> Callable[[dict[str, Any]], None]:
    return lambda parses: parses["river_01"]["sentences"][1]["words"][2][1].update(values)


WORD = "sentences[1].words[2]: expected [form, {"
DEPENDENCY = 'sentences[1].dependencies[2]: expected [label, "governor-i", "dependent-j"]'
PARSE_FAULTS: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "no sentences": (lambda parses: parses["river_01"].clear(), "sentences: expected a list"),
    "sentence a list": (
        lambda parses: parses["river_01"]["sentences"].__setitem__(1, []),
        "sentences[1]: expected an object",
    ),
    "no words": (
        lambda parses: parses["river_01"]["sentences"][1].pop("words"),
        "sentences[1].words: expected",
    ),
    "dependencies no list": (
        lambda parses: parses["river_01"]["sentences"][1].update(dependencies={}),
        "sentences[1].dependencies: expected a list",
    ),
    "tree no string": (
        lambda parses: parses["river_01"]["sentences"][1].update(parsetree=["S"]),
        "sentences[1].parsetree: expected a string",
    ),
    "word a string": (change_word("has"), WORD),
    "word without info": (change_word(["has"]), WORD),
    "word with a list": (change_word(["has", []]), WORD),
    "form a number": (change_word([1, {}]), WORD),
    "offset a string": (change_info(CharacterOffsetBegin="9"), WORD),
    "offset true": (change_info(CharacterOffsetEnd=True), WORD),
    "tag a number": (change_info(PartOfSpeech=1), WORD),
    "dependency short": (change_dependency(["det", "has-3"]), DEPENDENCY),
    "dependency without number": (change_dependency(["det", "has", "The-1"]), DEPENDENCY),
    "dependency with a word for a number": (change_dependency(["det", "has-x", "The-1"]), DEPENDENCY),
    "governor outside": (change_dependency(["det", "has-13", "The-1"]), DEPENDENCY),
    "dependent outside": (change_dependency(["det", "has-3", "The-13"]), DEPENDENCY),
    "dependent is the root": (change_dependency(["det", "has-3", "The-0"]), DEPENDENCY),
    "label a number": (change_dependency([1, "has-3", "The-1"]), DEPENDENCY),
}


@pytest.mark.parametrize("fault", PARSE_FAULTS)
def test_a_faulty_parse_is_named_with_its_field(dataset: Path, fault: str) -> None:
    change, message = PARSE_FAULTS[fault]
    spoil_parses(dataset, change)
    assert fault_of(dataset).startswith(f"{dataset / 'parses.json'}: river_01.{message}")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"CharacterOffsetEnd": 999_999}, "token 15 at 76..999999 is outside the text"),
        ({"CharacterOffsetEnd": 10}, "token 15 at 76..10 is outside the text"),
        ({"CharacterOffsetBegin": 2, "CharacterOffsetEnd": 3}, "token 15 at 2..3 stands before the token"),
        ({"CharacterOffsetEnd": 2**70}, "expected offsets within the text of"),
    ],
)
def test_offsets_that_do_not_fit_the_text_are_a_fault(
    dataset: Path, values: dict[str, int], message: str
) -> None:
    spoil_parses(dataset, change_info(**values))
    assert fault_of(dataset).startswith(f"{dataset / 'parses.json'}: river_01: {message}")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"CharacterOffsetEnd": 10}, "expected a word to begin before its end, got 76..10"),
        ({"CharacterOffsetEnd": 2**70}, "is far beyond what the words take up"),
    ],
)
def test_offsets_that_make_no_text_are_a_fault(dataset: Path, values: dict[str, int], message: str) -> None:
    shutil.rmtree(dataset / "raw")
    spoil_parses(dataset, change_info(**values))
    assert message in fault_of(dataset)


def test_a_faulty_document_is_skipped_with_its_relations(dataset: Path) -> None:
    spoil_parses(dataset, change_word("has"))
    lenient = Lenient()
    assert list(relations(dataset, on_error=lenient)) == [104]
    assert len(lenient.faults) == 1


@pytest.mark.parametrize(
    ("text", "reason"), [("Another text altogether.", "another text"), ("_" * 200, "the text is masked")]
)
def test_a_raw_file_of_another_text_is_a_fault(dataset: Path, text: str, reason: str) -> None:
    (dataset / "raw" / "river_02").write_text(text)
    message = fault_of(dataset)
    assert message.startswith(
        f"{dataset / 'raw' / 'river_02'}: does not fit parses.json ({reason}): expected 'The'"
    )


def test_masked_words_are_a_fault(dataset: Path) -> None:
    def mask(parses: dict[str, Any]) -> None:
        for sentence in parses["river_01"]["sentences"]:
            for word in sentence["words"]:
                word[0] = "_" * len(word[0])

    spoil_parses(dataset, mask)
    assert "the words are masked (_)" in fault_of(dataset)


def test_relations_that_are_a_link_to_nowhere_are_a_fault(dataset: Path) -> None:
    (dataset / "relations.json").unlink()
    (dataset / "relations.json").symlink_to("nowhere")
    assert fault_of(dataset) == f"{dataset / 'relations.json'}: cannot be read: No such file or directory"


def test_a_missing_raw_file_is_a_fault(dataset: Path) -> None:
    (dataset / "raw" / "river_02").unlink()
    assert fault_of(dataset) == f"{dataset / 'raw' / 'river_02'}: cannot be read: No such file or directory"


def test_a_missing_parses_file_is_a_fault(dataset: Path) -> None:
    (dataset / "parses.json").unlink()
    assert fault_of(dataset) == f"{dataset}: expected a directory with parses.json"


@pytest.mark.parametrize("doc_id", ["../../river_01", "", "..", "a\u0000b", "a/b"])
def test_a_document_id_cannot_lead_out_of_the_dataset(dataset: Path, doc_id: str) -> None:
    spoil_parses(dataset, lambda parses: parses.update({doc_id: parses.pop("river_01")}))
    lenient = Lenient()
    assert [document.id for document in conll2016.read(dataset, on_error=lenient)] == ["river_02"]
    assert f"expected a document id that can name a file, got {doc_id!r}" in str(lenient.faults[0])


def test_reading_leaves_no_file_open(dataset: Path) -> None:
    documents = conll2016.read(dataset)
    assert isinstance(next(documents), Document)
    documents.close()  # type: ignore[attr-defined]
